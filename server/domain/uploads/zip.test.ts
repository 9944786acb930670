import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';

import { field, zipOf } from '#tests/support/zip.ts';
import { bundleOf } from './bundle.ts';
import { readZip } from './zip.ts';

const LIMITS = { files: 200, ratio: 100, links: 'refuse' } as const;
/** The bytes that a packer of these machines writes for some letters. */
const PAGES: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  cp850: { Ü: [0x9a], ø: [0x9b], ä: [0x84], ü: [0x81] },
  cp437: { Ω: [0xea], é: [0x82] },
  'windows-1252': { Ü: [0xdc], '–': [0x96] },
  shift_jis: { 地: [0x92, 0x6e], 図: [0x90, 0x7d] },
  gbk: { 地: [0xb5, 0xd8], 图: [0xcd, 0xbc], 片: [0xc6, 0xac] },
  'euc-kr': { 지: [0xc1, 0xf6], 도: [0xb5, 0xb5] },
  ibm866: { К: [0x8a], а: [0xa0], р: [0xe0], т: [0xe2] },
  cp852: { Ł: [0x9d], ó: [0xa2], ź: [0xab] },
  cp737: { Χ: [0x95], ά: [0xe1], ρ: [0xa8], τ: [0xab], η: [0x9e], ς: [0xaa] },
  big5: { 地: [0xa6, 0x61], 圖: [0xb9, 0xcf] },
  'windows-1251': { К: [0xca], а: [0xe0], р: [0xf0], т: [0xf2] },
  'windows-1250': { Ł: [0xa3], ó: [0xf3], ź: [0x9f], '–': [0x96], á: [0xe1] },
  macintosh: { Ü: [0x86] },
  gb18030: { 㐀: [0x81, 0x39, 0xee, 0x39], 图: [0xcd, 0xbc] },
  cp857: { Ş: [0x9e], ı: [0x8d], ğ: [0xa7] },
  cp775: { Ķ: [0xe8], ē: [0x89], ž: [0xd8], ė: [0xd3] },
  cp862: { מ: [0x8e], פ: [0x94], ה: [0x84], ש: [0x99], ר: [0x98], ט: [0x88], ו: [0x85] },
  'windows-874': { แ: [0xe1], ผ: [0xbc], น: [0xb9] },
  'koi8-r': { К: [0xeb], а: [0xc1], р: [0xd2], т: [0xd4] },
  cp720: { خ: [0xa6], ر: [0xa9], ي: [0xef], ط: [0xe1], ة: [0xa1], ص: [0xad], و: [0xed] },
};
const inPage = (page: string) => (name: string) =>
  Buffer.from(Array.from(name, (one) => PAGES[page]?.[one] ?? [...Buffer.from(one)]).flat());

it.each([
  ['cp850', 'Übersicht.png'],
  ['cp850', 'kjøre ähnlich.png'],
  ['cp437', 'Ωmé.png'],
  ['windows-1252', 'Übersicht – 2.png'],
  ['shift_jis', '地図.png'],
  ['gbk', '地图.png'],
  ['euc-kr', '지도.png'],
  ['ibm866', 'Карта.png'],
  ['cp852', 'Łódź.png'],
  ['cp737', 'Χάρτης.png'],
  ['big5', '地圖.png'],
  ['windows-1251', 'Карта.png'],
  ['windows-1250', 'Łódź – plán.png'],
  ['macintosh', 'Übersicht.png'],
  ['gb18030', '㐀图.png'],
  ['cp857', 'Şema.png'],
  ['cp857', 'ığdır.png'],
  ['cp775', 'Ķēde.png'],
  ['cp775', 'žemėlapis.png'],
  ['cp862', 'מפה.png'],
  ['cp862', 'שרטוט.png'],
  ['windows-874', 'แผน.png'],
  ['koi8-r', 'Карта.png'],
  ['cp720', 'خريطة.png'],
  ['cp720', 'صورة.png'],
])('reads names in %s if its documents ask for them: %s', (page, name) => {
  for (const asked of [name, encodeURIComponent(name)]) {
    const files = { 'a.html': `<img src="pictures/${asked}">`, [`pictures/${name}`]: 'x' };
    const read = readZip(zipOf(files, { encode: inPage(page) }), LIMITS);
    expect([...read.keys()]).toEqual(['a.html', `pictures/${name}`]);
  }
});

it('reads names of folders alike, and refuses them where only folders have such names', () => {
  const encode = inPage('gbk');
  const files = { 'a.html': '<img src="地图/a.png">', '地图/': '', '地图/a.png': 'x' };
  expect([...readZip(zipOf(files, { encode }), LIMITS).keys()]).toEqual(['a.html', '地图/a.png']);
  expect(() => readZip(zipOf({ ...files, 'a.html': '<img src="map/a.png">' }, { encode }), LIMITS)).toThrow(
    /code page/,
  );
});

it('says so where no document asks for a name that is not UTF-8, and takes the name in UTF-8 where the packer has added it', () => {
  const files = { 'Übergabe.html': '<p class="editable" id="a">' };
  const encode = inPage('cp850');
  expect(() => readZip(zipOf(files, { encode }), LIMITS)).toThrow(/code page .* choose the folder/);
  const added = (sum: number) => (name: string) => {
    const head = Buffer.from([1, 0, 0, 0, 0]);
    head.writeUInt32LE(sum, 1);
    return field(0x7075, Buffer.concat([head, Buffer.from(name)]));
  };
  const right = added(crc32(encode('Übergabe.html')));
  expect([...readZip(zipOf(files, { encode, added: right }), LIMITS).keys()]).toEqual(['Übergabe.html']);
  // The file was renamed by a packer that does not know the field.
  expect(() => readZip(zipOf(files, { encode, added: added(1) }), LIMITS)).toThrow(/code page/);
});

it('reads ZIP64 of small files, and refuses a damaged one', () => {
  const zip = zipOf({ 'a.html': 'text', 'b/c.png': 'x' }, { isLarge: true });
  const read = readZip(zip, LIMITS);
  expect([...read].map(([name, content]) => [name, content().toString()])).toEqual([
    ['a.html', 'text'],
    ['b/c.png', 'x'],
  ]);
  zip.fill(0xff, zip.length - 22 - 12, zip.length - 22 - 4);
  expect(() => readZip(zip, LIMITS)).toThrow(/damaged/);
});

it('leaves out what systems and programs add by themselves, which counts for nothing', () => {
  const files = ['a.html', '._a.html', '.DS_Store', 'Thumbs.db', '~$Über.html', 'desktop.ini', '__MACOSX/a.html'];
  const zip = zipOf(
    files.map((name) => [name, 'x'] as const),
    { encode: inPage('cp850') },
  );
  expect([...readZip(zip, { ...LIMITS, files: 1 }).keys()]).toEqual(['a.html']);
  // A folder on a disk, and folders with a backslash.
  expect(
    bundleOf(new Map(['b\\a.html', 'b/._a.html', 'b/a.html'].map((name) => [name, () => zip])), 'b/').list,
  ).toEqual(['a.html']);
});

it.each([
  ['case', 'Übersicht.png', 'übersicht.PNG'],
  ['references to characters', 'Früh & Spät.png', 'Fr&uuml;h &amp; Sp&#228;t.png'],
  ['percent signs of some letters', 'Übersicht ä.png', '%c3%9cbersicht%20ä.png'],
])('finds the code page by what a document asks for in another form: %s', (_what, name, asked) => {
  const zip = zipOf({ 'a.html': `<img src="${asked}">`, [name]: 'x' }, { encode: inPage('cp850') });
  expect([...readZip(zip, LIMITS).keys()]).toEqual(['a.html', name]);
});

it('reads names that are UTF-8 by chance in the code page that the documents ask for, others as UTF-8', () => {
  const zip = (asked: string, isMarked?: boolean) =>
    readZip(
      zipOf({ 'a.html': `<img src="${asked}">`, '图片/1.png': 'x' }, { encode: inPage('gbk'), isMarked }),
      LIMITS,
    );
  expect([...zip('图片/1.png').keys()][1]).toBe('图片/1.png');
  expect([...zip('b.png').keys()][1]).toBe('ͼƬ/1.png');
  expect([...zip('图片/1.png', true).keys()][1]).toBe('ͼƬ/1.png');
});

it('finds the code page by a style sheet in that of Windows', () => {
  const css = Buffer.from('@charset "windows-1252";p{background:url("Übersicht.png")}', 'latin1');
  const zip = zipOf({ 'a.html': '<link href=s.css>', 's.css': css, 'Übersicht.png': 'x' }, { encode: inPage('cp850') });
  expect([...readZip(zip, LIMITS).keys()][2]).toBe('Übersicht.png');
});
