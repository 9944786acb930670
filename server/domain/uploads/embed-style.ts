/** Replacements for an address: another one, or null to leave it unchanged. */
export type Embed = {
  /** @returns a `data:` address */
  file: (address: string) => string | null;
  /** @returns the text of a style sheet, its own addresses embedded */
  sheet: (address: string) => string | null;
};

/** A pattern for a name as CSS may spell it: each letter also as an escape (`u\72l`). */
const spelled = (name: string): string =>
  name.replaceAll(/./g, (letter) => {
    const codes = [letter, letter.toUpperCase()].map((one) => one.codePointAt(0)?.toString(16));
    // Before a hexadecimal digit a backslash begins a code point.
    const itself = /[\da-f]/.test(letter) ? letter : String.raw`\\?${letter}`;
    return String.raw`(?:${itself}|\\0{0,4}(?:${codes.join('|')})\s?)`;
  });
const ADDRESS = String.raw`(?:${spelled('url')}|${spelled('src')})\(`;

// Comments and strings are matched as a whole. No alternative can fail after its first characters, so no text is read
// twice.
const PARTS = new RegExp(
  [
    String.raw`\/\*[^]*?(?:\*\/|$)`,
    // Its address is a name, and is not requested.
    String.raw`@${spelled('namespace')}[^;{}]*`,
    String.raw`@${spelled('import')}\s*(?:${ADDRESS}\s*(?:"([^"\n]*)"?|'([^'\n]*)'?|([^)"'\s;]*))\s*\)?|"([^"\n]*)"?|'([^'\n]*)'?)([^;{}]*);?`,
    String.raw`${ADDRESS}\s*(?:"([^"\n]*)"?|'([^'\n]*)'?|([^)"'\s]*))\s*\)?`,
    String.raw`"((?:[^"\\\n]+|\\[^])*)"?`,
    String.raw`'((?:[^'\\\n]+|\\[^])*)'?`,
    String.raw`(${spelled('image-set')}\()`,
    String.raw`[(){};]`,
  ].join('|'),
  'gi',
);

/** Decodes escapes of CSS in an address: `\` before a character, or a code point. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:([\da-f]{1,6})\s?|([^]))/gi, (_all, code: string | undefined, sign: string | undefined) =>
    code === undefined ? (sign ?? '') : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  );

function condition(text: string, sheet: string): string {
  const layer = /^\s*layer(?:\(([^)]*)\)|\b)/i.exec(text);
  const rest = text.slice(layer?.[0].length ?? 0);
  const supports = /^\s*supports\(([^]*?)\)(?=\s*(?:$|[a-z(]))/i.exec(rest);
  const media = rest.slice(supports?.[0].length ?? 0).trim();
  let written = sheet;
  if (layer) written = `@layer ${layer[1]?.trim() ?? ''} {\n${written}\n}`;
  if (supports) written = `@supports (${supports[1]}) {\n${written}\n}`;
  return media === '' ? written : `@media ${media} {\n${written}\n}`;
}

/**
 * Embeds the files that a style sheet asks for: those of `url()`, `src()` and `image-set()` as `data:` addresses,
 * `@import` as the text of the other sheet.
 * @param css the sheet, or the value of a `style` attribute
 */
export function embedInStyle(css: string, { file, sheet }: Embed): string {
  // Parentheses that are open since `image-set(`, whose own strings are addresses; 0 outside of it.
  let open = 0;
  return css.replace(PARTS, (whole, ...groups: (string | undefined)[]) => {
    const imported = groups.slice(0, 5).find((group) => group !== undefined);
    if (imported !== undefined) {
      const text = sheet(unescaped(imported));
      return text === null ? whole : condition(groups[5] ?? '', text);
    }
    const [written, image] = [groups[9] ?? groups[10], groups[11]];
    if (image !== undefined) open = 1;
    else if (whole === '(') open += open > 0 ? 1 : 0;
    else if (whole === ')') open -= open > 0 ? 1 : 0;
    else if (/^[;{}]$/.test(whole)) open = 0;
    const address = groups.slice(6, 9).find((group) => group !== undefined) ?? (open === 1 ? written : undefined);
    if (address === undefined) return whole;
    const data = file(unescaped(address));
    return data === null ? whole : `url("${data}")`;
  });
}
