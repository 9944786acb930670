import { folded } from './folded.ts';

/** Cuts text into words, those of scripts without blanks included. Its locale is fixed: the same text always has the same words. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Maximum length of a word, in characters: the rest of a longer one is not searched. */
const WORD_MAX = 80;

/** Characters of a text whose words are searched: cutting a million words takes seconds. */
const TEXT_MAX = 100_000;

/** Control characters, and halves of a character: no database stores all of them. */
const NO_TEXT = /[\p{Cc}\p{Cs}]/gu;

/** A number with separators between its thousands. */
const THOUSANDS = /^\d{1,3}(?:([,.'])\d{3})(?:\1\d{3})*$/;
const withoutSeparators = (word: string): string => (THOUSANDS.test(word) ? word.replace(/[,.']/g, '') : word);

/** Words and signs of a text in the form for searches, in their order. */
function* segments(text: string): Generator<{ word: string; isSign: boolean }> {
  for (const { segment, isWordLike } of segmenter.segment(folded(text.slice(0, TEXT_MAX)).replace(NO_TEXT, ' '))) {
    const word = Array.from(segment.trim()).slice(0, WORD_MAX).join('');
    if (word !== '') yield { word, isSign: isWordLike !== true };
  }
}

/** Each word and sign of a text once. A number with separators is also there without them. */
export function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const { word } of segments(text)) words.add(word).add(withoutSeparators(word));
  return words;
}

/** The words of a search, each once. Punctuation counts only where there is nothing else. */
export function soughtWords(text: string): string[] {
  const all = [...segments(text)];
  const words = all.filter(({ word, isSign }) => !isSign || !/^\p{P}+$/u.test(word));
  return [...new Set((words.length > 0 ? words : all).map(({ word }) => withoutSeparators(word)))];
}
