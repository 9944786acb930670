import { Worker } from 'node:worker_threads';
import type { Job, JobResult } from './document-jobs.ts';
import { Refusal, type RefusalKind } from './refusal.ts';

type Answer<Result> = {
  id: number;
  result?: Result;
  refusal?: { kind: RefusalKind; message: string } | null;
  error?: string;
};
type Waiting = { answer: (message: Answer<never>) => void; fail: (error: Error) => void };

/** A thread for work that would keep everybody waiting. It is started by the first job. */
export type DocumentWorker = {
  /** @throws {Refusal} what the job refuses */
  run<J extends Job>(job: J): Promise<JobResult[J['kind']]>;
  close(): Promise<void>;
};

/** A thread, and the jobs that it was given and has not done yet. */
type Running = { thread: Worker; waiting: Map<number, Waiting> };

function startThread(gone: (running: Running) => void): Running {
  const thread = new Worker(new URL('./document-worker.ts', import.meta.url));
  const waiting = new Map<number, Waiting>();
  const running = { thread, waiting };
  const fail = (error: unknown): void => {
    gone(running);
    const jobs = [...waiting.values()];
    waiting.clear();
    for (const job of jobs) job.fail(error instanceof Error ? error : new Error(String(error)));
  };
  // A shutdown waits for calls, and these for their jobs.
  thread.unref();
  thread.on('message', (message: Answer<never>) => {
    waiting.get(message.id)?.answer(message);
    waiting.delete(message.id);
  });
  thread.on('messageerror', fail);
  thread.on('error', fail);
  thread.on('exit', () => fail('The thread for documents ended.'));
  return running;
}

/** One for a server. */
export function createDocumentWorker(): DocumentWorker {
  let current: Running | null = null;
  let isClosed = false;
  let last = 0;
  const gone = (running: Running): void => {
    if (current === running) current = null;
  };
  return {
    run<J extends Job>(job: J) {
      return new Promise<JobResult[J['kind']]>((done, fail) => {
        if (isClosed) throw new Error('The server is ending.');
        current ??= startThread(gone);
        last += 1;
        const answer = ({ result, refusal, error }: Answer<JobResult[J['kind']]>): void => {
          if (result !== undefined) done(result);
          else fail(refusal ? new Refusal(refusal.kind, refusal.message) : new Error(error));
        };
        current.waiting.set(last, { answer, fail });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        current.thread.postMessage({ id: last, job });
      });
    },
    async close() {
      isClosed = true;
      await current?.thread.terminate();
    },
  };
}
