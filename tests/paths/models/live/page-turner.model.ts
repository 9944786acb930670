import type { SnapshotFrom } from 'xstate';
import { pageTurnerMachine } from '#machines/live/page-turner.machine.ts';
import { defineModel, emits } from 'chart-walks';

type Snapshot = SnapshotFrom<typeof pageTurnerMachine>;

const TURN = 'after 15000 ms';
const LEFT = 'the left one has three pages';
const RIGHT = 'the right one has two pages';
const WHOLE = 'the left one has one page';
const REFITTED = 'the left one is fitted anew';
const CHANGES = /page \d has changed$/;
const HANDS = ['wants', 'touches'];
const countOf = ({ context: { counts } }: Snapshot): number => Math.max(1, ...Object.values(counts));
/** Which page a pane shows, counted from 0. */
const shows = ({ context: { counts, at } }: Snapshot, pane: string): number => Math.min(at, (counts[pane] ?? 1) - 1);
/** True if a pane has this page and shows another one. */
const isOutOfSight = (snapshot: Snapshot, pane: string, page: number): boolean =>
  page < (snapshot.context.counts[pane] ?? 1) && shows(snapshot, pane) !== page;
const isTurning = (snapshot: Snapshot): boolean => snapshot.matches({ many: { turns: 'turning' } });
const isHeld = (snapshot: Snapshot): boolean => snapshot.matches({ many: { turns: 'held' } });
const isJumped = (snapshot: Snapshot): boolean => snapshot.hasTag('jumped');
/** Pages that are left when the time of the one that is shown has passed. */
const leftBy = ({ context: { left, at } }: Snapshot): number[] => left.filter((page) => page !== at);

export const pageTurnerModel = defineModel(pageTurnerMachine)({
  starts: { 'two panes on a wall': {} },
  events: ({ snapshot }) => ({
    'the panes are in sight': { type: 'panes.shown' },
    [LEFT]: { type: 'pages.reported', pane: 'left', count: 3 },
    [WHOLE]: { type: 'pages.reported', pane: 'left', count: 1 },
    ...(countOf(snapshot) > 1 && {
      [REFITTED]: { type: 'pages.reported', pane: 'left', count: snapshot.context.counts['left'] ?? 1 } as const,
      'the left one: page 2 has changed': { type: 'page.wanted', pane: 'left', page: 2 } as const,
      'the right one: page 1 has changed': { type: 'page.wanted', pane: 'right', page: 1 } as const,
    }),
    ...(snapshot.matches('awaited') && { [RIGHT]: { type: 'pages.reported', pane: 'right', count: 2 } as const }),
    'wants the next page': { type: 'next.requested' },
    'wants the page before': { type: 'previous.requested' },
    'touches the screen': { type: 'page.touched' },
  }),
  key: ({ snapshot: { context } }) => ({ ...context, wantedIn: context.wanted === null ? '' : context.wantedIn }),
  changes: {
    counts: 'the left one has | the right one has | the left one is',
    at: 'after | the left one has one | the left one: | the right one: | wants the',
    left: 'after | the left one has | the right one has',
    jumps: 'after | the left one has one | the left one: | the right one:',
    wanted: 'after | the left one has one | the left one: | the right one: | wants the',
    wantedIn: 'the left one: | the right one:',
  },
  restarts: {
    pageTurn: {
      by: ['the left one', 'the right one'],
      // A change in a page that is not seen, or the end of the page that is shown, begins another page's time.
      when: ({ before, snapshot }) => snapshot.context.at !== before.context.at,
    },
    pageRest: HANDS,
  },
  accepts: {
    'the panes are in sight': 'awaited',
    wants: 'many',
    touches: 'many',
    'the left one: page': ({ snapshot }) => isOutOfSight(snapshot, 'left', 2),
    'the right one: page': ({ snapshot }) => isOutOfSight(snapshot, 'right', 1),
  },
  waits: { pageTurn: 'turning', pageRest: 'held' },
  leads: { held: HANDS },
  never: {
    'something turns before it is in sight': ({ snapshot, ended }) => snapshot.matches('awaited') && ended.length > 0,
    'pages of panes that are seen whole, or none of one that is not': ({ snapshot }) =>
      !snapshot.matches('awaited') && snapshot.matches('many') !== countOf(snapshot) > 1,
    'a page that there is not': ({ snapshot }) =>
      [snapshot.context.at, ...snapshot.context.left, snapshot.context.wanted ?? 0].some(
        (page) => page < 0 || page >= countOf(snapshot),
      ),
    'a page of which the panes do not hear': ({ before, snapshot, effects, label }) =>
      (snapshot.context.at !== before.context.at || label === LEFT || label === RIGHT || label === REFITTED) &&
      !emits(effects, 'page.turned'),
    'a change of the number of pages that loses the place where it could be kept': {
      after: [LEFT, WHOLE, RIGHT, REFITTED],
      breaks: ({ before, snapshot }) => snapshot.context.at !== Math.min(before.context.at, countOf(snapshot) - 1),
    },
    'a page that turns by itself before its time, or under a hand': ({ before, snapshot, label }) =>
      snapshot.context.at !== before.context.at &&
      !HANDS.some((hand) => label.startsWith(hand)) &&
      !CHANGES.test(label) &&
      label !== TURN &&
      label !== WHOLE &&
      !(isHeld(before) && label === 'after 60000 ms' && before.context.wanted === snapshot.context.at),
    'a page that is over and stays': {
      after: [TURN],
      breaks: ({ before, snapshot }) => snapshot.context.at === before.context.at,
    },
    // With the next three each page is shown for its time within two rounds, however often something changes.
    'a page that counts as shown before its time has passed, or one that does not although it has': ({
      before,
      snapshot,
      label,
    }) => {
      const { left } = before.context;
      const gone = left.filter((page) => page < countOf(snapshot) && !snapshot.context.left.includes(page));
      if (label !== TURN) return gone.length > 0;
      return leftBy(before).length > 0 && String(snapshot.context.left) !== String(leftBy(before));
    },
    'a page that was seen comes before one that was not': {
      after: [TURN],
      breaks: ({ before, snapshot }) =>
        !isJumped(snapshot) && leftBy(before).length > 0 && !leftBy(before).includes(snapshot.context.at),
    },
    'two pages with changes that follow one another': ({ before, snapshot, label }) =>
      label === TURN && isJumped(before) && isJumped(snapshot),
    'more than three pages that are cut off until one is shown in its order': ({ before, snapshot, label }) => {
      const isCut = CHANGES.test(label) && isTurning(before) && snapshot.context.at !== before.context.at;
      const jumps = isCut ? before.context.jumps + 1 : label === TURN && !isJumped(before) ? 0 : before.context.jumps;
      return snapshot.matches('many') && (snapshot.context.jumps !== jumps || jumps > 3);
    },
    'pages in another order than the document has them': {
      after: [TURN],
      breaks: ({ before, snapshot }) => {
        const after = leftBy(before).find((page) => page > before.context.at);
        return !isJumped(snapshot) && after !== undefined && snapshot.context.at !== after;
      },
    },
    'a fresh change that is not shown at once, but under a hand or after three others': ({
      before,
      snapshot,
      label,
    }) => {
      if (!CHANGES.test(label) || isHeld(before)) return false;
      const pane = label.startsWith('the left') ? 'left' : 'right';
      const page = Number(/\d/.exec(label)?.[0]);
      if (snapshot.context.wanted !== before.context.wanted && before.context.jumps < 3) return true;
      return isOutOfSight(snapshot, pane, page) && snapshot.context.wanted !== page;
    },
    'a fresh change that is forgotten': ({ before, snapshot, label }) =>
      before.context.wanted !== null &&
      snapshot.context.wanted === null &&
      snapshot.context.at !== before.context.wanted &&
      ![LEFT, WHOLE].includes(label),
    'a change that waits although it could be seen': {
      after: [TURN],
      breaks: ({ before, snapshot }) =>
        !isJumped(before) && before.context.wanted !== null && snapshot.context.at !== before.context.wanted,
    },
    'a rest that is not a minute': ({ before, snapshot, label }) =>
      isHeld(before) && isTurning(snapshot) && label !== 'after 60000 ms',
    'another page than a hand wanted': ({ before, snapshot, label }) => {
      const way = label === 'wants the next page' ? 1 : label === 'wants the page before' ? -1 : 0;
      const count = countOf(snapshot);
      return way !== 0 && before.matches('many') && snapshot.context.at !== (before.context.at + way + count) % count;
    },
    'a playlist hears that all is shown while a page is left': ({ before, snapshot, label }) =>
      snapshot.hasTag('over') &&
      !before.hasTag('over') &&
      countOf(snapshot) > 1 &&
      !(label === TURN && leftBy(before).length === 0) &&
      // A page that is left may be gone with the pages of a document that has become shorter.
      countOf(snapshot) >= countOf(before),
    'a playlist does not hear that all is shown': ({ before, snapshot, label }) =>
      (label === TURN && leftBy(before).length === 0 && !snapshot.hasTag('over')) ||
      (snapshot.matches('whole') && !snapshot.hasTag('over')),
    'pages that a document has got are taken for shown': {
      after: [LEFT],
      breaks: ({ before, snapshot }) =>
        snapshot.matches('many') && (before.context.counts['left'] ?? 1) < 3 && snapshot.hasTag('over'),
    },
    'the last page is shown and a playlist does not hear it': ({ snapshot }) =>
      snapshot.matches({ many: { round: 'ending' } }) !==
        (String(snapshot.context.left) === String([snapshot.context.at]) && snapshot.matches('many')) &&
      !snapshot.hasTag('over'),
  },
});
