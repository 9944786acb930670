import { crc32, deflateRawSync } from 'node:zlib';

/**
 * A ZIP with deflated files, written by the format's own description.
 * @param size of each unpacked, as the list says it
 * @param mode of each, as Unix has it
 * @param encode makes bytes of a name; by default UTF-8
 * @param isMarked true if the names are marked as UTF-8
 * @param added field of each entry in the list, as `named` makes it
 * @param isLarge true for the numbers of ZIP64
 */
export function zipOf(
  files: Readonly<Record<string, string | Uint8Array>> | readonly (readonly [string, string | Uint8Array])[],
  {
    size,
    mode = 0,
    encode,
    isMarked = encode === undefined,
    added = () => Buffer.alloc(0),
    isLarge = false,
  }: {
    size?: number;
    mode?: number;
    encode?: ((name: string) => Buffer) | undefined;
    isMarked?: boolean | undefined;
    added?: (name: string) => Buffer;
    isLarge?: boolean;
  } = {},
): Buffer {
  const entries = Array.isArray(files) ? (files as readonly [string, string][]) : Object.entries(files);
  const [local, central]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of entries) {
    const [bytes, raw] = [Buffer.from(content as string), encode?.(name) ?? Buffer.from(name)];
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(22);
    facts.writeUInt16LE(isMarked ? 0x800 : 0, 0);
    facts.writeUInt16LE(8, 2);
    facts.writeUInt32LE(crc32(bytes), 8);
    facts.writeUInt32LE(packed.length, 12);
    facts.writeUInt32LE(size ?? bytes.length, 16);
    facts.writeUInt16LE(raw.length, 20);
    const at = Buffer.alloc(16);
    at.writeUInt16LE(mode, 10);
    at.writeUInt32LE(isLarge ? ELSEWHERE : offset, 12);
    const listed = Buffer.from(facts);
    if (isLarge) listed.fill(0xff, 12, 20);
    const more = Buffer.concat([added(name), isLarge ? field(1, numbers(bytes.length, packed.length, offset)) : NONE]);
    at.writeUInt16LE(more.length, 0);
    local.push(Buffer.from('PK\x03\x04\x14\0', 'latin1'), facts, Buffer.alloc(2), raw, packed);
    central.push(Buffer.from('PK\x01\x02\x14\0\x14\0', 'latin1'), listed, at, raw, more);
    offset += 30 + raw.length + packed.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  if (!isLarge) return Buffer.concat([...local, list, end]);
  end.fill(0xff, 10, 12);
  end.fill(0xff, 16, 20);
  const end64 = Buffer.concat([
    Buffer.from('PK\x06\x06', 'latin1'),
    numbers(44),
    Buffer.alloc(12),
    numbers(entries.length, entries.length, list.length, offset),
  ]);
  const locator = Buffer.concat([
    Buffer.from('PK\x06\x07', 'latin1'),
    Buffer.alloc(4),
    numbers(offset + list.length),
    Buffer.from([1, 0, 0, 0]),
  ]);
  return Buffer.concat([...local, list, end64, locator, end]);
}

const ELSEWHERE = 0xffffffff;
const NONE = Buffer.alloc(0);
const numbers = (...all: number[]): Buffer =>
  Buffer.concat(
    all.map((one) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(BigInt(one));
      return bytes;
    }),
  );

/** A field of an entry. */
export function field(id: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}
