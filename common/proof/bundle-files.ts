/** Something in a bundle that does not fit, in a sentence for people. */
export class Misfit extends Error {}

type Bytes = Uint8Array<ArrayBuffer>;

/** The files of a bundle: their names, and the bytes of each. */
export type BundleFiles = {
  names: readonly string[];
  /** @throws {Misfit} in words, also while it is read, for a file that is missing or damaged */
  open: (name: string) => Promise<ReadableStream<Bytes>>;
};

const END = { mark: 0x06054b50, size: 22 };
const END64 = { mark: 0x06064b50, size: 56 };
const LOCATOR64 = { mark: 0x07064b50, size: 20 };
const ENTRY = { mark: 0x02014b50, size: 46 };
const FILE = { mark: 0x04034b50, size: 30 };
/** The sum of a file behind it, with sizes in 32 or 64 bits. */
const SUM = { mark: 0x08074b50, size: 16, size64: 24 };
/** Maximum bytes that a file has beside its name: times, and sizes in 64 bits. */
const EXTRA_MAX = 64;
/** Numbers that ZIP64 has elsewhere, and the field of an entry that has them. */
const [ELSEWHERE16, ELSEWHERE, LARGE] = [0xffff, 0xffffffff, 0x0001];
/** Maximum bytes of a list of files: a bundle of a million documents has less. */
const LIST_MAX = 256_000_000;
const [STORED, DEFLATED] = [0, 8];

const damaged = (): Misfit =>
  new Misfit('This is no ZIP file, or it is damaged or cut off. Copy it again from where it came.');

/** The files of a bundle in a folder, whose own name does not count. @param files by their paths @throws {Misfit} in words */
export function folderFiles(files: ReadonlyMap<string, Blob>): BundleFiles {
  const [place, other] = [...files.keys()].filter((path) => /(^|\/)records\.jsonl$/.test(path));
  if (place === undefined) throw new Misfit('This is no bundle of Ready: records.jsonl is missing.');
  if (other !== undefined)
    throw new Misfit(`There is more than one bundle, ${place} and ${other}: take the folder of one alone.`);
  const folder = place.slice(0, -'records.jsonl'.length);
  return {
    // Files beside the bundle keep their paths, by which they are refused.
    names: [...files.keys()].map((path) => (path.startsWith(folder) ? path.slice(folder.length) : path)),
    async open(name) {
      const file = files.get(folder + name);
      if (!file) throw new Misfit(`${name} is missing.`);
      return file.stream();
    },
  };
}

type Three = [number, number, number];
type Entry = { crc: number; packed: number; size: number; at: number; method: number };

/** The files in a ZIP, of which only the list is read here. @throws {Misfit} in words */
export async function zipFiles(zip: Blob): Promise<BundleFiles> {
  const view = async (from: number, to: number): Promise<DataView> => {
    if (from < 0 || to > zip.size || from > to) throw damaged();
    return new DataView(await zip.slice(from, to).arrayBuffer());
  };
  const tail = await view(Math.max(0, zip.size - END.size - LOCATOR64.size), zip.size);
  const end = tail.byteLength - END.size;
  // Ready writes no comment: the end of the list is the end of the file.
  if (end < 0 || tail.getUint32(end, true) !== END.mark || tail.getUint16(end + 20, true) !== 0) throw damaged();
  let listEnd = zip.size - END.size;
  let count = tail.getUint16(end + 10, true);
  let [length, at] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (count === ELSEWHERE16 || length === ELSEWHERE || at === ELSEWHERE) {
    const locator = end - LOCATOR64.size;
    if (locator < 0 || tail.getUint32(locator, true) !== LOCATOR64.mark) throw damaged();
    listEnd = Number(tail.getBigUint64(locator + 8, true));
    const end64 = await view(listEnd, zip.size - END.size - LOCATOR64.size);
    if (end64.byteLength !== END64.size || end64.getUint32(0, true) !== END64.mark) throw damaged();
    [count, length, at] = [32, 40, 48].map((place) => Number(end64.getBigUint64(place, true))) as Three;
  }
  if (length > LIST_MAX)
    throw new Misfit(
      `The names of the files in this ZIP take ${length.toLocaleString('en')} bytes: it is no bundle of Ready.`,
    );
  const list = await view(at, at + length);
  const entries = new Map<string, Entry>();
  let place = 0;
  while (place < length) {
    if (place + ENTRY.size > length || list.getUint32(place, true) !== ENTRY.mark) throw damaged();
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => list.getUint16(place + field, true)) as Three;
    const next = place + ENTRY.size + nameLength + extra + comment;
    if (next > length) throw damaged();
    const name = new TextDecoder().decode(new Uint8Array(list.buffer, place + ENTRY.size, nameLength));
    if (entries.has(name)) throw new Misfit(`${name} is in this ZIP twice: it is not as Ready made it.`);
    let [packed, size, from] = [20, 24, 42].map((field) => list.getUint32(place + field, true)) as Three;
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
  if (entries.size !== count || at + length !== listEnd) throw damaged();
  // Bytes between the files would be in no file, and nothing would prove them.
  const inTurn = [...entries.values()].sort((one, other) => one.at - other.at);
  for (const [index, { crc, packed, size, at: begin }] of inTurn.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const head = await view(begin, begin + FILE.size);
    const fileEnd = begin + FILE.size + head.getUint16(26, true) + head.getUint16(28, true) + packed;
    // Its sum and sizes may follow a file, in 32 or 64 bits.
    // oxlint-disable-next-line no-await-in-loop -- as above
    const rest = await view(fileEnd, inTurn[index + 1]?.at ?? at);
    const has = (from: number, value: number, isLarge = false): boolean =>
      (isLarge ? Number(rest.getBigUint64(from, true)) : rest.getUint32(from, true)) === value;
    const isSum =
      (rest.byteLength === SUM.size && has(8, packed) && has(12, size)) ||
      (rest.byteLength === SUM.size64 && has(8, packed, true) && has(16, size, true));
    const isGap = rest.byteLength > 0 && !(isSum && has(0, SUM.mark) && has(4, crc));
    if (isGap || (index === 0 && begin !== 0) || head.getUint16(28, true) > EXTRA_MAX)
      throw new Misfit('This ZIP has bytes that belong to no file: it is not as Ready made it.');
  }
  return {
    names: [...entries.keys()].filter((name) => !name.endsWith('/')),
    async open(name) {
      const entry = entries.get(name);
      if (!entry) throw new Misfit(`${name} is missing.`);
      const head = await view(entry.at, entry.at + FILE.size);
      if (head.getUint32(0, true) !== FILE.mark || ![STORED, DEFLATED].includes(entry.method)) throw damaged();
      const nameEnd = entry.at + FILE.size + head.getUint16(26, true);
      const from = nameEnd + head.getUint16(28, true);
      if (from + entry.packed > zip.size) throw damaged();
      // Other programs may go by this name.
      if (new TextDecoder().decode(await view(entry.at + FILE.size, nameEnd)) !== name)
        throw new Misfit(`${name} has another name in its own place in this ZIP: it is not as Ready made it.`);
      const packed = zip.slice(from, from + entry.packed).stream();
      const whole = entry.method === STORED ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'));
      return whole.pipeThrough(checked(name, entry));
    },
  };
}

/** The CRC-32 of each byte. */
const SUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** Passes the bytes of a file on, and fails at its end if their number or their sum is not that of the list. */
function checked(name: string, { size, crc: wanted }: Entry): TransformStream<Bytes, Bytes> {
  let [crc, read] = [0xffffffff, 0];
  const broken = (): Misfit => new Misfit(`${name} is damaged in this ZIP. Copy it again from where it came.`);
  return new TransformStream({
    transform(bytes, to) {
      read += bytes.length;
      // A few bytes may stand for very many.
      if (read > size) throw broken();
      for (const byte of bytes) crc = (crc >>> 8) ^ (SUMS[(crc ^ byte) & 0xff] ?? 0);
      to.enqueue(bytes);
    },
    flush() {
      if (read !== size || (crc ^ 0xffffffff) >>> 0 !== wanted) throw broken();
    },
  });
}
