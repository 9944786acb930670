/**
 * Stands where a machine declares an actor's input and output: the implementation arrives by `provide`, in `routes/<feature>/<screen>.route.ts` or
 * `app.ts`.
 * A convention test walks every machine and sees that none of these is left.
 * @throws always, by rejecting
 */
export function unprovided(): Promise<never> {
  return Promise.reject(new Error('This actor has no implementation: provide one where it is made.'));
}
