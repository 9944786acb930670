import { describe, expect, it } from 'vitest';
import { entriesFor, entriesOf, type Entry, type Known, MOST_SHOWN } from './entries.ts';

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
    { uuid: 'w-4', name: 'Łódź 🦖 100 %', template: 't-1' },
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
const said = ({ act, label }: Entry): string => (act === undefined ? label : `${act}: ${label}`);
const found = (text: string): string[] => entriesFor(all, text).map(said);

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
    ['lodz', 'Łódź 🦖 100 %', '/forms/t-1/wips/w-4'],
  ])('%s leads to %s', (text, name, to) => {
    const [first] = entriesFor(all, text);
    expect(first && [said(first), first.to]).toEqual([name, to]);
  });

  it('is found by a sign alone that is in its name, and by nothing else', () => {
    for (const text of ['%', ' 🦖', '🦖 %', '🦖 100']) expect([text, found(text)]).toEqual([text, ['Łódź 🦖 100 %']]);
    for (const text of ['???', '—', '#', '% #', '🦕', 'lodz 🦕']) expect([text, found(text)]).toEqual([text, []]);
    // Between words it is not sought.
    expect(found('lodz: 100')).toEqual(['Łódź 🦖 100 %']);
  });

  it('tells vowels that are marks apart', () => {
    const regions = ['राम', 'रमा'].map((name) => ({ id: name, name }));
    expect(entriesFor(entriesOf({ ...known, regions }), 'राम').map(said)).toEqual(['राम']);
  });

  it('is found by all words, in the name or beside it', () => {
    expect(found('monday log')).toEqual(['Monday']);
    expect(found('monday brief')).toEqual([]);
    expect(found('xyz')).toEqual([]);
  });

  it('is offered best first: the beginning of a name, a word in it, then what is said beside it', () => {
    expect(found('activity')).toEqual([
      'Activity on Tuesday',
      'Monday',
      'New: Activity Log',
      'View Live: Activity Log',
      'WIPs: Activity Log',
    ]);
  });

  it('is in groups, each where its best entry is, and in lines: a template with the acts that are sought', () => {
    const grouped = (text: string): string[] => {
      const entries = entriesFor(all, text).map(({ heading, line }) => `${heading}, ${line}`);
      return entries.filter((one, at) => one !== entries[at - 1]);
    };
    const pages = ['screen /dashboard', 'screen /archives', 'live /multiple-dashboard/t-1/t-2', 'board /board/b-1'];
    const documents = ['t-2/wips/w-1', 't-1/wips/w-2', 'gone/wips/w-3', 't-1/wips/w-4'];
    expect(grouped('')).toEqual([
      ...pages.map((line) => `Pages, ${line}`),
      ...['t-1', 't-2', 't-3'].map((line) => `Templates, ${line}`),
      'Fields of this document, region wind',
      ...documents.map((wip) => `Documents, wip /forms/${wip}`),
    ]);
    expect(grouped('win')).toEqual(['Fields of this document, region wind']);
    expect(grouped('log act')[0]).toBe('Templates, t-2');
    expect(found('wips')).toEqual(['WIPs: Daily Brief', 'WIPs: Activity Log', 'WIPs: Untitled']);
  });

  it('has all acts of the last template', () => {
    const templates = Array.from({ length: 40 }, (_, at) => ({ uuid: `t-${at}`, name: `Plan ${at}` }));
    const last = entriesFor(entriesOf({ ...known, templates }), '').slice(-3);
    expect(last.map(({ act }) => act)).toEqual(['New', 'View Live', 'WIPs']);
  });

  it('is all of it, pages first, where nothing is sought', () => {
    expect(found('').slice(0, 3)).toEqual(['Dashboard', 'Archives', 'View Live: Command Docs']);
    expect(found(' \u200b')).toEqual(found(''));
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
    const labels = entriesOf({ ...known, isReader: true }).map(said);
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
