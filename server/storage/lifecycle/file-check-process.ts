import { problemsOf } from './file-check.ts';

process.send?.(problemsOf(process.argv[2] ?? ''));
