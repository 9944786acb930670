// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { printDocument } from './print-document.ts';
import { prepareJsdom } from '#tests/support/jsdom/jsdom-setup.ts';

prepareJsdom();
afterEach(() => {
  vi.useRealTimers();
});

it('says that a document did not open for the printer, and leaves nothing behind', async () => {
  vi.useFakeTimers();
  const failed = vi.fn<() => void>();
  printDocument({
    html: '<p>one',
    lines: 'marked',
    isStored: true,
    title: 'One',
    values: [],
    newAttributes: null,
    note: null,
  }).catch(failed);
  expect(document.querySelectorAll('iframe')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(failed).toHaveBeenCalledOnce();
  expect(document.body.children).toHaveLength(0);
});
