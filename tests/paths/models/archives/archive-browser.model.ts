import type { SnapshotFrom } from 'xstate';
import { archiveBrowserMachine } from '#machines/archives/archive-browser.machine.ts';
import { pendingCalls, defineModel, type Outcome } from 'chart-walks';
import { archive, archiveDetail, failures, template, wip } from '../samples.ts';

type Snapshot = SnapshotFrom<typeof archiveBrowserMachine>;

/** True if another list is being fetched besides this one: then one good and one bad end are enough. */
const isOneOfMany = (snapshot: Snapshot): boolean => pendingCalls(snapshot).length > 1;
const withMore = (
  snapshot: Snapshot,
  few: Record<string, Outcome>,
  more: Record<string, Outcome>,
): Record<string, Outcome> => (isOneOfMany(snapshot) ? few : { ...few, ...more });

export const archiveBrowserModel = defineModel(archiveBrowserMachine)({
  starts: {
    'nothing chosen': { input: { template: '', wip: '', place: 'p' } },
    'a document in the address': { input: { template: 't-1', wip: 'w-1', place: 'p' } },
  },
  outcomes: {
    listTemplates: ({ snapshot }) =>
      withMore(
        snapshot,
        {
          'two templates': { output: [template('t-1', 'Daily Brief'), template('t-2', 'Activity Log')] },
          'not reached': { error: failures.network },
        },
        {
          'the chosen one is gone': { output: [template('t-3', 'Medical Plan')] },
          'server error that says why (500)': { error: failures.serverSays },
        },
      ),
    listWips: ({ snapshot }) =>
      withMore(
        snapshot,
        { 'a saved document': { output: [wip('w-1', 'Monday')] }, 'not reached': { error: failures.network } },
        { 'nothing saved': { output: [] } },
      ),
    listArchives: ({ snapshot }) =>
      withMore(
        snapshot,
        {
          'three submissions': {
            output: {
              // The content of the second was removed: it is not to be opened.
              entries: [archive('a-1'), { ...archive('a-0'), contentRemovedOn: 1_750_000_000_000 }, archive('a-2')],
              next: null,
              count: 3,
            },
          },
          'not reached': { error: failures.network },
        },
        { 'nothing submitted': { output: { entries: [], next: null, count: 0 } } },
      ),
    loadArchive: {
      'its content': { output: archiveDetail },
      'not found (404)': { error: failures.notFound },
      'not understood': { error: failures.malformed },
    },
  },
  events: ({ snapshot }): ReturnType<typeof eventsOf> => eventsOf(snapshot),
  key: ({ snapshot, snapshot: { context } }) => ({
    template: context.template !== '',
    wip: context.wip !== '',
    templates: context.templates.map(({ uuid }) => uuid).join(),
    wips: context.wips.length,
    archives: context.archives.map(({ uuid }) => uuid).join(),
    opened: snapshot.matches({ content: 'viewing' }) ? context.opened?.uuid : '',
  }),
  accepts: {
    'opens a submission': ({ snapshot: { context } }) => context.archives.length > 1,
    'another submission': 'archives.loaded',
    'a further submission': 'archives.loaded',
    'tries again': 'templates.failed | wips.failed | archives.failed',
    'tries the content again': 'viewing.failed',
    'goes on to the next': ({ snapshot: { context } }) => context.opened?.uuid !== context.archives.at(-1)?.uuid,
    'goes back': ({ snapshot: { context } }) => context.opened?.uuid !== 'a-1',
  },
  leads: {
    'templates.loading': ['refreshes', { by: 'tries again', from: 'templates.failed' }],
    'wips.loading': [
      'chooses a template | chooses another',
      { by: 'refreshes', from: 'wips.loaded' },
      { by: 'refreshes | tries again', from: 'wips.failed' },
    ],
    'wips.unasked': 'listTemplates: the chosen',
    'archives.unasked': 'listTemplates: the chosen | chooses a template | chooses another | chooses no',
    'archives.loading': [
      'chooses a document',
      { by: 'refreshes', from: 'archives.loaded' },
      { by: 'refreshes | tries again', from: 'archives.failed' },
    ],
    'viewing.loading': 'opens | goes | tries the content',
    'content.closed': 'closes',
  },
  changes: {
    template: 'listTemplates: the | chooses a template | chooses another',
    wip: 'listTemplates: the | chooses another | listWips: nothing | chooses a document | chooses no',
    templates: 'listTemplates: two | listTemplates: the',
    wips: 'listTemplates: the | chooses another | listWips: a | listWips: nothing',
    archives: [
      'listTemplates: the | chooses another | listWips: nothing | chooses no | listArchives: three | listArchives: nothing | another submission',
      'a further',
    ],
    first: 'listArchives: three | listArchives: nothing',
    opened: 'opens a | goes on | goes back',
    order: 'opens a | a further',
    detail: 'goes on | loadArchive: its | goes back',
    messages:
      'listTemplates: not | listTemplates: server | listWips: not reached | listArchives: not reached | loadArchive: not',
  },
  never: {
    'another archive than the one before or after that can be read, or the content of the one before': {
      after: ['goes on to the next', 'goes back'],
      breaks: ({ before, snapshot, label }) => {
        const list = snapshot.context.archives.map(({ uuid }) => uuid).filter((uuid) => uuid !== 'a-0');
        const at = list.indexOf(before.context.opened?.uuid ?? '') + (label === 'goes back' ? -1 : 1);
        return snapshot.context.opened?.uuid !== list[at] || snapshot.context.detail !== null;
      },
    },
    'documents or submissions without a choice above them': ({ snapshot: { context } }) =>
      (context.template === '' && context.wips.length > 0) || (context.wip === '' && context.archives.length > 0),
    'found submissions beside those before': {
      after: ['another submission is found'],
      breaks: ({ snapshot }) => snapshot.context.archives.map(({ uuid }) => uuid).join() !== 'a-3',
    },
    'a further page that loses submissions': {
      after: ['a further submission comes'],
      breaks: ({ snapshot }) => snapshot.context.archives.map(({ uuid }) => uuid).join() !== 'a-1,a-0,a-2,a-3',
    },
    'a chosen template that is no longer there': ({ snapshot: at }) =>
      at.hasTag('templates.loaded') &&
      at.context.template !== '' &&
      !at.context.templates.some(({ uuid }) => uuid === at.context.template),
    'a choice that is not in its list': ({ snapshot }) =>
      snapshot.can({ type: 'template.chosen', template: 'gone' }) ||
      snapshot.can({ type: 'content.requested', archive: 'gone', order: [] }),
  },
});

function eventsOf(snapshot: Snapshot): Record<string, Parameters<Snapshot['can']>[0]> {
  if (snapshot.matches({ content: 'viewing' })) {
    return {
      'closes the window': { type: 'content.closed' },
      'tries the content again': { type: 'content.retryRequested' },
      'goes on to the next': { type: 'next.requested' },
      'goes back': { type: 'previous.requested' },
    };
  }
  const { context } = snapshot;
  // A choice has to be in its list, and a list does not report the same choice twice.
  const other = context.template === 't-1' ? 't-2' : 't-1';
  const hasOther = context.templates.some(({ uuid }) => uuid === other);
  const choices: Record<string, Parameters<Snapshot['can']>[0]> = {
    ...(hasOther && {
      [context.template === '' ? 'chooses a template' : 'chooses another template']: {
        type: 'template.chosen',
        template: other,
      },
    }),
    ...(context.wip === '' && context.wips.length > 0 && { 'chooses a document': { type: 'wip.chosen', wip: 'w-1' } }),
    ...(context.wip !== '' && context.wips.length > 0 && { 'chooses no document': { type: 'wip.chosen', wip: '' } }),
  };
  if (isOneOfMany(snapshot)) return {};
  if (pendingCalls(snapshot).length === 1) return choices;
  return {
    ...choices,
    'opens a submission': {
      type: 'content.requested',
      archive: 'a-1',
      order: context.archives.map(({ uuid }) => uuid),
    },
    // Events that `pagedList` sends to its owner.
    ...(context.archives.length === 3 && {
      'another submission is found': { type: 'page.found', entries: [archive('a-3')] },
      'a further submission comes': { type: 'page.added', entries: [archive('a-3')] },
    }),
    refreshes: { type: 'refresh.requested' },
    'tries again': { type: 'retry.requested' },
  };
}
