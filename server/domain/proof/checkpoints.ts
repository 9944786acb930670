import { aheadText, otherText, replacedKeyText, unsignedText } from '#common/proof/sentences.ts';
import { contentHash } from '#server/storage/archive-record.ts';
import { appendNotes, tailOf } from '#server/storage/lifecycle/checkpoint-file.ts';
import { strangeKey } from '#server/storage/lifecycle/key-file.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { Checkpoint, Counts } from '#server/storage/stores/checkpoints.ts';
import { auditEntry } from '../audit/audit.ts';
import { fingerprintOf, notesIn, openNote, signNote } from './signed-note.ts';
import { descentOf, followKeys, notesOf, signingKey, type FollowedKey } from './signing-key.ts';

/** Milliseconds after a checkpoint in which no process makes one by itself: each tries once an hour. */
const REST = 1_800_000;

/** Content of a checkpoint: whose it is (null: the installation's), how far its chains went (`none`: that of no organization), and when. */
export type Signed = Counts & { recordsLink: string; auditLink: string; at: string; none: number; noneLink: string };

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
/** The end of a chain before its first link. */
const NOTHING = contentHash('');

/** The lines of a checkpoint. @param name of the installation's key */
const linesOf = (name: string, says: Signed): string[] => [
  says.organisation === null ? name : `${name}/${says.organisation}`,
  String(says.records),
  base64(says.recordsLink),
  `audit ${says.audit} ${base64(says.auditLink)}`,
  `time ${says.at}`,
  ...(says.organisation === null ? [`none ${says.none} ${base64(says.noneLink)}`] : []),
];

const sum = (counts: readonly Counts[], of: 'records' | 'audit') => counts.reduce((all, one) => all + one[of], 0);

/** Reads the lines of a checkpoint; null if they are none of the installation with that name. */
export function readLines(lines: readonly string[], name: string): Signed | null {
  const [, organisation = null, records, recordsLink = '', audit, auditLink = '', at = '', none = 0, noneLink = ''] =
    /^[^\n/]+(?:\/([\da-f-]{36}))?\n(\d+)\n([\w+/=]{44})\naudit (\d+) ([\w+/=]{44})\ntime (\S+)(?:\nnone (\d+) ([\w+/=]{44}))?$/.exec(
      lines.join('\n'),
    ) ?? [];
  if (records === undefined || lines[0]?.split('/')[0] !== name) return null;
  const hex = (text: string): string => Buffer.from(text, 'base64').toString('hex');
  const counts = { organisation, records: Number(records), audit: Number(audit), none: Number(none) };
  return { ...counts, recordsLink: hex(recordsLink), auditLink: hex(auditLink), noneLink: hex(noneLink), at };
}

/**
 * Signs how far the records and the audit log go.
 * @param data the data folder, with the key
 * @param file the operator's file, to which each is appended; null without
 * @param takesAny also signs with a key for which none vouches: for an operator's command
 * @param now the clock
 * @param warn takes a sentence for the log
 */
export function createCheckpoints(
  storage: Pick<Storage, 'transaction' | 'checkpoints'>,
  {
    data,
    file,
    now,
    warn,
    takesAny,
  }: { data: string; file: string | null; now: () => Date; warn: (text: string) => void; takesAny?: true },
) {
  /** Appends what the file does not have: a process may have been cut off before it did, and another may have signed. */
  const append = async (): Promise<void> => {
    if (file === null) return;
    try {
      const there = new Set(notesIn(tailOf(file)));
      const missing: string[] = [];
      for await (const note of notesOf(storage.checkpoints)) {
        if (there.has(note)) break;
        missing.push(note);
      }
      appendNotes(file, missing.toReversed());
    } catch (error) {
      warn(`READY_CHECKPOINT_FILE: ${file} lacks checkpoints: ${error instanceof Error ? error.message : 'unknown'}.`);
    }
  };
  return {
    /**
     * Signs the installation's checkpoint and those of the organizations of which something changed; nothing if nothing did.
     * @param isRegular true by the clock alone: then none is made soon after another
     * @param patience milliseconds for which it waits for others that write; null for as long as any change does
     * @throws {StartError} if the key cannot be used
     */
    async sign(isRegular: boolean, patience: number | null = null): Promise<Checkpoint[]> {
      const signed = await storage.transaction(async ({ archives, audit, checkpoints }) => {
        if (patience !== null) await checkpoints.limitLocks(patience);
        // Locked until the end: no other process signs or makes a key meanwhile, and nothing is submitted.
        const { checksum } = await archives.last('', '');
        const { key, name, isStrange } = await signingKey({ checkpoints }, data, now(), false);
        if (isStrange && !takesAny) throw strangeKey(data);
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
        const isSame = newest?.records === sum(before, 'records') && newest.audit === sum(before, 'audit');
        // The first checkpoint of a strange key takes it.
        if (isSame && changed.length === 0 && !isStrange) return [];
        // First, so that the checkpoint covers the entry about itself, and the next is due to something else.
        const detail = `the installation and ${changed.length} organizations`;
        await audit.addNow([auditEntry(at, null, 'checkpoint_signed', { detail })]);
        const counts = await checkpoints.counts();
        for (const organisation of [...changed, null]) {
          const own = counts.find((one) => one.organisation === organisation) ?? { records: 0, audit: 0 };
          const isAll = organisation === null;
          const ofAll = { records: sum(counts, 'records'), audit: sum(counts, 'audit') };
          const says = { ...(isAll ? ofAll : own), organisation, at: at.toISOString() };
          const records = isAll ? checksum : await checkpoints.linkAt('archives', organisation, own.records);
          const noneLink = (await checkpoints.linkAt('audit', organisation ?? '', own.audit)) ?? NOTHING;
          const auditLink = (isAll ? await audit.lastChecksum() : null) ?? noneLink;
          const links = { recordsLink: records ?? NOTHING, auditLink, none: own.audit, noneLink };
          await checkpoints.add({ ...says, note: signNote(linesOf(name, { ...says, ...links }), key, name) });
        }
        return checkpoints.latest(changed.length + 1);
      });
      await append();
      return signed;
    },
  };
}

/** The keys that are vouched for, and numbers of what there is now. */
type There = { keys: readonly FollowedKey[]; counts: readonly Counts[] };

/** Reads what checkpoints are compared with. */
export const readThere = async (checkpoints: Pick<Storage['checkpoints'], 'keys' | 'counts'>): Promise<There> => ({
  keys: followKeys(await checkpoints.keys()),
  counts: await checkpoints.counts(),
});

/**
 * Compares one checkpoint with the records and the audit log that there are now.
 * @returns what it says, with the key that signed it, null if no key of this installation did; and what does not fit, in sentences
 */
export async function compareCheckpoint(
  { linkAt }: Pick<Storage['checkpoints'], 'linkAt'>,
  note: string,
  { keys, counts }: There,
): Promise<{ signed: (Signed & { by: FollowedKey }) | null; problems: string[] }> {
  const opened = openNote(note, keys);
  const says = opened && readLines(opened.lines, opened.by.name);
  if (!says) {
    const text = unsignedText(`A checkpoint of ${note.split('\n')[0]}`, 'this installation');
    return { signed: null, problems: [text] };
  }
  const problems: string[] = [];
  const { organisation, at } = says;
  const named = `The checkpoint of ${organisation === null ? 'the installation' : `the organization ${organisation}`}`;
  const { by } = opened;
  if (by.until !== null && at > by.until)
    problems.push(replacedKeyText(named, at, fingerprintOf(by.public), `another took its place on ${by.until}`));
  const own = counts.find((one) => one.organisation === organisation);
  const there = organisation === null ? { records: sum(counts, 'records'), audit: sum(counts, 'audit') } : own;
  for (const [of, table, words, end] of [
    ['records', 'archives', 'records', organisation && says.recordsLink],
    ['audit', 'audit', 'entries of the audit log', organisation && says.auditLink],
    ['none', 'audit', 'entries of the audit log without an organization', says.noneLink],
  ] as const) {
    const count = (of === 'none' ? own?.audit : there?.[of]) ?? 0;
    if (says[of] > count) problems.push(aheadText(named, at, says[of], words, count));
    else if (end !== null && says[of] > 0) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const link = await linkAt(table, organisation ?? '', says[of]);
      // Entries of the audit log may have been purged.
      if (link !== end && (link !== null || of === 'records')) problems.push(otherText(named, at, says[of], words));
    }
  }
  return { signed: { ...says, by }, problems };
}

/** Checkpoints that were checked, what does not fit them, and the keys that the operator must know. `newest`: the last of the installation. */
export type CheckpointProof = {
  checkpoints: number;
  newest: (Signed & { keys: string[] }) | null;
  problems: string[];
  warnings: string[];
};

/**
 * Compares checkpoints with the records and the audit log that there are now: whether rows at the end were removed or replaced since.
 * @param elsewhere text with checkpoints that were kept elsewhere, such as the operator's file
 */
export async function proveCheckpoints(
  { checkpoints }: Pick<Storage, 'checkpoints'>,
  elsewhere: string,
): Promise<CheckpointProof> {
  const proof: CheckpointProof = { checkpoints: 0, newest: null, problems: [], warnings: [] };
  const there = await readThere(checkpoints);
  for (const key of there.keys.filter(({ isAlone }) => isAlone))
    proof.warnings.push(
      `no key before it vouches for the key with the fingerprint ${fingerprintOf(key.public)}: it is a stranger's if no server of yours made it in place of a lost one, or beside another server; its server signs with it only after: ready records checkpoint`,
    );
  const check = async (note: string): Promise<void> => {
    const { signed, problems } = await compareCheckpoint(checkpoints, note, there);
    proof.checkpoints += 1;
    proof.problems.push(...problems);
    if (signed?.organisation === null) proof.newest ??= { ...signed, keys: descentOf(signed.by) };
  };
  const kept = new Set(notesIn(elsewhere));
  for await (const note of notesOf(checkpoints)) {
    kept.delete(note);
    await check(note);
  }
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const note of kept) await check(note);
  return proof;
}
