import { generateKeyPairSync, hash, sign, type KeyObject } from 'node:crypto';
import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';

/** Files of a bundle by their names. */
export type Bundle = Map<string, Buffer>;

const sha256 = (text: string | Buffer): string => hash('sha256', text, 'hex');
/** Lines of a chain that follow a number and a link. */
export const chained = (arrays: readonly (string | null)[][], number = 1, before: string | null = null): string => {
  let link = before;
  return arrays
    .map((array, at) => {
      const checksum = sha256(JSON.stringify(array));
      link = sha256(JSON.stringify([link, checksum]));
      return `${JSON.stringify({ number: number + at, array, checksum, link })}\n`;
    })
    .join('');
};
/** The link at the end of a chain's lines. */
export const endOf = (lines: string): { number: number; link: string } =>
  JSON.parse(lines.trimEnd().split('\n').at(-1) ?? '') as { number: number; link: string };

const ORGANISATION = 'b6bd9c41-9e72-42a2-8db7-b2b65c462183';

/** An installation's key, with its name. */
export function newSigner(name: string): { key: KeyObject; name: string; line: string; fingerprint: string } {
  const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const typed = Buffer.concat([Buffer.from([1]), bytes]);
  const id = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), typed]), 'hex').slice(0, 8);
  return { key, name, line: `${name}+${id}+${typed.toString('base64')}`, fingerprint: sha256(bytes) };
}
type Signer = ReturnType<typeof newSigner>;

/** A signed note (C2SP). */
export function noteBy({ key, name, line }: Signer, lines: readonly string[]): string {
  const text = `${lines.join('\n')}\n`;
  const id = Buffer.from(line.split('+')[1] ?? '', 'hex');
  return `${text}\n— ${name} ${Buffer.concat([id, sign(null, Buffer.from(text), key)]).toString('base64')}\n`;
}

/** A checkpoint of the organization at the end of its chains. */
export function checkpointBy(signer: Signer, records: string, audit: string, at: string) {
  const [one, other] = [endOf(records), endOf(audit)];
  const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
  return noteBy(signer, [
    `${signer.name}/${ORGANISATION}`,
    String(one.number),
    base64(one.link),
    `audit ${other.number} ${base64(other.link)}`,
    `time ${at}`,
  ]);
}

/** The texts of an entry of the audit log. */
export const entryOf = (at: number, action: string, detail: string | null) => [
  `2026-01-0${at}T00:00:00.000Z`,
  action,
  null,
  ORGANISATION,
  null,
  null,
  detail,
  null,
];

/** The note by which one key vouches for another, or for itself. */
export const keyNote = (key: Signer, by: Signer): string =>
  noteBy(by, [key.name, `key ${key.line}`, 'time 2026-01-01T00:00:00.000Z']);

/**
 * Makes a bundle in the form of ADR 79, by other code than the product's: some records, an audit log of which two entries were purged, and a
 * checkpoint after all but the last records and one after all.
 */
export function makeBundle(count: number, documents = count) {
  const [signer, older] = [newSigner('ready-test'), newSigner('ready-test')];
  const html = Array.from({ length: documents }, (_, at) => Buffer.from(`<p>Document ${at} é</p>`));
  const arrays = Array.from({ length: count }, (_, at) => [
    `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    'wip',
    'template',
    ORGANISATION,
    `Name ${at} "é"`,
    'plan.html',
    'html',
    new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString(),
    'author',
    'marked',
    'version',
    sha256(html[at % documents] ?? ''),
    null,
    null,
    null,
  ]);
  const purged = chained([entryOf(1, 'signed_in', null), entryOf(2, 'signed_in', null)]);
  const { link } = endOf(purged);
  const ends = `2 entries from before x; what follows them is proved by 2 ${link} ${'0'.repeat(64)}`;
  const audit = chained([entryOf(3, 'signed_in', null), entryOf(4, 'audit_purged', ends)], 3, link);
  const records = chained(arrays);
  const earlier = records.split('\n').slice(0, -2).join('\n') + '\n';
  const notes = [
    checkpointBy(older, earlier, audit, '2026-02-01T00:00:00.000Z'),
    checkpointBy(signer, records, audit, '2026-02-02T00:00:00.000Z'),
  ];
  const files: Bundle = new Map([
    ['records.jsonl', Buffer.from(records)],
    ...html.map((bytes): [string, Buffer] => [`contents/${sha256(bytes)}.html`, bytes]),
    ['checkpoints.txt', Buffer.from(notes.join('\n'))],
    [`stamps/${sha256(notes[0] ?? '')}.tsr`, Buffer.from(sha256(notes[0] ?? ''), 'hex')],
    ['received.csv', Buffer.from('archive_uuid,display,name,from,until\n')],
    ['audit.jsonl', Buffer.from(audit)],
    ['keys.txt', Buffer.from([keyNote(older, older), keyNote(signer, older)].join('\n'))],
    ['README.txt', Buffer.from('Read')],
  ]);
  return { files, notes, signer, older, records, earlier, audit };
}

/** The ZIP of a bundle. */
export function zipOf(files: Bundle): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of files) zip.addBuffer(bytes, name);
  zip.end();
  return buffer(zip.outputStream);
}
