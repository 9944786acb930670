import { describe, expect, it } from 'vitest';
import { entriesFor, entriesOf, type Known, MOST_SHOWN } from './entries.ts';

const known: Known = {
  templates: [
    { uuid: 't-1', name: 'Daily Brief' },
    { uuid: 't-2', name: 'Activity Log' },
    { uuid: 't-3', name: null },
  ],
  wips: [
    { uuid: 'w-1', name: 'Monday', template: 't-2' },
    { uuid: 'w-2', name: 'Activity on Tuesday', template: 't-1' },
    { uuid: 'w-3', name: 'Café العربية', template: 'gone' },
  ],
  boards: [{ uuid: 'b-1', name: 'Operations' }],
  recent: [],
  here: '/dashboard',
  regions: [{ id: 'wind', name: 'Wind, knots' }],
  screens: [
    { name: 'Dashboard', to: '/dashboard' },
    { name: 'Archives', to: '/archives' },
  ],
  command: ['t-1', 't-2'],
  isReader: false,
};
const all = entriesOf(known);
const found = (text: string): string[] => entriesFor(all, text).map(({ label }) => label);

describe('what can be gone to', () => {
  it.each([
    ['new act', 'New: Activity Log', '/forms/t-2'],
    ['activity log new', 'New: Activity Log', '/forms/t-2'],
    ['NEW: ACTIVITY', 'New: Activity Log', '/forms/t-2'],
    ['live brief', 'View Live: Daily Brief', '/template-dashboard/t-1'],
    ['command', 'View Live: Command Docs', '/multiple-dashboard/t-1/t-2'],
    ['wips act', 'WIPs: Activity Log', '/open-wip/t-2'],
    ['monday', 'Monday', '/forms/t-2/wips/w-1'],
    ['oper', 'Operations', '/board/b-1'],
    ['wind', 'Wind, knots', 'wind'],
    ['cafe', 'Café العربية', '/forms/gone/wips/w-3'],
    ['العر', 'Café العربية', '/forms/gone/wips/w-3'],
    ['untitled', 'New: Untitled', '/forms/t-3'],
    ['arch', 'Archives', '/archives'],
  ])('%s leads to %s', (text, label, to) => {
    expect(entriesFor(all, text)[0]).toMatchObject({ label, to });
  });

  it('is found by all words, in the name or beside it', () => {
    expect(found('monday log')).toEqual(['Monday']);
    expect(found('monday brief')).toEqual([]);
    expect(found('xyz')).toEqual([]);
  });

  it('is offered best first: the beginning of a name, a word in it, then what is said beside it', () => {
    expect(found('activity')).toEqual([
      'Activity on Tuesday',
      'New: Activity Log',
      'View Live: Activity Log',
      'WIPs: Activity Log',
      'Monday',
    ]);
  });

  it('is all of it, screens first, where nothing or no word is sought', () => {
    expect(found('').slice(0, 3)).toEqual(['Dashboard', 'Archives', 'New: Daily Brief']);
    expect(found(' : ')).toEqual(found(''));
  });

  it('begins with what was opened last, each once, and without the document that is open', () => {
    const last = (wip: string, name: string) => ({ template: 't-2', wip, name, templateName: 'Activity Log' });
    const recent = [last('w-1', 'Monday'), last('w-9', 'Not listed yet')];
    const labels = (here: string): string[] => entriesOf({ ...known, recent, here }).map(({ label }) => label);
    expect(labels('/archives').slice(0, 3)).toEqual(['Monday', 'Not listed yet', 'Dashboard']);
    expect(labels('/archives').filter((label) => label === 'Monday')).toHaveLength(1);
    expect(labels('/forms/t-2/wips/w-1')[0]).toBe('Not listed yet');
    expect(labels('/forms/t-2/wips/w-1')).not.toContain('Monday');
  });

  it('is to be read only, for a reader', () => {
    const labels = entriesOf({ ...known, isReader: true }).map(({ label }) => label);
    expect(labels).toContain('View: Activity Log');
    expect(labels).not.toContain('New: Activity Log');
  });

  it('is never more than a page can draw at each key, and each of it is another', () => {
    const wips = Array.from({ length: 2_000 }, (_, at) => ({ uuid: `w-${at}`, name: 'Monday', template: 't-2' }));
    const many = entriesOf({ ...known, wips });
    expect(entriesFor(many, 'monday')).toHaveLength(MOST_SHOWN);
    expect(entriesFor(many, '')).toHaveLength(MOST_SHOWN);
    expect(new Set(many.map(({ key }) => key)).size).toBe(many.length);
  });
});
