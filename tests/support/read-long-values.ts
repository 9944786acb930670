import { readAll } from './long-values.ts';

await readAll(String(process.argv[2]));
