import type { After, Given, Memory, ScreenSpec } from '../drivers/screen-walk.ts';
import type { Hands, Shown } from './page.ts';

const TEMPLATES = 'GET /v1/templates$';
const PATH = 'GET /v1/templates/t-1/wips';
const FIRST = `${PATH}?limit=100&sort=newest`;
const NONE = 'No WIPs found for this template. Create one by editing the base template and saving it.';
const NOT_REACHED = 'Error loading WIPs. Please try again.';

/** Notes of the walk about the list. `more`: the cursor of the next page. `failed`: the reason why a page did not load. */
type Notes = {
  address: string;
  names: string[];
  count: number;
  total: number;
  more: string | null;
  activity: 'none' | 'settling' | 'searching' | 'searchFailed' | 'fetching' | 'moreFailed';
  failed: string;
};

const begin = (names: string[], count: number, more: string | null): Notes => ({
  address: '',
  names,
  count,
  total: count,
  more,
  activity: 'none',
  failed: '',
});
const LONG = begin(['Shift 1', 'Shift 2'], 3, 'c-1');
const WHOLE = begin(['Shift 1'], 1, null);

const soughtIn = ({ address }: Notes): string => new URLSearchParams(address).get('q') ?? '';
const sortIn = ({ address }: Notes): string => new URLSearchParams(address).get('sort') ?? 'newest';

function waitsOf(notes: Notes): string[] {
  const q = soughtIn(notes);
  const asked = `${PATH}?limit=100&sort=${sortIn(notes)}${q && `&q=${q}`}`;
  if (notes.activity === 'searching') return [asked];
  return notes.activity === 'fetching' ? [`${asked}&cursor=${notes.more}`] : [];
}

function drawPages(notes: Notes): Pick<Shown, 'says' | 'offers'> {
  const { names, count, total, more, activity, failed } = notes;
  const q = soughtIn(notes);
  const isSearching = activity === 'settling' || activity === 'searching';
  const isFailed = (which: Notes['activity']): boolean => activity === which;
  const isNothing = total > 0 && names.length === 0;
  const counted = q === '' ? `${total} WIPs` : `${count} of ${total} WIPs`;
  return {
    says: [
      isSearching ? 'Searching…' : isFailed('searchFailed') ? '' : counted,
      isFailed('searchFailed') ? `${failed}Try Again` : '',
      count > 0 ? `${names.length} of ${count} shown` : '',
      isFailed('moreFailed') ? failed : '',
      activity === 'fetching' ? 'Loading more' : '',
      isNothing ? `Nothing found for “${q}”.` : '',
    ].filter((words) => words !== ''),
    offers: [
      isFailed('searchFailed') ? 'Try Again' : '',
      ...names.map((name) => `Delete: ${name}`),
      more !== null && isFailed('none') ? 'Show more' : '',
      isFailed('moreFailed') ? 'Try Again' : '',
      isNothing ? 'Clear search' : '',
    ].filter((name) => name !== ''),
  };
}

function draw(notes: Notes, isLong: boolean): Shown {
  const whole = { says: notes.names.length === 0 ? [NONE] : [], offers: notes.names.map((name) => `Delete: ${name}`) };
  return {
    address: `/open-wip/t-1${notes.address && `?${notes.address}`}`,
    headings: ['Daily Brief', `Available WIPs (${notes.total})`],
    ...(isLong ? drawPages(notes) : whole),
    waits: waitsOf(notes),
  };
}

const notesIn = (memory: Memory): Notes => {
  const kept = memory.get('notes');
  return kept === undefined ? structuredClone(LONG) : (JSON.parse(kept) as Notes);
};

const drawn =
  (note: (notes: Notes, given: Given) => void): After =>
  (_before, memory, given) => {
    const notes = notesIn(memory);
    note(notes, given);
    memory.set('notes', JSON.stringify(notes));
    return draw(notes, memory.get('start') !== 'one page');
  };

/** A value of the address; the usual one is not named. */
function keep(notes: Notes, name: string, value: string): void {
  const params = new URLSearchParams(notes.address);
  if (value === '') params.delete(name);
  else params.set(name, value);
  notes.address = params.toString();
}

const sought = (name: 'q' | 'sort', value: string) =>
  drawn((notes) => {
    keep(notes, name, value);
    notes.activity = 'settling';
  });

type Came = { entries: { name: string }[]; next: string | null; count: number };

const found = drawn((notes, { output }) => {
  const { entries, next, count } = output as Came;
  notes.names = entries.map(({ name }) => name);
  if (soughtIn(notes) === '') notes.total = count;
  Object.assign(notes, { count, more: next, activity: 'none' });
});

const failed = (activity: Notes['activity'], words: string) =>
  drawn((notes) => Object.assign(notes, { activity, failed: words }));

/** Loads the list as it is when the walk begins. */
const opened = (notes: Notes, start: string) => async (page: Hands, memory: Memory) => {
  memory.set('notes', JSON.stringify(notes));
  memory.set('start', start);
  await page.reply(TEMPLATES, { templates: [{ uuid: 't-1', name: 'Daily Brief' }] });
  const templates = notes.names.map((name) => ({ uuid: `w-${name.replace(/\D/g, '')}`, name }));
  await page.reply(FIRST, { templates, next: notes.more, count: notes.count });
  await page.sees(`Available WIPs (${notes.total})`);
};

/** A host that announces `lists.pages`, and the WIPs of a template on it. Of `s2.wip-list`, `s4.wip-list.delete`, `s8.lists.loading-wips`. */
export const pagedListScreen: ScreenSpec = {
  user: { username: 'ada', uuid: 'u-1', permission: 2, capabilities: ['lists.pages'] },
  outOfReach: ({ choice: { label } }) =>
    label === 'an entry is added'
      ? 'no WIP is made beside its list: `tests/spec/people/people.test.tsx` adds a person'
      : null,
  address: { 'more than a page': '/open-wip/t-1', 'one page': '/open-wip/t-1' },
  before: {
    'more than a page': opened(LONG, 'more than a page'),
    'one page': opened(WHOLE, 'one page'),
  },
  begin: { 'more than a page': draw(LONG, true), 'one page': draw(WHOLE, false) },
  does: {
    'seeks the night': (page) => page.fill('Search WIPs', 'night'),
    'seeks nothing': (page) => page.fill('Search WIPs', ''),
    'sorts by name': (page) => page.choose('sort', 'Name'),
    'asks for more': (page) => page.press('Show more'),
    'tries again': (page) => page.press('Try Again'),
    'an entry is deleted': async (page, memory) => {
      await page.press(`Delete: ${notesIn(memory).names[0] ?? ''}`);
      await page.press('Delete');
      await page.reply('GET /v1/wips/', {});
    },
  },
  calls: {
    firstPage: { request: PATH, body: bodyOf },
    nextPage: { request: PATH, body: bodyOf },
  },
  after: {
    'seeks the night': sought('q', 'night'),
    'seeks nothing': sought('q', ''),
    'sorts by name': sought('sort', 'name'),
    'after 250 ms': drawn((notes) => {
      notes.activity = 'searching';
    }),
    'asks for more': drawn((notes) => {
      notes.activity = 'fetching';
    }),
    'tries again': drawn((notes) => {
      notes.activity = notes.activity === 'moreFailed' ? 'fetching' : 'searching';
    }),
    'firstPage: all of them': found,
    'firstPage: one of two': found,
    'firstPage: nothing found': found,
    'firstPage: not reached': failed('searchFailed', NOT_REACHED),
    'nextPage: the last one': drawn((notes, { output }) => {
      const { entries, next } = output as Came;
      notes.names.push(...entries.map(({ name }) => name));
      Object.assign(notes, { more: next, activity: 'none' });
    }),
    'nextPage: server error that says why (500)': failed('moreFailed', 'The storage is full.'),
    'an entry is deleted': drawn((notes) => {
      notes.names.shift();
      notes.count -= 1;
      notes.total -= 1;
    }),
  },
};

function bodyOf(output: unknown): object {
  const { entries, ...paging } = output as Came;
  return { templates: entries, ...paging };
}
