import { workerData } from 'node:worker_threads';
import { readAll } from './long-values.ts';

await readAll(String(workerData));
