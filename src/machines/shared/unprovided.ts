/**
 * Placeholder where a machine declares an actor's input and output: `provide` adds the implementation, in `routes/<feature>/<screen>.route.ts` or `app.ts`. A
 * convention test checks that no machine still has one.
 * @throws always, by rejecting
 */
export function unprovided(): Promise<never> {
  return Promise.reject(new Error('This actor has no implementation: provide one where it is made.'));
}
