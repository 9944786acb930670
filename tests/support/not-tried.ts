import type { TestContext } from 'vitest';
import { NOT_TRIED } from '../../tools/test/test-report.ts';

/**
 * Ends a test that cannot run on this machine: it counts as nothing, and the report's last lines name it. @param why in a sentence @throws {Error}
 * on CI as root, where nothing may prevent it
 */
export async function notTried({ annotate }: Pick<TestContext, 'annotate'>, why: string): Promise<void> {
  if (process.env['CI'] && process.getuid?.() === 0) throw new Error(`${why} As root on CI it has to be tried.`);
  await annotate(why, NOT_TRIED);
}
