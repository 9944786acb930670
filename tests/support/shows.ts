import type { ClauseId } from './clauses.ts';

/** Ids of clauses with blanks between them, as the title has them; another word does not compile. */
type Clauses<Text> = Text extends ClauseId
  ? Text
  : Text extends `${infer First extends ClauseId} ${infer Rest}`
    ? `${First} ${Clauses<Rest>}`
    : never;

/**
 * Names in a test's title the clauses that it shows: `it(shows('s4.auth.cap s4.auth.states')('ends the wait after 1 s'), …)`.
 * `npm run spec-coverage` reads them.
 * @param clauses ids of `clauses.ts`, in several texts where one line has no room for them
 * @returns makes the title
 */
export function shows<const Texts extends readonly [string, ...string[]]>(
  ...clauses: Texts & { [At in keyof Texts]: Clauses<Texts[At]> }
): (title: string) => string {
  return (title) => `${title} [${clauses.join(' ')}]`;
}
