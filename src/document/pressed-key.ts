/**
 * Names a key, in lower case, so that shortcuts are where a person looks for them on any keyboard: a Latin letter or a sign by what the key writes; what
 * has no Latin letters is read by the key's place. AltGraph writes other signs, and makes no shortcut.
 * @param code the key's place, such as `KeyS`
 */
export function pressedKey(key: string, code: string, isAltGraph: boolean): string {
  // Cyrillic and Hebrew keyboards have the full stop where the slash is.
  const isSlash = code === 'Slash' && key === '.';
  if (isAltGraph || !(isSlash || isForeign(key))) return key.toLowerCase();
  return code === 'Slash' ? '/' : (/^Key([A-Z])$/.exec(code)?.[1] ?? key).toLowerCase();
}

const isForeign = (key: string): boolean => !/[\0-\x7f]|\p{Script=Latin}/u.test(key);
