import type { SnapshotFrom } from 'xstate';
import { boardTurnerMachine } from '#machines/live/board-turner.machine.ts';
import { defineModel } from 'chart-walks';

const SECONDS = 20;
const TURN = 'after 5000 ms';
const ARRIVES = 'the next board is there';
const MISSED = 'the next board is not there any more';
const RETURNS = 'the host is heard again';
const WAITED = 'after 90000 ms';
const LEFT = 'pages are left';
const ENDING = 'the last page is shown';
const READ = 'each page was shown';

/** Word of the board that is shown of its pages since it came. */
type World = { pages: 'left' | 'ending' | 'shown' };
const SAID = { [LEFT]: 'left', [ENDING]: 'ending', [READ]: 'shown' } as const;
const isRead = (snapshot: SnapshotFrom<typeof boardTurnerMachine>): boolean =>
  snapshot.matches({ many: { pages: 'shown' } });
const isSaid = (label: string): label is keyof typeof SAID => label in SAID;

export const boardTurnerModel = defineModel(boardTurnerMachine)<World>({
  starts: {
    'three boards': { input: { count: 3, seconds: SECONDS } },
    'one board': { input: { count: 1, seconds: SECONDS } },
  },
  events: () => ({
    'wants the next board': { type: 'next.requested' },
    'wants the one before': { type: 'previous.requested' },
    'touches the page': { type: 'page.touched' },
    'has it pause': { type: 'pause.requested' },
    'has it go on': { type: 'turning.requested' },
    [ARRIVES]: { type: 'next.arrived' },
    [MISSED]: { type: 'next.missed' },
    'the host is lost': { type: 'host.lost' },
    [RETURNS]: { type: 'host.returned' },
    [LEFT]: { type: 'pages.left' },
    [ENDING]: { type: 'pages.ending' },
    [READ]: { type: 'pages.shown' },
  }),
  world: {
    start: { pages: 'left' },
    next: ({ world, before, snapshot, label }) => {
      if (snapshot.context.at !== before.context.at) return { pages: 'left' };
      return isSaid(label) ? { pages: SAID[label] } : world;
    },
  },
  key: ({ snapshot: { context } }) => ({ at: context.at, count: context.count }),
  changes: {
    at: 'after | wants the | each page | the host is heard | the next board is there',
  },
  restarts: { boardWait: [RETURNS], boardRest: ['touches the page', 'wants'] },
  accepts: {
    '': 'many',
    'touches the page': 'turning | held',
    'has it go on': 'paused',
    [ARRIVES]: 'next.missing',
    [MISSED]: 'next.there',
    'the host is lost': 'host.reached',
    [RETURNS]: 'host.lost | due',
  },
  tags: { held: 'held', paused: 'paused' },
  leads: {
    paused: ['has it pause', { by: 'wants', from: 'paused' }],
    held: ['touches', { by: 'wants', from: 'turning | held' }],
    'host.reached': RETURNS,
    'next.missing': MISSED,
  },
  // While the host is silent a board waits for its return.
  once: ['boardWait'],
  never: {
    'a board that there is not': ({ snapshot: { context } }) => context.at < 0 || context.at >= context.count,
    'a board that is skipped': ({ before, snapshot: { context }, label }) =>
      context.at !== before.context.at &&
      label !== 'wants the one before' &&
      context.at !== (before.context.at + 1) % context.count,
    'a board that stays although another one is wanted': {
      after: ['wants the next board'],
      breaks: ({ before, snapshot: { context } }) => context.at === before.context.at,
    },
    'another board than the one before': {
      after: ['wants the one before'],
      breaks: ({ before, snapshot: { context } }) => before.context.at !== (context.at + 1) % context.count,
    },
    'a board that turns under a hand, or while it is paused, or before its time': ({ before, snapshot, label }) =>
      !label.startsWith('wants') &&
      snapshot.context.at !== before.context.at &&
      !(before.hasTag('ready') && (label === TURN || label === READ)) &&
      !before.hasTag('late'),
    // With the rules of `pageTurner`: each page of each pane is shown within two rounds of the playlist.
    'a board that turns by itself while a page of it is left': ({ before, snapshot, label }) =>
      snapshot.context.at !== before.context.at && !label.startsWith('wants') && label !== READ && !isRead(before),
    'pages of the board before that are taken for those of this one': ({ snapshot, world }) =>
      snapshot.matches('many') && !snapshot.matches({ many: { pages: world.pages } }),
    'a board that is got ready long before its turn': ({ before, snapshot, world }) =>
      snapshot.hasTag('ready') && !before.hasTag('ready') && world.pages === 'left',
    'a board that stays although each page of it was shown, and the next one is there': ({ snapshot }) =>
      isRead(snapshot) &&
      snapshot.matches({
        many: { host: 'reached', turns: { turning: { ready: { turn: 'reading' } } } },
      }),
    'a board that turns while the host is lost': ({ before, snapshot, label }) =>
      !label.startsWith('wants') &&
      snapshot.context.at !== before.context.at &&
      snapshot.matches({ many: { host: 'lost' } }),
    'a board that turns to one that is not there, sooner than it must': ({ before, snapshot, label }) =>
      !label.startsWith('wants') &&
      snapshot.context.at !== before.context.at &&
      !before.matches({ many: { turns: { turning: { ready: { next: 'there' } } } } }) &&
      label !== ARRIVES &&
      label !== WAITED,
    'a board that stays although nothing is missing': ({ snapshot }) =>
      snapshot.hasTag('late') &&
      snapshot.matches({ many: { host: 'reached', turns: { turning: { ready: { next: 'there' } } } } }),
    'a board that is late before its time': ({ before, snapshot, label }) =>
      snapshot.hasTag('late') && !before.hasTag('late') && label !== TURN && label !== READ,
    'a board that is called late while a page of it is left': ({ snapshot }) =>
      snapshot.hasTag('late') && !isRead(snapshot),
    'a board that stays for ever while the host is heard': {
      after: [WAITED],
      breaks: ({ before, snapshot: { context } }) =>
        before.matches({ many: { host: 'reached' } }) && context.at === before.context.at,
    },
    'a host that is forgotten when a board is shown, or a hand comes': ({ before, snapshot, label }) =>
      before.matches({ many: { host: 'lost' } }) && !snapshot.matches({ many: { host: 'lost' } }) && label !== RETURNS,
    'a board that is not got ready before its turn': ({ snapshot }) =>
      snapshot.matches({ many: { turns: { turning: 'paging' } } }) && !snapshot.matches({ many: { pages: 'left' } }),
    'a rest that is not a minute': ({ before, snapshot, label }) =>
      before.hasTag('held') && snapshot.matches({ many: { turns: 'turning' } }) && label !== 'after 60000 ms',
    'a board that is alone and turns': ({ snapshot }) => snapshot.context.count === 1 && snapshot.matches('many'),
  },
});
