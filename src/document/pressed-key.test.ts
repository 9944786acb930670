import { expect, it } from 'vitest';
import { momentKey, pressedKey } from './pressed-key.ts';

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

it.each([
  [';', 'Semicolon', false, 'time'],
  [':', 'Semicolon', true, 'datetime'],
  // A browser that ignores Shift for a key's character with Ctrl.
  [';', 'Semicolon', true, 'datetime'],
  // German: with Shift both; by its place, the letter right of L.
  [';', 'Comma', true, 'time'],
  [':', 'Period', true, 'datetime'],
  ['ö', 'Semicolon', false, 'time'],
  ['Ö', 'Semicolon', true, 'datetime'],
  ['ж', 'Semicolon', false, 'time'],
  // French: a key each, and the key right of L is another letter, which browsers use themselves.
  [';', 'Comma', false, 'time'],
  [':', 'Period', false, 'datetime'],
  ['m', 'Semicolon', false, null],
  ['Dead', 'Semicolon', false, null],
  ['s', 'KeyS', false, null],
  [',', 'Comma', false, null],
] as const)('Ctrl with %s on %s asks for a moment', (key, code, isShift, which) => {
  expect(momentKey(key, code, isShift)).toBe(which);
});
