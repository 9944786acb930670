import { isDeepStrictEqual } from 'node:util';
import type { EventFromLogic, SnapshotFrom } from 'xstate';
import { documentFrameMachine } from '#machines/document/document-frame.machine.ts';
import { defineModel, type Effect, emits, sends } from 'chart-walks';

type Snapshot = SnapshotFrom<typeof documentFrameMachine>;
type Event = EventFromLogic<typeof documentFrameMachine>;

const VALUES: [string, string][] = [['what', 'wind 4']];
const LINK = 'https://example.org/map';
const print = { type: 'print.requested', values: [], note: null } as const satisfies Event;

/** True if the chart sends the stage a command of this type. */
const has = (effects: readonly Effect[], type: string): boolean => sends(effects, type, 'stage');
const sendsParent = (effects: readonly Effect[], type: string): boolean => sends(effects, type, '#_parent');

/** Notes of the walk beside the chart. `fresh`: no time has passed since the document was shown. `sight`: the document in sight. */
type World = { fresh: boolean; sight: 'none' | 'newest' | 'before' };

const opensInPlace = (effects: readonly Effect[]): boolean =>
  effects.some((effect) => effect.kind === 'sent' && effect.event['isBehind'] === false);

/** Returns the document in sight after a step. */
function sightAfter(label: string, effects: readonly Effect[], sight: World['sight']): World['sight'] {
  if (has(effects, 'reveal')) return 'newest';
  if (/^(the place goes|another document is awaited)$/.test(label) || opensInPlace(effects)) return 'none';
  return label === 'a document is given' && sight === 'newest' ? 'before' : sight;
}

/** Another page is in the place of the document: it says so, or the document does not answer before or after one has loaded there. */
const isDeparture = (before: Snapshot, label: string): boolean =>
  label === 'the document is replaced by another page' ||
  (label === 'the document loads once more' && before.matches({ shown: 'lost' })) ||
  (label.startsWith('after') && before.matches({ shown: { ready: { reloaded: 'overdue' } } }));

/** Another document than was given last and than is in sight. */
const another = ({ html, seen }: Snapshot['context']): string =>
  ['one', 'two', 'three'].find((one) => one !== html && one !== seen?.html) ?? '';

/**
 * The regions are independent of each other, so that every combination would be walked. Links, keys, questions and paper are therefore taken up only
 * when a document was just shown and no newer one is on its way.
 */
function eventsOf(snapshot: Snapshot, { fresh }: World): Record<string, Event> {
  const { context } = snapshot;
  const isNewer = (newer: string): boolean => snapshot.matches({ newer } as never);
  if (isNewer('unplaced')) {
    return {
      'a place is there': { type: 'place.appeared' },
      'a document is given': { type: 'document.given', html: 'one', lines: 'marked', isStored: true },
      'another document is awaited': { type: 'document.awaited' },
    };
  }
  const isQuiet = snapshot.matches({ link: 'none', paper: 'none', typed: 'free' });
  if (!isQuiet) return sideEvents(snapshot);
  const hasTrouble = (['late', 'lost', 'gone', 'removed', 'broken'] as const).some((trouble) =>
    snapshot.hasTag(trouble),
  );
  const owner: Record<string, Event> = {
    'a document is given': { type: 'document.given', html: another(context), lines: 'marked', isStored: true },
    ...(isNewer('awaited') ? {} : { 'another document is awaited': { type: 'document.awaited' } }),
    ...(hasTrouble ? { 'opens the document anew': { type: 'document.reopenRequested' } } : {}),
    ...(hasTrouble && context.isLive ? { 'the pane wants the document again': { type: 'document.wanted' } } : {}),
    'the place goes': { type: 'place.vanished' },
  };
  const shown = shownEvents(snapshot);
  if (!isNewer('settled')) return { ...owner, ...shown, ...newerEvents(snapshot) };
  const isResting = fresh && snapshot.matches({ shown: { ready: 'resting' } });
  const isOlder = context.isLive && snapshot.matches({ shown: { ready: 'newerFailed' } });
  return { ...owner, ...shown, ...(isResting ? restingEvents(snapshot) : {}), ...(isOlder && { prints: print }) };
}

/** Events that the newer document's frame may send in its present state. */
function newerEvents(snapshot: Snapshot): Record<string, Event> {
  const at = (newer: object | string): boolean => snapshot.matches({ newer } as never);
  if (at('awaited')) return {};
  return {
    ...(at('loading') && { 'its file is there': { type: 'newer.loaded' } as const }),
    ...(at('greeting') && { 'it answers the greeting': { type: 'newer.greeted' } as const }),
    ...(at('greeted') && { 'it is open': { type: 'newer.opened', values: VALUES } as const }),
    ...(at({ handingOver: 'placing' }) && {
      'the older one is scrolled to the top': { type: 'scroll.reported', scroll: 0 } as const,
      'the older one is scrolled on': { type: 'scroll.reported', scroll: 400 } as const,
    }),
    ...(at({ handingOver: 'drawing' }) && { 'it is drawn': { type: 'newer.drawn' } as const }),
    ...(at({ handingOver: 'placing' }) &&
      snapshot.context.mode === 'edit' && {
        'a key leads out of the older one': { type: 'handOver.begun', isOwners: false } as const,
      }),
    'it is not wanted any more': { type: 'newer.unwanted' },
    'it is replaced by another page': { type: 'newer.replaced' },
    'it breaks the last rule': { type: 'newer.ruleBroken', strikes: 20 },
    'it fails': { type: 'newer.broken' },
  };
}

/** Events of the frame that is shown. */
function shownEvents(snapshot: Snapshot): Record<string, Event> {
  const { pingNo, departures } = snapshot.context;
  if ((['none', 'gone', 'removed', 'broken'] as const).some((shown) => snapshot.matches({ shown }))) return {};
  const isAsked = snapshot.matches({ newer: 'settled' });
  return {
    ...(snapshot.context.isLive &&
      isAsked && {
        'it is fitted in three pages': { type: 'pages.reported', count: 3 } as const,
        'one of its pages has changed': { type: 'page.wanted', page: 2 } as const,
        'its page is turned': { type: 'page.turned', page: 1 } as const,
        'its changes are told': { type: 'marks.given', marks: [{ id: 'what', at: 1 }] } as const,
      }),
    ...(isAsked && { 'the document answers': { type: 'pong.received', no: pingNo } as const }),
    // Once shows what comes of it, twice that the pause grows.
    ...((departures === 0 || (departures === 1 && isAsked)) && {
      'the document is replaced by another page': { type: 'frame.replaced' } as const,
      'the document loads once more': { type: 'frame.reloaded' } as const,
    }),
    'the document breaks the last rule': { type: 'frame.ruleBroken', strikes: 20 },
  };
}

function restingEvents({ context }: Snapshot): Record<string, Event> {
  const link = { type: 'link.followed', href: LINK, where: 'top', isPasted: false } as const;
  return {
    'is typed in': { type: 'text.edited', changes: [['what', 'wind 5']] },
    'keeps a stored value that its script would change': { type: 'wishes.reported', wishes: [['what', 'wind 5']] },
    'its wishes are dismissed': { type: 'wishes.dismissed' },
    'fights for a region': { type: 'stored.contested', stored: [['Wind', 'wind 4']] },
    'adds a row': { type: 'regions.changed', added: [['row', '']], removed: [] },
    'an address is pasted': { type: 'url.pasted', no: 1, url: LINK },
    'a table is pasted': { type: 'grid.pasted', no: 2, grid: { cells: 4, fits: 3, replaced: 0, left: ['x'] } },
    'is typed in where something can be offered': { type: 'suggestions.wanted', id: 'what' },
    'is given values used before': { type: 'suggestions.given', id: 'what', values: ['wind 5'] },
    'the pasted table is to fill cells': { type: 'gridPaste.answered', no: 2, answer: 'fill' },
    'the caret reaches a list': { type: 'loss.reported', id: 'what', what: ['lists'] },
    'the caret comes into a region': { type: 'caret.reported', id: 'what' },
    'a blank is pressed in it': { type: 'blank.pressed', no: 1 },
    'its style draws a blank': { type: 'blanks.drawn', lines: [1], boxes: [] },
    'its blanks are told': { type: 'blanks.given', taken: [1], current: null },
    'the link gets a text': { type: 'linkText.chosen', no: 1, url: LINK, text: 'the map' },
    'is given values': { type: 'patch.requested', values: VALUES },
    'is gone to from outside': { type: 'region.wanted', id: 'what' },
    'is to be begun at its first region': { type: 'firstRegion.wanted' },
    'is reached from outside': { type: 'region.reached', id: 'what' },
    ...(context.isLive && { 'another moment is given': { type: 'moment.given', asOf: 1 } as const }),
    'is asked for names': { type: 'names.requested' },
    'tells its names': { type: 'names.reported', names: [['what', 'Wind']] },
    'is asked for its values': { type: 'snapshot.requested', unasked: [] },
    'tells its values': taken(context.ownerNo, null),
    'a link is pressed': link,
    'a letter is begun': { ...link, href: 'mailto:ops@example.org' },
    'a link is pressed for a new tab': { ...link, where: 'new-tab' },
    'a link that was pasted is pressed': { ...link, isPasted: true },
    'its bridge fails': { type: 'frame.broken' },
    'Ctrl+S is pressed in it': { type: 'key.pressed', key: 'save' },
    'Ctrl+P is pressed in it': { type: 'key.pressed', key: 'print' },
    'Ctrl+/ is pressed in it': { type: 'key.pressed', key: 'help' },
    'Shift+F2 is pressed in it': { type: 'key.pressed', key: 'history' },
    'Ctrl+K is pressed in it': { type: 'key.pressed', key: 'quickOpen' },
    'F is pressed in it': { type: 'key.pressed', key: 'wall' },
    'a key leads out of it': { type: 'handOver.begun', isOwners: false },
    'a key leads out of it if the screen asks something': { type: 'handOver.begun', isOwners: true },
    'is told whether a save asks': { type: 'save.described', isAsking: false },
    prints: print,
    'opens the document anew': { type: 'document.reopenRequested' },
  };
}

const taken = (no: number, error: 'threw' | null): Event => ({
  type: 'snapshot.taken',
  no,
  values: VALUES,
  newAttributes: [{ id: 'row' }],
  error,
});

/** A question, or a sheet of paper, is open. */
function sideEvents(snapshot: Snapshot): Record<string, Event> {
  const { paperNo } = snapshot.context;
  return {
    ...(snapshot.matches({ paper: 'collecting' }) && {
      'tells its rows for the printer': taken(paperNo, null),
      'cannot tell its rows': taken(paperNo, 'threw'),
      'is typed in': { type: 'text.edited', changes: [['what', 'wind 5']] } as const,
    }),
    ...(snapshot.hasTag('askingToOpen') && {
      'the address may be opened': { type: 'link.allowed' } as const,
      'the address may not be opened': { type: 'link.refused' } as const,
    }),
    ...(snapshot.matches({ link: 'opened' }) && {
      'the browser opens no tab': { type: 'link.blocked' } as const,
      'another link is pressed': { type: 'link.followed', href: LINK, where: 'new-tab', isPasted: true } as const,
      'another link is pressed that was not pasted': {
        type: 'link.followed',
        href: LINK,
        where: 'new-tab',
        isPasted: false,
      } as const,
    }),
    ...(snapshot.hasTag('printFailed') && {
      'the failed print is dismissed': { type: 'printFailure.dismissed' } as const,
      prints: print,
    }),
    ...typedEvents(snapshot),
    'another document is awaited': { type: 'document.awaited' },
    'the place goes': { type: 'place.vanished' },
  };
}

/** Text that was typed after a key that leads out of the document. */
function typedEvents(snapshot: Snapshot): Record<string, Event> {
  const isAt = (...states: readonly string[]): boolean => states.some((typed) => snapshot.matches({ typed } as never));
  return {
    ...(isAt('asked', 'awaited') && {
      'what the key opens has the keyboard': { type: 'keyboard.moved' } as const,
      'the key opens nothing': { type: 'keyboard.kept' } as const,
    }),
    ...(isAt('moving', 'returning', 'late') && {
      'nothing was typed': { type: 'typed.settled', left: '', inserted: 0 } as const,
      'what was typed is in the document': { type: 'typed.settled', left: '', inserted: 3 } as const,
    }),
    // In the end of a hold of a user who comes from the page as well.
    ...((isAt('moving', 'returning', 'late') ||
      snapshot.matches({ typed: 'free', link: 'none', paper: 'none', shown: { ready: 'newerFailed' } })) && {
      'what was typed has no field': { type: 'typed.settled', left: 'evac', inserted: 0 } as const,
    }),
    ...(isAt('inserted', 'untaken') && {
      'the message about typed text is dismissed': { type: 'typed.dismissed' } as const,
      'another key leads out of it': { type: 'handOver.begun', isOwners: false } as const,
    }),
  };
}

/** A command of the stage that sends typed text to the page, or to the document. */
const settles = (effects: readonly Effect[], isForPage: boolean): boolean =>
  effects.some(
    ({ kind, ...effect }) =>
      kind === 'sent' && isDeepStrictEqual((effect as { event: unknown }).event, { type: 'settleTyped', isForPage }),
  );

const place = 'p';
const isEdited = ({ snapshot }: { snapshot: Snapshot }): boolean => snapshot.context.mode === 'edit';

export const documentFrameModel = defineModel(documentFrameMachine)<World>({
  starts: {
    'the editor': { input: { place, mode: 'edit', isLive: false, html: null, lines: 'guessed', isStored: false } },
    'a live pane': { input: { place, mode: 'view', isLive: true, html: null, lines: 'guessed', isStored: false } },
    'an archive that is viewed': {
      input: { place, mode: 'view', isLive: false, html: 'one', lines: 'marked', isStored: true },
    },
  },
  world: {
    start: { fresh: false, sight: 'none' },
    next: ({ world, snapshot, effects, label }) => ({
      // Only live views look at the document before the newest.
      sight: snapshot.context.isLive ? sightAfter(label, effects, world.sight) : 'none',
      fresh: has(effects, 'reveal') || (world.fresh && !label.startsWith('after')),
    }),
  },
  outcomes: {
    findLink: {
      'finds the link': { output: true },
      'finds no such link': { output: false },
      'cannot be read': { error: new Error('It cannot be read.') },
    },
    printDocument: { printed: { output: undefined }, 'did not open': { error: new Error('It did not open.') } },
  },
  events: ({ snapshot, world }) => eventsOf(snapshot, world),
  key: ({ snapshot }) => {
    const { context } = snapshot;
    const isOpening = ['loading', 'greeting'].some((newer) => snapshot.matches({ newer } as never));
    return {
      mode: context.mode,
      live: context.isLive,
      html: context.html !== null,
      older: context.seen !== null && context.seen.html !== context.html,
      tries: isOpening ? context.tries : 0,
      departures: context.departures,
      scroll: snapshot.matches({ newer: 'handingOver' }) ? context.scroll : null,
      leaves:
        (['looking', 'asking', 'opened'] as const).some((link) => snapshot.matches({ link })) &&
        context.link.where === 'top' &&
        context.link.href === LINK,
    };
  },
  accepts: {
    'it is not wanted': 'shown.ready',
    'the document loads once more': 'lost | resting | ready.asked | ready.overdue',
    'the document answers': 'lost | ready.asked | ready.overdue | reloaded',
    'keeps a stored value': isEdited,
    'is typed in where': isEdited,
    'the caret comes': isEdited,
    'is to be begun': isEdited,
    'its bridge fails': isEdited,
  },
  leads: { 'ready.resting': 'it is not wanted' },
  changes: {
    html: 'a document | another document',
    lines: 'a document',
    isStored: 'a document',
    submission: 'another moment',
    seen: 'after | a document | another document | the place | opens the | the older | it is drawn | the pane',
    values: 'after | it is open | nothing was | what was | the older | it is drawn',
    wishes: 'keeps a',
    contested: 'fights for',
    pages: 'it is fitted',
    tries: 'after | a document | opens the | the pane',
    scroll: 'the older',
    pingNo: 'after | the document loads',
    departures: 'after | a document | the document is | the document loads',
    departedAt: 'after | the document is | the document loads',
    lastNo: 'is asked for its | prints',
    ownerNo: 'is asked for its',
    paperNo: 'prints',
    link: 'a link | a letter | another link',
    untaken: 'what was typed has',
    sheet: 'is typed in$ | prints | tells its rows',
  },
  restarts: {
    frameReady: {
      by: ['a document is given', 'opens the document anew', 'the pane wants the document again'],
      when: ({ effects }) => has(effects, 'open'),
    },
  },
  // A document in sight stays while a newer one is late; a spare frame is prepared once, for live panes.
  once: ['frameReady', 'frameHello', 'frameSpare'],
  never: {
    'a key that is pressed in it, and of which nobody hears': ({ label, effects, snapshot }) =>
      (label === 'F is pressed in it' && !emits(effects, 'wall.requested')) ||
      (label === 'Ctrl+/ is pressed in it' && !emits(effects, 'help.requested')) ||
      (label === 'Shift+F2 is pressed in it' && !emits(effects, 'history.requested')) ||
      (label === 'Ctrl+K is pressed in it' && !emits(effects, 'quickOpen.requested')) ||
      (label === 'Ctrl+S is pressed in it' && !sendsParent(effects, 'save.requested')) ||
      (label === 'Ctrl+P is pressed in it' &&
        snapshot.context.mode === 'edit' &&
        !sendsParent(effects, 'print.requested')),
    'a moment that is not told, or not kept for the document that opens again': {
      after: ['another moment'],
      breaks: ({ snapshot, effects }) =>
        snapshot.context.submission.asOf !== 1 || !sends(effects, 'moment.given', 'liveChanges'),
    },
    'text typed after a key goes elsewhere than the key leads': ({ before, label, effects, snapshot }) => {
      const isMoved = label === 'what the key opens has the keyboard';
      const isLate = snapshot.matches({ typed: 'late' }) && !before.matches({ typed: 'late' });
      const isKept = label === 'the key opens nothing' || isLate;
      return settles(effects, true) !== isMoved || (isKept && !settles(effects, false));
    },
    'text typed after a key that no field has taken, and nobody says so': ({ label, snapshot }) =>
      label === 'what was typed has no field' && !snapshot.hasTag('typedUntaken'),
    'another time than 3 s in which something may open': ({ timers }) =>
      timers.some(({ delay, whole }) => delay === 'handOver' && whole !== 3_000),
    'another link is looked for than the one that was pressed': ({ snapshot, effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'request' &&
          effect.id === 'findLink' &&
          (effect.input as { href?: string } | undefined)?.href !== snapshot.context.link.href,
      ),
    'a frame that has loaded something, and is not asked whether it is still the document': ({
      before,
      label,
      snapshot,
    }) =>
      label === 'the document loads once more' &&
      ['resting', 'asked', 'overdue'].some((ready) => before.matches({ shown: { ready } } as never)) &&
      !(snapshot.matches({ shown: { ready: 'reloaded' } }) && snapshot.context.pingNo > before.context.pingNo),
    'another time than 10 s in which a file may come': ({ timers }) =>
      timers.some(({ delay, whole }) => delay === 'frameReady' && whole !== 10_000),
    'pages that nobody turns, or of a document that is not in sight': ({ before, snapshot, label, effects }) => {
      const isOne = (shown: Snapshot): boolean =>
        (['none', 'late', 'gone', 'removed', 'broken'] as const).some((one) => shown.matches({ shown: one }));
      const isFitted = label === 'it is fitted in three pages';
      if (isOne(snapshot) && snapshot.context.pages !== null) return true;
      return emits(effects, 'pages.reported')
        ? !isFitted && !isOne(snapshot)
        : isFitted || (isOne(snapshot) && !isOne(before));
    },
    'a page that is wanted, of which nobody hears': ({ label, effects }) =>
      (label === 'one of its pages has changed') !== emits(effects, 'page.wanted'),
    'names that do not come to who has asked for them': ({ label, effects, snapshot }) =>
      label === 'tells its names' &&
      !(snapshot.context.isLive
        ? sends(effects, 'names.reported', 'liveChanges')
        : sendsParent(effects, 'document.named')),
    'a pasted table of which nobody hears, or an answer to it that does not arrive': ({ label, effects }) =>
      (label === 'a table is pasted' && !sendsParent(effects, 'document.gridPasted')) ||
      (label === 'the pasted table is to fill cells' && !has(effects, 'post')),
    'somebody types and what could be offered is not asked for, or a reader asks': ({ label, effects, snapshot }) =>
      label === 'is typed in where something can be offered' &&
      emits(effects, 'suggestions.wanted') !== (snapshot.context.mode === 'edit'),
    'values used before that do not arrive': ({ label, effects }) =>
      label === 'is given values used before' && !has(effects, 'post'),
    'changes that nobody marks': ({ label, effects }) => label === 'its changes are told' && !has(effects, 'mark'),
    'a live document that is shown, and nobody looks for its changes; or another one is': ({ effects, snapshot }) =>
      sendsParent(effects, 'document.ready') &&
      sends(effects, 'document.shown', 'liveChanges') !== snapshot.context.isLive,
    'changes are told of a document that is gone': ({ label, effects }) =>
      label === 'another document is awaited' && !sends(effects, 'document.gone', 'liveChanges'),
    'a page that is turned only in words': ({ label, effects }) =>
      label === 'its page is turned' && !has(effects, 'turn'),
    'a document that is given has a place and is not opened': ({ label, snapshot, effects }) =>
      label === 'a place is there' && snapshot.context.html !== null && !has(effects, 'open'),
    'a document is opened anew only in words': ({ label, effects }) =>
      label === 'opens the document anew' && !has(effects, 'open'),
    'a document opens without a place': ({ label, snapshot }) =>
      label === 'the place goes' && !snapshot.matches({ newer: 'unplaced' }),
    'there is no document, and nobody says that one opens': ({ snapshot }) =>
      snapshot.matches({ shown: 'none' }) !== snapshot.hasTag('opening'),
    'a document that yields to a newer one is called lost': ({ before, label, snapshot }) =>
      before.matches({ shown: 'ready' }) &&
      /given|anew/.test(label) &&
      (snapshot.hasTag('lost') || snapshot.hasTag('removed')),
    'a live pane does not hear that the newest document is not in sight, or somebody else hears it': ({
      before,
      label,
      effects,
      snapshot,
    }) => {
      const isGivenUp = has(effects, 'dropNewer') && label !== 'it is not wanted any more';
      const isLate = snapshot.hasTag('late') && !before.hasTag('late');
      const isSilent = snapshot.matches({ shown: 'lost' }) && before.matches({ shown: { ready: 'overdue' } });
      const isGone = isSilent || (has(effects, 'dropShown') && !before.matches({ shown: 'lost' }));
      const isReported = sendsParent(effects, 'document.failed') || sendsParent(effects, 'document.removed');
      return snapshot.context.isLive ? !isReported && (isGivenUp || isLate || isGone) : isReported;
    },
    'a document that breaks the rules is taken for one that only did not open, or the other way round': ({
      label,
      effects,
      snapshot,
    }) =>
      snapshot.context.isLive &&
      label.endsWith('breaks the last rule') !== sendsParent(effects, 'document.removed') &&
      !label.startsWith('the place'),
    'a live pane does not hear that the place was cleared for the newest document, or another owner does': ({
      effects,
      snapshot,
    }) => sendsParent(effects, 'place.cleared') !== (snapshot.context.isLive && opensInPlace(effects)),
    'a frame whose file did not come is given up without a second try, or nobody hears of a wait of 10 s': ({
      before,
      label,
      effects,
      snapshot,
    }) =>
      label === 'after 10000 ms' &&
      before.matches({ newer: 'loading' }) &&
      before.context.tries === 0 &&
      (!has(effects, 'open') || (!snapshot.hasTag('late') && !before.matches({ shown: 'ready' }))),
    'a document that is opened again has only one try': {
      after: ['opens the document anew', 'the pane wants'],
      breaks: ({ snapshot, effects }) => has(effects, 'open') && snapshot.context.tries !== 0,
    },
    'what is said of a document that did not come goes while the pane opens it again': {
      after: ['the pane wants'],
      breaks: ({ before, snapshot, effects }) =>
        !has(effects, 'open') || before.hasTag('lost') !== snapshot.hasTag('lost'),
    },
    'a document cannot be printed, or another one is': ({ label, snapshot, effects, world }) =>
      (snapshot.context.html !== null && !snapshot.can(print)) ||
      (label === 'prints' && snapshot.matches({ paper: 'none' })) ||
      effects.some(
        (effect) =>
          effect.kind === 'request' &&
          effect.id === 'printDocument' &&
          ((snapshot.context.html === (effect.input as { html: string }).html) ===
            (snapshot.context.isLive && world.sight === 'before') ||
            !isDeepStrictEqual(effect.input, {
              place,
              html: (snapshot.context.seen ?? snapshot.context).html,
              lines: snapshot.context.lines,
              isStored: snapshot.context.isStored,
              ...snapshot.context.sheet,
            })),
      ),
    'a good document is taken away because a newer one does not open': ({ before, label, snapshot, effects }) =>
      before.matches({ shown: 'ready' }) &&
      !snapshot.matches({ shown: 'removed' }) &&
      !snapshot.matches({ shown: 'broken' }) &&
      !isDeparture(before, label) &&
      has(effects, 'dropShown'),
    'a document that has left its frame is still shown, or another one is taken for it': ({
      before,
      label,
      snapshot,
      effects,
    }) => isDeparture(before, label) !== (has(effects, 'dropShown') && snapshot.matches({ shown: 'gone' })),
    'one that has left its frame waits for less or more than its pause': ({ snapshot, timers }) =>
      timers.find(({ delay }) => delay === 'reopening')?.whole !==
      (snapshot.matches({ shown: 'gone' }) ? 2_000 * 2 ** snapshot.context.departures : undefined),
    'one that has left its frame is not opened again after its pause': ({ before, ended, snapshot, effects }) =>
      ended.includes('reopening') &&
      before.matches({ newer: 'settled' }) &&
      !(snapshot.context.mode === 'edit' ? emits(effects, 'reopening.due') : has(effects, 'open')),
    'one into which people write is opened again without its owner, or before its time': ({ before, ended, effects }) =>
      ended.includes('reopening') && before.context.mode === 'edit' && before.matches({ newer: 'settled' })
        ? has(effects, 'open')
        : emits(effects, 'reopening.due'),
    'a newer document is shown before it is drawn, but where time is up or there was none': ({
      before,
      effects,
      label,
    }) =>
      before.matches({ shown: 'ready' }) &&
      has(effects, 'reveal') &&
      !/scrolled|after/.test(label) &&
      !before.matches({ newer: { handingOver: 'placing' } }) &&
      !before.matches({ newer: 'held' }),
    'a document that keeps typed text back is replaced before it had 10 s': ({ before, label, snapshot, effects }) =>
      has(effects, 'reveal') &&
      !(before.matches({ newer: 'held' }) && label.startsWith('after')) &&
      (['asked', 'awaited', 'moving', 'returning', 'late'] as const).some((typed) => snapshot.matches({ typed })),
    'the first document of a live pane is shown before it is drawn, but where time is up': ({
      before,
      effects,
      label,
    }) =>
      before.context.isLive &&
      !before.matches({ shown: 'ready' }) &&
      has(effects, 'reveal') &&
      !/is drawn$|after/.test(label) &&
      before.context.scroll === null,
    'the owner is told of a document that is not shown': ({ effects, snapshot }) =>
      sendsParent(effects, 'document.ready') && !snapshot.matches({ shown: 'ready' }),
    'an answer to an earlier question is taken for the newest': ({ snapshot }) => {
      const { pingNo, ownerNo, paperNo } = snapshot.context;
      const late = Math.min(ownerNo, paperNo) - 1;
      return snapshot.can({ type: 'pong.received', no: pingNo - 1 }) || snapshot.can(taken(late, null));
    },
    'a frame stays that broke the last rule': ({ label, effects }) =>
      label.endsWith('breaks the last rule') && !has(effects, 'dropShown') && !has(effects, 'dropNewer'),
    'a frame goes that may still break a rule': ({ snapshot }) =>
      snapshot.can({ type: 'frame.ruleBroken', strikes: 19 }) ||
      snapshot.can({ type: 'newer.ruleBroken', strikes: 19 }),
    'an address that is no link of the document is opened without a question': ({ before, label, effects }) =>
      (has(effects, 'openLink') || sendsParent(effects, 'document.linkFollowed')) &&
      !/pasted is pressed|another link is pressed$|finds the link|may be opened/.test(label) &&
      !before.hasTag('askingToOpen'),
    'a link takes the place of a wall': ({ snapshot, effects }) =>
      snapshot.context.mode === 'view' &&
      effects.some((effect) => effect.kind === 'sent' && effect.event['where'] === 'top'),
    'a link leads nowhere without a word': ({ label, snapshot }) =>
      label === 'the browser opens no tab' && !snapshot.hasTag('askingToOpen'),
    'text is called kept that was never heard': ({ before, label, snapshot }) =>
      (snapshot.hasTag('lost') || snapshot.hasTag('removed')) &&
      before.matches({ shown: 'none' }) &&
      !label.endsWith('the last rule'),
    'a document that fails is still written in': ({ label, snapshot, effects }) =>
      label === 'its bridge fails' && snapshot.context.mode === 'edit' && !has(effects, 'dropShown'),
    'the page of the editor is left without its being asked': ({ snapshot, effects }) =>
      snapshot.context.mode === 'edit' &&
      snapshot.context.link.href === LINK &&
      snapshot.context.link.where === 'top' &&
      has(effects, 'openLink'),
    'a good document goes before the next one is there': ({ before, effects }) =>
      before.matches({ shown: 'ready' }) &&
      effects.some((effect) => effect.kind === 'sent' && effect.event['isBehind'] === false),
    'two documents open at once': ({ effects }) =>
      effects.filter((effect) => effect.kind === 'sent' && effect.event.type === 'open').length > 1,
    'a first document is given up': ({ before, label, effects }) =>
      !before.matches({ shown: 'ready' }) && has(effects, 'dropNewer') && !/the last rule$|fails$/.test(label),
    'the document before answers for the one that is awaited': ({ label, snapshot }) =>
      label === 'another document is awaited' &&
      (snapshot.context.html !== null || !snapshot.matches({ shown: 'none', link: 'none', paper: 'none' })),
  },
});
