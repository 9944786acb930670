/** Work that can pause at each `yield` and continue later. */
export type Work<T> = Generator<undefined, T, undefined>;

/** Time for which work blocks the page's thread, in milliseconds: far below the 50 that a user notices. */
const SLICE = 8;

/** Does the work in one go. */
export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/**
 * Does the work in slices of a few milliseconds and lets the page respond between them. Short work is done without a pause.
 * @returns a promise that rejects with the work's error
 */
export async function inSlices<T>(work: Pick<Work<T>, 'next'>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - began < SLICE) continue;
    // oxlint-disable-next-line no-await-in-loop -- one slice after another
    await pause();
    began = performance.now();
  }
}

/** Lets everything else that waits for the thread go first. Not by a timer: browsers slow down nested timers, and those of hidden tabs. */
export function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}
