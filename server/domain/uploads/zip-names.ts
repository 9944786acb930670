import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { descendants, parseDocument, sourceTree } from '#common/document/html/html-tree.ts';
import { Refusal } from '../refusal.ts';
import { decoded } from './html-bytes.ts';
import { unescaped } from './outside.ts';

/** The upper halves of the code pages that a ZIP of MS-DOS and Windows has its names in: 850, 437, 852, 737, 857, 775, 862, 720. A browser knows the others. */
const DOS = [
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}',
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}',
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}',
  'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u{a0}',
  'ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ�ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ�×ÚÛÙìÿ¯´\u{ad}±�¾¶§÷¸°¨·¹³²■\u{a0}',
  'ĆüéāäģåćłēŖŗīŹÄÅÉæÆōöĢ¢ŚśÖÜø£Ø×¤ĀĪóŻżź”¦©®¬½¼Ł«»░▒▓│┤ĄČĘĖ╣║╗╝ĮŠ┐└┴┬├─┼ŲŪ╚╔╩╦╠═╬Žąčęėįšųūž┘┌█▄▌▐▀ÓßŌŃõÕµńĶķĻļņĒŅ’\u{ad}±“¾¶§÷„°∙·¹³²■\u{a0}',
  'אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}',
  'éâàçêëèïîّْô¤ـûùءآأؤ£إئابةتثجحخدذرزسشص«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ضطظعغفµقكلمنهوىي≡ًٌٍَُِ≈°∙·√ⁿ²■\u{a0}',
];

const ofDos = (upper: string) => (raw: Buffer) =>
  Array.from(raw, (byte) => (byte < 0x80 ? String.fromCodePoint(byte) : upper.charAt(byte - 0x80))).join('');

/** Code pages of other systems, by their names in browsers, the most usual ones first. */
const OTHERS =
  'shift_jis gb18030 euc-kr big5 ibm866 windows-1252 windows-1251 windows-1250 macintosh windows-874 windows-1253 ' +
  'windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic koi8-r euc-jp';
const WAYS = [
  ...DOS.map(ofDos),
  ...OTHERS.split(' ').map((label) => (raw: Buffer) => decoded(raw, label)?.text ?? null),
];

/** A file's name as it is stored in a ZIP. */
export type StoredName = {
  readonly raw: Buffer;
  /** True if the packer says that it is UTF-8. */
  readonly isMarked: boolean;
  /** The name in UTF-8 with a sum of the other one, if the packer has added it (field 0x7075 of the format's notes). */
  readonly unicode: Buffer | null;
};

/** The form of a name in which Windows and a Mac find it. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase();

/** The parts of a path that differ from one code page to another. */
const partsOf = (name: string): string[] => name.split(/[\\/]/).filter((part) => /[^ -~]/.test(part));

const isWhole = (way: readonly (string | null)[]): way is string[] => way.every((name) => name !== null);

/** A text as its addresses ask for files: without references to characters and percent signs. */
function askedIn(text: string): string {
  const plain = Array.from(descendants(parseDocument(text.replaceAll('<', ' '))), (node) => sourceTree.text(node)).join(
    '',
  );
  return foldedName(plain.replace(/(%[\da-f]{2})+/gi, unescaped));
}

/**
 * Decodes the names of a ZIP. Those that are not marked as UTF-8 are in the code page in which most of them stand in
 * the documents, else UTF-8: names of two Chinese signs each may be both.
 * @param documents the texts of its documents and style sheets
 * @throws {Refusal} if no code page gives names that the documents ask for
 */
export function decodedNames(names: readonly StoredName[], documents: () => readonly string[]): string[] {
  const likely = names.map(({ raw, unicode }) => {
    if (unicode && unicode.length > 5 && unicode.readUInt32LE(1) === crc32(raw)) return unicode.toString('utf8', 5);
    return isUtf8(raw) ? raw.toString('utf8') : null;
  });
  const sure = names.map(({ raw, unicode, isMarked }, at) =>
    unicode || isMarked || !/[^ -~]/.test(raw.toString('latin1')) ? (likely[at] ?? null) : null,
  );
  if (isWhole(sure)) return sure;
  const text = askedIn(documents().join('\n'));
  const asked = (way: readonly string[]): number =>
    way.filter((name, at) => sure[at] === null && partsOf(name).some((part) => text.includes(foldedName(part)))).length;
  if (isWhole(likely) && asked(likely) > 0) return likely;
  const best = [likely, sure]
    .flatMap((known) => WAYS.map((way) => names.map(({ raw }, at) => known[at] ?? way(raw))))
    .filter(isWhole)
    .reduce((most, way) => (asked(way) > asked(most) ? way : most));
  if (asked(best) > 0 || isWhole(likely)) return best;
  throw new Refusal(
    'invalid',
    'Names of files in this ZIP are in a code page that cannot be told from it: choose the folder in place of the ZIP, or pack it anew with names in UTF-8.',
  );
}
