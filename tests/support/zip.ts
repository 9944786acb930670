import { crc32, deflateRawSync } from 'node:zlib';

/**
 * A ZIP with deflated files, written by the format's own description.
 * @param size of each unpacked, as the list says it
 * @param mode of each, as Unix has it
 */
export function zipOf(
  files: Readonly<Record<string, string | Uint8Array>> | readonly (readonly [string, string | Uint8Array])[],
  { size, mode = 0 }: { size?: number; mode?: number } = {},
): Buffer {
  const entries = Array.isArray(files) ? (files as readonly [string, string][]) : Object.entries(files);
  const [local, central]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of entries) {
    const [bytes, raw] = [Buffer.from(content as string), Buffer.from(name)];
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(22);
    facts.writeUInt16LE(0x800, 0);
    facts.writeUInt16LE(8, 2);
    facts.writeUInt32LE(crc32(bytes), 8);
    facts.writeUInt32LE(packed.length, 12);
    facts.writeUInt32LE(size ?? bytes.length, 16);
    facts.writeUInt16LE(raw.length, 20);
    const at = Buffer.alloc(16);
    at.writeUInt16LE(mode, 10);
    at.writeUInt32LE(offset, 12);
    local.push(Buffer.from('PK\x03\x04\x14\0', 'latin1'), facts, Buffer.alloc(2), raw, packed);
    central.push(Buffer.from('PK\x01\x02\x14\0\x14\0', 'latin1'), facts, at, raw);
    offset += 30 + raw.length + packed.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, list, end]);
}
