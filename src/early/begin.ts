import type { EarlyStart } from '../early.ts';

/**
 * What was done before the application was there; null where it was there first. The application's first module: to read and run those after it takes a slow
 * device a third of a second, in which files can come.
 */
export const early: EarlyStart | null = (window.readyEarly ??= null);
early?.fetchFiles();
