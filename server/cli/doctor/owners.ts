import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OutsideExaminer } from './finding.ts';

/** Whose the files of the data folder are: a command that another user ran may have left some that the server cannot write. */
export const examineOwners: OutsideExaminer = ({ settings: { data, databaseUrl } }, note) => {
  const folder = databaseUrl === null ? statSync(data, { throwIfNoEntry: false }) : undefined;
  if (!folder?.isDirectory()) return;
  const foreign = readdirSync(data).filter((name) => {
    const file = statSync(join(data, name), { throwIfNoEntry: false });
    return file !== undefined && file.uid !== folder.uid;
  });
  if (foreign.length === 0) return;
  const [are, them] = foreign.length === 1 ? ['belongs', 'it'] : ['belong', 'them'];
  note(
    'problem',
    `${foreign.join(', ')} in ${data} ${are} to another user than the folder: the server may not be able to write ${them}. Run: chown -R --reference=${data} ${data}`,
  );
};
