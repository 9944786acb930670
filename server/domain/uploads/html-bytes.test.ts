import { expect, it } from 'vitest';
import { readHtml } from './html-bytes.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
const wide = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

it.each<[string, Buffer, string | null, string | null]>([
  ['UTF-8', Buffer.from('<p>é'), '<p>é', null],
  ['UTF-8 with a mark, which stays', Buffer.from('\uFEFF<p>é'), '\uFEFF<p>é', null],
  ['UTF-8 that says something else', Buffer.from('<meta charset=latin1>é'), '<meta charset=latin1>é', null],
  ['windows-1252', latin1('<meta charset=windows-1252>\x80\xe9'), '<meta charset=utf-8>€é', 'windows-1252'],
  [
    'an old form, under another name',
    latin1('<META content="text/html; charset=ISO-8859-1" http-equiv=Content-Type>\xe9'),
    '<META content="text/html; charset=utf-8" http-equiv=Content-Type>é',
    'windows-1252',
  ],
  ['XML', latin1('<?xml version="1.0" encoding="koi8-r"?>\xc1'), '<?xml version="1.0" encoding="utf-8"?>а', 'koi8-r'],
  ['Shift_JIS', latin1("<meta charset='Shift_JIS'>\x8f\xc1\x96h"), "<meta charset='utf-8'>消防", 'shift_jis'],
  ['ISO-2022-JP', latin1('<meta charset=iso-2022-jp>\x1b$B>C\x1b(B'), '<meta charset=utf-8>消', 'iso-2022-jp'],
  ['windows-1250', latin1('<meta charset=windows-1250>\xa3\xf3d\x9f'), '<meta charset=utf-8>Łódź', 'windows-1250'],
  [
    'windows-1251',
    latin1('<meta charset=windows-1251>\xca\xe0\xf0\xf2\xe0'),
    '<meta charset=utf-8>Карта',
    'windows-1251',
  ],
  [
    'windows-1256',
    latin1('<meta charset=windows-1256>\xce\xd1\xed\xd8\xc9'),
    '<meta charset=utf-8>خريطة',
    'windows-1256',
  ],
  ['GB2312', latin1('<meta charset=GB2312>\xb5\xd8\xcd\xbc'), '<meta charset=utf-8>地图', 'gbk'],
  ['Big5', latin1('<meta charset=Big5>\xa6a\xb9\xcf'), '<meta charset=utf-8>地圖', 'big5'],
  ['EUC-KR', latin1('<meta charset=EUC-KR>\xc1\xf6\xb5\xb5'), '<meta charset=utf-8>지도', 'euc-kr'],
  ['EUC-JP', latin1('<meta charset=EUC-JP>\xbe\xc3\xcb\xc9'), '<meta charset=utf-8>消防', 'euc-jp'],
  ['macintosh', latin1('<meta charset=macintosh>\x86bersicht'), '<meta charset=utf-8>Übersicht', 'macintosh'],
  ['ibm866', latin1('<meta charset=ibm866>\x8a\xa0\xe0\xe2\xa0'), '<meta charset=utf-8>Карта', 'ibm866'],
  ['UTF-16 without a mark', wide('<p>消').subarray(2), '<p>消', 'utf-16le'],
  ['the other way round without a mark', swapped(wide('<p>消')).subarray(2), '<p>消', 'utf-16be'],
  ['UTF-16 with a mark', wide('<meta charset=utf-16><p>消'), '<meta charset=utf-8><p>消', 'utf-16le'],
  ['UTF-16 the other way round', swapped(wide('<p>消')), '<p>消', 'utf-16be'],
  [
    'what a comment says of it',
    latin1('<!-- <meta charset=koi8-r> --><meta charset=latin1>\xe9'),
    '<!-- <meta charset=koi8-r> --><meta charset=utf-8>é',
    'windows-1252',
  ],
  ['no word of it', latin1('<p>\xe9'), null, null],
  ['a name that nobody knows', latin1('<meta charset=x-unknown>\xe9'), null, null],
  ['what it is not', latin1('<meta charset=shift_jis>\xff\xff'), null, null],
  ['half a sign', wide('<p>').subarray(0, -1), null, null],
])('%s', (_name, bytes, text, encoding) => {
  expect(readHtml(bytes)).toEqual(text === null ? null : { text, encoding });
});
