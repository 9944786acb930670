/** Work that can stop at each `yield` and go on later. */
export type Work<T> = Generator<undefined, T, undefined>;

/** How long work goes on before the page's thread is given back, in milliseconds: far below the 50 at which a person notices. */
const SLICE = 8;

/** Does the work in one go. */
export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/**
 * Does the work in slices of a few milliseconds and lets the page answer between them. Short work is done without a pause.
 * @returns rejects with what the work throws
 */
export async function inSlices<T>(work: Work<T>): Promise<T> {
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
function pause(): Promise<void> {
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
