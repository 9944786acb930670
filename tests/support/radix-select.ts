import { fireEvent, screen, within } from '@testing-library/react';

/**
 * Chooses in one of the house's selects as a keyboard user does: a test without a layout cannot point.
 * @param label the select's name
 * @param option the words of the choice
 */
export function chooseInSelect(label: string | RegExp, option: string): void {
  const trigger = screen.getByRole('combobox', { name: label });
  trigger.focus();
  fireEvent.keyDown(trigger, { key: 'Enter' });
  const item = within(screen.getByRole('listbox')).getByRole('option', { name: option });
  item.focus();
  fireEvent.keyDown(item, { key: 'Enter' });
}
