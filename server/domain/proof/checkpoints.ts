import { contentHash } from '#server/storage/archive-record.ts';
import { appendNotes } from '#server/storage/lifecycle/checkpoint-file.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { Checkpoint, Counts } from '#server/storage/stores/checkpoints.ts';
import { auditEntry } from '../audit/audit.ts';
import { notesIn, openNote, signNote } from './signed-note.ts';
import { signingKey } from './signing-key.ts';

/** Milliseconds after a checkpoint in which no process makes one by itself: each tries once an hour. */
const REST = 1_800_000;
/** Checkpoints that may be missing at the end of the operator's file. */
const LATEST = 1_000;

/** Content of a checkpoint: whose it is (null: the installation's), how far its chains went, and when. */
export type Signed = Counts & { recordsLink: string; auditLink: string; at: string };

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
/** The end of a chain before its first link. */
const NOTHING = contentHash('');

/** The lines of a checkpoint. @param name of the installation's key */
const linesOf = (name: string, { organisation, records, recordsLink, audit, auditLink, at }: Signed): string[] => [
  organisation === null ? name : `${name}/${organisation}`,
  String(records),
  base64(recordsLink),
  `audit ${audit} ${base64(auditLink)}`,
  `time ${at}`,
];

/** Reads the lines of a checkpoint; null if they are none of the installation with that name. */
export function readLines(lines: readonly string[], name: string): Signed | null {
  const [, organisation = null, records, recordsLink = '', audit, auditLink = '', at = ''] =
    /^[^\n/]+(?:\/([\da-f-]{36}))?\n(\d+)\n([\w+/=]{44})\naudit (\d+) ([\w+/=]{44})\ntime (\S+)$/.exec(
      lines.join('\n'),
    ) ?? [];
  if (records === undefined || lines[0]?.split('/')[0] !== name) return null;
  const hex = (text: string): string => Buffer.from(text, 'base64').toString('hex');
  const counts = { organisation, records: Number(records), audit: Number(audit) };
  return { ...counts, recordsLink: hex(recordsLink), auditLink: hex(auditLink), at };
}

/**
 * Signs how far the records and the audit log go.
 * @param data the data folder, with the key
 * @param file the operator's file, to which each is appended; null without
 * @param now the clock
 * @param warn takes a sentence for the log
 */
export function createCheckpoints(
  storage: Pick<Storage, 'transaction' | 'checkpoints'>,
  { data, file, now, warn }: { data: string; file: string | null; now: () => Date; warn: (text: string) => void },
) {
  /** Appends what the file does not have: a process may have been cut off before it did, and another may have signed. */
  const append = async (): Promise<void> => {
    if (file === null) return;
    try {
      const latest = await storage.checkpoints.latest(LATEST);
      appendNotes(
        file,
        latest.map(({ note }) => note),
      );
    } catch (error) {
      warn(`READY_CHECKPOINT_FILE: ${file} lacks checkpoints: ${error instanceof Error ? error.message : 'unknown'}.`);
    }
  };
  return {
    /**
     * Signs the installation's checkpoint and those of the organizations of which something changed; nothing if nothing did.
     * @param isRegular true by the clock alone: then none is made soon after another
     * @throws {StartError} if the key cannot be used
     */
    async sign(isRegular: boolean): Promise<Checkpoint[]> {
      const { key, name } = await signingKey(storage, data, now(), false);
      const signed = await storage.transaction(async ({ archives, audit, checkpoints }) => {
        // Locked until the end: no other process signs meanwhile, and nothing is submitted.
        const { checksum } = await archives.last('', '');
        const at = now();
        const newest = await checkpoints.newest(null);
        if (isRegular && newest && Math.abs(at.getTime() - Date.parse(newest.at)) < REST) return [];
        const changed: (string | null)[] = [];
        const before = await checkpoints.counts();
        for (const { organisation, records, audit: entries } of before) {
          if (organisation === null) continue;
          const last = await checkpoints.newest(organisation);
          if ((last?.records ?? 0) !== records || (last?.audit ?? 0) !== entries) changed.push(organisation);
        }
        const sum = (counts: readonly Counts[], of: 'records' | 'audit') =>
          counts.reduce((all, one) => all + one[of], 0);
        const isSame = newest?.records === sum(before, 'records') && newest.audit === sum(before, 'audit');
        if (isSame && changed.length === 0) return [];
        // First, so that the checkpoint covers the entry about itself, and the next is due to something else.
        const detail = `the installation and ${changed.length} organizations`;
        await audit.addNow([auditEntry(at, null, 'checkpoint_signed', { detail })]);
        const counts = await checkpoints.counts();
        for (const organisation of [...changed, null]) {
          const own = counts.find((one) => one.organisation === organisation);
          const ends =
            organisation === null
              ? [checksum, await audit.lastChecksum()]
              : [
                  await checkpoints.linkAt('archives', organisation, own?.records ?? 0),
                  await checkpoints.linkAt('audit', organisation, own?.audit ?? 0),
                ];
          const says = {
            organisation,
            records: organisation === null ? sum(counts, 'records') : (own?.records ?? 0),
            audit: organisation === null ? sum(counts, 'audit') : (own?.audit ?? 0),
            at: at.toISOString(),
          };
          const [recordsLink = null, auditLink = null] = ends;
          const links = { recordsLink: recordsLink ?? NOTHING, auditLink: auditLink ?? NOTHING };
          await checkpoints.add({ ...says, note: signNote(linesOf(name, { ...says, ...links }), key, name) });
        }
        return checkpoints.latest(changed.length + 1);
      });
      await append();
      return signed;
    },
  };
}

/** Checkpoints that were checked, and what does not fit them. */
export type CheckpointProof = { checkpoints: number; problems: string[] };

/**
 * Compares checkpoints with the records and the audit log that there are now: whether rows at the end were removed or replaced since.
 * @param elsewhere text with checkpoints that were kept elsewhere, such as the operator's file
 */
export async function proveCheckpoints(
  { checkpoints }: Pick<Storage, 'checkpoints'>,
  elsewhere: string,
): Promise<CheckpointProof> {
  const proof: CheckpointProof = { checkpoints: 0, problems: [] };
  const keys = await checkpoints.keys();
  const counts = new Map((await checkpoints.counts()).map((one) => [one.organisation, one]));
  const all = (of: 'records' | 'audit'): number => [...counts.values()].reduce((sum, one) => sum + one[of], 0);
  const notes = new Set([...(await checkpoints.latest(LATEST)).map(({ note }) => note), ...notesIn(elsewhere)]);
  for (const note of notes) {
    const opened = openNote(note, keys);
    const says = opened && readLines(opened.lines, opened.by.name);
    proof.checkpoints += 1;
    if (!says) {
      proof.problems.push(
        `a checkpoint is not signed by this installation, was changed or cut off: ${note.split('\n')[0]}`,
      );
      continue;
    }
    const { organisation, at } = says;
    const there =
      organisation === null
        ? { records: all('records'), audit: all('audit') }
        : (counts.get(organisation) ?? { records: 0, audit: 0 });
    const named = `the checkpoint of ${at} of ${organisation === null ? 'the installation' : `the organization ${organisation}`}`;
    for (const [of, table, words] of [
      ['records', 'archives', 'records'],
      ['audit', 'audit', 'entries of the audit log'],
    ] as const) {
      if (says[of] > there[of]) {
        proof.problems.push(
          `${named} is ahead of the database: it names ${says[of]} ${words}, and there are ${there[of]}. An older backup was restored, or the newest ones were removed`,
        );
      } else if (organisation !== null && says[of] > 0) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const link = await checkpoints.linkAt(table, organisation, says[of]);
        // Entries of the audit log may have been purged.
        if (link !== says[`${of}Link`] && (link !== null || of === 'records'))
          proof.problems.push(`${named} does not fit: no. ${says[of]} of the ${words} is another now`);
      }
    }
  }
  return proof;
}
