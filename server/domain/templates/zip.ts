import { isUtf8 } from 'node:buffer';
import { crc32, inflateRawSync } from 'node:zlib';
import { Refusal } from '../refusal.ts';

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
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
const LINK = 0xa000;

const damaged = (): Refusal => new Refusal('invalid', 'It is no ZIP file, or it is damaged.');

function endOf(bytes: Buffer): number {
  for (let at = bytes.length - END.size; at >= 0 && at >= bytes.length - END.size - END.comment; at -= 1) {
    if (bytes.readUInt32LE(at) === END.mark) return at;
  }
  throw damaged();
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
  const files = new Map<string, () => Buffer>();
  const end = endOf(bytes);
  let total = 0;
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + ENTRY.size > end || bytes.readUInt32LE(at) !== ENTRY.mark) throw damaged();
    const nameEnd = at + ENTRY.size + bytes.readUInt16LE(at + 28);
    const raw = bytes.subarray(at + ENTRY.size, nameEnd);
    const name = raw.toString(isUtf8(raw) ? 'utf8' : 'latin1').replaceAll('\\', '/');
    const size = bytes.readUInt32LE(at + 24);
    total += size;
    if (total > UNPACKED_MAX)
      throw new Refusal('tooLarge', 'It unpacks to more than 50 MB: leave out what the documents do not need.');
    if (limits.ratio !== null && total > SMALL && total > bytes.length * limits.ratio)
      throw new Refusal(
        'tooLarge',
        `It unpacks to more than ${limits.ratio} times its size: pack the files of the documents alone.`,
      );
    requireInside(name);
    const isLink = (bytes.readUInt16LE(at + 40) & 0xf000) === LINK;
    if (isLink && limits.links === 'refuse')
      throw new Refusal(
        'invalid',
        `It holds the link ${JSON.stringify(name)}: put the file that it leads to in its place.`,
      );
    if (!isLink && !name.endsWith('/')) {
      if (files.has(name)) throw twice(name);
      if (files.size === limits.files)
        throw new Refusal(
          'tooLarge',
          `It holds more than ${limits.files} files: leave out what the documents do not need.`,
        );
      files.set(name, unpacking(bytes, at, name));
    }
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

function unpacking(bytes: Buffer, entry: number, name: string): () => Buffer {
  const [flags, method] = [bytes.readUInt16LE(entry + 8), bytes.readUInt16LE(entry + 10)];
  const [sum, packed, size] = [16, 20, 24].map((offset) => bytes.readUInt32LE(entry + offset)) as [
    number,
    number,
    number,
  ];
  const start = bytes.readUInt32LE(entry + 42);
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
