// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { guardInput, keyOf } from './keys.ts';

const onKey = vi.fn<(key: string) => void>();
guardInput(window);
document.addEventListener('keydown', (event) => onKey(keyOf(event)), true);

it('what an input method takes is for nobody else; a shortcut is heard, and a key by itself', () => {
  fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true });
  fireEvent.keyDown(document.body, { key: 'Escape', keyCode: 229 });
  fireEvent.keyDown(document.body, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(document.body, { key: 'ы', code: 'KeyS', ctrlKey: true, isComposing: true });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onKey.mock.calls.flat()).toEqual(['s', 'escape']);
});

it('what a browser has filled in is no key', () => {
  onKey.mockClear();
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
  expect(onKey).not.toHaveBeenCalled();
});
