import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createVitest } from 'vitest/node';

/** Which tests are run, in which order: the quick ones first. */
export type Stage = { files: readonly string[]; pattern: string | null };

/** What a planter is told: a fault to plant, or none to see that the tests pass without. */
export type Order = { fault: { file: string; text: string } | null; stages: readonly Stage[] };

/** What it answers: the file whose tests saw the fault, or null. */
export type Verdict = { by: string | null };

/**
 * One vitest process that stays, in a copy of the project, and runs the tests of one fault after the other.
 * @param root the copy
 */
export async function runPlanter(root: string): Promise<void> {
  const vitest = await createVitest(
    { root, watch: false, bail: 1, maxWorkers: 1, reporters: [{}], passWithNoTests: true, silent: true },
    { root },
  );

  const seenBy = async ({ files, pattern }: Stage): Promise<string | null> => {
    if (pattern === null) vitest.resetGlobalTestNamePattern();
    else vitest.setGlobalTestNamePattern(pattern);
    // What an earlier fault broke is not this one's.
    vitest.state.filesMap.clear();
    vitest.state.errorsSet.clear();
    const specifications = await vitest.globTestSpecifications([...files]);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    const asked = new Set(specifications.map(({ moduleId }) => moduleId));
    const failed = testModules.find(
      (module) => asked.has(module.moduleId) && (module.state() === 'failed' || module.errors().length > 0),
    );
    if (failed) return failed.relativeModuleId;
    const ran = testModules.flatMap((module) => [...module.children.allTests('passed')]).length;
    if (ran === 0) return `no test of ${files.join(', ')} is named ${pattern}`;
    return unhandledErrors.length > 0 ? 'an error outside of the tests' : null;
  };

  const carryOut = async ({ fault, stages }: Order): Promise<Verdict> => {
    const path = fault && join(root, fault.file);
    const whole = path === null ? '' : await readFile(path, 'utf8');
    if (path !== null) {
      await writeFile(path, fault?.text ?? whole);
      vitest.invalidateFile(path);
    }
    try {
      for (const stage of stages) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- a later stage is run when the earlier ones saw nothing
        const by = await seenBy(stage);
        if (by !== null) return { by };
      }
      return { by: null };
    } finally {
      if (path !== null) {
        await writeFile(path, whole);
        vitest.invalidateFile(path);
      }
    }
  };

  process.on('message', (order: Order) => void carryOut(order).then((verdict) => process.send?.(verdict)));
  process.on('disconnect', () => void vitest.close().finally(() => process.exit(0)));
  process.send?.('ready');
}
