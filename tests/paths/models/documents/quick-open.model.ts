import type { SnapshotFrom } from 'xstate';
import type { Board } from '#common/calls/boards.ts';
import { quickOpenMachine } from '#machines/documents/quick-open.machine.ts';
import { pendingCalls, defineModel } from 'chart-walks';
import { failures, template } from '../samples.ts';

type Snapshot = SnapshotFrom<typeof quickOpenMachine>;
type Event = Parameters<Snapshot['can']>[0];

const board: Board = {
  uuid: 'b-1',
  name: 'Operations',
  shown: { kind: 'panes', panes: [{ kind: 'template', id: 't-1', share: 12 }], old: 60, very_old: 240 },
  updated_on: 1_750_000_000_000,
  updated_by: 'Ada',
};
/** WIPs of the template that is listed, which may be another one at the next opening. */
const came = ({ context: { templates } }: Snapshot, uuid: string, isWhole: boolean): Event => {
  const of = { template: templates[0]?.uuid ?? 't-1' };
  return { type: 'wips.came', ...of, wips: [{ uuid, name: 'Monday', ...of }], isWhole };
};
const failed: Event = { type: 'wips.failed', failure: failures.network.failure };

const hasFailed = ({ context }: Snapshot): boolean => context.message !== null || context.boardsMessage !== null;

/** True if a long list is searched once the text has come to rest: the words, or the list, have come in this step. */
const isSoughtNext = ({ before, snapshot, label }: { before: Snapshot; snapshot: Snapshot; label: string }): boolean =>
  snapshot.context.long.length > 0 &&
  snapshot.context.text.trim() !== '' &&
  before.matches({ lists: label.startsWith('types') ? 'read' : 'wips' });
const wasRead = ({ before, label }: { before: Snapshot; label: string }): boolean =>
  label.startsWith('there') || before.matches({ lists: 'read' });

/** The lists are read at an opening, and after a failure; not while they are read. */
const readsAgain = ({ before, label }: { before: Snapshot; label: string }): boolean =>
  before.matches({ lists: 'due' }) ||
  (before.matches({ lists: 'read' }) && (label.startsWith('asks') || hasFailed(before)));

/** Messages of the lists of WIPs and a search while they are read, each once. */
function listEvents(snapshot: Snapshot): Record<string, Event> {
  const { context } = snapshot;
  if (snapshot.matches({ lists: 'wips' }))
    return {
      ...(context.long.length === 0 && { 'the WIPs of a template come': came(snapshot, 'w-1', true) }),
      ...(context.long.length === 0 && { 'the first WIPs of a long list come': came(snapshot, 'w-1', false) }),
      'the WIPs of a template do not come': failed,
      'there are no more WIPs to come': { type: 'wips.ended' },
    };
  if (snapshot.matches({ lists: { read: 'asking' } }))
    return {
      'a WIP is found': came(snapshot, 'w-2', false),
      'the search fails': failed,
      'there are no more WIPs to come': { type: 'wips.ended' },
    };
  return {};
}

export const quickOpenModel = defineModel(quickOpenMachine)({
  outcomes: {
    listRecent: {
      'one was opened': { output: [{ template: 't-1', wip: 'w-1', name: 'Monday', templateName: 'Daily Brief' }] },
      'it is not known': { error: failures.network },
    },
    listTemplates: {
      'a template': { output: [template('t-1', 'Daily Brief')] },
      'another template': { output: [template('t-2', 'Activity Log')] },
      'not reached': { error: failures.network },
    },
    listBoards: { 'a board': { output: [board] }, 'not reached': { error: failures.network } },
  },
  events: ({ snapshot }) => ({
    ...listEvents(snapshot),
    'asks for quick open': { type: 'quickOpen.requested' },
    'closes it': { type: 'quickOpen.closed' },
    'tries again': { type: 'retry.requested' },
    ...(snapshot.hasTag('open') && {
      'types a word': { type: 'text.typed', text: ' mon ' },
      'types blanks': { type: 'text.typed', text: ' ' },
      'presses Enter before anything is found': { type: 'pick.requested' },
    }),
    ...(snapshot.hasTag('pick.due') && {
      'nothing is found after all': { type: 'pick.missed' },
    }),
  }),
  // Which entries there are decides nothing.
  key: ({ snapshot: { context } }) => ({
    text: context.text,
    long: context.long.length > 0,
    templates: context.templates.map(({ uuid }) => uuid),
    hasWips: context.wips.length > 0,
    messages: [context.message, context.boardsMessage, context.searchMessage].map((text) => text !== null),
  }),
  changes: {
    text: 'closes it | types a | types blanks',
    templates: 'listTemplates: a',
    wips: 'listTemplates: a | the WIPs of a template come | the first | a WIP',
    boards: 'listBoards: a',
    recent: 'listRecent: one',
    long: 'asks for | the first | tries again',
    message: 'asks for | listTemplates: not | the WIPs of a template do | tries again',
    searchMessage: 'asks for | closes it | types a | types blanks | tries again | the search',
    boardsMessage: 'asks for | listBoards: not | tries again',
  },
  restarts: { searchPause: ['types a word'] },
  accepts: {
    asks: ({ snapshot }) => !snapshot.hasTag('open') || snapshot.matches({ lists: 'read' }),
    closes: 'sheet.open | lists.read',
    tries: ({ snapshot }) =>
      snapshot.hasTag('pick.due') || (snapshot.matches({ lists: 'read' }) && hasFailed(snapshot)),
    presses: ({ snapshot }) => snapshot.matches({ sheet: { open: 'choosing' } }) && snapshot.context.text.trim() !== '',
  },
  tags: {
    reading: 'lists.recent | lists.templates | lists.boards | lists.wips',
    searching: 'read.settling | read.asking',
    'pick.awaited': 'awaiting',
  },
  waits: { searchPause: 'settling' },
  leads: {
    'lists.recent': { by: 'asks | tries', when: readsAgain },
    'lists.templates': 'listRecent:',
    'lists.boards': 'listTemplates:',
    'lists.wips': 'listBoards: | the WIPs | the first WIPs',
    'lists.read': 'nothing is found',
    'read.settling': { by: 'types a word | there are no more', when: isSoughtNext },
    'read.idle': { by: 'types blanks | there are no more', when: (now) => !isSoughtNext(now) && wasRead(now) },
  },
  does: {
    listRecent: { by: 'asks | tries', when: readsAgain },
    listTemplates: 'listRecent:',
    listBoards: 'listTemplates:',
    readWips: 'listBoards:',
    'findWips readWips': 'after 250 ms',
  },
  keeps: { recent: 'listRecent: one', templates: 'listTemplates: a', boards: 'listBoards: a', text: 'types' },
  says: {
    message: 'listTemplates: not | the WIPs of a template do not',
    boardsMessage: 'listBoards: not',
    searchMessage: 'the search fails',
  },
  never: {
    'a document of a template that is gone': ({ snapshot: { context } }) =>
      context.templates.length > 0 && context.wips.some((wip) => wip.template !== context.templates[0]?.uuid),
    'a search for the blanks around a word': ({ effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'request' && effect.id === 'findWips' && (effect.input as { q: string }).q !== 'mon',
      ),
    'a sheet that does not open when it is asked for': {
      after: ['asks for quick open'],
      breaks: ({ snapshot }) => !snapshot.hasTag('open'),
    },
    'a sheet that stays when it is closed, or keeps what was typed': {
      after: ['closes it'],
      breaks: ({ snapshot }) => snapshot.hasTag('open') || snapshot.context.text !== '',
    },
    'a sheet that opens or closes by itself': ({ before, snapshot, label }) =>
      before.hasTag('open') !== snapshot.hasTag('open') && !['asks for quick open', 'closes it'].includes(label),
    'a result that is taken before the lists are there, or for who has typed or closed since': ({ snapshot, label }) =>
      snapshot.hasTag('pick.due') &&
      (snapshot.hasTag('reading') || snapshot.hasTag('searching') || /^types|closes/.test(label)),
    'an Enter that is dropped though something is sought': {
      after: ['presses Enter'],
      breaks: ({ snapshot }) =>
        snapshot.context.text.trim() !== '' && !(snapshot.hasTag('pick.awaited') || snapshot.hasTag('pick.due')),
    },
    'a result that is awaited though nothing is sought': ({ snapshot }) =>
      (snapshot.hasTag('pick.awaited') || snapshot.hasTag('pick.due')) && snapshot.context.text.trim() === '',
    'a result that is taken twice': {
      after: ['nothing is found after all', 'closes it'],
      breaks: ({ snapshot }) => snapshot.hasTag('pick.due') || snapshot.hasTag('pick.awaited'),
    },
    'a sheet or calls before they are asked for': ({ snapshot }) =>
      snapshot.matches({ lists: 'due' }) && (snapshot.hasTag('open') || pendingCalls(snapshot).length > 0),
    'WIPs that are not kept, or a list that is taken for a long one': {
      after: ['the WIPs of a template come', 'the first WIPs'],
      breaks: ({ snapshot: { context }, label }) =>
        context.wips.every(({ uuid }) => uuid !== 'w-1') ||
        context.long.length !== (label.startsWith('the first') ? 1 : 0),
    },
    'a list that is gone because another one, or a newer one of itself, did not come': ({ before, snapshot, label }) =>
      /not reached|do not come|fails/.test(label) &&
      (['templates', 'wips', 'boards'] as const).some(
        (list) => snapshot.context[list].length < before.context[list].length,
      ),
    'a search at a host whose lists are whole, or for nothing': ({ snapshot }) =>
      snapshot.hasTag('searching') && (snapshot.context.long.length === 0 || snapshot.context.text.trim() === ''),
    'a word that is not sought in a long list': ({ snapshot }) => snapshot.matches({ lists: { read: 'choosing' } }),
    'a message about a search whose words are gone': {
      after: ['types a word', 'types blanks', 'closes it'],
      breaks: ({ snapshot }) => snapshot.context.searchMessage !== null,
    },
  },
});
