// @vitest-environment jsdom
import { fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom/jsdom-setup.ts';
import { DOCUMENT_PLACE, usePrintKey } from './use-print-key.ts';

prepareJsdom();

const print = vi.fn<(no: number) => void>();

function Place({ no }: { no: number }) {
  const place = useRef<HTMLDivElement>(null);
  usePrintKey(place, () => print(no));
  return <div ref={place} {...{ [DOCUMENT_PLACE]: '' }} />;
}

it('prints once for a press, however often the document was rendered', () => {
  const { rerender } = render(<Place no={1} />);
  rerender(<Place no={2} />);
  fireEvent.keyDown(window, { key: 'p', ctrlKey: true });
  fireEvent.keyDown(window, { key: 'з', code: 'KeyP', ctrlKey: true });
  expect(print.mock.calls).toEqual([[2], [2]]);
});
