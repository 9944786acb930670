import { expect, it } from 'vitest';
import { zipOf } from '#tests/support/zip.ts';
import { examineUpload } from './upload.ts';

type Sent = readonly (readonly [name: string, content: string | Uint8Array])[];
const examined = (sent: Sent) =>
  examineUpload(
    sent.map(([name, content]) => ({ name, bytes: Buffer.from(content as string) })),
    false,
    null,
  );
const zip = (files: Sent, options?: Parameters<typeof zipOf>[1]): Sent => [['a.zip', zipOf(files, options)]];

const DAMAGED = /^It is no ZIP file, or it is damaged\.$/;
const REGION = '<p class="editable" id="a">';
const twice: Sent = [
  ['a.html', REGION],
  ['a.html', REGION],
];
const many: Sent = Array.from({ length: 201 }, (_one, at) => [`${at}.txt`, 'x']);
const bomb: Sent = [['a.html', 'x'.repeat(4_000_000)]];
const list = JSON.stringify(
  [1, 2].map((no) => ({ uuid: `0b6f4c1e-5d0a-4c57-9a3e-6f1f6f2f9b0${no}`, name: 'Log', file_name: 'a.html' })),
);

function withWrongSum(bytes: Buffer): Buffer {
  const sum = bytes.lastIndexOf('PK\x01\x02') + 16;
  bytes.writeUInt8(bytes.readUInt8(sum) ^ 1, sum);
  return bytes;
}

it.each<[what: string, sent: Sent, words: RegExp]>([
  ['another text in a ZIP', [['a.zip', 'Dear chief']], DAMAGED],
  ['a ZIP that was cut off', [['a.zip', zipOf(twice).subarray(0, -40)]], DAMAGED],
  ['a wrong sum', [['a.zip', withWrongSum(zipOf({ 'a.html': REGION }))]], DAMAGED],
  ['more than the list of a ZIP says', zip(bomb, { size: 100 }), DAMAGED],
  ['more than a hundred times its size', zip(bomb), /^It unpacks to more than 100 times/],
  ['more than 50 MB', zip([['a.css', ' '.repeat(60_000_000)]]), /^It unpacks to more than 50 MB/],
  ['too many files', zip(many), /^It holds more than 200 files/],
  ['a link', zip([['a.html', '/etc/passwd']], { mode: 0xa1ff }), /^It holds the link "a\.html"/],
  ['a path that leads out', zip([['../a.html', REGION]]), /^It holds the path "\.\.\/a\.html", which lies outside/],
  ['a path from the root', zip([['/etc/a.html', REGION]]), /^It holds the path "\/etc\/a\.html"/],
  ['a path with a drive', zip([['C:\\a.html', REGION]]), /^It holds the path "C:\/a\.html"/],
  ['a name that is there twice', zip(twice), /^It holds the file "a\.html" twice/],
  ['the same file twice', twice, /^It holds the file "a\.html" twice/],
  ['a file of another kind', [['a.pdf', 'x']], /^a\.pdf is neither HTML nor a ZIP/],
  ['a catalogue that names a file again', zip([...twice.slice(1), ['catalogue.json', list]]), /stands in it twice\.$/],
  [
    'a picture that is too large',
    [
      ['a.html', '<img src="b.png">'],
      ['b.png', 'x'.repeat(5_000_001)],
    ],
    /^b\.png is larger than 5 MB/,
  ],
])('refuses %s in words', (_what, sent, words) => {
  expect(() => examined(sent)).toThrow(words);
});

it.each<[what: string, html: string, beside: Sent]>([
  ['a picture', '<img src="b.png">', [['b.png', 'x'.repeat(4_900_000)]]],
  ['a picture that is there twice', '<img src="b.png"><img src="b.png">', [['b.png', 'x'.repeat(2_500_000)]]],
  [
    'style sheets, each of which imports the next one twice',
    '<style>@import "s0.css"</style>',
    Array.from({ length: 40 }, (_one, at) => [
      `s${at}.css`,
      `@import "s${at + 1}.css";@import "s${at + 1}.css";p{}`.padEnd(50_000),
    ]),
  ],
])('embeds no more than a document may have: %s', (_what, html, beside) => {
  const [document] = examined([['a.html', REGION + html], ...beside]);
  expect(document?.problems).toEqual([expect.stringMatching(/^With the files .* it is larger than 5 MB/)]);
});
