import { proveArchives } from '#server/storage/archive-proof.ts';
import type { Command } from './command.ts';

/** archive. */
export const archiveCommands: readonly Command[] = [
  {
    name: 'archive verify',
    summary: 'prove that every submission is as it was made, and that none was taken out or put in between',
    options: { holds: '<checksum> and that this one, which you noted before, is still among them' },
    async run({ text }, { storage }) {
      const { archives, last, problems, holds } = await proveArchives(storage.archives, text('holds'));
      if (!holds) problems.push('the checksum that you gave is not among them: archives were taken away or replaced');
      const isFailure = problems.length > 0;
      const sound = `${archives} archives are as they were submitted.`;
      const note =
        last === null ? '' : `\nThe last checksum is ${last}. Kept elsewhere, it proves this again: --holds.`;
      return { text: isFailure ? problems.join('\n') : sound + note, json: { archives, last, problems }, isFailure };
    },
  },
];
