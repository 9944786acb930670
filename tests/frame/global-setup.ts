import type { TestProject } from 'vitest/node';
import { buildRange, type RangeFiles } from './attacks/range.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The frame and the host page, built once for all files. */
    rangeFiles: RangeFiles;
  }
}

export async function setup(project: TestProject): Promise<void> {
  project.provide('rangeFiles', await buildRange());
}
