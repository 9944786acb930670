import type { ApiFailure } from '#api/failure.ts';
import type { After, Given, Memory, ScreenSpec } from '../drivers/screen-walk.ts';
import type { Hands, Shown } from './page.ts';

const ON_PAPER = 'The document itself is printed by its Print button, or by Ctrl+P (Cmd+P) on the page.';
const LOADING = 'Loading the newest archive';
const NONE_FOR_TEMPLATE = 'No recent archive found for this template. Try submitting!';
const SUBMITTED_ON = 1_750_000_000_000;
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }).format(SUBMITTED_ON);
/** A stream that was refused is opened anew after so many milliseconds (`s9.stream-reconnect`). */
const RECONNECT = 3_000;

/** One pane of a live dashboard: where it is, whose it is and what it says. */
type Pane = {
  address: string;
  title: string;
  stream: string;
  newest: string;
  none: string;
  /** The text of a failure: while nothing is shown, and under an archive. */
  failed: [first: string, later: string];
  /** What the page's other pane says, before and after. */
  aside?: { before?: string[]; after?: string[] };
};

const FETCHING = 'Error fetching archive. Please try again.';
const LOADING_TEMPLATE = 'Error loading template archive. Please try again.';
const RECENT = 'GET /v1/templates/t-1/archives/recent';
const command = { title: 'Command Dashboard', stream: 't-1', newest: RECENT, none: NONE_FOR_TEMPLATE };
const OTHER_PANE = ['Live', NONE_FOR_TEMPLATE];

const panes: Readonly<Record<string, Pane>> = {
  'the dashboard of a WIP': {
    address: '/wip-dashboard/w-1',
    title: 'Ready Dashboard',
    stream: 'w-1',
    newest: 'GET /v1/wips/w-1/archives',
    none: 'No submitted archives found for this WIP. Try submitting!',
    failed: [FETCHING, FETCHING],
  },
  'the dashboard of a template': {
    address: '/template-dashboard/t-1',
    title: 'Template Dashboard',
    stream: 't-1',
    newest: RECENT,
    none: 'No documents submitted to dashboard. Edit the template and submit to see the archive here.',
    failed: [LOADING_TEMPLATE, LOADING_TEMPLATE],
  },
  'the left pane of the Command dashboard': {
    ...command,
    address: '/multiple-dashboard/t-1/t-2',
    failed: [LOADING_TEMPLATE, 'Error updating left archive content.'],
    aside: { after: OTHER_PANE },
  },
  'the right pane of the Command dashboard': {
    ...command,
    address: '/multiple-dashboard/t-2/t-1',
    failed: [LOADING_TEMPLATE, 'Error updating right archive content.'],
    aside: { before: OTHER_PANE },
  },
};

function paneAt(address: string): Pane {
  const pane = Object.values(panes).find((one) => one.address === address);
  if (!pane) throw new Error(`No pane is at '${address}'.`);
  return pane;
}

const BADGE: Readonly<Record<string, string>> = { connecting: 'Connecting…', open: 'Live' };

/** What a pane shows by the walk's notes: `stream`, `round` (what is asked), `newest`, `shown`, `first`, `message`, `waiting` (for the stream). */
function draw(pane: Pane, memory: Memory): Shown {
  const note = (key: string): string => memory.get(key) ?? '';
  const [shown, message, round] = [note('shown'), note('message'), note('round')];
  const isWaiting = round !== '' || !memory.has('round');
  const hasFailed = message !== '' && !isWaiting;
  const { before = [], after = [] } = pane.aside ?? {};
  const cut = note('cut');
  const badge = BADGE[memory.get('stream') ?? 'connecting'] ?? 'Reconnecting…';
  const what = shown !== '' ? ON_PAPER : isWaiting ? LOADING : message === '' ? pane.none : '';
  return {
    address: pane.address,
    headings: [pane.title],
    says: [
      ...before,
      badge === 'Live' && cut !== '' ? 'Not live' : badge,
      cut === '' ? '' : `${cut}. What is shown here may be out of date.`,
      shown !== '' && shown !== note('first') ? `Updated: Daily Brief, submitted ${MOMENT}` : '',
      message === '' ? '' : `${message}${hasFailed ? 'Try Again' : ''}`,
      what,
      ...after,
    ].filter((text) => text !== ''),
    offers: ['Wall mode', ...(shown === '' ? [] : ['Print Daily Brief']), ...(hasFailed ? ['Try Again'] : [])],
    waits: round === 'finding' ? [pane.newest] : round === 'loading' ? [`GET /v1/archives/${note('newest')}`] : [],
    documents: shown === '' ? [] : [`Wind of ${shown}`],
  };
}

type Note = (pane: Pane, memory: Memory, given: Given) => void;

const drawn =
  (note: Note): After =>
  ({ address }, memory, given) => {
    const pane = paneAt(address);
    note(pane, memory, given);
    return draw(pane, memory);
  };

const ask = (memory: Memory): void => void memory.set('round', 'finding').set('outdated', '');

/** News: the newest archive is asked for, at once or when the round that is under way has ended. */
function hearNews(memory: Memory): void {
  if ((memory.get('round') ?? '') === '') ask(memory);
  else memory.set('outdated', 'yes');
}

function endRound(memory: Memory): void {
  if (memory.get('outdated') === 'yes') ask(memory);
  else memory.set('round', '');
}

/** Only a round that succeeded ends what was said of the whole pane. */
function confirm(memory: Memory): void {
  memory.set('message', '').set('cut', '').set('proven', 'yes');
  endRound(memory);
}

type Cut = 'Not connected' | 'Not up to date';

const failed = (isFinal: boolean, cut: Cut) =>
  drawn((pane, memory) => {
    // While nothing was ever confirmed there is nothing that could be out of date.
    if (memory.has('proven') || (memory.get('cut') ?? '') !== '') memory.set('cut', cut);
    memory.set('message', pane.failed[(memory.get('shown') ?? '') === '' ? 0 : 1]);
    memory.set('final', isFinal ? 'yes' : '');
    endRound(memory);
  });
/** The host is not there, or not well: it is asked again by itself. */
const unreached = failed(false, 'Not connected');
const unwell = failed(false, 'Not up to date');
/** The host has answered, and would answer the same. */
const refused = failed(true, 'Not up to date');

const asked = drawn((_pane, memory) => ask(memory));

const streamOf = async (page: Hands, memory: Memory): Promise<void> => {
  const id = memory.get('id') ?? '';
  if (memory.get('stream') === 'refused') await page.pass(RECONNECT);
  await page.streamOpens(id);
};

/** The other pane of the Command dashboard is live and has nothing to show. */
async function quietOther(page: Hands): Promise<void> {
  await page.streamOpens('t-2');
  await page.reply('GET /v1/templates/t-2/archives/recent', { success: true });
}

/** Written from the clauses `s2.wip-dashboard`, `s2.template-dashboard`, `s2.command`, `s4.live`, `s8.archives` and `d22` of `docs/spec-coverage.md`. */
export const liveArchiveScreen: ScreenSpec = {
  user: { username: 'ada', uuid: 'u-1', permission: 1, capabilities: ['events.heartbeat'] },
  address: Object.fromEntries(Object.entries(panes).map(([start, { address }]) => [start, address])),
  before: Object.fromEntries(
    Object.entries(panes).map(([start, { stream, aside }]) => [
      start,
      async (page, memory) => {
        memory.set('id', stream);
        if (!aside) return;
        memory.set('aside', 'yes');
        await quietOther(page);
      },
    ]),
  ),
  outOfReach: ({ choice: { label } }, { snapshot }) => {
    if (label === 'the stream opens' && snapshot.hasTag('live'))
      return 'only a view that has no stream, because the browser has four others, hears that again';
    if (label === 'after 15000 ms' && !snapshot.hasTag('live'))
      return 'by then the chart of the stream has asked, too (`event-stream.screen.ts`)';
    const { failure } = snapshot.context as { failure: ApiFailure | null };
    if (label === 'after 15000 ms' && failure?.kind !== 'http')
      return 'a host that is not reached is looked for before that (`event-stream.screen.ts`)';
    if (label.startsWith('the host is')) return 'that one part of the pane tells another is seen by nobody';
    return label === 'loadArchive: a large one'
      ? 'the page draws at random how long it then waits after a submission (`tests/spec/live.test.tsx`)'
      : null;
  },
  begin: Object.fromEntries(Object.entries(panes).map(([start, pane]) => [start, draw(pane, new Map())])),
  does: {
    'the stream opens': streamOf,
    'the stream is lost': async (page, memory) => {
      const id = memory.get('id') ?? '';
      if (memory.get('stream') === 'open') await page.streamBreaks(id);
      else await page.streamCloses(id);
    },
    'a submission arrives': (page, memory) => page.streamSubmits(memory.get('id') ?? '', 'a-9'),
    'the newest is wanted': async (page, memory) => {
      await page.tellNetwork('online');
      if (memory.get('stream') === 'refused') memory.set('stream', 'anew');
    },
    'the network goes': (page) => page.tellNetwork('offline'),
    'tries again': (page) => page.press('Try Again'),
  },
  settles: {
    // A stream that says nothing for longer would be given up.
    'after 15000 ms': async (page, memory) => {
      const others = memory.get('id') === 't-1' && memory.has('aside') ? ['t-2'] : [];
      for (const id of [memory.get('id') ?? '', ...others]) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
        await page.streamBeats(id);
      }
    },
  },
  calls: {
    findNewestArchive: {
      request: 'GET /v1/',
      body: (archive, line) =>
        line === RECENT
          ? {
              success: true,
              archives: archive === null ? null : { ...(archive as object), submitted_on: SUBMITTED_ON },
            }
          : { archives: archive === null ? [] : [{ ...(archive as object), submitted_on: SUBMITTED_ON }] },
    },
    loadArchive: {
      request: 'GET /v1/archives/',
      body: (_detail, line) => ({
        result: {
          content: `<p>Wind of ${line.replace('GET /v1/archives/', '')}</p>`,
          name: 'Daily Brief',
          format: 'html',
          submitted_on: SUBMITTED_ON,
        },
      }),
    },
  },
  after: {
    'the stream opens': drawn((_pane, memory) => {
      memory.set('stream', 'open');
      hearNews(memory);
    }),
    'the stream is lost': drawn((_pane, memory) => {
      memory.set('stream', memory.get('stream') === 'open' ? 'broken' : 'refused');
    }),
    'a submission arrives': drawn((_pane, memory) => hearNews(memory)),
    'the newest is wanted': drawn((_pane, memory) => {
      // The first load begins by itself. A call that is under way is made anew, and a document's is not.
      if (!memory.has('round')) return;
      if (memory.get('round') !== 'finding') hearNews(memory);
    }),
    'the network goes': drawn((_pane, memory) => void memory.set('cut', 'Not connected')),
    'tries again': asked,
    'after 300 ms': asked,
    'after 15000 ms': drawn((_pane, memory) => {
      if (memory.get('final') !== 'yes') ask(memory);
    }),
    'findNewestArchive: nothing was submitted': drawn((_pane, memory) => {
      memory.set('shown', '');
      confirm(memory);
    }),
    'findNewestArchive: the one that is shown': drawn((_pane, memory) => confirm(memory)),
    'findNewestArchive: another one': drawn((_pane, memory, { output }) => {
      memory.set('newest', (output as { uuid: string }).uuid).set('round', 'loading');
    }),
    'findNewestArchive: not found (404)': refused,
    'findNewestArchive: not reached': unreached,
    'loadArchive: its content': drawn((_pane, memory) => {
      const archive = memory.get('newest') ?? '';
      if (!memory.has('first')) memory.set('first', archive);
      memory.set('shown', archive);
      confirm(memory);
    }),
    'loadArchive: not found (404)': refused,
    'loadArchive: server error (500)': unwell,
  },
};
