import type { ClauseId } from './clauses.ts';

/**
 * Names in a test's title the clauses that it shows: `it(shows('s4.auth.cap')('ends the wait after 1 s'), …)`. `npm run spec-coverage` reads them.
 * @param ids clauses of `clauses.ts`; another word does not compile
 * @returns makes the title
 */
export function shows(...ids: readonly [ClauseId, ...ClauseId[]]): (title: string) => string {
  return (title) => `${title} [${ids.join(' ')}]`;
}
