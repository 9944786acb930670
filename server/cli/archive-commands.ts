import { proveArchives } from '#server/storage/lifecycle/archive-proof.ts';
import { proveAudit } from '#server/storage/lifecycle/audit-proof.ts';
import * as say from '#common/proof/sentences.ts';
import { proveCheckpoints, type CheckpointProof } from '#server/domain/proof/checkpoints.ts';
import { tailOf } from '#server/storage/lifecycle/checkpoint-file.ts';
import { dropContent } from '#server/domain/documents/drop-content.ts';
import type { ArchivesWanted } from '#server/storage/stores/archives.ts';
import { StorageTrouble } from '#server/storage/unavailable.ts';
import { leftText } from './record-commands.ts';
import { dayOf, Misuse, UUID, yes, type Call, type Command, type Installation } from './command.ts';

/** The archives that a command selects, and the word that names them. */
function wantedBy({ text, now }: Call): { wanted: ArchivesWanted; word: string; which: string } {
  const given = (['before', 'of', 'archive'] as const).flatMap((option) => {
    const word = text(option);
    return word === undefined ? [] : [{ option, word }];
  });
  const [one, ...more] = given;
  if (!one || more.length > 0)
    throw new Misuse('Say which archives are meant, in one way: --before <day>, --of <wip> or --archive <uuid>.');
  const { option, word } = one;
  if (option === 'before') {
    const before = dayOf(word, '--before');
    if (before > now()) throw new Misuse(`--before takes a day that has begun, not ${word}.`);
    return { wanted: { before: before.toISOString() }, word, which: `all archives from before ${word}` };
  }
  if (!UUID.test(word)) throw new Misuse(`--${option} takes a uuid, not '${word}'.`);
  const uuid = word.toLowerCase();
  return option === 'of'
    ? { wanted: { wip: uuid }, word, which: `the archives of the document ${word}` }
    : { wanted: { archive: uuid }, word, which: `the archive ${word}` };
}

/**
 * Returns free room to the disk.
 * @returns false if that cannot be done: a server has the database, or there is no room for it
 */
async function shrink({ db, engine, inUse }: Installation): Promise<boolean> {
  if (inUse) return false;
  try {
    return await engine.shrink(db);
  } catch (error) {
    if (error instanceof StorageTrouble) return false;
    throw error;
  }
}

/** The proof, in the sentences of the page that checks a bundle. */
function soundLines(
  { archives, dropped, entries }: { archives: number; dropped: number; entries: number },
  { checkpoints, newest }: CheckpointProof,
): string[] {
  const removed = dropped === 0 ? '' : ` Of ${dropped} the content was removed.`;
  const parts = [`${say.documentsText(archives - dropped)}${removed}`, say.entriesText(entries, 0)];
  if (!newest)
    return [
      `${say.counted(archives, 'record follows', 'records follow')} one another. No checkpoint was signed yet, and without one nothing proves that the newest were not removed.`,
      ...parts,
    ];
  const { at, records, keys } = newest;
  const later = archives - records;
  return [
    say.recordsText(records, at),
    ...(later > 0 ? [`${say.counted(later, 'record came', 'records came')} after the newest checkpoint.`] : []),
    ...parts,
    say.keysText(checkpoints, keys, keys[0] ?? ''),
    say.endText(at),
    say.LIMITS,
  ];
}

/** Commands `archive`. */
export const archiveCommands: readonly Command[] = [
  {
    name: 'archive verify',
    summary:
      'prove that every submission and every entry of the audit log is as it was made, and that none was taken out or put in between',
    options: { holds: '<checksum> and that this one, which you noted before, is still among them' },
    async run({ text, settings }, { storage }) {
      const { archives, dropped, last, problems, holds } = await proveArchives(storage.archives, text('holds'));
      if (!holds) problems.push('the checksum that you gave is not among them: archives were taken away or replaced');
      const audit = await proveAudit(storage.audit);
      const kept = await proveCheckpoints(storage, tailOf(settings.checkpointFile, problems));
      problems.push(...audit.problems, ...kept.problems);
      const isFailure = problems.length > 0;
      const sound = soundLines({ archives, dropped, entries: audit.entries }, kept);
      if (last !== null)
        sound.push(`The last checksum is ${last}. Kept elsewhere, it proves this again: archive verify --holds.`);
      const { checkpoints, warnings } = kept;
      return {
        text: [...(isFailure ? problems : sound), ...warnings].join('\n'),
        json: { archives, dropped, last, audit: audit.entries, checkpoints, warnings, problems },
        isFailure,
      };
    },
  },
  {
    name: 'archive drop-content',
    also: '--before <day>',
    summary: 'take the content of archives away to make room, for good; their records stay, and are proved as before',
    options: {
      before: '<day> such as 2026-01-31 (UTC): those that were submitted before it',
      of: '<wip> in place of it: those of one document, by its uuid',
      archive: '<uuid> in place of it: a single one',
      force: 'also those that are shown on a wall, being the newest, and those that archive verify objects to',
      ...yes('day or uuid'),
    },
    async run(call, installation) {
      const { storage } = installation;
      const { wanted, word, which } = wantedBy(call);
      await call.confirm(word, `The content of ${which} is taken away: nobody can read it any more.`);
      const { archives, bytes, ...left } = await dropContent(
        storage,
        wanted,
        { isForced: call.flag('force') },
        call.now,
      );
      const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
      const where = archives > 0 && (await shrink(installation)) ? 'on the disk' : 'within the database';
      const text = `The content of ${archives} archives was removed, which makes ${size} of room ${where}.`;
      const isFailure = left.problems.length > 0 || left.held > 0 || (archives === 0 && left.shown > 0);
      const lines = [text, ...leftText({ archives, bytes, ...left }, ' --force removes them too.')];
      return { text: lines.join('\n'), json: { archives, bytes, ...left }, isFailure };
    },
  },
];
