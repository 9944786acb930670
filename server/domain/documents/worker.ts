import { Worker } from 'node:worker_threads';
import type { Job, JobResult } from './document-jobs.ts';
import { createLine, type Waiter } from '../line.ts';
import { Refusal, type RefusalKind } from '../refusal.ts';

type Answer<Result> = {
  result?: Result;
  refusal?: { kind: RefusalKind; message: string } | null;
  error?: string;
};
/** A thread, and the callbacks of its job; null when it has none. */
type Running = {
  thread: Worker;
  job: { answer: (message: Answer<never>) => void; fail: (error: Error) => void } | null;
};

/** A thread for work during which all other calls would wait. It is started by the first job. */
export type DocumentWorker = {
  /** Does one job after the other, in turn for those who wait. @throws {Refusal} the refusal of the job */
  run<J extends Job>(job: J, waiter: Waiter): Promise<JobResult[J['kind']]>;
  close(): Promise<void>;
};

function startThread(gone: (running: Running) => void, memory: number): Running {
  const thread = new Worker(new URL('./document-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: YOUNG },
  });
  const running: Running = { thread, job: null };
  const fail = (error: unknown): void => {
    gone(running);
    const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const reason = error instanceof Error ? error : new Error(String(error));
    running.job?.fail(isFull ? new Refusal('invalid', TOO_MUCH) : reason);
    running.job = null;
  };
  // A shutdown waits for calls, and these for their jobs.
  thread.unref();
  thread.on('message', (message: Answer<never>) => {
    const { job } = running;
    running.job = null;
    job?.answer(message);
  });
  thread.on('messageerror', fail);
  thread.on('error', fail);
  thread.on('exit', () => fail('The thread for documents ended.'));
  return running;
}

/** Milliseconds after which a call is answered without its job (`http/waiting.ts`): more would only delay others. */
const JOB_LIFE = 8_000;
/** Megabytes of a thread's memory. The largest documents need a third of it. */
const MEMORY = 1_000;
/** Megabytes of its new objects: Node lets one step need 16 more than the limit, and ends the whole server beyond that. */
const YOUNG = 16;
const TOO_LONG =
  'The document takes too long to be worked on. Try again when the server is less busy, or split the document.';
const TOO_MUCH = 'The document needs too much memory to be worked on: shorten it, or split it.';

/**
 * The bounds of a thread. `life`: maximum milliseconds of one job; `memory`: megabytes; `idle`: milliseconds without a
 * job after which the thread ends, and frees its memory; `endsWithCaller`: true if a job ends once its caller no longer
 * waits for it.
 */
export type WorkerBounds = { life?: number; memory?: number; idle?: number; endsWithCaller?: boolean };

/** Creates a thread of a server. */
export function createDocumentWorker({
  life = JOB_LIFE,
  memory = MEMORY,
  idle = Infinity,
  endsWithCaller = false,
}: WorkerBounds = {}): DocumentWorker {
  const line = createLine({ atOnce: 1 });
  let current: Running | null = null;
  let ending: NodeJS.Timeout | undefined;
  let isClosed = false;
  const gone = (running: Running): void => {
    if (current === running) current = null;
  };
  const rest = (): void => {
    const running = current;
    current = null;
    void running?.thread.terminate();
  };
  const begin = <J extends Job>(job: J, waiting: AbortSignal | null): Promise<JobResult[J['kind']]> =>
    new Promise((done, fail) => {
      if (isClosed) throw new Error('The server is ending.');
      clearTimeout(ending);
      const running = (current ??= startThread(gone, memory));
      const end = (reason: Error): void => {
        settled();
        running.job = null;
        gone(running);
        // The next job waits until the thread has ended: two would need twice the memory.
        void running.thread.terminate().then(() => fail(reason));
      };
      const late = setTimeout(() => end(new Refusal('invalid', TOO_LONG)), life).unref();
      const leave = (): void => end(waiting?.reason as Error);
      if (endsWithCaller) waiting?.addEventListener('abort', leave, { once: true });
      const settled = (): void => {
        clearTimeout(late);
        waiting?.removeEventListener('abort', leave);
      };
      const answer = ({ result, refusal, error }: Answer<JobResult[J['kind']]>): void => {
        settled();
        if (result !== undefined) done(result);
        else fail(refusal ? new Refusal(refusal.kind, refusal.message) : new Error(error));
      };
      running.job = {
        answer,
        fail: (error) => {
          settled();
          fail(error);
        },
      };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      running.thread.postMessage(job);
    });
  return {
    async run(job, waiter) {
      try {
        return await line.run(waiter, () => begin(job, waiter.waiting));
      } finally {
        clearTimeout(ending);
        if (line.isIdle() && idle < Infinity) ending = setTimeout(rest, idle).unref();
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(ending);
      await current?.thread.terminate();
    },
  };
}
