import type { ArchiveSummary } from '#common/calls/archives.ts';
import type { After, Given, ScreenSpec } from '../drivers/screen-walk.ts';
import type { Shown } from './page.ts';

const TEMPLATES = 'GET /v1/templates';
const WIPS = 'GET /v1/templates/';
const ARCHIVES = 'GET /v1/wips/w-1/archives';
const CONTENT = 'GET /v1/archives/';
const NOT_REACHED = {
  templates: 'Error loading templates. Please try again.',
  wips: 'Error loading WIPs. Please try again.',
  archives: 'Error loading archives. Please try again.',
};
const NO_WIPS = 'No WIPs found for this template. Create one by editing the base template and saving it.';
const NO_ARCHIVES = 'No submitted archives found for this WIP. Try submitting!';
const NAMES: Readonly<Record<string, string>> = { 't-1': 'Daily Brief', 't-2': 'Activity Log', 't-3': 'Medical Plan' };

const ON_PAPER = 'The document itself is printed by its Print button, or by Ctrl+P (Cmd+P) on the page.';

type List = { phase: 'unasked' | 'loading' | 'loaded' | 'failed'; entries: string[]; message: string };
type ListName = keyof typeof NOT_REACHED;

/** Notes of the walk: the choices, the three lists, and the window over them. */
type Notes = Record<ListName, List> & {
  template: string;
  wip: string;
  /** `closed`, `loading`, `loaded`, or the reason of a failure. */
  content: string;
  /** The archive in the window. */
  opened: string;
};

const list = (phase: List['phase']): List => ({ phase, entries: [], message: '' });
const begin = (template: string, wip: string): Notes => ({
  template,
  wip,
  templates: list('loading'),
  wips: list(template === '' ? 'unasked' : 'loading'),
  archives: list(wip === '' ? 'unasked' : 'loading'),
  content: 'closed',
  opened: '',
});

/**
 * One list as it shows: that it is loading, the words for its entries when there are some (`choice`), and the message and the buttons when it failed or
 * is empty.
 */
function part({ phase, entries, message }: List, waiting: string, empty: string, choice: string[]) {
  const nothing = { awaited: [], choice: [], says: [], offers: [] } as Record<
    'awaited' | 'choice' | 'says' | 'offers',
    string[]
  >;
  if (phase === 'unasked') return nothing;
  if (phase === 'loading' && entries.length === 0) return { ...nothing, awaited: [waiting] };
  if (phase === 'loaded' && entries.length === 0) return { ...nothing, says: [empty] };
  const hasFailed = phase === 'failed';
  return {
    ...nothing,
    choice: entries.length > 0 ? choice : [],
    says: hasFailed ? [`${message}Try Again`] : [],
    offers: hasFailed ? ['Try Again'] : [],
  };
}

function contentSays(content: string): string[] {
  if (content === 'loading') return ['Loading the archive'];
  return content === 'loaded' ? [ON_PAPER] : [`${content}Try Again`];
}

/** The names of the rows, the second of which has lost its content. */
const ROWS = ['Daily Brief', 'Daily Brief', 'Its content was removed on Jun 15, 2025.', 'Daily Brief'];

function draw({ template, wip, templates, wips, archives, content, opened }: Notes): Shown {
  const all = [templates, wips, archives];
  const chosen = templates.entries.includes(template) ? (NAMES[template] ?? '') : 'Choose a template';
  // The two fields stand in one row, and what went wrong with either under it.
  const fields = [
    part(templates, 'Loading templates', 'No templates available', [chosen]),
    part(wips, 'Loading works in progress', NO_WIPS, []),
  ];
  const cards = part(archives, 'Loading archives', NO_ARCHIVES, [
    'View Content: Daily Brief',
    'View Content: Daily Brief',
  ]);
  const isBusy = all.some(({ phase }) => phase === 'loading');
  const isStepThree = template !== '' && wip !== '';
  const query = [template && `template=${template}`, wip && `wip=${wip}`].filter(Boolean).join('&');
  const page: Shown = {
    address: `/archives${query && `?${query}`}`,
    headings: ['Archives', isStepThree ? 'Submitted archives' : 'Getting Started'],
    says: [
      ...(isBusy ? ['Refreshing'] : []),
      ...fields.flatMap(({ awaited }) => awaited),
      ...fields.flatMap(({ says }) => says),
      ...cards.awaited,
      ...cards.says,
      ...(cards.choice.length > 0 ? ROWS : []),
    ],
    offers: [
      ...(isBusy ? [] : ['Refresh']),
      ...fields.flatMap(({ choice }) => choice),
      ...fields.flatMap(({ offers }) => offers),
      ...cards.offers,
      ...cards.choice,
    ],
    waits: [
      templates.phase === 'loading' ? TEMPLATES : '',
      wips.phase === 'loading' ? `${TEMPLATES}/${template}/wips` : '',
      archives.phase === 'loading' ? ARCHIVES : '',
      content === 'loading' ? `${CONTENT}${opened}` : '',
    ].filter((line) => line !== ''),
  };
  if (content === 'closed') return page;
  const isMessage = content !== 'loading' && content !== 'loaded';
  return {
    ...page,
    says: ['Daily Brief', ...contentSays(content), opened === 'a-1' ? '1 of 2' : '2 of 2'],
    offers: [
      ...(isMessage ? ['Try Again'] : []),
      opened === 'a-1' ? 'Next' : 'Previous',
      ...(content === 'loaded' ? ['Print'] : []),
      'Close',
    ],
    ...(content === 'loaded' ? { documents: ['Wind 4'] } : {}),
  };
}

type Note = (notes: Notes, given: Given) => void;

const drawn =
  (note: Note): After =>
  (before, memory, given) => {
    const kept = memory.get('notes');
    const [, template = '', wip = ''] = /template=([\w-]+)(?:&wip=([\w-]+))?/.exec(before.address) ?? [];
    const notes = kept === undefined ? begin(template, wip) : (JSON.parse(kept) as Notes);
    note(notes, given);
    memory.set('notes', JSON.stringify(notes));
    return { documents: [], ...draw(notes) };
  };

const chooseWip = (notes: Notes, wip: string): void => {
  notes.wip = wip;
  notes.archives = list(wip === '' ? 'unasked' : 'loading');
};
const chooseTemplate = (notes: Notes, template: string): void => {
  notes.template = template;
  notes.wips = list(template === '' ? 'unasked' : 'loading');
  chooseWip(notes, '');
};

const came = (name: ListName) =>
  drawn((notes, { output }) => {
    // The archives come as a page.
    const listed = (Array.isArray(output) ? output : (output as { entries: unknown }).entries) as { uuid: string }[];
    const entries = listed.map(({ uuid }) => uuid);
    notes[name] = { phase: 'loaded', entries, message: '' };
    if (name === 'templates' && notes.template !== '' && !entries.includes(notes.template)) chooseTemplate(notes, '');
    if (name === 'wips' && notes.wip !== '' && !entries.includes(notes.wip)) chooseWip(notes, '');
  });
const failed = (name: ListName, message = NOT_REACHED[name]) =>
  drawn((notes) => {
    notes[name] = { ...notes[name], phase: 'failed', message };
  });
const askAgain = (phases: readonly string[]) =>
  drawn((notes) => {
    for (const name of ['templates', 'wips', 'archives'] as const) {
      if (phases.includes(notes[name].phase)) notes[name].phase = 'loading';
    }
  });
const content = (to: string, opened?: string) =>
  drawn((notes) => {
    notes.content = to;
    notes.opened = opened ?? notes.opened;
  });

/** Written from the clauses `s2.archives`, `s8.lists` and `s8.archives` of `docs/spec-coverage.md`. */
export const archiveBrowserScreen: ScreenSpec = {
  user: { username: 'ada', uuid: 'u-1', permission: 1 },
  outOfReach: ({ choice: { label } }) =>
    ['another submission is found', 'a further submission comes'].includes(label)
      ? 'this host gives its lists at once: `tests/spec/documents/pages.test.tsx` has one that has pages'
      : null,
  address: { 'nothing chosen': '/archives', 'a document in the address': '/archives?template=t-1&wip=w-1' },
  begin: {
    'nothing chosen': draw(begin('', '')),
    'a document in the address': draw(begin('t-1', 'w-1')),
  },
  does: {
    'chooses a template': (page) => page.choose('template', 'Daily Brief'),
    'chooses another template': (page, _memory, { template }) =>
      page.choose('template', NAMES[template as string] ?? ''),
    'chooses a document': (page) => page.choose('wip', 'Monday'),
    'chooses no document': (page) => page.choose('wip', 'Choose a WIP'),
    'opens a submission': (page) => page.press('View Content: Daily Brief', 0),
    'goes on to the next': (page) => page.press('Next'),
    'goes back': (page) => page.press('Previous'),
    'closes the window': (page) => page.dismiss(),
    'tries the content again': (page) => page.press('Try Again'),
    refreshes: (page) => page.press('Refresh'),
    'tries again': (page) => page.press('Try Again'),
  },
  calls: {
    listTemplates: { request: `${TEMPLATES}$`, body: (templates) => ({ templates }) },
    listWips: { request: WIPS, body: (wips) => ({ wips }) },
    listArchives: {
      request: ARCHIVES,
      body: (page) => ({
        archives: (page as { entries: ArchiveSummary[] }).entries.map(({ submittedOn, contentRemovedOn, ...rest }) => ({
          ...rest,
          submitted_on: submittedOn,
          content_removed_on: contentRemovedOn,
        })),
      }),
    },
    loadArchive: {
      request: CONTENT,
      body: (detail) => {
        const { submittedOn, ...rest } = detail as { submittedOn: number };
        return { result: { ...rest, submitted_on: submittedOn } };
      },
    },
  },
  after: {
    'chooses a template': drawn((notes) => chooseTemplate(notes, 't-1')),
    'chooses another template': drawn((notes, { template }) => chooseTemplate(notes, template as string)),
    'chooses a document': drawn((notes) => chooseWip(notes, 'w-1')),
    'chooses no document': drawn((notes) => chooseWip(notes, '')),
    'opens a submission': content('loading', 'a-1'),
    'goes on to the next': content('loading', 'a-2'),
    'goes back': content('loading', 'a-1'),
    'closes the window': content('closed'),
    'tries the content again': content('loading'),
    refreshes: askAgain(['loaded', 'failed']),
    'tries again': askAgain(['failed']),
    'listTemplates: two templates': came('templates'),
    'listTemplates: the chosen one is gone': came('templates'),
    'listTemplates: not reached': failed('templates'),
    'listTemplates: server error that says why (500)': failed('templates', 'The storage is full.'),
    'listWips: a saved document': came('wips'),
    'listWips: nothing saved': came('wips'),
    'listWips: not reached': failed('wips'),
    'listArchives: three submissions': came('archives'),
    'listArchives: nothing submitted': came('archives'),
    'listArchives: not reached': failed('archives'),
    'loadArchive: its content': content('loaded'),
    'loadArchive: not found (404)': content('Error fetching archive. Please try again.'),
    'loadArchive: not understood': content('Failed to load archive'),
  },
};
