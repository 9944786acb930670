// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { keepTyped, TypedOnPage, untakenText } from './typed-on-page.ts';

/** Windows reports AltGr with Ctrl and Alt. */
function keyOf(letter: string): KeyboardEvent {
  const isAltGraph = letter === '@';
  const key = letter === '\n' ? 'Enter' : letter;
  const event = new KeyboardEvent('keydown', {
    key,
    ctrlKey: isAltGraph,
    altKey: isAltGraph,
    bubbles: true,
    cancelable: true,
  });
  event.getModifierState = (name) => isAltGraph && name === 'AltGraph';
  return event;
}

/** Types on the page while something opens, then gives the keyboard to a field. @returns its text and its keys, and the text without a field */
async function typeBefore(role: string, typed: string): Promise<[text: string, keys: string[], untaken: string]> {
  document.body.innerHTML = `<input role="${role}">`;
  const field = document.querySelector('input') as HTMLInputElement;
  const keys: string[] = [];
  field.addEventListener('keydown', ({ key }) => keys.push(`${key} after ${field.value}`));
  document.execCommand = (_command, _ui, text = '') => ((field.value += text), true);
  let untaken = '';
  untakenText.report = (text) => void (untaken = text);
  keepTyped(Promise.resolve(true));
  for (const letter of typed) document.body.dispatchEvent(keyOf(letter));
  field.focus();
  await Promise.resolve();
  return [field.value, keys, untaken];
}

it('gives Enter to the search of quick open with the words before it, and to no other field', async () => {
  expect(await typeBefore('combobox', 'bo\n')).toEqual(['bo', ['Enter after bo'], '']);
  expect(await typeBefore('combobox', '\n bo\npapa\n')).toEqual([' bo', ['Enter after  bo'], 'papa']);
  expect(await typeBefore('combobox', '\n')).toEqual(['', [], '']);
  expect(await typeBefore('searchbox', 'bo\n')).toEqual(['bo', [], '']);
});

it('keeps what is typed with AltGr', async () => {
  expect(await typeBefore('searchbox', 'dana@ready')).toEqual(['dana@ready', [], '']);
});

it('takes back letters that were typed in the document before', () => {
  const typed = new TypedOnPage();
  typed.begin();
  for (const key of ['Backspace', 'B', 'C', 'Backspace']) document.body.dispatchEvent(keyOf(key));
  expect(typed.end('Night log C')).toBe('Night log B');
  typed.begin();
  for (const key of ['Backspace', 'Backspace', 'B']) document.body.dispatchEvent(keyOf(key));
  expect(typed.end('C')).toBe('B');
});
