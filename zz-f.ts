import { folded } from '#common/document/text/folded.ts';
import { indexed, matching } from './src/ui/lists/arrange.ts';
import { suggestionsFor } from '#common/document/regions/suggestions.ts';
import { soughtWords, wordsOf } from '#common/document/text/words.ts';
import { searchKey } from '#server/storage/names.ts';
import { copiedCode } from '#common/calls/copied-code.ts';
const pairs: [string, string, boolean][] = [
  ['Łódź', 'lodz', true],
  ['Łódź', 'ŁÓDŹ', true],
  ['Ŋuŋ', 'nun', true],
  ['Straße', 'strasse', true],
  ['strasse', 'straße', true],
  ['Strasse', 'STRAẞE', true],
  ['Αθήνα', 'αθηνα', true],
  ['ΑΘΉΝΑ', 'Αθήνα', true],
  ['Οδός', 'οδοσ', true],
  ['ΟΔΟΣ', 'οδός', true],
  ['Ёлка', 'елка', true],
  ['Майский', 'маискии', true],
  ['Київ', 'киів', true],
  ['กา', 'ก่า', false],
  ['राम', 'रमा', false],
  ['कि', 'क', true],
  ['22 °C', '°', true],
  ['½ Liter', '½', true],
  ['A → B', '→', true],
  ['A → B', '°', false],
  ['1/2', '½', false],
  ['½', '1', false],
  ['Ǻngström', 'angstrom', true],
  ['İstanbul', 'istanbul', true],
  ['ISPARTA', 'ısparta', true],
  ['Þingvellir', 'thingvellir', true],
  ['Œuvre', 'oeuvre', true],
  ['Škoda', 'skoda', true],
  ['Đồng Hới', 'dong hoi', true],
  ['ŉ', 'n', true],
  ['Ĳmuiden', 'ijmuiden', true],
  ['ǅ', 'dz', true],
  ['ꜳ', 'aa', true],
  ['Ꜩ', 'tz', true],
  ['ﬀ', 'ff', true],
  ['Hawaiʻi', 'hawaii', true],
  ['O’Brien', "o'brien", true],
  ['O’Brien', 'obrien', true],
  ['naïve', 'naive', true],
  ['ḿ', 'm', true],
  ['Ѝ', 'и', true],
  ['Ґ', 'г', true],
  ['ҙ', 'з', false],
  ['ў', 'у', true],
  ['ѐ', 'е', true],
  ['ΐ', 'ι', true],
  ['ᾳ', 'α', true],
  ['كتاب', 'كتـاب', true],
  ['ى', 'ي', true],
  ['ة', 'ه', true],
  ['إسلام', 'اسلام', true],
  ['آب', 'اب', true],
  ['یک', 'يك', true],
  ['ガス', 'がす', true],
  ['ｶﾞｽ', 'ガス', true],
  ['㍿', '株式会社', true],
  ['１２', '12', true],
  ['١٢', '12', true],
  ['१२', '12', true],
  ['m²', 'm2', true],
  ['№ 5', 'no 5', true],
  ['5 µm', '5 μm', true],
  ['5 Ω', '5 ω', true],
  ['Å', 'a', true],
  ['①', '1', true],
  ['€ 5', '€', true],
  ['#', '#', true],
  ['🦖 Rex', '🦖', true],
  ['👍🏽', '👍', true],
  ['🇩🇪', '🇩🇪', true],
  ['–', '-', true],
  ['Ѕ', 's', false],
  ['ɑ', 'a', true],
  ['ŀl', 'l', true],
  ['col·lecció', 'colleccio', true],
  ['Ångström', 'ångström', true],
  ['ъёл', 'ъел', true],
];
for (const [text, q, want] of pairs) {
  const list =
    matching(
      indexed([{ n: text }], ({ n }) => ({ name: n })),
      q,
    ).length > 0;
  const sug = suggestionsFor([text + ' x'], q, false).length > 0;
  const rec = (() => {
    const w = wordsOf(text);
    const s = soughtWords(q);
    return s.length > 0 && s.every((one) => [...w].some((x) => x.startsWith(one)));
  })();
  const server = searchKey(text).includes(searchKey(q));
  const attr = folded(text).includes(folded(q).trim());
  const all = [list, server, attr, sug, rec];
  if (all.some((x) => x !== want))
    console.log(
      text,
      q,
      'want',
      want,
      'list,server,attr,sug,rec =',
      all.map(Number).join(''),
      JSON.stringify([folded(text), folded(q)]),
    );
}
for (const c of [
  ' abcde-fghij ',
  'ABCDE FGHIJ',
  'ａｂｃ－１２',
  '١٢٣ ٤٥٦',
  '१२३४५६',
  '123‑456',
  '123 456',
  '１２３４５６',
  '๑๒๓',
  '𝟏𝟐𝟑',
  '\u200f123\u200e456\ufeff',
  'abc\tde\n',
  'аbс',
  '“123456”',
  '123.456',
  'Ⅳ',
  '①②③',
  '൧൨൩',
  '𞥑𞥒',
  '߁߂',
])
  console.log(JSON.stringify(c), copiedCode(c));
