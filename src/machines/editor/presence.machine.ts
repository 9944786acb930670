import {
  type ActorRefFrom,
  type AnyEventObject,
  assign,
  fromCallback,
  sendParent,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import { PRESENCE_LIFE, PRESENCE_MOST, PRESENCE_RETURN } from '#config/constants.ts';
import { fromEvent } from '#machines/shared/from-event.ts';
import { presenceWordMachine } from './presence-word.machine.ts';

/** A window of a person. */
type Window = { user: string; tab: string };

/** A presence message of another user. `at`: when it arrived, in milliseconds of the page's own monotonic time. */
type Heard = Window & { name: string; region: string | null; at: number };

/** A user who is present, and when their last message expires. */
export type PresentPerson = Window & { name: string; region: string | null; ends: number };

/** Events from the editor: a WIP was opened, the caret moved, text was typed, the document can answer requests. */
export type PresenceNews =
  | { type: 'document.opened'; wip: string | null }
  | { type: 'region.reached'; id: string }
  | { type: 'text.edited' }
  | { type: 'document.shown' };

const isSame = (one: Window, other: Window): boolean => one.user === other.user && one.tab === other.tab;
const stillThere = (people: readonly PresentPerson[], comer: string | null): string | null =>
  people.some(({ name }) => name === comer) ? comer : null;
const soonest = (people: readonly PresentPerson[]): number => Math.min(...people.map(({ ends }) => ends));

/**
 * Tracks who else has the document open, from the messages that they send on its stream. A message counts for 45 s;
 * after that its sender is no longer shown, for whatever reason they fell silent. A user who leaves reports that.
 * Presence locks no one out. The user's own windows are left out. A newcomer gets an answer (`presenceWord`), so that
 * they learn who is there. A document that is not a WIP yet, or a host without presence, never shows anyone. The same
 * stream reports that another user has deleted the document, and the editor receives that. Failures here are silent.
 */
export const presenceMachine = setup({
  types: {
    /**
     * `region`: where the user's own caret is. `comer`: name of the user who came last, while they are there.
     * `people` are in order of arrival.
     */
    context: {} as {
      isReader: boolean;
      wip: string;
      region: string | null;
      now: number;
      people: PresentPerson[];
      comer: string | null;
    },
    input: {} as { isReader: boolean },
    events: {} as
      | PresenceNews
      | { type: 'stream.opened' }
      | { type: 'stream.closed' }
      | ({ type: 'person.heard'; isMe: boolean } & Heard)
      | ({ type: 'person.left'; at: number } & Window)
      | { type: 'document.deleted'; name: string },
  },
  actors: {
    presenceWord: presenceWordMachine,
    /** Listens to the stream of a WIP, at a host that reports presence on it. */
    listenToPeople: fromCallback<AnyEventObject, { wip: string }>(() => undefined),
  },
  actions: {
    takeDocument: assign({ wip: (_, params: { wip: string | null }) => params.wip ?? '', people: [], comer: null }),
    noteTime: assign({ now: (_, params: { at: number }) => params.at }),
    keepRegion: assign({ region: (_, params: { id: string }) => params.id }),
    forgetRegion: assign({ region: null }),
    note: assign(({ context: { people, comer } }, { user, tab, name, region, at }: Heard) => {
      const present = people.filter(({ ends }) => ends > at);
      const word = { user, tab, name, region, ends: at + PRESENCE_LIFE };
      const isKnown = present.some((one) => isSame(one, word));
      return {
        now: at,
        people: isKnown
          ? present.map((one) => (isSame(one, word) ? word : one))
          : [...present, word].slice(0, PRESENCE_MOST),
        comer: present.some((one) => one.user === user) ? stillThere(present, comer) : name,
      };
    }),
    drop: assign(({ context: { people, comer } }, { at, ...whose }: Window & { at: number }) => {
      const left = people.filter((one) => !isSame(one, whose) && one.ends > at);
      return { now: at, people: left, comer: stillThere(left, comer) };
    }),
    endSoonest: assign(({ context: { people, comer } }) => {
      const now = soonest(people);
      const left = people.filter(({ ends }) => ends > now);
      return { now, people: left, comer: stillThere(left, comer) };
    }),
    forgetPeople: assign({ people: [], comer: null }),
    /** Regions are shown by their names, which only the running document has. */
    askNames: sendParent({ type: 'names.wanted' }),
    tellDeleted: sendParent((_, { name }: { name: string }) => ({ type: 'document.deletedBy', name })),
    tellOpened: sendTo('presenceWord', { type: 'stream.opened' }),
    tellNewcomer: sendTo('presenceWord', { type: 'newcomer.heard' }),
    tellRegion: sendTo('presenceWord', (_, params: { id: string }) => ({ type: 'region.reached', id: params.id })),
    tellEdit: sendTo('presenceWord', { type: 'text.edited' }),
  },
  guards: {
    isThere: (_, params: { wip: string | null }) => params.wip !== null,
    isMe: (_, params: { isMe: boolean }) => params.isMe,
    isKnown: ({ context }, params: Window) => context.people.some((one) => isSame(one, params)),
    isLastToLeave: ({ context }, params: Window & { at: number }) =>
      context.people.every((one) => isSame(one, params) || one.ends <= params.at),
    isLast: ({ context: { people } }) => people.every(({ ends }) => ends === soonest(people)),
  },
  delays: {
    soonestEnds: ({ context: { people, now } }) => soonest(people) - now,
    presenceReturn: PRESENCE_RETURN,
  },
}).createMachine({
  id: 'presence',
  context: ({ input }) => ({ ...input, wip: '', region: null, now: 0, people: [], comer: null }),
  initial: 'off',
  on: {
    'document.opened': [
      {
        guard: { type: 'isThere', params: fromEvent },
        target: '.on',
        actions: { type: 'takeDocument', params: fromEvent },
      },
      { target: '.off', actions: ['forgetPeople', 'forgetRegion'] },
    ],
    'region.reached': { actions: { type: 'keepRegion', params: fromEvent } },
  },
  states: {
    off: {},
    on: {
      invoke: {
        id: 'presenceWord',
        src: 'presenceWord',
        input: ({ context: { wip, isReader, region } }) => ({ wip, isReader, region }),
      },
      type: 'parallel',
      on: {
        'region.reached': {
          actions: [
            { type: 'keepRegion', params: fromEvent },
            { type: 'tellRegion', params: fromEvent },
          ],
        },
        'text.edited': { actions: 'tellEdit' },
        'document.deleted': { actions: { type: 'tellDeleted', params: fromEvent } },
      },
      states: {
        hearing: {
          initial: 'listening',
          states: {
            listening: {
              invoke: { id: 'listenToPeople', src: 'listenToPeople', input: ({ context }) => ({ wip: context.wip }) },
              on: { 'stream.opened': { actions: 'tellOpened' }, 'stream.closed': { target: 'closed' } },
            },
            closed: { after: { presenceReturn: { target: 'listening' } } },
          },
        },
        others: {
          initial: 'alone',
          on: {
            'person.heard': [
              // The user's own messages give the time, and nothing else.
              { guard: { type: 'isMe', params: fromEvent }, actions: { type: 'noteTime', params: fromEvent } },
              {
                guard: { type: 'isKnown', params: fromEvent },
                target: '.together',
                actions: { type: 'note', params: fromEvent },
              },
              {
                target: '.together',
                actions: [{ type: 'note', params: fromEvent }, 'tellNewcomer', 'askNames'],
              },
            ],
          },
          states: {
            alone: {},
            together: {
              on: {
                'document.shown': { actions: 'askNames' },
                'person.left': [
                  { guard: { type: 'isLastToLeave', params: fromEvent }, target: 'alone', actions: 'forgetPeople' },
                  { target: 'together', reenter: true, actions: { type: 'drop', params: fromEvent } },
                ],
              },
              after: {
                soonestEnds: [
                  { guard: 'isLast', target: 'alone', actions: 'forgetPeople' },
                  { target: 'together', reenter: true, actions: 'endSoonest' },
                ],
              },
            },
          },
        },
      },
    },
  },
});
export type PresenceRef = ActorRefFrom<typeof presenceMachine>;
export type PresenceSnapshot = SnapshotFrom<typeof presenceMachine>;
