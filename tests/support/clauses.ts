import type { ClauseRows } from './clause-rows.ts';
import { clausesOfScreens } from './clauses-1-2.ts';
import { clausesOfDocuments } from './clauses-2-editor.ts';
import { clausesOfBehaviour } from './clauses-3-4.ts';
import { clausesOfRules } from './clauses-5-7.ts';
import { clausesOfTables } from './clauses-8-9.ts';
import { clausesOfDecisions } from './clauses-decisions.ts';

/** One sentence of the specification that a test can show. */
export type Clause = {
  id: ClauseId;
  /** '1' to '9', or 'decisions'. */
  section: string;
  says: string;
  quote: string;
  decision: number | null;
};

const rows = {
  ...clausesOfScreens,
  ...clausesOfDocuments,
  ...clausesOfBehaviour,
  ...clausesOfRules,
  ...clausesOfTables,
  ...clausesOfDecisions,
};

/** The stable name of a clause, such as `s4.auth.cap`. */
export type ClauseId = keyof typeof rows;

const sectionOf = (id: string): string => /^s(\d)\./.exec(id)?.[1] ?? 'decisions';

/** Every clause, in the specification's order. */
export const clauses: readonly Clause[] = Object.entries<ClauseRows[string]>(rows).map(
  ([id, [says, quote, decision = null]]) => ({
    id: id as ClauseId,
    section: sectionOf(id),
    says,
    quote,
    decision,
  }),
);

/** The specification's own words for a clause. */
export function quoteOf(id: ClauseId): string {
  return rows[id][1];
}
