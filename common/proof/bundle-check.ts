import type { BundleFiles } from './bundle-files.ts';
import { Misfit } from './misfit.ts';
import {
  canVerify,
  fromBase64,
  hexOf,
  notesIn,
  sha256,
  signerOf,
  verifierOf,
  type Note,
  type Verifier,
} from './signed-notes.ts';

/** The result of a check: true if everything fits, and sentences that say what was proved and what not. */
export type Checked = { fits: boolean; sentences: string[] };

type Progress = (text: string) => void | Promise<void>;

/** Lines that are checked at once: the page draws between two parts. */
const AT_ONCE = 200;
/** Maximum characters of a line: a record is under 10,000. */
const LINE_MAX = 1_000_000;
/** Maximum bytes of a file that is read whole. */
const FILE_MAX = 64_000_000;
/** Places in the texts of a record, and of an entry of the audit log. */
const RECORD = { uuid: 0, organisation: 3, name: 4, submittedOn: 7, content: 11, previous: 12, length: 15 } as const;
const ENTRY = { at: 0, action: 1, detail: 6, length: 8 } as const;

type Line = { number: number; array: (string | null)[]; checksum: string; link: string };
/** A chain that fits: its links by their numbers, and its highest number. */
type Chain = { links: Map<number, string>; last: number; lines: number };

const jsonHash = async (value: unknown): Promise<string> => hexOf(await sha256(JSON.stringify(value)));
const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;

/** The lines of a file. @throws {Misfit} for one that is no UTF-8, or not cut into lines */
async function* linesOf(files: BundleFiles, name: string): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const reader = (await files.open(name)).getReader();
  let rest = '';
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw error instanceof Misfit ? error : new Misfit(`${name} is damaged, and cannot be read.`);
    });
    try {
      rest += decoder.decode(value, { stream: !done });
    } catch {
      throw new Misfit(`${name} is damaged: it is no text.`);
    }
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_MAX || (done && rest !== ''))
      throw new Misfit(`${name} is damaged or cut off: its last line has no end.`);
    if (lines.length > 0) yield lines;
    if (done) return;
  }
}

async function bytesOf(files: BundleFiles, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = (await files.open(name)).getReader();
  for (let size = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw error instanceof Misfit ? error : new Misfit(`${name} is damaged, and cannot be read.`);
    });
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > FILE_MAX) throw new Misfit(`${name} is larger than anything in a bundle of Ready.`);
    parts.push(value);
  }
}

const textOf = async (files: BundleFiles, name: string): Promise<string> =>
  new TextDecoder().decode(await bytesOf(files, name));

function lineIn(text: string, name: string, place: string, length: number): Line {
  const altered = (): Misfit => new Misfit(`${name}: ${place} was changed: it is not written as Ready writes it.`);
  let line: Line;
  try {
    const { number, array, checksum, link } = JSON.parse(text) as Line;
    line = { number, array, checksum, link };
  } catch {
    throw altered();
  }
  // Equal texts alone, so that nothing in a line can be read in two ways.
  const isWritten = JSON.stringify(line) === text && Array.isArray(line.array) && line.array.length === length;
  const isTexts = isWritten && line.array.every((one) => one === null || typeof one === 'string');
  if (!isTexts || !Number.isSafeInteger(line.number)) throw altered();
  return line;
}

const recordText = ({ number, array }: Line): string =>
  `Record no. ${number} (${array[RECORD.name] ?? ''}, submitted on ${array[RECORD.submittedOn] ?? ''}, ${array[RECORD.uuid] ?? ''})`;
const entryText = ({ number, array }: Line): string =>
  `Entry no. ${number} of the audit log (${array[ENTRY.action] ?? ''}, ${array[ENTRY.at] ?? ''})`;

/** Checks each line of a chain by itself and against the one before it. @param follows takes each line in its order, with its named gap if it has one */
async function checkChain(
  files: BundleFiles,
  name: string,
  length: number,
  textFor: (line: Line) => string,
  follows: (line: Line, gap: boolean) => void,
  progress: Progress,
): Promise<Chain> {
  const chain: Chain = { links: new Map(), last: 0, lines: 0 };
  let before: Line | null = null;
  for await (const texts of linesOf(files, name)) {
    for (let from = 0; from < texts.length; from += AT_ONCE) {
      const lines = texts
        .slice(from, from + AT_ONCE)
        .map((text, at) => lineIn(text, name, `line ${chain.lines + at + 1}`, length));
      const first: Line | null = before;
      const hashes = await Promise.all(
        lines.flatMap(({ array, checksum }, at) => {
          const previous: Line | null | undefined = at === 0 ? first : lines[at - 1];
          return [jsonHash(array), jsonHash([previous?.link ?? null, checksum])];
        }),
      );
      for (const [at, line] of lines.entries()) {
        if (hashes[at * 2] !== line.checksum)
          throw new Misfit(`${textFor(line)} was changed: its checksum is another one.`);
        follows(line, hashes[at * 2 + 1] !== line.link || line.number !== chain.last + 1);
        chain.links.set(line.number, line.link);
        chain.last = line.number;
        before = line;
      }
      chain.lines += lines.length;
      await progress(`${name}: ${chain.lines.toLocaleString('en')}`);
    }
  }
  return chain;
}

/** The content of a checkpoint. */
type Says = { records: number; recordsLink: string; audit: number; auditLink: string; at: string };

function saysOf({ lines }: Note, organisation: string | null): Says | null {
  const [, of, records, recordsLink = '', audit, auditLink = '', at = ''] =
    /^[^\n/]+\/([\da-f-]{36})\n(\d+)\n([\w+/=]{44})\naudit (\d+) ([\w+/=]{44})\ntime (\S+)$/.exec(lines.join('\n')) ??
    [];
  if (of === undefined || (organisation !== null && of !== organisation)) return null;
  const hex = (base64: string): string => hexOf(fromBase64(base64) ?? new Uint8Array());
  return {
    records: Number(records),
    recordsLink: hex(recordsLink),
    audit: Number(audit),
    auditLink: hex(auditLink),
    at,
  };
}

/** The keys of a bundle: the first vouches for itself, and each other is vouched for by one before it. @throws {Misfit} */
async function keysIn(files: BundleFiles, isVerified: boolean): Promise<Verifier[]> {
  const keys: Verifier[] = [];
  const notes = notesIn(await textOf(files, 'keys.txt'));
  for (const note of notes ?? []) {
    // oxlint-disable-next-line no-await-in-loop -- each is vouched for by the ones before
    const key = await verifierOf(note.lines[1]?.replace(/^key /, '') ?? '');
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (key && (!isVerified || (await signerOf(note, keys.length === 0 ? [key] : keys)))) keys.push(key);
    else throw new Misfit(`keys.txt: no earlier key vouches for key no. ${keys.length + 1}, or it was changed.`);
  }
  if (keys.length === 0) throw new Misfit('keys.txt has no key, or was changed.');
  return keys;
}

/**
 * Checks a bundle without a server.
 * @param kept text with checkpoints that were kept elsewhere, such as from paper; empty for none
 * @param progress takes what is being done, in words; the check goes on when it has ended
 */
export async function checkBundle(files: BundleFiles, kept: string, progress: Progress): Promise<Checked> {
  try {
    return { fits: true, sentences: await proved(files, kept, progress) };
  } catch (error) {
    if (error instanceof Misfit) return { fits: false, sentences: [error.message] };
    throw error;
  }
}

async function proved(files: BundleFiles, kept: string, progress: Progress): Promise<string[]> {
  const isVerified = await canVerify();
  const contents = new Map<string, string>();
  let organisation: string | null = null;
  const records = await checkChain(
    files,
    'records.jsonl',
    RECORD.length,
    recordText,
    (line, isGap) => {
      if (isGap)
        throw new Misfit(
          `${recordText(line)} does not follow the one before it: one was removed, put in or moved there.`,
        );
      organisation ??= line.array[RECORD.organisation] ?? null;
      if (line.array[RECORD.organisation] !== organisation)
        throw new Misfit(`${recordText(line)} is of another organization.`);
      const hash = line.array[RECORD.content];
      if (typeof hash === 'string' && !contents.has(hash)) contents.set(hash, recordText(line));
    },
    progress,
  );
  const audit = await checkAudit(files, progress);
  const keys = await keysIn(files, isVerified);
  const notes = notesIn(await textOf(files, 'checkpoints.txt'));
  const newest = notes?.at(-1);
  if (!notes || !newest)
    throw new Misfit('checkpoints.txt was changed or cut off, or has no checkpoint: nothing says that this is all.');
  const signers = new Set<string>();
  const check = async (note: Note, named: string): Promise<Says> => {
    const signer = isVerified ? await signerOf(note, keys) : null;
    if (isVerified && !signer)
      throw new Misfit(
        `${named} is not signed by a key of this bundle: it was changed, or is of another installation.`,
      );
    if (signer) signers.add(signer.fingerprint);
    const says = saysOf(note, organisation);
    if (!says) throw new Misfit(`${named} is of another organization, or no checkpoint of an organization.`);
    for (const [chain, count, link, words] of [
      [records, says.records, says.recordsLink, 'records'],
      [audit.chain, says.audit, says.auditLink, 'entries of the audit log'],
    ] as const) {
      if (count > chain.last)
        throw new Misfit(
          `${named}, of ${says.at}, names ${count} ${words}, and there are ${chain.last} here: the newest ones were removed, or this bundle is older.`,
        );
      const there = count === 0 ? hexOf(await sha256('')) : chain.links.get(count);
      // Entries of the audit log may have been purged.
      if (there === undefined ? chain === records : there !== link)
        throw new Misfit(`${named}, of ${says.at}, does not fit: no. ${count} of the ${words} is another one here.`);
    }
    return says;
  };
  let end: Says | null = null;
  for (const [at, note] of notes.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- the first that does not fit
    const says: Says = await check(note, `Checkpoint no. ${at + 1}`);
    if (end && (says.at < end.at || says.records < end.records))
      throw new Misfit(`Checkpoint no. ${at + 1}, of ${says.at}, is older than the one before it: they were moved.`);
    end = says;
  }
  const mine = notesIn(`${kept.trim().replaceAll('\r\n', '\n')}\n`.trimStart());
  if (kept.trim() !== '' && (!mine || mine.length === 0))
    throw new Misfit(
      'The checkpoint that you kept cannot be read: copy all of its lines, with the empty one and the last, which begins with —.',
    );
  for (const note of mine ?? []) {
    // oxlint-disable-next-line no-await-in-loop -- as above
    await check(note, 'The checkpoint that you kept');
  }
  const stamps = await checkStamps(files, notes);
  const documents = await checkContents(files, contents, progress);
  const [at, upTo] = [end?.at ?? '', end?.records ?? 0];
  const later = records.last - upTo;
  return [
    `${counted(upTo, 'record is as it was', 'records are as they were')} submitted, in this order, and none is missing, up to ${at}.`,
    ...(later > 0
      ? [
          `${counted(later, 'record', 'records')} after no. ${upTo} came later than the newest checkpoint here: nothing says that they are all.`,
        ]
      : []),
    `${counted(documents, 'document is what its record says', 'documents are what their records say')}. Other documents of these records are not here: they were removed, have private fields, or were not asked for.`,
    `${counted(audit.chain.lines, 'entry', 'entries')} of the audit log fit${audit.chain.lines < audit.chain.last ? `; ${audit.chain.last - audit.chain.lines} older ones were purged, as a later entry says` : ''}.`,
    isVerified
      ? `${counted(notes.length, 'checkpoint is', 'checkpoints are')} signed by the key with the fingerprint ${[...signers].join(', and by ')}. Compare it with a copy from elsewhere, such as a printed record.`
      : 'The signatures of the checkpoints could not be checked: this browser does not know Ed25519. Take a newer one, or do it by hand as README.txt says.',
    ...((mine ?? []).length > 0
      ? ['The checkpoint that you kept fits, too: nothing from before it was removed or replaced since.']
      : []),
    stamps === 0
      ? 'There is no time stamp of an authority.'
      : `${counted(stamps, 'time stamp is', 'time stamps are')} of checkpoints here. README.txt says how the authority’s signature is checked.`,
    `Nothing after ${at} is proved.`,
    'Nor does this prove who sat at a keyboard, or that nobody who had the server and its key wrote another history before the first time stamp, or the first checkpoint that was kept elsewhere. Nothing signs received.csv and README.txt.',
  ];
}

/** The audit log, in which entries may have been purged if a later one says so. */
async function checkAudit(files: BundleFiles, progress: Progress): Promise<{ chain: Chain }> {
  const gaps: Line[] = [];
  const ends = new Map<number, string[]>();
  const follow = (line: Line, isGap: boolean): void => {
    if (isGap) gaps.push(line);
    if (line.array[ENTRY.action] !== 'audit_purged') return;
    for (const [, number, link = ''] of (line.array[ENTRY.detail] ?? '').matchAll(
      /\b(\d{1,15}) ([\da-f]{64}) [\da-f]{64}/g,
    ))
      ends.set(Number(number), [...(ends.get(Number(number)) ?? []), link]);
  };
  const chain = await checkChain(files, 'audit.jsonl', ENTRY.length, entryText, follow, progress);
  for (const line of gaps) {
    // oxlint-disable-next-line no-await-in-loop -- a few
    const links = await Promise.all((ends.get(line.number - 1) ?? []).map((link) => jsonHash([link, line.checksum])));
    if (!links.includes(line.link))
      throw new Misfit(`${entryText(line)} does not follow the one before it: one was removed, put in or moved there.`);
  }
  return { chain };
}

async function checkContents(
  files: BundleFiles,
  contents: ReadonlyMap<string, string>,
  progress: Progress,
): Promise<number> {
  const names = files.names.filter((name) => name.startsWith('contents/'));
  for (const [at, name] of names.entries()) {
    const hash = name.slice('contents/'.length).replace(/\.html$/, '');
    const record = contents.get(hash);
    if (record === undefined) throw new Misfit(`${name} belongs to no record.`);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (hexOf(await sha256(await bytesOf(files, name))) !== hash)
      throw new Misfit(`${record}: its document, ${name}, is not what was submitted.`);
    await progress(`contents: ${(at + 1).toLocaleString('en')}`);
  }
  return names.length;
}

/** Stamps are named by their checkpoints, whose hashes they contain. */
async function checkStamps(files: BundleFiles, notes: readonly Note[]): Promise<number> {
  const names = files.names.filter((name) => name.startsWith('stamps/'));
  const hashes = new Set((await Promise.all(notes.map(({ text }) => sha256(text)))).map(hexOf));
  for (const name of names) {
    const hash = name.slice('stamps/'.length).replace(/\.tsr$/, '');
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (!hashes.has(hash) || !hexOf(await bytesOf(files, name)).includes(hash))
      throw new Misfit(`${name} is the stamp of another checkpoint, or was changed.`);
  }
  return names.length;
}
