/** True for a single character, and false for the name of a key: no name is that short, and none begins beyond ASCII. */
const isCharacter = (key: string): boolean => key.length === 1 || (key[0] ?? '') > '\u007f';

/** The text that a key types, a line feed for Enter; null for any other key, and for a shortcut. */
export const typedText = (key: string, isShortcut: boolean): string | null =>
  isShortcut ? null : key === 'Enter' ? '\n' : isCharacter(key) ? key : null;

/** Beyond the Latin letters with their accents, and no sign such as the euro's. */
const isForeign = (key: string): boolean =>
  key > '\u024f' && !(key >= '\u1e00' && key < '\u1f00') && !(key >= '\u2000' && key < '\u2c00');

/**
 * True if a key, with Ctrl, inserts the local time or date and time: `;` and `:`, with Shift or without, as a keyboard has them. If a letter beyond
 * ASCII has their place on an American keyboard (German Ö, Russian Ж), it does so as well, with Shift for the date.
 */
export function momentKey(key: string, code: string, isShift: boolean): 'time' | 'datetime' | null {
  const isPlace = code === 'Semicolon';
  if (key === ':' || (isPlace && isShift && key === ';')) return 'datetime';
  if (key === ';') return 'time';
  return isPlace && key.length === 1 && key > '\u007f' ? (isShift ? 'datetime' : 'time') : null;
}

/**
 * The key that was pressed, so that shortcuts are in the expected place on any keyboard: a Latin letter or a sign is read by the character that it
 * writes; a key without Latin letters by its place. AltGraph writes other signs, and makes no shortcut. In a frame a document may have replaced the
 * methods of strings: none is called here.
 * @param code the key's place, such as `KeyS`
 */
export function pressedKey(key: string, code: string, isAltGraph: boolean): string {
  // Cyrillic and Hebrew keyboards have the full stop in the slash's place.
  const isSlash = code === 'Slash' && key === '.';
  if (isAltGraph || !(isSlash || isForeign(key))) return key;
  if (code === 'Slash') return '/';
  return code.length === 4 && code[0] === 'K' ? (code[3] ?? key) : key;
}
