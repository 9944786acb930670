import type { ApiFailure } from '#api/failure.ts';
import type { After, Given, Memory, ScreenSpec } from '../drivers/screen-walk.ts';
import { pendingCalls } from 'chart-walks';
import type { Hands, Shown } from './page.ts';

const ON_PAPER = 'The document itself is printed by its Print button, or by Ctrl+P (Cmd+P) on the page.';
const LOADING = 'Loading the newest archive';
const RELOAD = 'Reload document';
/** Messages about a document that did not open while another one is shown, or none; about one that was replaced; and about one that was removed. */
const TROUBLE = {
  kept: 'The document stopped responding.',
  failed: 'This document failed and was closed.',
  replaced: 'The document went to another page by itself. It is opened again soon.',
  removed: 'This document misbehaves and was closed.',
} as const;
/** Number of broken rules after which a document is removed. */
const MOST_STRIKES = 20;
const NONE_FOR_TEMPLATE = 'No recent archive found for this template. Try submitting!';
const SUBMITTED_ON = 1_750_000_000_000;
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }).format(SUBMITTED_ON);
/** Time after which a document that did not open is opened again, in milliseconds. */
const REOPENED = 60_000;
/** Time after which a stream that was refused is opened again, in milliseconds (`s9.stream-reconnect`). */
const RECONNECT = 3_000;

/** The start whose documents open when the walk says so. */
const SLOW = 'a pane whose documents take their time';

/** One pane of a live dashboard: its address, its stream and its texts. */
type Pane = {
  address: string;
  title: string;
  stream: string;
  newest: string;
  none: string;
  /** Text of a failure: while nothing is shown, and under an archive. */
  failed: [first: string, later: string];
  /** Texts of the page's other pane, before and after this one. */
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
  [SLOW]: {
    address: '/wip-dashboard/w-2',
    title: 'Ready Dashboard',
    stream: 'w-2',
    newest: 'GET /v1/wips/w-2/archives',
    none: 'No submitted archives found for this WIP. Try submitting!',
    failed: [FETCHING, FETCHING],
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

/** The badge says 'Live' only where the newest document is in sight, or there is none, and the host's last word about that holds. */
function badgeOf(note: (key: string) => string): string {
  if (note('stream') !== 'open') return ['', 'connecting'].includes(note('stream')) ? 'Connecting…' : 'Reconnecting…';
  if (note('cut') !== '' || note('stand') === 'failed' || note('message') !== '') return 'Not live';
  if (note('word') !== 'yes') return note('stand') === 'there' ? 'Reconnecting…' : 'Opening…';
  return note('stand') === 'coming' ? 'Opening…' : 'Live';
}

/**
 * Draws a pane from the walk's notes: `stream`, `round` (the request under way), `newest`, `given` (the archive whose document is on its way), `shown` (the
 * archive that the pane names), `open` (the archive whose document is in sight), `first`, `trouble` (with the document), `message`, `waiting` (for the
 * stream).
 */
function draw(pane: Pane, memory: Memory): Shown {
  const note = (key: string): string => memory.get(key) ?? '';
  const [shown, message, round] = [note('shown'), note('message'), note('round')];
  const isWaiting = round !== '' || !memory.has('round');
  const isMissing = message !== '' && shown === '' && note('missing') === 'yes';
  const hasFailed = message !== '' && !isWaiting;
  const { before = [], after = [] } = pane.aside ?? {};
  const [cut, trouble] = [note('cut'), note('trouble')];
  const again = trouble === TROUBLE.kept || trouble === TROUBLE.failed ? ' It is opened again within a minute.' : '';
  const what = shown !== '' ? ON_PAPER : isWaiting ? LOADING : message === '' ? pane.none : '';
  return {
    address: pane.address,
    headings: [pane.title],
    says: [
      ...before,
      cut === '' ? '' : shown === '' ? `${cut}.` : `${cut}. What is shown here may be out of date.`,
      isMissing ? '' : badgeOf(note),
      shown !== '' && shown !== note('first') ? `Updated: Daily Brief, submitted ${MOMENT}` : '',
      message === '' ? '' : `${message}${hasFailed ? 'Try Again' : ''}`,
      trouble === '' ? '' : `${trouble}${again}${RELOAD}`,
      what,
      ...after,
    ].filter((text) => text !== ''),
    offers: [
      'Wall mode',
      ...(shown === '' ? [] : ['Print Daily Brief']),
      ...(hasFailed ? ['Try Again'] : []),
      ...(trouble === '' ? [] : [RELOAD]),
    ],
    waits: round === 'finding' ? [pane.newest] : round === 'loading' ? [`GET /v1/archives/${note('newest')}`] : [],
    documents: note('open') === '' ? [] : [`Wind of ${note('open')}`],
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

/** Requests the newest archive, at once or when the round that is under way has ended. */
function receiveNews(memory: Memory): void {
  if ((memory.get('round') ?? '') === '') ask(memory);
  else memory.set('outdated', 'yes');
}

function endRound(memory: Memory): void {
  if (memory.get('outdated') === 'yes') ask(memory);
  else memory.set('round', '');
}

/** Ends the notice over the whole pane: only the host's answer about the newest archive does so, while that archive is in sight. */
const believe = (memory: Memory): void => void memory.set('cut', '').set('proven', 'yes');

/** Notes a round that succeeded. */
function succeed(memory: Memory): void {
  memory.set('message', '').set('word', 'yes');
  endRound(memory);
}

/** The archive that is shown is not the newest. While nothing was ever confirmed there is nothing that could be out of date. */
function sayOutOfDate(memory: Memory): void {
  if (memory.has('proven') || (memory.get('cut') ?? '') !== '') memory.set('cut', 'Not up to date');
}

/** Shows the document of the fetched archive: from now on the pane names this archive. */
function open(memory: Memory): void {
  const archive = memory.get('given') ?? '';
  memory.set('open', archive).set('shown', archive).set('stand', 'there').set('trouble', '').set('bare', '');
  if (memory.get('word') === 'yes') believe(memory);
}

/** Opens the document: out of sight if another one is shown, else in its place, where it can be seen before it is ready. */
function begin(memory: Memory): void {
  const archive = memory.get('given') ?? '';
  if (!isAnyShown(memory)) memory.set('open', archive).set('shown', archive).set('bare', 'yes');
}

/** True if a document is shown that has reported that it is ready. */
const isAnyShown = (memory: Memory): boolean => (memory.get('open') ?? '') !== '' && memory.get('bare') !== 'yes';

/** Opens a document again that did not open, but not one that broke the rules. */
function reopen(memory: Memory): void {
  if (memory.get('stand') !== 'failed' || memory.get('trouble') === TROUBLE.removed) return;
  memory.set('closed', '0');
  begin(memory);
}

/** The newest document does not open; the pane says so with these words if no other document is shown. */
function miss(memory: Memory, trouble: string): void {
  memory
    .set('closed', '0')
    .set('stand', 'failed')
    .set('trouble', isAnyShown(memory) ? TROUBLE.kept : trouble);
  if (!isAnyShown(memory)) memory.set('open', '').set('bare', '');
  sayOutOfDate(memory);
}

/** Sends so many forbidden messages that the document is removed. */
async function breakRules(page: Hands): Promise<void> {
  // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
  for (let strike = 0; strike < MOST_STRIKES; strike += 1) await page.say({ type: 'nonsense' });
}

const isHeld = (memory: Memory): boolean => memory.get('id') === 'w-2';

type Cut = 'Not connected' | 'Not up to date';

const failed = (isFinal: boolean, cut: Cut, isMissing = false) =>
  drawn((pane, memory) => {
    if (cut === 'Not connected') memory.set('cut', cut);
    else sayOutOfDate(memory);
    memory.set('word', '').set('message', pane.failed[(memory.get('shown') ?? '') === '' ? 0 : 1]);
    memory.set('final', isFinal ? 'yes' : '').set('missing', isMissing ? 'yes' : '');
    endRound(memory);
  });
/** The host is not reached, or fails: it is requested again without the user. */
const unreached = failed(false, 'Not connected');
const unwell = failed(false, 'Not up to date');
/** The host does not have it: the pane offers nothing that cannot work. */
const missing = failed(true, 'Not up to date', true);

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
  // In a wider window a document is invisible before it is ready, for it is fitted until then.
  width: { [SLOW]: 1_000 },
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
  holdsDocument: true,
  outOfReach: ({ choice: { label } }, { snapshot, world }) => {
    if (label === 'the stream opens' && snapshot.hasTag('live'))
      return 'only a view that has no stream, because the browser has four others, hears that again';
    const { coming, isGone } = world as { coming: boolean; isGone: boolean };
    const wait = Number(/^after (\d+) ms$/.exec(label)?.[1] ?? 0);
    if (wait > 15_000) return 'by then the chart of the stream has asked, too (`event-stream.screen.ts`)';
    if (wait > 300 && pendingCalls(snapshot).length > 0) return 'a call has ended by then, one way or the other';
    if (wait > 300 && coming) return 'by then the document is late by itself (`tests/spec/live/live-truth.test.tsx`)';
    if (wait > 300 && isGone)
      return 'by then it is opened again by its own chart (`src/machines/live/live-archive.test.ts`)';
    const { source } = snapshot.context as { source: { id: string } };
    if (source.id === 't-then') return 'a plain host has no earlier moments (`tests/spec/live/past.test.tsx`)';
    if (label === 'the document is opened anew') return 'what a document in sight becomes is told by its own chart';
    if (label === 'the newer document is taken away' && (world as { sight: string }).sight !== 'none')
      return 'a document says nothing here while it is out of sight (`tests/spec/live/live-truth.test.tsx`)';
    if (label === 'after 15000 ms' && !snapshot.hasTag('live'))
      return 'by then the chart of the stream has asked, too (`event-stream.screen.ts`)';
    const { failure } = snapshot.context as { failure: ApiFailure | null };
    if (label === 'after 15000 ms' && failure?.kind !== 'http')
      return 'a host that is not reached is looked for before that (`event-stream.screen.ts`)';
    if (label.startsWith('the host is')) return 'that one part of the pane tells another is seen by nobody';
    return label === 'loadArchive: a large one'
      ? 'the page draws at random how long it then waits after a submission (`tests/spec/live/live.test.tsx`)'
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
      await page.reportNetwork('online');
      if (memory.get('stream') === 'refused') memory.set('stream', 'anew');
    },
    'the network goes': (page) => page.reportNetwork('offline'),
    'tries again': (page) => page.press('Try Again'),
    'the document is there': (page) => page.release('ready'),
    'the document does not open': (page) => page.release('ready', { type: 'broken' }),
    'the newer document is taken away': breakRules,
    'the document in sight is another page': (page) => page.restart(),
    'the document in sight goes': breakRules,
  },
  settles: {
    'loadArchive: its content': async (page, memory) => {
      if (!isHeld(memory)) await page.release('ready');
    },
    // A stream that is silent for longer would be given up.
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
      reopen(memory);
      receiveNews(memory);
    }),
    'the stream is lost': drawn((_pane, memory) => {
      if (memory.get('stream') === 'open') memory.set('word', '');
      memory.set('stream', memory.get('stream') === 'open' ? 'broken' : 'refused');
    }),
    'a submission arrives': drawn((_pane, memory) => receiveNews(memory)),
    'the newest is wanted': drawn((_pane, memory) => {
      // The first load begins by itself. A call that is under way is made again, but not that for a document.
      if (!memory.has('round')) return;
      if (memory.get('round') !== 'finding') receiveNews(memory);
    }),
    'the network goes': drawn((_pane, memory) => void memory.set('cut', 'Not connected').set('word', '')),
    'tries again': asked,
    'after 300 ms': asked,
    'after 15000 ms': drawn((_pane, memory) => {
      const closed = Number(memory.get('closed') ?? 0) + 15_000;
      memory.set('closed', String(closed));
      if (closed >= REOPENED) reopen(memory);
      if (memory.get('final') !== 'yes') ask(memory);
    }),
    'findNewestArchive: nothing was submitted': drawn((_pane, memory) => {
      for (const key of ['given', 'shown', 'open', 'bare', 'stand', 'trouble']) memory.set(key, '');
      succeed(memory);
      believe(memory);
    }),
    'findNewestArchive: the one that is shown': drawn((_pane, memory) => {
      succeed(memory);
      if (memory.get('stand') === 'there') believe(memory);
      else if (memory.get('stand') === 'failed') sayOutOfDate(memory);
    }),
    'findNewestArchive: another one': drawn((_pane, memory, { output }) => {
      memory.set('newest', (output as { uuid: string }).uuid).set('round', 'loading');
    }),
    'findNewestArchive: not found (404)': missing,
    'findNewestArchive: not reached': unreached,
    'loadArchive: its content': drawn((_pane, memory) => {
      const archive = memory.get('newest') ?? '';
      if (!memory.has('first')) memory.set('first', archive);
      memory.set('given', archive).set('stand', 'coming').set('trouble', '');
      succeed(memory);
      begin(memory);
      if (!isHeld(memory)) open(memory);
    }),
    'the document is there': drawn((_pane, memory) => open(memory)),
    'the document does not open': drawn((_pane, memory) => miss(memory, TROUBLE.failed)),
    'the newer document is taken away': drawn((_pane, memory) => miss(memory, TROUBLE.removed)),
    'the document in sight is another page': drawn((_pane, memory) => {
      memory.set('bare', 'yes');
      miss(memory, TROUBLE.replaced);
    }),
    'the document in sight goes': drawn((_pane, memory) => {
      memory.set('bare', 'yes');
      miss(memory, TROUBLE.removed);
    }),
    'loadArchive: not found (404)': missing,
    'loadArchive: server error (500)': unwell,
  },
};
