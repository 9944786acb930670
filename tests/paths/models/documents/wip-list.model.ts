import type { SnapshotFrom } from 'xstate';
import { wipListMachine } from '#machines/documents/wip-list.machine.ts';
import { defineModel } from 'chart-walks';
import { failures, namesakes, template, wip } from '../samples.ts';

/** True while this document is in the list, and nothing is asked about another one. */
const isListed =
  (wanted: string) =>
  ({ snapshot }: { snapshot: SnapshotFrom<typeof wipListMachine> }): boolean =>
    snapshot.matches({ loaded: 'idle' }) && snapshot.context.wips.some(({ uuid }) => uuid === wanted);

export const wipListModel = defineModel(wipListMachine)({
  starts: { 'a template': { input: { template: 't-1' } }, 'no template in the address': { input: { template: ' ' } } },
  outcomes: {
    listTemplates: {
      'the template is among them': { output: [template('t-1', 'Daily Brief'), template('t-2', 'Activity Log')] },
      'the template is not among them': { output: [template('t-2', 'Activity Log')] },
      'not reached': { error: failures.network },
      'server error that says why (500)': { error: failures.serverSays },
    },
    listWips: {
      'three saved documents': { output: { entries: namesakes, next: null, count: 3 } },
      'nothing saved yet': { output: { entries: [], next: null, count: 0 } },
      'unknown template (404)': { error: failures.notFound },
      'server error (500)': { error: failures.server },
    },
    deleteWip: {
      deleted: { output: undefined },
      'denied (403)': { error: failures.forbidden },
      'server error that says why (500)': { error: failures.serverSays },
    },
  },
  // Events that `pagedList` sends to its owner, which then shows one page of a longer list.
  events: ({ snapshot: { context } }) => ({
    ...(context.wips.length === namesakes.length &&
      context.wips.every(({ uuid }, at) => namesakes[at]?.uuid === uuid) && {
        'others are found': { type: 'page.found', entries: [wip('w-5', 'Tuesday'), wip('w-2', 'Tuesday')] },
        'a further one comes': { type: 'page.added', entries: [wip('w-3', 'Monday'), wip('w-4', 'Friday')] },
      }),
    'deletes Monday': { type: 'delete.requested', wip: 'w-1' },
    'deletes Tuesday': { type: 'delete.requested', wip: 'w-2' },
    'confirms the deletion': { type: 'delete.confirmed' },
    'cancels the dialog': { type: 'dialog.cancelled' },
    'tries again': { type: 'retry.requested' },
  }),
  key: ({ snapshot: { context } }) => ({
    template: context.template?.uuid ?? null,
    wips: context.wips.map(({ uuid }) => uuid),
    asked: context.asked?.uuid ?? null,
    message: context.message,
  }),
  accepts: {
    '': 'loaded',
    'deletes Monday': isListed('w-1'),
    'deletes Tuesday': isListed('w-2'),
    'confirms the deletion': 'confirmingDelete',
    'cancels the dialog': 'confirmingDelete | deleteFailed',
    'tries again': 'failed',
  },
  does: { 'pages entry.removed': 'deleteWip: deleted' },
  changes: {
    template: 'listTemplates: the template is among',
    wips: 'listWips: three | listWips: nothing | others are | a further | deleteWip: deleted',
    first: 'listWips: three | listWips: nothing',
    asked: 'deletes Monday | deletes Tuesday',
    message: [
      'listTemplates: the template is not | listTemplates: not | listTemplates: server | listWips: unknown | listWips: server | tries again',
      'cancels the | deleteWip: denied | deleteWip: server',
    ],
  },
  never: {
    'a document gone from the list before the host said so': ({ before, snapshot, label }) =>
      before.matches('loaded') &&
      snapshot.context.wips.length < before.context.wips.length &&
      label !== 'deleteWip: deleted' &&
      label !== 'others are found',
    'another document is asked about than was chosen': {
      after: ['deletes Tuesday'],
      breaks: ({ snapshot }) => snapshot.context.asked?.uuid !== 'w-2',
    },
    'found documents beside those before': {
      after: ['others are found'],
      breaks: ({ snapshot }) => snapshot.context.wips.map(({ uuid }) => uuid).join() !== 'w-5,w-2',
    },
    'a further page that loses documents, or brings one twice': {
      after: ['a further one comes'],
      breaks: ({ snapshot }) => snapshot.context.wips.map(({ uuid }) => uuid).join() !== 'w-1,w-2,w-3,w-4',
    },
  },
});
