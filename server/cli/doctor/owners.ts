import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OutsideExaminer } from './finding.ts';

/**
 * Checks the owner of the files in the data folder: a command of another system user may have left some that the server
 * cannot write.
 */
export const examineOwners: OutsideExaminer = ({ settings: { data, databaseUrl } }, note) => {
  if (databaseUrl !== null) return;
  let foreign: string[];
  try {
    foreign = foreignFiles(data);
  } catch (error) {
    note(
      'problem',
      `whose the files in ${data} are cannot be seen: ${error instanceof Error ? error.message : 'unknown'}`,
    );
    return;
  }
  if (foreign.length === 0) return;
  const [are, them] = foreign.length === 1 ? ['belongs', 'it'] : ['belong', 'them'];
  note(
    'problem',
    `${foreign.join(', ')} in ${data} ${are} to another user than the folder: the server may not be able to write ${them}. Run: chown -R --reference=${data} ${data}`,
  );
};

/** @throws {Error} a file system's error, if this system user may not read the folder */
function foreignFiles(data: string): string[] {
  const folder = statSync(data, { throwIfNoEntry: false });
  if (!folder?.isDirectory()) return [];
  return readdirSync(data).filter((name) => {
    const file = lstatSync(join(data, name), { throwIfNoEntry: false });
    return file !== undefined && file.uid !== folder.uid;
  });
}
