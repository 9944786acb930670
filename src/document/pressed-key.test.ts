import { expect, it } from 'vitest';
import { pressedKey } from './pressed-key.ts';

it.each([
  ['s', 'KeyS', 's'],
  ['S', 'KeyS', 's'],
  ['ы', 'KeyS', 's'],
  ['З', 'KeyP', 'p'],
  ['ד', 'KeyS', 's'],
  ['े', 'KeyS', 's'],
  ['ㄴ', 'KeyS', 's'],
  // Dvorak: the letter counts.
  ['o', 'KeyS', 'o'],
  ['s', 'Semicolon', 's'],
  ['/', 'Slash', '/'],
  ['/', 'Digit7', '/'],
  ['ظ', 'Slash', '/'],
  ['.', 'Slash', '/'],
  ['.', 'Period', '.'],
  ['-', 'Slash', '-'],
  ['ß', 'KeyS', 'ß'],
  ['ș', 'KeyS', 'ș'],
  ['ế', 'KeyS', 'ế'],
  ['€', 'KeyS', '€'],
  ['Enter', 'NumpadEnter', 'enter'],
  ['Process', 'KeyS', 'process'],
])('%s on %s is %s', (key, code, name) => {
  expect(pressedKey(key, code, false).toLowerCase()).toBe(name);
});

it('what AltGraph writes is no letter of a shortcut', () => {
  expect(pressedKey('ы', 'KeyS', true)).toBe('ы');
});
