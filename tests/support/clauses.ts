import rows from './clauses.json' with { type: 'json' };

/** The stable name of a clause, such as `s4.auth.cap`. */
export type ClauseId = keyof typeof rows;

/** One sentence of the specification that a test can show. */
export type Clause = {
  id: ClauseId;
  /** '1' to '9', or 'decisions'. */
  section: string;
  says: string;
  /** The specification's own words. */
  quote: string;
};

/** Every clause, in the specification's order. A row of the table is `our words ← the specification's own words`. */
export const clauses: readonly Clause[] = Object.entries(rows).map(([id, row]) => {
  const [says = '', quote = ''] = row.split(' ← ');
  return { id: id as ClauseId, section: /^s(\d)\./.exec(id)?.[1] ?? 'decisions', says, quote };
});

/** The specification's own words for a clause. */
export function quoteOf(id: ClauseId): string {
  return clauses.find((clause) => clause.id === id)?.quote ?? '';
}
