import { Misfit, type BundleFiles } from './bundle-files.ts';
import * as say from './sentences.ts';
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

/** Names of the files that are proved, and of those that nothing proves. */
const PROVED =
  /^(?:(?:records|audit)\.jsonl|(?:keys|checkpoints)\.txt|contents\/[\da-f]{64}\.html|stamps\/[\da-f]{64}\.tsr)$/;
const UNPROVED = ['README.txt', 'received.csv', 'verify.html'];

type Line = { number: number; array: (string | null)[]; checksum: string; link: string };
/** A chain that fits: its links by their numbers, and its highest number. */
type Chain = { links: Map<number, string>; last: number; lines: number };

const jsonHash = async (value: unknown): Promise<string> => hexOf(await sha256(JSON.stringify(value)));

/** The parts of a file. @throws {Misfit} for one that is damaged */
async function* partsOf(files: BundleFiles, name: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = (await files.open(name)).getReader();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw error instanceof Misfit ? error : new Misfit(`${name} is damaged, and cannot be read.`);
    });
    if (done) return;
    yield value;
  }
}

/** The lines of a file. @throws {Misfit} for one that is no UTF-8, or not cut into lines */
async function* linesOf(files: BundleFiles, name: string): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const textIn = (part?: Uint8Array<ArrayBuffer>): string => {
    try {
      return decoder.decode(part, { stream: part !== undefined });
    } catch {
      throw new Misfit(`${name} is damaged: it is no text.`);
    }
  };
  let rest = '';
  for await (const part of partsOf(files, name)) {
    const lines = (rest + textIn(part)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_MAX) break;
    if (lines.length > 0) yield lines;
  }
  if (rest + textIn() !== '') throw new Misfit(`${name} is damaged or cut off: its last line has no end.`);
}

async function bytesOf(files: BundleFiles, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of partsOf(files, name)) {
    size += part.length;
    if (size > FILE_MAX) throw new Misfit(`${name} is larger than anything in a bundle of Ready.`);
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
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
  say.recordText(number, array[RECORD.name] ?? '', array[RECORD.submittedOn] ?? '', array[RECORD.uuid] ?? '');
const entryText = ({ number, array }: Line): string =>
  say.entryText(number, array[ENTRY.action] ?? '', array[ENTRY.at] ?? '');

const misplaced = (text: string): Misfit => new Misfit(say.misplacedText(text));

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
        if (hashes[at * 2] !== line.checksum) throw new Misfit(say.alteredText(textFor(line)));
        if (line.number <= chain.last) throw misplaced(textFor(line));
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
type Signed = Says & { signer: Key | null };

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

/** A key of a bundle, with the one that signed it; null for the first. */
type Key = Verifier & { by: Key | null };
/** The keys by which a key is vouched for, from the first one to itself. */
const descentOf = (key: Key): Key[] => [...(key.by ? descentOf(key.by) : []), key];

/** The keys of a bundle: the first vouches for itself, and each other is vouched for by one before it. @throws {Misfit} */
async function keysIn(files: BundleFiles, isVerified: boolean): Promise<Key[]> {
  const keys: Key[] = [];
  const notes = notesIn(await textOf(files, 'keys.txt'));
  for (const note of notes ?? []) {
    // oxlint-disable-next-line no-await-in-loop -- each is vouched for by the ones before
    const key = await verifierOf(note.lines[1]?.replace(/^key /, '') ?? '');
    // oxlint-disable-next-line no-await-in-loop -- as above
    const by = key && isVerified ? await signerOf(note, keys.length === 0 ? [{ ...key, by: null }] : keys) : null;
    if (key && isVerified && !by && (await signerOf(note, [key])))
      throw new Misfit(
        `keys.txt: key no. ${keys.length + 1}, with the fingerprint ${key.fingerprint}, vouches for itself alone. It was made after the one before it was lost, or is a stranger’s: nothing here shows which. Ask who runs the server, and compare a checkpoint from before that was kept elsewhere.`,
      );
    if (!key || (isVerified && !by))
      throw new Misfit(`keys.txt: no earlier key vouches for key no. ${keys.length + 1}, or it was changed.`);
    keys.push({ ...key, by: keys.length === 0 ? null : by });
  }
  if (keys.length === 0) throw new Misfit('keys.txt has no key, or was changed.');
  return keys;
}

/**
 * Checks a bundle without a server.
 * @param kept text with checkpoints that were kept elsewhere, such as from paper; empty for none
 * @param progress takes what is being done, in words; the check goes on when it has ended
 */
export async function checkBundle(files: BundleFiles, kept: string, progress: Progress): Promise<say.Checked> {
  try {
    const isVerified = await canVerify();
    return { fits: isVerified || null, sentences: await proved(files, kept, isVerified, progress) };
  } catch (error) {
    if (error instanceof Misfit) return { fits: false, sentences: [error.message] };
    throw error;
  }
}

/** Refuses a later checkpoint whose key does not descend from that of an earlier one. */
function requireDescent(later: Signed, named: string, earlier: Signed | undefined, which: string): void {
  if (!later.signer || !earlier?.signer || descentOf(later.signer).includes(earlier.signer)) return;
  const successor = `${which} is signed by ${earlier.signer.fingerprint}`;
  throw new Misfit(say.replacedKeyText(named, later.at, later.signer.fingerprint, successor));
}

async function proved(files: BundleFiles, kept: string, isVerified: boolean, progress: Progress): Promise<string[]> {
  const contents = new Map<string, string>();
  let organisation: string | null = null;
  const records = await checkChain(
    files,
    'records.jsonl',
    RECORD.length,
    recordText,
    (line, isGap) => {
      if (isGap) throw misplaced(recordText(line));
      organisation ??= line.array[RECORD.organisation] ?? null;
      if (line.array[RECORD.organisation] !== organisation)
        throw new Misfit(`${recordText(line)} is of another organization.`);
      const hash = line.array[RECORD.content];
      if (typeof hash === 'string' && !contents.has(hash)) contents.set(hash, recordText(line));
    },
    progress,
  );
  const strange = files.names.find((name) => !PROVED.test(name) && !UNPROVED.includes(name));
  if (strange !== undefined)
    throw new Misfit(`${strange} is no file of a bundle, and nothing proves it: take it away, and check again.`);
  // Names in a ZIP are compared when a file is opened.
  await Promise.all(
    UNPROVED.filter((name) => files.names.includes(name)).map(async (name) => (await files.open(name)).cancel()),
  );
  const audit = await checkAudit(files, progress);
  const keys = await keysIn(files, isVerified);
  const notes = notesIn(await textOf(files, 'checkpoints.txt'));
  const newest = notes?.at(-1);
  if (!notes || !newest)
    throw new Misfit('checkpoints.txt was changed or cut off, or has no checkpoint: nothing says that this is all.');
  const check = async (note: Note, named: string): Promise<Signed> => {
    const signer = isVerified ? await signerOf(note, keys) : null;
    if (isVerified && !signer) throw new Misfit(say.unsignedText(named, 'this bundle'));
    const says = saysOf(note, organisation);
    if (!says) throw new Misfit(`${named} is of another organization, or no checkpoint of an organization.`);
    for (const [chain, count, link, words] of [
      [records, says.records, says.recordsLink, 'records'],
      [audit.chain, says.audit, says.auditLink, 'entries of the audit log'],
    ] as const) {
      if (count > chain.last) throw new Misfit(say.aheadText(named, says.at, count, words, chain.last));
      const there = count === 0 ? hexOf(await sha256('')) : chain.links.get(count);
      // Entries of the audit log may have been purged.
      if (there === undefined ? chain === records : there !== link)
        throw new Misfit(say.otherText(named, says.at, count, words));
    }
    return { ...says, signer };
  };
  const found: Signed[] = [];
  for (const [at, note] of notes.entries()) {
    const before = found.at(-1);
    // oxlint-disable-next-line no-await-in-loop -- the first that does not fit
    const says = await check(note, `Checkpoint no. ${at + 1}`);
    // Counts alone: a clock that was wrong is set back.
    if (before && (says.records < before.records || says.audit < before.audit))
      throw new Misfit(`Checkpoint no. ${at + 1}, of ${says.at}, is older than the one before it: they were moved.`);
    requireDescent(says, `Checkpoint no. ${at + 1}`, before, 'the one before it');
    found.push(says);
  }
  const end = found.at(-1);
  const [at, upTo] = [end?.at ?? '', end?.records ?? 0];
  for (const [words, last, count] of [
    ['Record no.', records.last, upTo],
    ['Audit log: entry no.', audit.chain.last, end?.audit ?? 0],
  ] as const)
    if (last > count) throw new Misfit(`${words} ${count + 1} came after the newest checkpoint: nobody signed it.`);
  const mine = notesIn(`${kept.trim().replaceAll('\r\n', '\n')}\n`.trimStart());
  if (kept.trim() !== '' && (!mine || mine.length === 0))
    throw new Misfit(
      'The checkpoint that you kept cannot be read: copy all of its lines, with the empty one and the last, which begins with —.',
    );
  // The key to compare: by it the others are vouched for.
  let root = end?.signer && descentOf(end.signer)[0]?.fingerprint;
  for (const note of mine ?? []) {
    // oxlint-disable-next-line no-await-in-loop -- as above
    const own = await check(note, 'The checkpoint that you kept');
    for (const [index, says] of found.entries())
      if (says.records > own.records || says.audit > own.audit)
        requireDescent(says, `Checkpoint no. ${index + 1}`, own, 'the one that you kept');
    root = own.signer?.fingerprint;
  }
  const stamps = await checkStamps(files, notes);
  const documents = await checkContents(files, contents, progress);
  if (!isVerified)
    return [
      'This browser does not know Ed25519, by which the checkpoints are signed: a forged bundle would look the same. Take a newer browser: Chrome or Edge 137, Firefox 129, Safari 17.',
      `${[say.counted(upTo, 'record', 'records'), say.counted(documents, 'document', 'documents'), say.counted(audit.chain.lines, 'entry', 'entries')].join(', ')} of the audit log and the checkpoints fit one another.`,
    ];
  const signedBy = end?.signer ? descentOf(end.signer).map(({ fingerprint }) => fingerprint) : [];
  const isKept = (mine ?? []).length > 0;
  return [
    say.recordsText(upTo, at),
    `${say.documentsText(documents)} Other documents of these records are not here: they were removed, have private fields, or were not asked for.`,
    say.entriesText(audit.chain.lines - audit.unsigned, audit.chain.last - audit.chain.lines),
    ...(audit.unsigned > 0
      ? [`${say.counted(audit.unsigned, 'more entry is', 'more entries are')} older than purged ones, and not proved.`]
      : []),
    say.keysText(notes.length, signedBy, `${root}${isKept ? ', which signed the one that you kept,' : ''}`),
    ...(isKept
      ? ['The checkpoint that you kept fits, too: nothing from before it was removed or replaced since.']
      : []),
    stamps === 0
      ? 'There is no time stamp of an authority.'
      : `${say.counted(stamps, 'time stamp is', 'time stamps are')} of checkpoints here. README.txt says how the authority’s signature is checked.`,
    say.endText(at),
    `${say.LIMITS} Nothing proves README.txt, received.csv and verify.html: take this page from elsewhere.`,
  ];
}

/** The audit log, in which entries may have been purged if a later one says so. @returns its chain, and how many entries no checkpoint covers */
async function checkAudit(files: BundleFiles, progress: Progress): Promise<{ chain: Chain; unsigned: number }> {
  const gaps: Line[] = [];
  const ends = new Map<number, string[]>();
  const follow = (line: Line, isGap: boolean): void => {
    if (isGap) gaps.push(line);
    if (line.array[ENTRY.action] !== 'audit_purged') return;
    for (const [, number, link = ''] of (line.array[ENTRY.detail] ?? '').matchAll(
      /\b(\d{1,15}) ([\da-f]{64}) [\da-f]{64}/g,
    ))
      if (Number(number) < line.number) ends.set(Number(number), [...(ends.get(Number(number)) ?? []), link]);
  };
  const chain = await checkChain(files, 'audit.jsonl', ENTRY.length, entryText, follow, progress);
  for (const line of gaps) {
    // oxlint-disable-next-line no-await-in-loop -- a few
    const links = await Promise.all((ends.get(line.number - 1) ?? []).map((link) => jsonHash([link, line.checksum])));
    if (!links.includes(line.link)) throw misplaced(entryText(line));
  }
  // Entries before a gap are chained to nothing that is signed.
  const unsigned = [...chain.links.keys()].filter((number) => number < (gaps.at(-1)?.number ?? 0)).length;
  return { chain, unsigned };
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
    if (hexOf(await sha256(await bytesOf(files, name))) !== hash) throw new Misfit(say.documentText(record, hash));
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
