import { LARGE_DOCUMENT } from '#config/constants.ts';
import { liveArchiveMachine } from '#machines/live-archive.machine.ts';
import { pendingCalls } from '../engine/moment.ts';
import { defineModel, sends } from '../engine/model.ts';
import { archive, archiveDetail, failures } from './samples.ts';

const wip = { kind: 'wip', id: 'w-1' } as const;
const template = { kind: 'template', id: 't-1' } as const;

const largeArchive = { ...archiveDetail, content: 'x'.repeat(LARGE_DOCUMENT + 1) };
const isLarge = ({ shown }: { shown: { content: string } | null }): boolean =>
  (shown?.content.length ?? 0) > LARGE_DOCUMENT;

export const liveArchiveModel = defineModel(liveArchiveMachine)({
  starts: {
    'the dashboard of a WIP': { input: { source: wip, view: 'wip', place: 'p' } },
    'the dashboard of a template': { input: { source: template, view: 'template', place: 'p' } },
    'the left pane of the Command dashboard': { input: { source: template, view: 'left', place: 'p' } },
    'the right pane of the Command dashboard': { input: { source: template, view: 'right', place: 'p' } },
  },
  outcomes: {
    // The newest one is the same as is shown, or another: which one it is by name does not matter to the chart.
    findNewestArchive: ({ snapshot: { context } }) => ({
      'nothing was submitted': { output: null },
      ...(context.shown === null ? {} : { 'the one that is shown': { output: archive(context.shown.archive) } }),
      'another one': { output: archive(context.shown?.archive === 'a-1' ? 'a-2' : 'a-1') },
      'not found (404)': { error: failures.notFound },
      'not reached': { error: failures.network },
    }),
    loadArchive: ({ snapshot: { context } }) => ({
      'its content': { output: archiveDetail },
      // The views differ in their texts only.
      ...(context.view === 'wip' ? { 'a large one': { output: largeArchive } } : {}),
      'not found (404)': { error: failures.notFound },
      'server error (500)': { error: failures.server },
    }),
  },
  // What the stream's own chart (`eventStream`) tells its parent. The panes of the Command dashboard differ in their texts only: there the stream stays.
  // A stream that was refused is opened anew after 3 s at the soonest: the first load has begun by then.
  events: ({ snapshot }) => ({
    ...(snapshot.matches({ stream: 'lost', archive: 'waiting' })
      ? {}
      : { 'the stream opens': { type: 'stream.opened' } }),
    ...(snapshot.context.view === 'wip' || snapshot.context.view === 'template'
      ? { 'the stream is lost': { type: 'stream.closed' } }
      : {}),
    ...(snapshot.hasTag('live') ? { 'a submission arrives': { type: 'submission.received', archive: 'a-9' } } : {}),
    // Of an open stream its chart tells first that it is lost. One view is enough: the others differ in their texts only.
    ...(snapshot.context.view === 'wip' &&
      !snapshot.hasTag('live') && {
        'the newest is wanted': { type: 'newest.wanted' },
        'the network goes': { type: 'network.lost' },
        'the host is missed': { type: 'host.missed' },
        'the host is reached': { type: 'host.reached' },
      }),
    'tries again': { type: 'retry.requested' },
  }),
  key: ({ snapshot: { context } }) => ({
    view: context.view,
    shown: context.shown !== null,
    large: isLarge(context),
    message: context.message !== null,
    // A host that is not reached is looked for.
    reached: context.failure === null || context.failure.kind === 'http',
    transient: context.failure !== null && (context.failure.kind !== 'http' || context.failure.status >= 500),
  }),
  never: {
    'a round of whose end the pane does not hear': ({ label, effects }) =>
      /^(findNewestArchive: (nothing|the one|not)|loadArchive: )/.test(label) &&
      sends(effects, 'newest.confirmed', 'liveTruth') === sends(effects, 'newest.failed', 'liveTruth'),
    'a stream that is lost, or a network that goes, and the pane does not hear of it': ({ before, label, effects }) =>
      (label === 'the stream is lost' && before.hasTag('live') && !sends(effects, 'stream.lost', 'liveTruth')) ||
      (label === 'the network goes' && !sends(effects, 'network.lost', 'liveTruth')),
    'a host that is missed or reached, and the stream does not hear of it': {
      after: ['the host is'],
      breaks: ({ label, effects }) =>
        !sends(effects, label.endsWith('missed') ? 'host.missed' : 'host.reached', 'eventStream'),
    },
    'the newest is wanted, and not asked for': {
      after: ['the newest is wanted'],
      breaks: ({ snapshot }) => pendingCalls(snapshot).length === 0 && !snapshot.matches({ archive: 'waiting' }),
    },
    'a call for the newest that nobody believes in is waited for': {
      after: ['the newest is wanted'],
      breaks: ({ before, effects }) =>
        pendingCalls(before).includes('findNewestArchive') && effects.every((effect) => effect.kind !== 'request'),
    },
    'a document without an age': {
      after: ['loadArchive: its', 'loadArchive: a large'],
      breaks: ({ effects }) => !sends(effects, 'document.shown', 'documentAge'),
    },
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
