// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom/jsdom-setup.ts';
import type { RegionControl } from '#common/document/html/region-controls.ts';
import { AttributeRow } from './attribute-row.tsx';

prepareJsdom();

const ignore = (): void => undefined;
const row = (control?: RegionControl) => (
  <AttributeRow
    id="when"
    name="When"
    value="a"
    control={control}
    lines={1}
    isReading={false}
    isUnreadable={false}
    theirs={undefined}
    onReach={ignore}
    onEdit={ignore}
    onUnreadable={ignore}
    onPasteUrl={ignore}
  />
);
const date: RegionControl = { kind: 'line', type: 'date' };

it('keeps the field that a user types in when another one is found for its region, until the focus has left', async () => {
  const user = userEvent.setup();
  const { rerender } = render(row());
  await user.type(screen.getByRole('textbox'), 'b');
  rerender(row(date));
  await user.keyboard('c');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('abc');
  await user.tab();
  const field = screen.getByLabelText(/When/);
  expect(field.getAttribute('type')).toBe('date');
  await user.click(field);
  rerender(row());
  expect(field).toHaveFocus();
});

it('changes the field of a described region in one step: a field in between would lose the focus', async () => {
  render(row({ kind: 'hinted', hint: { type: 'date', options: [] } }));
  const first = screen.getByRole('textbox');
  await waitFor(() => expect(first.isConnected).toBe(false));
  expect(screen.getByRole('textbox').dataset['type']).toBe('date');
});
