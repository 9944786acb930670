/** Lets the event loop take one turn. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Lets the event loop run this many short tasks. React renders a transition in slices of 5 ms, one a task, and needs more of them on a busy
 * machine: a task as long as that does not count. @param after called after each
 */
export async function turns(count: number, after?: () => void): Promise<void> {
  for (let left = count; left > 0;) {
    const start = performance.now();
    // oxlint-disable-next-line eslint/no-await-in-loop -- one turn after the other
    await turn();
    if (performance.now() - start < 5) left -= 1;
    after?.();
  }
}
