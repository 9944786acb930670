/**
 * Somebody who writes all the time, in a process of its own so that the one that measures is not kept from it. Its parent sends an `Order`, and later
 * 'stop'; the answer is how many calls were made (`Done`).
 */
export type Order = {
  origin: string;
  headers: Record<string, string>;
  /** Calls that are made in turn. */
  calls: { path: string; body: string }[];
  /** How many calls run at once, and milliseconds from the start of one to the next; 0: at once. */
  workers: number;
  pace: number;
};

/** The calls that were answered 2xx, the others, and how long it went on, in milliseconds. */
export type Done = { done: number; failed: number; time: number };

let isOver = false;

async function work({ origin, headers, calls, workers, pace }: Order): Promise<Done> {
  const result: Done = { done: 0, failed: 0, time: 0 };
  const start = performance.now();
  let next = 0;
  const write = async (): Promise<void> => {
    while (!isOver) {
      const began = performance.now();
      const { path, body } = calls[(next += 1) % calls.length] ?? { path: '/', body: '' };
      // oxlint-disable no-await-in-loop -- one worker makes one call at a time
      const reply = await fetch(origin + path, { method: 'POST', headers, body });
      await reply.arrayBuffer();
      if (reply.ok) result.done += 1;
      else result.failed += 1;
      const left = began + pace - performance.now();
      if (left > 0) await new Promise((on) => setTimeout(on, left));
      // oxlint-enable no-await-in-loop
    }
  };
  await Promise.all(Array.from({ length: workers }, write));
  return { ...result, time: performance.now() - start };
}

process.on('message', (message: Order | 'stop') => {
  if (message === 'stop') isOver = true;
  else void work(message).then((done) => process.send?.(done, () => process.disconnect()));
});
