import { afterEach, expect, it, vi } from 'vitest';
import { printDocument } from '#document/print-document.ts';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';

prepareJsdom();
afterEach(() => {
  vi.useRealTimers();
});

it('says once that a document did not open for the printer, and leaves nothing behind', () => {
  vi.useFakeTimers();
  const onFailed = vi.fn<() => void>();
  printDocument({ html: '<p>one', title: 'One', values: [], note: null, onFailed });
  expect(document.querySelectorAll('iframe')).toHaveLength(1);
  vi.advanceTimersByTime(9_000);
  expect(onFailed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(onFailed).toHaveBeenCalledOnce();
  expect(document.body.children).toHaveLength(0);
});
