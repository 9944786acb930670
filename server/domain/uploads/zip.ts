import { crc32, inflateRawSync } from 'node:zlib';
import { Refusal } from '../refusal.ts';
import { NOBODYS } from './bundle.ts';
import { readHtml } from './html-bytes.ts';
import { decodedNames, type StoredName } from './zip-names.ts';

/** Limits of a ZIP, checked by its list before any file is unpacked. */
export type ZipLimits = {
  files: number;
  /** Maximum ratio of the unpacked to the packed size; null for any. */
  ratio: number | null;
  /** `skip` if links in it are ignored, `refuse` if the whole ZIP is refused for them. */
  links: 'skip' | 'refuse';
};

/** Maximum bytes of the files of a ZIP: many times the size of a document of 5 MB. */
const UNPACKED_MAX = 50_000_000;
/** Bytes up to which the ratio is not checked. */
const SMALL = 1_000_000;
const END = { mark: 0x06054b50, size: 22, comment: 0xffff };
const ENTRY = { mark: 0x02014b50, size: 46 };
const FILE = { mark: 0x04034b50, size: 30 };
/** The end of a ZIP64's list, and the place that says where it is. */
const END64 = { mark: 0x06064b50, size: 56 };
const LOCATOR64 = { mark: 0x07064b50, size: 20 };
/** Numbers that ZIP64 has elsewhere. */
const [ELSEWHERE16, ELSEWHERE] = [0xffff, 0xffffffff];
/** Fields that packers add to a file's entry: the large numbers of ZIP64, and the name in UTF-8. */
const [LARGE, UNICODE_NAME] = [0x0001, 0x7075];
const [ENCRYPTED, IN_UTF8] = [0x1, 0x800];
const STORED = 0;
const DEFLATED = 8;
const LINK = 0xa000;
/** Most entries for each file that is permitted: folders have their own. */
const FOLDERS = 4;

const damaged = (): Refusal => new Refusal('invalid', 'It is no ZIP file, or it is damaged.');

function endOf(bytes: Buffer): number {
  for (let at = bytes.length - END.size; at >= 0 && at >= bytes.length - END.size - END.comment; at -= 1) {
    if (bytes.readUInt32LE(at) === END.mark) return at;
  }
  throw damaged();
}

const tooMany = ({ files }: ZipLimits): Refusal =>
  new Refusal('tooLarge', `It holds more than ${files} files: leave out what the documents do not need.`);

/** Number and place of the entries of a ZIP's list. */
function listOf(bytes: Buffer): { count: number; at: number; end: number } {
  const end = endOf(bytes);
  const [count, at] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)];
  if (count !== ELSEWHERE16 && at !== ELSEWHERE) return { count, at, end };
  const locator = end - LOCATOR64.size;
  if (locator < 0 || bytes.readUInt32LE(locator) !== LOCATOR64.mark) return { count, at, end };
  const end64 = Number(bytes.readBigUInt64LE(locator + 8));
  if (end64 + END64.size > locator || bytes.readUInt32LE(end64) !== END64.mark) throw damaged();
  const large = (from: number): number => Number(bytes.readBigUInt64LE(end64 + from));
  return { count: large(32), at: large(48), end: end64 };
}

/** A field that a packer has added to an entry, or null. */
function addedField(entry: Buffer, wanted: number): Buffer | null {
  for (let at = 0; at + 4 <= entry.length; at += 4 + entry.readUInt16LE(at + 2)) {
    if (entry.readUInt16LE(at) === wanted) return entry.subarray(at + 4, at + 4 + entry.readUInt16LE(at + 2));
  }
  return null;
}

/** Place and size of a file in a ZIP. */
function placeOf(bytes: Buffer, entry: number, added: Buffer): { size: number; packed: number; start: number } {
  const large = addedField(added, LARGE) ?? Buffer.alloc(0);
  let next = 0;
  const [size = 0, packed = 0, start = 0] = [24, 20, 42].map((offset) => {
    const small = bytes.readUInt32LE(entry + offset);
    if (small !== ELSEWHERE || next + 8 > large.length) return small;
    next += 8;
    return Number(large.readBigUInt64LE(next - 8));
  });
  return { size, packed, start };
}

/** @throws {Refusal} for a path that leads out of its folder */
export function requireInside(name: string): string {
  if (!/^\/|^[a-z]:|(^|\/)\.\.(\/|$)|\0/i.test(name)) return name;
  throw new Refusal('invalid', `It holds the path ${JSON.stringify(name)}, which lies outside of it: pack it anew.`);
}

/** @throws {Refusal} for a second file of one name, since it is not known which of them is meant */
export const twice = (name: string): Refusal =>
  new Refusal('invalid', `It holds the file ${JSON.stringify(name)} twice: take one of them out.`);

/**
 * Reads the list of a ZIP's files from its central directory. Nothing is written to disk, and a file is unpacked only
 * on request, into no more bytes than the list gives. Written by hand, since Node has everything but the list.
 * @throws {Refusal} for a file that is no ZIP, is encrypted, exceeds the limits, or names a path outside of itself or
 * one twice
 */
export function readZip(bytes: Buffer, limits: ZipLimits): ReadonlyMap<string, () => Buffer> {
  const entries: (StoredName & { isLink: boolean; read: () => Buffer })[] = [];
  const { count, at: first, end } = listOf(bytes);
  let [total, at] = [0, first];
  for (let left = count; left > 0; left -= 1) {
    if (at + ENTRY.size > end || bytes.readUInt32LE(at) !== ENTRY.mark) throw damaged();
    const nameEnd = at + ENTRY.size + bytes.readUInt16LE(at + 28);
    const raw = bytes.subarray(at + ENTRY.size, nameEnd);
    const next = nameEnd + bytes.readUInt16LE(at + 30);
    const added = bytes.subarray(nameEnd, next);
    const place = placeOf(bytes, at, added);
    total += place.size;
    if (total > UNPACKED_MAX)
      throw new Refusal('tooLarge', 'It unpacks to more than 50 MB: leave out what the documents do not need.');
    if (limits.ratio !== null && total > SMALL && total > bytes.length * limits.ratio)
      throw new Refusal(
        'tooLarge',
        `It unpacks to more than ${limits.ratio} times its size: pack the files of the documents alone.`,
      );
    if (entries.length === limits.files * FOLDERS) throw tooMany(limits);
    const isLink = (bytes.readUInt16LE(at + 40) & 0xf000) === LINK;
    const isMarked = (bytes.readUInt16LE(at + 8) & IN_UTF8) !== 0;
    const unicode = addedField(added, UNICODE_NAME);
    if (!NOBODYS.test(raw.toString('latin1')))
      entries.push({ raw, isMarked, unicode, isLink, read: unpacking(bytes, at, place) });
    at = next + bytes.readUInt16LE(at + 32);
  }
  const texts = (): string[] =>
    entries
      .filter(({ raw }) => /\.(html?|css)$/i.test(raw.toString('latin1')))
      .map(({ read }) => readHtml(read())?.text ?? read().toString('latin1'));
  const files = new Map<string, () => Buffer>();
  const names = decodedNames(entries, texts);
  for (const [no, { isLink, read }] of entries.entries()) {
    const name = requireInside((names[no] ?? '').replaceAll('\\', '/'));
    if (isLink && limits.links === 'refuse')
      throw new Refusal(
        'invalid',
        `It holds the link ${JSON.stringify(name)}: put the file that it leads to in its place.`,
      );
    if (!isLink && !name.endsWith('/')) {
      if (files.has(name)) throw twice(name);
      if (files.size === limits.files) throw tooMany(limits);
      files.set(name, read);
    }
  }
  return files;
}

function unpacking(bytes: Buffer, entry: number, { size, packed, start }: ReturnType<typeof placeOf>): () => Buffer {
  const name = bytes.toString('utf8', entry + ENTRY.size, entry + ENTRY.size + bytes.readUInt16LE(entry + 28));
  const [flags, method] = [bytes.readUInt16LE(entry + 8), bytes.readUInt16LE(entry + 10)];
  const sum = bytes.readUInt32LE(entry + 16);
  return () => {
    if (flags & ENCRYPTED) throw new Refusal('invalid', 'It is encrypted: pack it without a password.');
    if (start + FILE.size > bytes.length || bytes.readUInt32LE(start) !== FILE.mark) throw damaged();
    const from = start + FILE.size + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
    const content = bytes.subarray(from, from + packed);
    const unpacked = method === STORED ? content : method === DEFLATED ? inflated(content, size) : null;
    if (!unpacked)
      throw new Refusal(
        'invalid',
        `${name} is packed in a way that is not understood: use the ordinary one (deflate).`,
      );
    if (unpacked.length !== size || crc32(unpacked) !== sum) throw damaged();
    return unpacked;
  };
}

function inflated(content: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw damaged();
  }
}
