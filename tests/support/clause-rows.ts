/** Rows of the clauses' tables: what can be tested, the specification's own words, and the decision that settles how they are read. */
export type ClauseRows = Readonly<Record<string, readonly [says: string, quote: string, decision?: number]>>;
