import { LARGE_DOCUMENT } from '#common/config/constants.ts';
import type { EventFromLogic } from 'xstate';
import { isLive } from '#machines/live/is-live.ts';
import { liveArchiveMachine, type LiveArchiveSnapshot } from '#machines/live/live-archive.machine.ts';
import { pendingCalls, defineModel, type Effect, sends } from 'chart-walks';
import { LATEST } from './live-bounds.ts';
import { archive, archiveDetail, failures } from '../samples.ts';

type Event = EventFromLogic<typeof liveArchiveMachine>;

const wip = { kind: 'wip', id: 'w-1' } as const;
const template = { kind: 'template', id: 't-1' } as const;
/** The pane that walks between moments. */
const then = { kind: 'template', id: 't-then' } as const;
const MOMENT = 1_000_000;
const LATER = 2_000_000;

const largeArchive = { ...archiveDetail, content: 'x'.repeat(LARGE_DOCUMENT + 1) };
const isLarge = ({ given }: { given: { content: string } | null }): boolean =>
  (given?.content.length ?? 0) > LARGE_DOCUMENT;

/**
 * Notes of the walk beside the chart. `isHeld`: documents open when the walk says so; else each opens at once. `sight`: the document in sight, that of the
 * newest archive that was fetched or the one before. `coming`: the newest is on its way. `isGone`: the document has left its frame, and its own chart
 * opens it again. `answered`: true if the host's last answer about the newest still holds. In milliseconds: `unseen`, for how long the newest was not in sight
 * and `liveTruth` was not notified; `closed` and `refused`, for how long a document that did not open was not opened again, and a round that has failed
 * was not repeated.
 */
type World = {
  isHeld: boolean;
  sight: 'none' | 'given' | 'before';
  coming: boolean;
  isGone: boolean;
  answered: boolean;
  unseen: number;
  isReported: boolean;
  closed: number;
  refused: number;
};
const GONE = 'the document in sight is another page';
const start: World = {
  isHeld: false,
  sight: 'none',
  coming: false,
  isGone: false,
  answered: false,
  unseen: 0,
  isReported: false,
  closed: 0,
  refused: 0,
};

const isGiven = (effects: readonly Effect[]): boolean => sends(effects, 'document.given', 'document');
const isBegun = (effects: readonly Effect[]): boolean =>
  isGiven(effects) || sends(effects, 'document.wanted', 'document');
const isConfirmed = (effects: readonly Effect[]): boolean => sends(effects, 'newest.confirmed', 'liveTruth');
const reportsFailure = (effects: readonly Effect[]): boolean => sends(effects, 'newest.failed', 'liveTruth');

/** Returns the document in sight after a step. */
function sightAfter(label: string, effects: readonly Effect[], { sight, isHeld }: World): World['sight'] {
  if (label.endsWith('nothing was submitted') || label === 'the document is opened anew') return 'none';
  if (label === 'the document is there') return 'given';
  if (/^the document in sight (goes|is another page)$/.test(label)) return 'none';
  if (isBegun(effects) && !isHeld) return 'given';
  return isGiven(effects) && sight === 'given' ? 'before' : sight;
}

/** True if the host's last answer about the newest holds after a step. */
function answeredAfter(label: string, isOpen: boolean, before: boolean): boolean {
  if (/^(findNewestArchive: (nothing|the one)|loadArchive: (its|a large))/.test(label)) return true;
  if (/^(findNewestArchive|loadArchive): (not|server)|^the network goes|moment is chosen|present is chosen/.test(label))
    return false;
  return label === 'the stream is lost' && isOpen ? false : before;
}

/**
 * Events that the stream's own chart (`eventStream`) sends to its parent. The panes of the Command dashboard differ in their texts only: there the stream
 * stays. A stream that was refused is opened again after 3 s at the soonest: the first load has begun by then.
 */
function streamEvents(snapshot: LiveArchiveSnapshot): Record<string, Event> {
  return {
    ...(snapshot.matches({ stream: { on: 'lost' }, archive: 'waiting' })
      ? {}
      : { 'the stream opens': { type: 'stream.opened' } }),
    ...(snapshot.context.view === 'wip' || snapshot.context.view === 'template'
      ? { 'the stream is lost': { type: 'stream.closed' } }
      : {}),
    ...(snapshot.hasTag('live') ? { 'a submission arrives': { type: 'submission.received', archive: 'a-9' } } : {}),
    // The chart of an open stream first reports that the stream is lost. One view is enough: the others differ in their texts only.
    ...(snapshot.context.view === 'wip' &&
      !snapshot.hasTag('live') && {
        'the newest is wanted': { type: 'newest.wanted' },
        'the network goes': { type: 'network.lost' },
        'the host is missed': { type: 'host.missed' },
        'the host is reached': { type: 'host.reached' },
      }),
    'tries again': { type: 'retry.requested' },
  };
}

/** Events of a document that takes its time. News of the stream come between the rounds, which the other panes walk. */
function heldEvents(snapshot: LiveArchiveSnapshot, { coming }: World): Record<string, Event> {
  const isOpen = snapshot.hasTag('live');
  return {
    ...(coming && {
      'the document is there': { type: 'document.ready' },
      'the document does not open': { type: 'document.failed' },
      'the newer document is taken away': { type: 'document.removed' },
    }),
    ...(snapshot.matches({ document: 'there' }) && {
      [GONE]: { type: 'document.failed' },
      'the document in sight goes': { type: 'document.removed' },
    }),
    ...(!coming && { 'the document is opened anew': { type: 'place.cleared' } }),
    ...(snapshot.matches({ archive: 'current' }) && {
      ...(isOpen && {
        'a submission arrives': { type: 'submission.received', archive: 'a-9' },
        'the stream is lost': { type: 'stream.closed' },
      }),
      ...(!isOpen && { 'the stream opens': { type: 'stream.opened' }, 'the network goes': { type: 'network.lost' } }),
    }),
    ...(snapshot.matches({ archive: 'waiting' }) && { 'the stream opens': { type: 'stream.opened' } }),
  };
}

/** Events of a pane that walks between two moments and the present. */
const momentEvents = ({ context: { moment } }: LiveArchiveSnapshot): Record<string, Event> => ({
  ...(moment === null
    ? { 'the stream opens': { type: 'stream.opened' } }
    : { 'the present is chosen': { type: 'moment.chosen', moment: null } }),
  'another moment is chosen': { type: 'moment.chosen', moment: moment === MOMENT ? LATER : MOMENT },
  'tries again': { type: 'retry.requested' },
});

export const liveArchiveModel = defineModel(liveArchiveMachine)<World>({
  starts: {
    'the dashboard of a WIP': { input: { source: wip, view: 'wip', place: 'p' } },
    'the dashboard of a template': { input: { source: template, view: 'template', place: 'p' } },
    'the left pane of the Command dashboard': { input: { source: template, view: 'left', place: 'p' } },
    'the right pane of the Command dashboard': { input: { source: template, view: 'right', place: 'p' } },
    'a pane at an earlier moment': { input: { source: then, view: 'template', place: 'p', moment: MOMENT } },
    'a pane whose documents take their time': {
      input: { source: wip, view: 'wip', place: 'p' },
      world: { ...start, isHeld: true },
    },
  },
  world: {
    start,
    next: ({ world, before, snapshot, label, effects, passed }) => {
      const sight = sightAfter(label, effects, world);
      const isAbsent = snapshot.context.given !== null && sight !== 'given';
      const knows = isAbsent && (world.isReported || reportsFailure(effects));
      const isClosed = before.matches({ document: 'failed' }) && snapshot.matches({ document: 'failed' });
      const isRefused = before.hasTag('failed') && snapshot.hasTag('failed');
      return {
        isHeld: world.isHeld,
        sight,
        coming: world.isHeld && (isBegun(effects) || (world.coming && !/document|nothing was/.test(label))),
        isGone: label === GONE || (world.isGone && isClosed && !isBegun(effects)),
        answered: answeredAfter(label, before.hasTag('live'), world.answered),
        unseen: isAbsent && !knows ? world.unseen + passed : 0,
        isReported: knows,
        closed: isClosed && !isBegun(effects) && !label.includes('document') ? world.closed + passed : 0,
        refused: isRefused ? world.refused + passed : 0,
      };
    },
  },
  // A document that opens where none is in sight clears the place for itself.
  follows: ({ effects, world }) =>
    isBegun(effects)
      ? [
          ...(world.sight === 'none' ? [{ type: 'place.cleared' } as const] : []),
          ...(world.isHeld ? [] : [{ type: 'document.ready' } as const]),
        ]
      : [],
  outcomes: {
    // The newest one is the same as is shown, or another: which one it is by name does not matter to the chart.
    findNewestArchive: ({ snapshot: { context }, world }) => ({
      'nothing was submitted': { output: null },
      ...(context.given === null ? {} : { 'the one that is shown': { output: archive(context.given.archive) } }),
      'another one': {
        output: archive(
          ['a-1', 'a-2', 'a-3'].find((id) => id !== context.given?.archive && id !== context.shown?.archive) ?? '',
        ),
      },
      ...(world.isHeld ? {} : { 'not found (404)': { error: failures.notFound } }),
      'not reached': { error: failures.network },
    }),
    loadArchive: ({ snapshot: { context }, world }) => ({
      'its content': { output: archiveDetail },
      // The views differ in their texts only.
      ...(context.view === 'wip' && !world.isHeld ? { 'a large one': { output: largeArchive } } : {}),
      ...(world.isHeld ? {} : { 'not found (404)': { error: failures.notFound } }),
      'server error (500)': { error: failures.server },
    }),
  },
  events: ({ snapshot, world }) =>
    world.isHeld
      ? heldEvents(snapshot, world)
      : snapshot.context.source.id === then.id
        ? momentEvents(snapshot)
        : streamEvents(snapshot),
  key: ({ snapshot: { context } }) => ({
    view: context.view,
    moves: context.source.id === then.id,
    moment: context.moment,
    asOf: [context.shown?.asOf, context.given?.asOf].join(),
    shown: context.shown !== null,
    ahead: context.given?.archive !== context.shown?.archive,
    large: isLarge(context),
    message: context.message !== null,
    // A host that is not reached is looked for.
    reached: context.failure === null || context.failure.kind === 'http',
    transient: context.failure !== null && (context.failure.kind !== 'http' || context.failure.status >= 500),
  }),
  changes: {
    moment: 'the present | another moment',
    newest: 'findNewestArchive: nothing | findNewestArchive: another',
    given: 'findNewestArchive: nothing | loadArchive: its | loadArchive: a | findNewestArchive: the',
    shown: 'findNewestArchive: nothing | loadArchive: its | loadArchive: a | findNewestArchive: the | the document is',
    failure:
      'findNewestArchive: nothing | findNewestArchive: not | loadArchive: | findNewestArchive: the | the present | another moment',
    message:
      'findNewestArchive: nothing | findNewestArchive: not | loadArchive: | findNewestArchive: the | the present | another moment',
  },
  // Documents that are submitted during a call are asked for next.
  repeats: ['findNewestArchive'],
  restarts: { documentRetry: ['the document does not open', 'the stream opens'] },
  accepts: {
    'the stream opens': 'connecting | lost | news.none | archive.failed | archive.current | spreading | empty',
    'the stream is lost': 'connecting | open',
    'the newest is wanted': 'news.none | finding | archive.failed | archive.current | spreading | empty',
    'a submission arrives': 'news.none | archive.failed | archive.current | empty',
    'the document is opened anew': ({ snapshot, snapshot: { context } }) =>
      snapshot.matches({ document: 'there' }) || context.given?.archive !== context.shown?.archive,
    'tries again': 'archive.failed',
  },
  leads: {
    updating: { by: 'the stream opens', from: 'archive.waiting' },
    'document.opening': {
      by: 'loadArchive: its',
      from: 'document.failed | removed',
      when: ({ world }) => world.isHeld,
    },
  },
  does: { 'eventStream host.missed': 'the host is missed', 'eventStream host.reached': 'the host is reached' },
  never: {
    'a round of whose end the pane does not hear, where the newest document is not on its way': ({
      before,
      label,
      effects,
      world,
    }) => {
      if (world.isHeld && /^loadArchive: (its|a large)/.test(label)) return false;
      if (before.matches({ document: 'opening' }) && label.endsWith('the one that is shown')) return false;
      return (
        /^(findNewestArchive: (nothing|the one|not)|loadArchive: )/.test(label) &&
        isConfirmed(effects) === reportsFailure(effects)
      );
    },
    'a pane that is believed while the newest document is not in sight, or after the host has last said nothing good':
      ({ label, effects, world }) =>
        isConfirmed(effects) &&
        !label.endsWith('nothing was submitted') &&
        (world.sight !== 'given' || !world.answered),
    'the newest document is in sight and the host has just said so, and the pane is not believed': {
      after: ['the document is there', 'findNewestArchive: the one'],
      breaks: ({ label, before, effects, world }) =>
        world.answered &&
        (label === 'the document is there' || before.matches({ document: 'there' })) &&
        !isConfirmed(effects),
    },
    'a document that does not come, and the pane is not told that the host is there and it is out of date': ({
      label,
      effects,
    }) =>
      /^the (newer )?document (in sight )?(does not open|is taken away|is another page|goes)$/.test(label) &&
      !effects.some(
        (effect) =>
          effect.kind === 'sent' && effect.event.type === 'newest.failed' && effect.event['isAnswered'] === true,
      ),
    'a pane that is not told within 45 s that newer documents follow each other and none opens': ({ world }) =>
      world.unseen >= LATEST.unseen,
    'a pane that is called live while the newest document is not in sight, or after the host has last said nothing good':
      ({ snapshot, world }) =>
        isLive(snapshot) &&
        (!world.answered || (snapshot.context.given !== null && (world.sight !== 'given' || world.coming))),
    'the newest document is in sight, or there is none, and the host says so on an open stream, and the pane is not called live':
      ({ snapshot, world }) =>
        snapshot.hasTag('live') &&
        world.answered &&
        (snapshot.context.given === null || snapshot.matches({ document: 'there' })) &&
        !isLive(snapshot),
    'a document that did not open is not opened again within a minute': ({ world }) => world.closed >= LATEST.reopened,
    'a document that did not open is not opened again as soon as the stream is back': {
      after: ['the stream opens'],
      breaks: ({ before, effects }) =>
        before.matches({ document: 'failed' }) && !sends(effects, 'document.wanted', 'document'),
    },
    'a document that breaks the rules is opened again by itself': ({ before, effects }) =>
      before.matches({ document: 'removed' }) && sends(effects, 'document.wanted', 'document'),
    'a round that has failed is not repeated within a minute': ({ world }) => world.refused >= LATEST.reopened,
    'a pane that speaks of another archive than is in sight, or than the place was cleared for': ({
      snapshot: { context },
      world,
    }) => (context.given?.archive === context.shown?.archive) !== (world.sight !== 'before'),
    'an earlier moment that waits for a stream': ({ snapshot }) =>
      snapshot.context.moment !== null && snapshot.matches({ archive: 'waiting' }),
    'a pane without a document that is described as one': ({ snapshot }) =>
      snapshot.context.shown === null && snapshot.matches({ head: 'shown' }),
    'a document that is about to be loaded, and that is not shown': ({ snapshot }) =>
      snapshot.matches({ archive: 'spreading' }) && !snapshot.hasTag('loading'),
    'a pane that speaks of nothing though an archive was fetched': ({ snapshot: { context } }) =>
      (context.given === null) !== (context.shown === null),
    'an age that is not that of the archive the pane speaks of, or is counted from the start though that is the same':
      ({ before, snapshot, effects }) =>
        sends(effects, 'document.shown', 'documentAge') !==
        (snapshot.context.shown !== null &&
          (before.context.shown?.archive !== snapshot.context.shown.archive ||
            before.context.shown.asOf !== snapshot.context.shown.asOf)),
    'a stream that is lost, or a network that goes, and the pane does not hear of it': ({ before, label, effects }) =>
      (label === 'the stream is lost' && before.hasTag('live') && !sends(effects, 'stream.lost', 'liveTruth')) ||
      (label === 'the network goes' && !sends(effects, 'network.lost', 'liveTruth')),
    'the newest is wanted, and not asked for': {
      after: ['the newest is wanted'],
      breaks: ({ snapshot }) => pendingCalls(snapshot).length === 0 && !snapshot.matches({ archive: 'waiting' }),
    },
    'a call for the newest that nobody believes in is waited for': {
      after: ['the newest is wanted'],
      breaks: ({ before, effects }) =>
        pendingCalls(before).includes('findNewestArchive') && effects.every((effect) => effect.kind !== 'request'),
    },
    'a pane that is called live, or listens to a stream, at an earlier moment': ({ snapshot }) =>
      snapshot.context.moment !== null && (isLive(snapshot) || snapshot.children['eventStream'] !== undefined),
    'a pane that is back in the present without a stream': ({ snapshot }) =>
      snapshot.context.moment === null && snapshot.children['eventStream'] === undefined,
    'another moment is chosen, and its archive is not asked for': {
      after: ['another moment is chosen', 'the present is chosen'],
      breaks: ({ snapshot, effects }) =>
        snapshot.hasTag('sure') ||
        effects.every((effect) => effect.kind !== 'request' || effect.src !== 'findNewestArchive'),
    },
    'a document of another moment that is taken for that of this one': ({ snapshot }) =>
      snapshot.hasTag('sure') &&
      snapshot.hasTag('current') &&
      snapshot.context.shown !== null &&
      snapshot.context.shown.asOf !== snapshot.context.moment,
    'two rounds at once': ({ snapshot }) => pendingCalls(snapshot).length > 1,
    'an archive that was shown is gone, but the host did not say that there is none': ({ before, snapshot, label }) =>
      before.context.shown !== null && snapshot.context.shown === null && !label.endsWith('nothing was submitted'),
    'a large document is read at the moment of a submission': {
      after: ['a submission arrives'],
      breaks: ({ before, snapshot }) =>
        isLarge(before.context) && pendingCalls(before).length === 0 && pendingCalls(snapshot).length > 0,
    },
    'a message under an archive that was fetched just now': {
      after: ['loadArchive: its content'],
      breaks: ({ snapshot }) => snapshot.context.message !== null,
    },
  },
});
