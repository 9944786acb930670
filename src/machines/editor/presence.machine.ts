import {
  type ActorRefFrom,
  type AnyEventObject,
  and,
  assign,
  fromCallback,
  fromPromise,
  sendParent,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import {
  PRESENCE_ANSWER,
  PRESENCE_APART,
  PRESENCE_EVERY,
  PRESENCE_LIFE,
  PRESENCE_MOST,
  PRESENCE_QUIET_MESSAGES,
  PRESENCE_RETURN,
} from '#common/config/constants.ts';
import { fromEvent } from '#machines/shared/from-event.ts';
import { unprovided } from '#machines/shared/unprovided.ts';
import type { LoadedDocument } from './edits.ts';
import { authorOf, type KnownSave } from './their-changes.ts';

/** A window of a person. */
type Window = { user: string; tab: string };

/** A presence message of another user. `at`: when it arrived, in milliseconds of the page's own monotonic time. */
type ReceivedMessage = Window & { name: string; region: string | null; at: number };

/** A user who is present, and when their last message expires. */
export type PresentPerson = Window & { name: string; region: string | null; ends: number };

/** A message to the others: the id of the region that contains the caret. */
export type PresenceMessage = { type: 'message.requested'; region: string | null };

/**
 * Events from the editor: a WIP was opened, the caret moved, text was typed, the document can answer requests; the
 * editor has read a revision (null at a host without any); it can take in another one now, or is busy.
 */
export type PresenceNews =
  | { type: 'document.opened'; wip: string | null; revision: number | null }
  | { type: 'revision.read'; revision: number | null }
  | { type: 'editor.free' | 'editor.busy' }
  | { type: 'region.reached'; id: string }
  | { type: 'text.edited' }
  | { type: 'document.shown' };

const isSame = (one: Window, other: Window): boolean => one.user === other.user && one.tab === other.tab;
const ifPresent = (people: readonly PresentPerson[], newcomer: string | null): string | null =>
  people.some(({ name }) => name === newcomer) ? newcomer : null;
const soonest = (people: readonly PresentPerson[]): number => Math.min(...people.map(({ ends }) => ends));

/**
 * Tracks who else has the document open, from the messages that they send on its stream. A message counts for 45 s;
 * after that its sender is no longer shown, for whatever reason they fell silent. A user who leaves reports that.
 * Presence locks no one out. The user's own windows are left out. A document that is not a WIP yet, or a host without
 * presence, never shows anyone. The same stream reports that another user has deleted the document, and the editor
 * receives that. Failures here are silent.
 *
 * It also decides when to send the others that this user is there: when the stream has opened, then from time to time,
 * when the caret enters another region, and a moment after a newcomer was announced. Two messages are always some
 * seconds apart. If the tab is hidden, or the user has not touched the document for some minutes, it sends no more, so
 * that a screen left on does not count as a person. A reader sends nothing.
 *
 * The stream also reports each save, and the host's reply to a message the newest revision, in case the report was
 * lost. If it is newer than the editor's, the document is read while the editor has no command at work, and the editor
 * receives it. One read runs at a time. A read that fails is repeated at the next report. A reader of the document has
 * no replies, so it is read when the stream has opened.
 */
export const presenceMachine = setup({
  types: {
    /**
     * `region`: where the user's own caret is. `newcomer`: name of the user who came last, while they are there.
     * `people` are in order of arrival. `quiet`: number of messages since the user last did something, up to the limit
     * that matters. `revision`: the one that the editor shows. `saves`: reported ones that it may not show.
     */
    context: {} as {
      isReader: boolean;
      wip: string;
      region: string | null;
      now: number;
      people: PresentPerson[];
      newcomer: string | null;
      quiet: number;
      revision: number | null;
      saves: KnownSave[];
    },
    input: {} as { isReader: boolean },
    events: {} as
      | PresenceNews
      | { type: 'stream.opened' }
      | { type: 'stream.closed' }
      | ({ type: 'message.received'; isOwn: boolean } & ReceivedMessage)
      | ({ type: 'person.left'; at: number } & Window)
      | { type: 'document.deleted'; name: string }
      /** `name`: of the user who saved, if it is known. */
      | ({ type: 'document.saved' } & KnownSave)
      | { type: 'tab.shown' }
      | { type: 'tab.hidden' },
  },
  actors: {
    /** Receives the stream of a WIP, at a host that reports presence on it. */
    receiveMessages: fromCallback<AnyEventObject, { wip: string }>(() => undefined),
    /** Sends the messages, and when it ends that the user has left. */
    sendMessages: fromCallback<PresenceMessage, { wip: string }>(() => undefined),
    visibility: fromCallback<AnyEventObject, undefined>(() => undefined),
    readSaved: fromPromise<LoadedDocument, { wip: string }>(unprovided),
  },
  actions: {
    openDocument: assign({
      wip: (_, { wip }: { wip: string | null; revision: number | null }) => wip ?? '',
      revision: (_, { revision }) => revision,
      people: [],
      newcomer: null,
      quiet: 0,
      saves: [],
    }),
    keepTime: assign({ now: (_, params: { at: number }) => params.at }),
    keepRegion: assign({ region: (_, params: { id: string }) => params.id, quiet: 0 }),
    forgetRegion: assign({ region: null }),
    keepPerson: assign(({ context: { people, newcomer } }, { user, tab, name, region, at }: ReceivedMessage) => {
      const present = people.filter(({ ends }) => ends > at);
      const person = { user, tab, name, region, ends: at + PRESENCE_LIFE };
      const isKnown = present.some((one) => isSame(one, person));
      return {
        now: at,
        people: isKnown
          ? present.map((one) => (isSame(one, person) ? person : one))
          : [...present, person].slice(0, PRESENCE_MOST),
        newcomer: present.some((one) => one.user === user) ? ifPresent(present, newcomer) : name,
      };
    }),
    removePerson: assign(({ context: { people, newcomer } }, { at, ...sender }: Window & { at: number }) => {
      const rest = people.filter((one) => !isSame(one, sender) && one.ends > at);
      return { now: at, people: rest, newcomer: ifPresent(rest, newcomer) };
    }),
    removeExpired: assign(({ context: { people, newcomer } }) => {
      const now = soonest(people);
      const rest = people.filter(({ ends }) => ends > now);
      return { now, people: rest, newcomer: ifPresent(rest, newcomer) };
    }),
    forgetPeople: assign({ people: [], newcomer: null }),
    /** Regions are shown by their names, which only the running document has. */
    requestNames: sendParent({ type: 'names.wanted' }),
    sendDeletion: sendParent((_, { name }: { name: string }) => ({ type: 'document.deletedBy', name })),
    keepSave: assign({
      saves: ({ context: { saves } }, { revision, name }: KnownSave) =>
        saves.some((save) => save.revision === revision) ? saves : [...saves, { revision, name }],
    }),
    /** Saves up to a revision that the editor has read need no read. */
    keepRevision: assign(({ context }, { revision }: { revision: number | null }) => ({
      revision,
      saves: context.saves.filter((save) => revision !== null && save.revision > revision),
    })),
    /** Sent before the revision counts as known. */
    sendSaved: sendParent(({ context }, { output }: { output: LoadedDocument }) => ({
      type: 'document.fetched',
      output,
      save: { by: authorOf(context, output.detail), at: output.detail.updated_on },
    })),
    keepReadRevision: assign(({ context }, { output }: { output: LoadedDocument }) => ({
      revision: output.detail.revision,
      saves: context.saves.filter(({ revision }) => revision > (output.detail.revision ?? Infinity)),
    })),
    sendMessage: sendTo('sendMessages', ({ context }) => ({ type: 'message.requested', region: context.region })),
    countMessage: assign({ quiet: ({ context }) => Math.min(context.quiet + 1, PRESENCE_QUIET_MESSAGES) }),
    resetCount: assign({ quiet: 0 }),
  },
  guards: {
    isWip: (_, params: { wip: string | null }) => params.wip !== null,
    isReader: ({ context }) => context.isReader,
    isOwn: (_, params: { isOwn: boolean }) => params.isOwn,
    isNewcomer: ({ context }, params: Window & { isOwn: boolean }) =>
      !params.isOwn && !context.people.some((one) => isSame(one, params)),
    isLastToLeave: ({ context }, params: Window & { at: number }) =>
      context.people.every((one) => isSame(one, params) || one.ends <= params.at),
    isLast: ({ context: { people } }) => people.every(({ ends }) => ends === soonest(people)),
    isNewer: ({ context: { revision: known } }, { revision }: { revision: number }) =>
      known === null || revision > known,
    isBehind: ({ context: { revision: known, saves } }) =>
      saves.some(({ revision }) => known === null || revision > known),
    isKnown: ({ context: { revision }, event }) =>
      revision !== null && (event as { output?: LoadedDocument }).output?.detail.revision === revision,
    isOvertaken: stateIn('#presence.on.saves.reading.overtaken'),
    isKnownOfOld: and(['isKnown', 'isOvertaken']),
    isOtherRegion: ({ context }, params: { id: string }) => params.id !== context.region,
    isQuiet: ({ context }) => context.quiet >= PRESENCE_QUIET_MESSAGES,
    isDue: stateIn('#presence.on.messages.present.sent.due'),
    isLeaving: stateIn('#presence.on.messages.present.sent.leaving'),
  },
  delays: {
    soonestEnds: ({ context: { people, now } }) => soonest(people) - now,
    presenceReturn: PRESENCE_RETURN,
    presenceApart: PRESENCE_APART,
    presenceAgain: PRESENCE_EVERY - PRESENCE_APART,
    presenceAnswer: PRESENCE_ANSWER,
  },
}).createMachine({
  id: 'presence',
  context: ({ input }) => ({
    ...input,
    wip: '',
    region: null,
    now: 0,
    people: [],
    newcomer: null,
    quiet: 0,
    revision: null,
    saves: [],
  }),
  initial: 'off',
  on: {
    'document.opened': [
      {
        guard: { type: 'isWip', params: fromEvent },
        target: '.on',
        actions: { type: 'openDocument', params: fromEvent },
      },
      { target: '.off', actions: ['forgetPeople', 'forgetRegion'] },
    ],
    'region.reached': { actions: { type: 'keepRegion', params: fromEvent } },
  },
  states: {
    off: {},
    on: {
      invoke: [
        { id: 'sendMessages', src: 'sendMessages', input: ({ context }) => ({ wip: context.wip }) },
        { id: 'visibility', src: 'visibility' },
      ],
      type: 'parallel',
      on: { 'document.deleted': { actions: { type: 'sendDeletion', params: fromEvent } } },
      states: {
        stream: {
          initial: 'listening',
          states: {
            listening: {
              invoke: { id: 'receiveMessages', src: 'receiveMessages', input: ({ context }) => ({ wip: context.wip }) },
              on: { 'stream.closed': { target: 'closed' } },
            },
            closed: { after: { presenceReturn: { target: 'listening' } } },
          },
        },
        saves: {
          initial: 'busy',
          on: { 'revision.read': { actions: { type: 'keepRevision', params: fromEvent } } },
          states: {
            busy: {
              on: {
                'document.saved': {
                  guard: { type: 'isNewer', params: fromEvent },
                  actions: { type: 'keepSave', params: fromEvent },
                },
                'editor.free': [{ guard: 'isBehind', target: 'reading' }, { target: 'watching' }],
              },
            },
            watching: {
              on: {
                'document.saved': {
                  guard: { type: 'isNewer', params: fromEvent },
                  target: 'reading',
                  actions: { type: 'keepSave', params: fromEvent },
                },
                'stream.opened': { guard: 'isReader', target: 'reading' },
                'editor.busy': { target: 'busy' },
              },
            },
            reading: {
              initial: 'newest',
              on: {
                'document.saved': {
                  guard: { type: 'isNewer', params: fromEvent },
                  target: '.overtaken',
                  actions: { type: 'keepSave', params: fromEvent },
                },
                'stream.opened': { guard: 'isReader', target: '.overtaken' },
                'editor.busy': { target: 'busy' },
              },
              invoke: {
                id: 'readSaved',
                src: 'readSaved',
                input: ({ context }) => ({ wip: context.wip }),
                onDone: [
                  { guard: 'isKnownOfOld', target: 'reading', reenter: true },
                  { guard: 'isKnown', target: 'watching' },
                  {
                    guard: 'isOvertaken',
                    target: 'reading',
                    reenter: true,
                    actions: [
                      { type: 'sendSaved', params: fromEvent },
                      { type: 'keepReadRevision', params: fromEvent },
                    ],
                  },
                  {
                    target: 'watching',
                    actions: [
                      { type: 'sendSaved', params: fromEvent },
                      { type: 'keepReadRevision', params: fromEvent },
                    ],
                  },
                ],
                onError: { target: 'watching' },
              },
              states: {
                newest: {},
                // A save was reported since the read began, or may have been: its values may not be in it.
                overtaken: {},
              },
            },
          },
        },
        others: {
          initial: 'alone',
          on: {
            'message.received': [
              // The user's own messages give the time, and nothing else.
              { guard: { type: 'isOwn', params: fromEvent }, actions: { type: 'keepTime', params: fromEvent } },
              {
                guard: { type: 'isNewcomer', params: fromEvent },
                target: '.together',
                actions: [{ type: 'keepPerson', params: fromEvent }, 'requestNames'],
              },
              { target: '.together', actions: { type: 'keepPerson', params: fromEvent } },
            ],
          },
          states: {
            alone: {},
            together: {
              on: {
                'document.shown': { actions: 'requestNames' },
                'person.left': [
                  { guard: { type: 'isLastToLeave', params: fromEvent }, target: 'alone', actions: 'forgetPeople' },
                  { target: 'together', reenter: true, actions: { type: 'removePerson', params: fromEvent } },
                ],
              },
              after: {
                soonestEnds: [
                  { guard: 'isLast', target: 'alone', actions: 'forgetPeople' },
                  { target: 'together', reenter: true, actions: 'removeExpired' },
                ],
              },
            },
          },
        },
        messages: {
          initial: 'choosing',
          states: {
            choosing: { always: [{ guard: 'isReader', target: 'none' }, { target: 'waiting' }] },
            none: {},
            waiting: { on: { 'stream.opened': { target: 'present' }, 'tab.hidden': { target: 'away' } } },
            present: {
              initial: 'sent',
              on: { 'text.edited': { actions: 'resetCount' } },
              states: {
                sent: {
                  entry: ['sendMessage', 'countMessage'],
                  initial: 'settled',
                  on: {
                    'message.received': { guard: { type: 'isNewcomer', params: fromEvent }, target: '.due' },
                    'region.reached': {
                      guard: { type: 'isOtherRegion', params: fromEvent },
                      target: '.due',
                      actions: { type: 'keepRegion', params: fromEvent },
                    },
                    'tab.hidden': { target: '.leaving' },
                  },
                  states: {
                    settled: {},
                    due: {},
                    // A hidden tab counts as away: only its return makes it send again.
                    leaving: {
                      on: {
                        'tab.shown': { target: 'settled' },
                        'message.received': {},
                        'region.reached': { actions: { type: 'keepRegion', params: fromEvent } },
                      },
                    },
                  },
                  after: {
                    presenceApart: [
                      { guard: 'isLeaving', target: '#presence.on.messages.away' },
                      { guard: 'isDue', target: 'sent', reenter: true },
                      { target: 'resting' },
                    ],
                  },
                },
                resting: {
                  on: {
                    // Reports may have been lost with the stream: the reply to the message makes up for them.
                    'stream.opened': { target: 'sent' },
                    'message.received': { guard: { type: 'isNewcomer', params: fromEvent }, target: 'answering' },
                    'region.reached': {
                      guard: { type: 'isOtherRegion', params: fromEvent },
                      target: 'sent',
                      actions: { type: 'keepRegion', params: fromEvent },
                    },
                    'tab.hidden': { target: '#presence.on.messages.away' },
                  },
                  after: {
                    presenceAgain: [{ guard: 'isQuiet', target: '#presence.on.messages.away' }, { target: 'sent' }],
                  },
                },
                answering: {
                  on: { 'tab.hidden': { target: '#presence.on.messages.away' } },
                  after: { presenceAnswer: { target: 'sent' } },
                },
              },
            },
            away: {
              on: {
                'tab.shown': { target: 'present', actions: 'resetCount' },
                'region.reached': { target: 'present', actions: { type: 'keepRegion', params: fromEvent } },
                'text.edited': { target: 'present', actions: 'resetCount' },
              },
            },
          },
        },
      },
    },
  },
});
export type PresenceRef = ActorRefFrom<typeof presenceMachine>;
