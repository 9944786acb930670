import { Misfit } from './misfit.ts';

/** The files of a bundle: their names, and the bytes of each. */
export type BundleFiles = {
  names: readonly string[];
  /** @throws {Misfit} in words, also while it is read, for a file that is missing or damaged */
  open: (name: string) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
};

const END = { mark: 0x06054b50, size: 22, comment: 0xffff };
const END64 = { mark: 0x06064b50, size: 56 };
const LOCATOR64 = { mark: 0x07064b50, size: 20 };
const ENTRY = { mark: 0x02014b50, size: 46 };
const FILE = { mark: 0x04034b50, size: 30 };
/** Numbers that ZIP64 has elsewhere, and the field of an entry that has them. */
const [ELSEWHERE16, ELSEWHERE, LARGE] = [0xffff, 0xffffffff, 0x0001];
/** Maximum bytes of a list of files: a bundle of a million documents has less. */
const LIST_MAX = 256_000_000;
const [STORED, DEFLATED] = [0, 8];

const damaged = (): Misfit =>
  new Misfit('This is no ZIP file, or it is damaged or cut off. Copy it again from where it came.');

/** The files of a folder, by their paths in it. */
export function folderFiles(files: ReadonlyMap<string, Blob>): BundleFiles {
  return {
    names: [...files.keys()],
    async open(name) {
      const file = files.get(name);
      if (!file) throw new Misfit(`${name} is missing.`);
      return file.stream();
    },
  };
}

type Entry = { crc: number; packed: number; size: number; at: number; method: number };

/** The files in a ZIP, of which only the list is read here. @throws {Misfit} in words */
export async function zipFiles(zip: Blob): Promise<BundleFiles> {
  const view = async (from: number, to: number): Promise<DataView> => {
    if (from < 0 || to > zip.size || from > to) throw damaged();
    return new DataView(await zip.slice(from, to).arrayBuffer());
  };
  const tailAt = Math.max(0, zip.size - END.size - END.comment - LOCATOR64.size);
  const tail = await view(tailAt, zip.size);
  let end = tail.byteLength - END.size;
  while (end >= 0 && tail.getUint32(end, true) !== END.mark) end -= 1;
  if (end < 0) throw damaged();
  let [count, length, at] = [
    tail.getUint16(end + 10, true),
    tail.getUint32(end + 12, true),
    tail.getUint32(end + 16, true),
  ];
  if (count === ELSEWHERE16 || length === ELSEWHERE || at === ELSEWHERE) {
    const locator = end - LOCATOR64.size;
    if (locator < 0 || tail.getUint32(locator, true) !== LOCATOR64.mark) throw damaged();
    const from = Number(tail.getBigUint64(locator + 8, true));
    const end64 = await view(from, from + END64.size);
    if (end64.getUint32(0, true) !== END64.mark) throw damaged();
    [count, length, at] = [32, 40, 48].map((place) => Number(end64.getBigUint64(place, true))) as [
      number,
      number,
      number,
    ];
  }
  if (length > LIST_MAX)
    throw new Misfit(
      `The names of the files in this ZIP take ${length.toLocaleString('en')} bytes: it is no bundle of Ready.`,
    );
  const list = await view(at, at + length);
  const entries = new Map<string, Entry>();
  for (let place = 0; entries.size < count;) {
    if (place + ENTRY.size > length || list.getUint32(place, true) !== ENTRY.mark) throw damaged();
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => list.getUint16(place + field, true)) as [
      number,
      number,
      number,
    ];
    const next = place + ENTRY.size + nameLength + extra + comment;
    if (next > length) throw damaged();
    const name = new TextDecoder().decode(new Uint8Array(list.buffer, place + ENTRY.size, nameLength));
    if (entries.has(name)) throw new Misfit(`${name} is in this ZIP twice: it is not as Ready made it.`);
    let [packed, size, from] = [20, 24, 42].map((field) => list.getUint32(place + field, true)) as [
      number,
      number,
      number,
    ];
    for (
      let field = place + ENTRY.size + nameLength;
      field + 4 <= next - comment;
      field += 4 + list.getUint16(field + 2, true)
    ) {
      if (list.getUint16(field, true) !== LARGE) continue;
      let large = field + 4;
      const taken = (value: number): number => {
        if (value !== ELSEWHERE) return value;
        if (large + 8 > next) throw damaged();
        large += 8;
        return Number(list.getBigUint64(large - 8, true));
      };
      size = taken(size);
      packed = taken(packed);
      from = taken(from);
    }
    entries.set(name, {
      crc: list.getUint32(place + 16, true),
      method: list.getUint16(place + 10, true),
      packed,
      size,
      at: from,
    });
    place = next;
  }
  return {
    names: [...entries.keys()].filter((name) => !name.endsWith('/')),
    async open(name) {
      const entry = entries.get(name);
      if (!entry) throw new Misfit(`${name} is missing.`);
      const head = await view(entry.at, entry.at + FILE.size);
      if (head.getUint32(0, true) !== FILE.mark || ![STORED, DEFLATED].includes(entry.method)) throw damaged();
      const from = entry.at + FILE.size + head.getUint16(26, true) + head.getUint16(28, true);
      if (from + entry.packed > zip.size) throw damaged();
      const packed = zip.slice(from, from + entry.packed).stream();
      const whole = entry.method === STORED ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'));
      return whole.pipeThrough(checked(name, entry));
    },
  };
}

let table: Uint32Array | undefined;
function crcTable(): Uint32Array {
  return (table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    return crc;
  }));
}

/** Passes the bytes of a file on, and fails at its end if their number or their sum is not that of the list. */
function checked(
  name: string,
  { size, crc: wanted }: Entry,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const sums = crcTable();
  let [crc, read] = [0xffffffff, 0];
  const broken = (): Misfit => new Misfit(`${name} is damaged in this ZIP. Copy it again from where it came.`);
  return new TransformStream({
    transform(bytes, to) {
      read += bytes.length;
      // A few bytes may stand for very many.
      if (read > size) throw broken();
      for (const byte of bytes) crc = (crc >>> 8) ^ (sums[(crc ^ byte) & 0xff] ?? 0);
      to.enqueue(bytes);
    },
    flush() {
      if (read !== size || (crc ^ 0xffffffff) >>> 0 !== wanted) throw broken();
    },
  });
}
