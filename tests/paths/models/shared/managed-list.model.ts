import { DISPLAY_POLL_INTERVAL } from '#common/config/constants.ts';
import { managedList } from '#machines/shared/managed-list.ts';
import { defineModel, type Effect } from 'chart-walks';
import { failures } from '../samples.ts';

type Entry = { uuid: string; name: string };
type Act = { kind: 'add'; name: string } | { kind: 'change' | 'remove'; uuid: string };

/** Two entries of one name: an act concerns the one that was meant. */
const NIGHT: Entry = { uuid: 'e-1', name: 'Night' };
const OTHER: Entry = { uuid: 'e-2', name: 'Night' };
const NEW: Entry = { uuid: 'e-3', name: 'Day' };

const sample = managedList<Entry[], Act, Entry | null>({
  empty: [],
  listFailed: () => 'The list could not be read.',
  problemOf: (act) => (act.kind === 'add' && act.name.trim() === '' ? { field: 'name', text: 'Enter a name.' } : null),
  // A form that lacks something is marked before anything is asked about it.
  asks: (act, all) =>
    act.kind === 'add' ? act.name === ' ' : act.kind === 'remove' && all.some(({ uuid }) => uuid === act.uuid),
  after: (all, act, entry) =>
    act.kind === 'add'
      ? [...all.filter(({ uuid }) => uuid !== entry?.uuid), ...(entry ? [entry] : [])]
      : all.flatMap((one) => (one.uuid === act.uuid ? (entry ?? []) : one)),
  doneText: ({ kind }) => (kind === 'remove' ? null : 'It is done.'),
  failedText: () => 'Nothing was changed.',
  rereads: ({ kind }) => kind !== 'change',
  poll: () => DISPLAY_POLL_INTERVAL,
});

const wants = (act: Act) => ({ type: 'act.requested', act }) as const;
const requests = (effects: readonly Effect[], src: string): boolean =>
  effects.some((effect) => effect.kind === 'request' && effect.src === src);
const uuidsOf = ({ context }: { context: { data: unknown } }): string[] =>
  ((context.data ?? []) as Entry[]).map(({ uuid }) => uuid);

export const managedListModel = defineModel(sample)({
  starts: { 'the page': { input: { place: 'p' } } },
  outcomes: {
    readList: { 'the entries': { output: [NIGHT, OTHER] }, 'not reached': { error: failures.network } },
    readAgain: { 'the entries': { output: [NIGHT, OTHER] }, 'not reached': { error: failures.network } },
    doAct: ({ snapshot: { context } }) => ({
      done: {
        output: context.act?.kind === 'remove' ? null : context.act?.kind === 'add' ? NEW : NIGHT,
      },
      'not reached': { error: failures.network },
    }),
  },
  events: ({ snapshot }) => ({
    'tries again': { type: 'retry.requested' },
    'adds one': wants({ kind: 'add', name: 'Day' }),
    'adds one without a name': wants({ kind: 'add', name: ' ' }),
    'changes the first': wants({ kind: 'change', uuid: 'e-1' }),
    'removes the first': wants({ kind: 'remove', uuid: 'e-1' }),
    'confirms it': { type: 'act.confirmed' },
    'cancels the dialog': { type: 'dialog.cancelled' },
    'the host has another list': { type: 'list.outdated' },
    ...(snapshot.context.success === null && {
      'the further chart adds one': { type: 'list.changed', data: [NIGHT, OTHER, NEW], text: 'It is published.' },
    }),
  }),
  key: ({ snapshot }) => ({
    entries: snapshot.context.data && uuidsOf(snapshot),
    act: snapshot.hasTag('asking') || snapshot.hasTag('working') ? snapshot.context.act?.kind : null,
    problem: snapshot.context.problem?.field ?? null,
    listMessage: snapshot.context.listMessage,
    message: snapshot.context.message,
    success: snapshot.context.success,
  }),
  changes: {
    data: 'the further | readList: the | doAct: done | readAgain: the',
    listMessage: 'the further | readList: | readAgain: the',
    act: 'adds one$ | changes the | removes the',
    problem: 'adds one | changes the | removes the | cancels the | the further',
    message: 'adds one | changes the | removes the | cancels the | the further | doAct: not',
    success: 'after | adds one | changes the | removes the | cancels the | the further | doAct:',
    added: 'doAct: done',
  },
  restarts: { banner: ['the further chart adds one'], poll: ['the further chart adds one'] },
  accepts: {
    'tries again': 'list.failed',
    adds: 'act.idle',
    changes: 'act.idle',
    removes: 'act.idle',
    'confirms it': 'act.asking',
    'cancels the dialog': 'act.idle | act.asking',
  },
  waits: { banner: 'idle.shown', poll: 'loaded | list.failed' },
  leads: {
    'list.loading': 'tries again | the host has',
    'list.loaded': 'the further chart',
    'idle.shown': { by: 'the further chart', from: 'act.idle' },
  },
  never: {
    'a list that could be read beside the message that it could not': {
      after: ['readList: the entries'],
      breaks: ({ snapshot }) => snapshot.context.listMessage !== null,
    },
    'an entry removed without a question': ({ before, effects, snapshot }) =>
      snapshot.context.act?.kind === 'remove' &&
      uuidsOf(before).includes('e-1') &&
      !before.hasTag('asking') &&
      requests(effects, 'doAct'),
    'an entry gone before the host said so, or another one with it': ({ before, snapshot, label }) => {
      const isRemoved = label === 'doAct: done' && snapshot.context.act?.kind === 'remove';
      const [was, is] = [uuidsOf(before), uuidsOf(snapshot)];
      // A list that is read again no longer has the entries that this host did not keep.
      return !label.startsWith('read') && was.some((uuid) => !is.includes(uuid) && !(isRemoved && uuid === 'e-1'));
    },
    'a removed entry that stays in the list, or a new one that is not there': {
      after: ['doAct: done'],
      breaks: ({ snapshot }) => {
        const { kind } = snapshot.context.act ?? {};
        const there = uuidsOf(snapshot);
        return (kind === 'remove' && there.includes('e-1')) || (kind === 'add' && !there.includes('e-3'));
      },
    },
    'a call that no user sees at work': ({ snapshot, effects }) =>
      (requests(effects, 'doAct') && !snapshot.hasTag('working')) ||
      (requests(effects, 'readList') && !snapshot.hasTag('loading') && !snapshot.hasTag('working')),
    'a form that lacks something, and is sent or not marked': {
      after: ['adds one without a name'],
      breaks: ({ snapshot, effects }) => requests(effects, 'doAct') || snapshot.context.problem === null,
    },
    'an act that is answered with nothing': {
      after: ['doAct:'],
      breaks: ({ snapshot: { context } }) =>
        context.act?.kind !== 'remove' && context.message === null && context.success === null,
    },
    'an act that failed, and the list is not read again where it has to be': {
      after: ['doAct: not reached'],
      breaks: ({ snapshot, effects }) => requests(effects, 'readList') !== (snapshot.context.act?.kind !== 'change'),
    },
    'an outcome that stays when the next act begins': {
      after: ['adds', 'changes', 'removes'],
      breaks: ({ snapshot: { context }, effects }) =>
        requests(effects, 'doAct') &&
        (context.message !== null || context.success !== null || context.problem !== null),
    },
    'a failure that stays after its dialog was closed': {
      after: ['cancels'],
      breaks: ({ snapshot }) => snapshot.matches({ act: 'idle' }) && snapshot.context.message !== null,
    },
    'two answers at once': ({ snapshot: { context } }) =>
      [context.problem, context.message, context.success].filter((one) => one !== null).length > 1,
    'a published entry that is not shown, or not said': {
      after: ['the further chart'],
      breaks: ({ snapshot }) => !uuidsOf(snapshot).includes('e-3') || snapshot.context.success === null,
    },
    'a further chart that does not run': ({ snapshot }) => snapshot.children['further'] === undefined,
    'a form that is cleared after another act than its own': ({ before, snapshot, label }) =>
      snapshot.context.added !== before.context.added &&
      !(label === 'doAct: done' && snapshot.context.act?.kind === 'add'),
  },
});
