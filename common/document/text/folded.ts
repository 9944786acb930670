/** Characters with nothing to fold but their case, which is much faster: a document may have 20,000 regions. */
const PLAIN = /^[\n -~]*$/;

/** Letters that no decomposition takes apart, as people write them who have a plain keyboard. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ȷ: 'j',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ə: 'e',
  ǝ: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ɓ: 'b',
  ƈ: 'c',
  ɖ: 'd',
  ɗ: 'd',
  ƒ: 'f',
  ǥ: 'g',
  ɠ: 'g',
  ɣ: 'g',
  ɨ: 'i',
  ɩ: 'i',
  ƙ: 'k',
  ɲ: 'n',
  ɍ: 'r',
  ƭ: 't',
  ʉ: 'u',
  ʊ: 'u',
  ʋ: 'v',
  ƴ: 'y',
  ƶ: 'z',
  ʒ: 'z',
  ς: 'σ',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/*
 * Marks that a writer may leave out: all of a Latin, Greek or Cyrillic letter, the points of Hebrew and Arabic, and then the hamza of an alef. In
 * other scripts marks are letters or make another one: vowels of Hindi and Thai, the dakuten of kana.
 */
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;
const POINTS = /[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u0652\u0656-\u065F\u0670]/g;
const ALEF = /\u0627[\u0653-\u0655]+/g;

/**
 * Text in the form for searches, in every list and on the server alike: without case, accents and invisible characters (soft hyphens, zero width
 * blanks and joiners, marks of direction). Never for the question whether two names are the same one: 'Bo' and 'Bø' are two people.
 */
export function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{DI}/gu, '')
      .replace(ACCENTS, '$1')
      .replace(POINTS, '')
      .replace(ALEF, '\u0627')
      .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
      // A letter with its mark is not found by the letter alone, but a syllable of Korean is found while it is typed.
      .replace(/\P{Script=Hangul}+/gu, (part) => part.normalize('NFC'))
  );
}
