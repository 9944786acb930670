/**
 * A client that calls all the time, in a process of its own so that it does not slow down the one that measures. Its
 * parent sends an `Order`, receives 'begun' after the first call, and sends 'stop'; the answer is the number of calls
 * (`Done`).
 */
export type Order = {
  origin: string;
  headers: Record<string, string>;
  /** Calls that are made in turn: a GET if there is no body. */
  calls: { path: string; body: string | null }[];
  /** Number of calls that run at once, and milliseconds from the start of one to the next; 0: at once. */
  workers: number;
  pace: number;
};

/** Numbers of calls that were answered 2xx, of those that should be repeated later (429, 503), and of the others. */
export type Done = { done: number; refused: number; failed: number };

const over = new AbortController();

async function work({ origin, headers, calls, workers, pace }: Order): Promise<Done> {
  const result: Done = { done: 0, refused: 0, failed: 0 };
  let begun = false;
  let next = 0;
  const wait = (time: number): Promise<void> => new Promise((on) => setTimeout(on, time));
  const write = async (worker: number): Promise<void> => {
    await wait((worker * pace) / workers);
    while (!over.signal.aborted) {
      const began = performance.now();
      const { path, body } = calls[(next += 1) % calls.length] ?? { path: '/', body: null };
      // oxlint-disable no-await-in-loop -- one worker makes one call at a time
      const reply = await fetch(origin + path, { method: body === null ? 'GET' : 'POST', headers, body });
      await reply.arrayBuffer();
      if (reply.ok) result.done += 1;
      else if ([429, 503].includes(reply.status)) result.refused += 1;
      else result.failed += 1;
      if (!begun) process.send?.('begun');
      begun = true;
      const left = began + pace - performance.now();
      if (left > 0) await wait(left);
      // oxlint-enable no-await-in-loop
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => write(worker)));
  return result;
}

async function answer(order: Order): Promise<void> {
  process.send?.(await work(order));
}

process.on('message', (message: Order | 'stop') => {
  if (message === 'stop') over.abort();
  else void answer(message);
});
process.on('disconnect', () => process.exit());
