import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { settle } from '#server/storage/lifecycle/backup.ts';

const upgrade = v.object({
  /**
   * `trying`: nothing was changed yet, and a process that was cut off is undone. `switching`: it is finished. `back`: the
   * version before returns. `done`: it can return.
   */
  step: v.picklist(['trying', 'switching', 'back', 'done']),
  /** Folder of the version whose program does the upgrade: the shell finds it there. */
  by: v.string(),
  from: v.string(),
  to: v.string(),
  /** Versions by number. */
  versions: v.object({ from: v.string(), to: v.string() }),
  /** Data folder of the trial; null before. */
  trial: v.nullable(v.string()),
  backup: v.nullable(v.string()),
  /** Format of the database, and its last records, before the switch. */
  format: v.number(),
  archives: v.number(),
  audit: v.number(),
  /** The moment of the switch, ISO text. */
  since: v.string(),
  /** Seconds for which the new version is watched, and which it took to start on the copy. */
  watch: v.number(),
  startSeconds: v.number(),
  /** True while the data of then replace those of now. */
  isReplacing: v.optional(v.boolean(), false),
  /** Problems that `doctor` reported before. */
  known: v.array(v.string()),
});
/** An upgrade that is under way, or was the last one. */
export type Upgrade = v.InferOutput<typeof upgrade>;

/** The state of an upgrade, in a file that each step replaces before it begins. @param folder of the versions */
export function stateIn(folder: string) {
  const [running, last] = [join(folder, 'upgrade.json'), join(folder, 'last-upgrade.json')];
  const read = (file: string): Upgrade | null => {
    try {
      return v.parse(upgrade, JSON.parse(readFileSync(file, 'utf8')));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  };
  const write = (file: string, state: Upgrade): void => {
    writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`);
    settle(`${file}.new`);
    renameSync(`${file}.new`, file);
    settle(file);
  };
  const end = (): void => {
    rmSync(running, { force: true });
    settle(folder);
  };
  return {
    running: () => read(running),
    last: () => read(last),
    begin: (state: Upgrade) => write(running, state),
    end,
    /** Ends it, so that it can be taken back later. */
    finish(state: Upgrade): void {
      write(last, { ...state, step: 'done' });
      end();
    },
    /** Ends it after the version before has returned. */
    forget(): void {
      rmSync(last, { force: true });
      end();
    },
  };
}
