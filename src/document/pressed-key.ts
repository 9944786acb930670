/** Beyond the Latin letters with their accents, and no sign such as the euro's. */
const isForeign = (key: string): boolean =>
  key > '\u024f' && !(key >= '\u1e00' && key < '\u1f00') && !(key >= '\u2000' && key < '\u2c00');

/**
 * Whether a key, with Ctrl, asks for the local time or for date and time: `;` and `:`, with Shift or without, as a keyboard has them. Where a letter beyond
 * ASCII has their place on an American one (German Ö, Russian Ж), that one does it as well, with Shift for the date.
 */
export function momentKey(key: string, code: string, isShift: boolean): 'time' | 'datetime' | null {
  const isPlace = code === 'Semicolon';
  if (key === ':' || (isPlace && isShift && key === ';')) return 'datetime';
  if (key === ';') return 'time';
  return isPlace && key.length === 1 && key > '\u007f' ? (isShift ? 'datetime' : 'time') : null;
}

/**
 * Which key was pressed, so that shortcuts are where a person looks for them on any keyboard: a Latin letter or a sign by what the key writes; what has no
 * Latin letters is read by the key's place. AltGraph writes other signs, and makes no shortcut. In a frame a document may have replaced the methods of texts:
 * none is called here.
 * @param code the key's place, such as `KeyS`
 */
export function pressedKey(key: string, code: string, isAltGraph: boolean): string {
  // Cyrillic and Hebrew keyboards have the full stop where the slash is.
  const isSlash = code === 'Slash' && key === '.';
  if (isAltGraph || !(isSlash || isForeign(key))) return key;
  if (code === 'Slash') return '/';
  return code.length === 4 && code[0] === 'K' ? (code[3] ?? key) : key;
}
