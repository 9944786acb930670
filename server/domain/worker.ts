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

/** One for a server. */
export function createDocumentWorker(): DocumentWorker {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let last = 0;

  const start = (): Worker => {
    const made = new Worker(new URL('./document-worker.ts', import.meta.url));
    // A shutdown waits for calls, and these for their jobs.
    made.unref();
    made.on('message', (message: Answer<never>) => {
      waiting.get(message.id)?.answer(message);
      waiting.delete(message.id);
    });
    const gone = (error: Error): void => {
      if (worker === made) worker = null;
      for (const { fail } of waiting.values()) fail(error);
      waiting.clear();
    };
    made.on('error', (error) => gone(error instanceof Error ? error : new Error(String(error))));
    made.on('exit', () => gone(new Error('The thread for documents ended.')));
    return made;
  };

  return {
    run<J extends Job>(job: J) {
      worker ??= start();
      const own = worker;
      last += 1;
      const id = last;
      return new Promise<JobResult[J['kind']]>((done, fail) => {
        const answer = ({ result, refusal, error }: Answer<JobResult[J['kind']]>): void => {
          if (result !== undefined) done(result);
          else fail(refusal ? new Refusal(refusal.kind, refusal.message) : new Error(error));
        };
        waiting.set(id, { answer, fail });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        own.postMessage({ id, job });
      });
    },
    async close() {
      await worker?.terminate();
    },
  };
}
