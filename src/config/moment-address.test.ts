import { describe, expect, it } from 'vitest';
import { momentForAddress, momentIn, momentQuery } from './moment-address.ts';

describe('the moment in an address', () => {
  it.each([
    ['?at=2026-11-18T14:37:12Z', '2026-11-18T14:37:12.999Z'],
    ['?at=2026-11-18T14:37:12.250Z', '2026-11-18T14:37:12.250Z'],
    ['?at=2026-11-18T14:37:12.000Z', '2026-11-18T14:37:12.000Z'],
    ['?at=2026-11-18T14:37+01:00', '2026-11-18T13:37:00.999Z'],
    ['?wall&at=2026-11-18T14:37%2B0100', '2026-11-18T13:37:00.999Z'],
    ['?at=2026-11-18T14:37', new Date(new Date(2026, 10, 18, 14, 37).getTime() + 999).toISOString()],
  ])('%s is that of the end of its second', (search, moment) => {
    expect(momentIn(search)).toEqual({ moment: Date.parse(moment), isWrong: false });
  });

  it.each([
    '?at=',
    '?at=tuesday',
    '?at=2026-02-30T10:00Z',
    '?at=2026-11-18',
    '?at=2026-11-18T25:00Z',
    '?at=%2B275760-09-13T00:00Z',
  ])('%s is none, and wrong', (search) => expect(momentIn(search)).toEqual({ moment: null, isWrong: true }));

  it('is none without the parameter', () => {
    expect(momentIn('?wall')).toEqual({ moment: null, isWrong: false });
  });

  it('is written in UTC, and read back as the same', () => {
    for (const text of ['2026-11-18T14:37:12.999Z', '2026-11-18T14:37:12.250Z', '2026-11-18T14:37:12.000Z']) {
      const query = momentQuery('?pane=wip~a~3&at=x&wall', Date.parse(text));
      expect(query).toBe(`?pane=wip~a~3&wall&at=${momentForAddress(Date.parse(text))}`);
      expect(momentIn(query).moment).toBe(Date.parse(text));
    }
    expect(momentQuery('?at=x', null)).toBe('');
  });
});
