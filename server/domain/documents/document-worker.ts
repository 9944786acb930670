import { parentPort } from 'node:worker_threads';
import { doJob, type Job } from './document-jobs.ts';
import { Refusal } from '../refusal.ts';

// oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin

/** The thread of `worker.ts`: does one job after the other. */
parentPort?.on('message', (job: Job) => {
  try {
    parentPort?.postMessage({ result: doJob(job) });
  } catch (error) {
    const refusal = error instanceof Refusal ? { kind: error.kind, message: error.message } : null;
    parentPort?.postMessage({ refusal, error: String(error) });
  }
});
