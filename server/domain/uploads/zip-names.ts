import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { Refusal } from '../refusal.ts';

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

function ofBrowsers(label: string) {
  return (raw: Buffer): string | null => {
    try {
      return new TextDecoder(label, { fatal: true }).decode(raw);
    } catch {
      return null;
    }
  };
}

/** Ways to read names that are not UTF-8, the most usual ones first. */
const WAYS = [
  ...DOS.map(ofDos),
  ...'shift_jis gb18030 euc-kr big5 ibm866 windows-1252 windows-1251 windows-1250 macintosh'.split(' ').map(ofBrowsers),
];

/** A file's name as it is stored in a ZIP. */
export type StoredName = {
  readonly raw: Buffer;
  /** The name in UTF-8 with a sum of the other one, if the packer has added it (field 0x7075 of the format's notes). */
  readonly unicode: Buffer | null;
};

/** The parts of a path that differ from one code page to another. */
const partsOf = (name: string): string[] => name.split(/[\\/]/).filter((part) => /[^ -~]/.test(part));

/**
 * Decodes the names of a ZIP. Those that are not UTF-8 are in the code page in which most of them stand in the
 * documents.
 * @param documents the texts of its documents and style sheets
 * @throws {Refusal} if no code page gives names that the documents ask for
 */
export function decodedNames(names: readonly StoredName[], documents: () => readonly string[]): string[] {
  const known = names.map(({ raw, unicode }) => {
    if (unicode && unicode.length > 5 && unicode.readUInt32LE(1) === crc32(raw)) return unicode.toString('utf8', 5);
    return isUtf8(raw) ? raw.toString('utf8') : null;
  });
  if (known.every((name) => name !== null)) return known;
  const text = documents().join('\n').normalize('NFC');
  const isAsked = (name: string): boolean =>
    partsOf(name).some((part) => text.includes(part.normalize('NFC')) || text.includes(encodeURIComponent(part)));
  const read = WAYS.map((way) => names.map(({ raw }, at) => known[at] ?? way(raw)));
  const asked = (way: readonly (string | null)[]): number =>
    way.filter((name, at) => known[at] === null && name !== null && isAsked(name)).length;
  const best = read
    .filter((way) => way.every((name) => name !== null))
    .reduce((most, way) => (asked(way) > asked(most) ? way : most));
  if (asked(best) > 0) return best;
  throw new Refusal(
    'invalid',
    'Names of files in this ZIP are in a code page that cannot be told from it: choose the folder in place of the ZIP, or pack it anew with names in UTF-8.',
  );
}
