import { expect, it } from 'vitest';
import { agoText } from './age-text.ts';

it.each([
  [0, 'just now'],
  [1, '1 min ago'],
  [59, '59 min ago'],
  [60, '1 h ago'],
  [80, '1 h 20 min ago'],
  [239, '3 h 59 min ago'],
  [1439, '23 h ago'],
  [1440, '1 day ago'],
  [4320, '3 days ago'],
])('%i minutes are said as %s', (minutes, text) => {
  expect(agoText(minutes)).toBe(text);
});
