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

function startThread(gone: (running: Running) => void): Running {
  const thread = new Worker(new URL('./document-worker.ts', import.meta.url));
  const running: Running = { thread, job: null };
  const fail = (error: unknown): void => {
    gone(running);
    running.job?.fail(error instanceof Error ? error : new Error(String(error)));
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

/** Milliseconds for one job: a document that needs more would delay all others. */
const JOB_LIFE = 30_000;

/** Creates the one of a server. @param life maximum milliseconds of one job */
export function createDocumentWorker(life = JOB_LIFE): DocumentWorker {
  const line = createLine({ atOnce: 1 });
  let current: Running | null = null;
  let isClosed = false;
  const gone = (running: Running): void => {
    if (current === running) current = null;
  };
  const begin = <J extends Job>(job: J): Promise<JobResult[J['kind']]> =>
    new Promise((done, fail) => {
      if (isClosed) throw new Error('The server is ending.');
      const running = (current ??= startThread(gone));
      const late = setTimeout(() => {
        fail(new Refusal('invalid', 'The document takes too long to be worked on: shorten it, or split it.'));
        gone(running);
        void running.thread.terminate();
      }, life);
      late.unref();
      const answer = ({ result, refusal, error }: Answer<JobResult[J['kind']]>): void => {
        clearTimeout(late);
        if (result !== undefined) done(result);
        else fail(refusal ? new Refusal(refusal.kind, refusal.message) : new Error(error));
      };
      running.job = {
        answer,
        fail: (error) => {
          clearTimeout(late);
          fail(error);
        },
      };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      running.thread.postMessage(job);
    });
  return {
    run: (job, waiter) => line.run(waiter, () => begin(job)),
    async close() {
      isClosed = true;
      await current?.thread.terminate();
    },
  };
}
