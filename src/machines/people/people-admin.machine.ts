import { assign, fromPromise, raise, sendTo, setup } from 'xstate';
import type { Role } from '#common/calls/admin.ts';
import type { Page, PageRequest } from '#common/calls/pages.ts';
import type { Organization, PersonEntry, PersonReply } from '#common/calls/people.ts';
import { failureOf } from '#api/failure.ts';
import { PERSON_BANNER } from '#common/config/constants.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { listMessage } from '../shared/messages.ts';
import { pagedListMachine } from '../shared/paged-list.machine.ts';
import { FIRST_PAGE, withMore } from '../shared/pages.ts';
import { type Act, actMessage, doneText, peopleMessages, type PersonFields, questionOf } from './people-acts.ts';
import { peopleImportMachine } from './people-import.machine.ts';
import { unprovided } from '../shared/unprovided.ts';

/** The roles and organizations to choose from. */
type Choices = { roles: Role[]; organizations: Organization[] };

/** First page of people, and the choices for them. */
type Lists = Page<PersonEntry> & Choices;

/** Complaint about a form: a new object each time, since each complaint moves the focus. `form`: the uuid of its person, empty for a new one. */
type PeopleProblem = { form: string; field: keyof PersonFields; text: string };

/** A one-time password to hand over: it is known only here, and only until it is dismissed. */
type Handed = { name: string; username: string; password: string; until: number | null; disabled: boolean };

const formOf = (act: Act): string => (act.kind === 'add' ? '' : act.person);
/** The first field of a form that must not be empty, and is. */
function problemOf(act: Act): PeopleProblem | null {
  if (!('fields' in act)) return null;
  const field = (['name', 'username'] as const).find((one) => act.fields[one].trim() === '');
  return field ? { form: formOf(act), field, text: peopleMessages[`${field}Required`] } : null;
}
const personIn = (people: readonly PersonEntry[], act: Act): PersonEntry | null =>
  people.find(({ uuid }) => uuid === formOf(act)) ?? null;

/**
 * The people whom an administrator administers (ADR 54): the list, in pages; and the acts, one at a time: a new person, a change, a role, and the others in
 * `Act`; many people at once come from a file (`peopleImport`). An act with consequences for the person is confirmed first. A one-time password is shown
 * until the administrator dismisses it.
 */
export const peopleAdminMachine = setup({
  types: {
    context: {} as Choices & {
      people: PersonEntry[];
      /** Rest of the first page: the cursor of the next page, and the count. */
      first: Omit<Page<PersonEntry>, 'entries'>;
      listMessage: string | null;
      act: Act | null;
      problem: PeopleProblem | null;
      message: string | null;
      success: string | null;
      handed: Handed | null;
      /** Number of people added here: the form is cleared after each one. */
      added: number;
    },
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'page.found'; entries: PersonEntry[] }
      | { type: 'page.added'; entries: PersonEntry[] }
      | { type: 'act.requested'; act: Act }
      | { type: 'act.confirmed' }
      | { type: 'dialog.cancelled' }
      | { type: 'person.added' }
      | { type: 'people.imported' }
      | { type: 'copy.requested' }
      | { type: 'secret.dismissed' },
    tags: {} as 'loading' | 'loaded' | 'failed' | 'asking' | 'working' | 'handing' | 'copied' | 'uncopied',
  },
  actors: {
    listPeople: fromPromise<Lists, PageRequest>(unprovided),
    pages: pagedListMachine,
    peopleImport: peopleImportMachine,
    /** Puts the one-time password on the clipboard. */
    copySecret: fromPromise<void, { text: string }>(unprovided),
    /** @param before the person's entry before the act */
    doAct: fromPromise<PersonReply, { act: Act | null; before: PersonEntry | null }>(unprovided),
  },
  actions: {
    keepPeople: assign((_, { output }: { output: Lists }) => {
      const { entries, roles, organizations, ...first } = output;
      return { people: entries, roles, organizations, first };
    }),
    keepListMessage: assign({ listMessage: (_, { error }: Failed) => listMessage('loadingUsers', failureOf(error)) }),
    clearListMessage: assign({ listMessage: null }),
    keepFound: assign({ people: (_, params: { entries: PersonEntry[] }) => params.entries }),
    addMore: assign({
      people: ({ context }, params: { entries: PersonEntry[] }) => withMore(context.people, params.entries),
    }),
    clearAnswer: assign({ problem: null, message: null, success: null }),
    clearSuccess: assign({ success: null }),
    keepAct: assign({ act: (_, params: { act: Act }) => params.act }),
    keepProblem: assign({ problem: (_, { act }: { act: Act }) => problemOf(act) }),
    keepAdded: assign(({ context }, { output: { user } }: { output: PersonReply }) => ({
      people: [user, ...context.people.filter(({ uuid }) => uuid !== user.uuid)],
      added: context.added + 1,
    })),
    raiseAdded: raise({ type: 'person.added' }),
    countAdded: sendTo('pages', { type: 'entry.added' }),
    keepPerson: assign({
      people: ({ context }, { output: { user } }: { output: PersonReply }) =>
        context.people.map((one) => (one.uuid === user.uuid ? user : one)),
    }),
    keepHanded: assign({
      handed: (_, { output: { user, password } }: { output: PersonReply }) => ({
        name: user.name ?? '',
        username: user.username ?? '',
        password: password ?? '',
        until: user.one_time_until,
        disabled: user.disabled,
      }),
    }),
    dropHanded: assign({ handed: null }),
    keepSuccess: assign({
      success: ({ context }, { output: { user } }: { output: PersonReply }) =>
        context.act && doneText(context.act, user),
    }),
    /** The implementation requests a session check if administrators change themselves. */
    announceChange: (_, _params: { output: PersonReply }) => {},
    keepMessage: assign({ message: (_, { error }: Failed) => actMessage(failureOf(error)) }),
  },
  guards: {
    isIncomplete: (_, { act }: { act: Act }) => problemOf(act) !== null,
    isToBeAsked: ({ context }, { act }: { act: Act }) =>
      questionOf(act, personIn(context.people, act), context.organizations) !== null,
    isNew: ({ context }) => context.act?.kind === 'add',
    hasPassword: (_, { output }: { output: PersonReply }) => output.password !== null,
  },
  delays: { personBanner: PERSON_BANNER },
}).createMachine({
  id: 'peopleAdmin',
  context: {
    people: [],
    first: { next: null, count: 0 },
    listMessage: null,
    roles: [],
    organizations: [],
    act: null,
    problem: null,
    message: null,
    success: null,
    handed: null,
    added: 0,
  },
  invoke: { id: 'peopleImport', src: 'peopleImport' },
  type: 'parallel',
  states: {
    list: {
      initial: 'loading',
      on: { 'people.imported': { target: '.loading' } },
      states: {
        loading: {
          tags: 'loading',
          entry: 'clearListMessage',
          invoke: {
            id: 'listPeople',
            src: 'listPeople',
            input: FIRST_PAGE.people,
            onDone: { target: 'loaded', actions: { type: 'keepPeople', params: fromEvent } },
            onError: { target: 'failed', actions: { type: 'keepListMessage', params: fromEvent } },
          },
        },
        failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
        loaded: {
          tags: 'loaded',
          invoke: {
            id: 'pages',
            src: 'pages',
            input: ({ context: { first } }) => ({
              list: '',
              operation: 'loadingUsers',
              sort: FIRST_PAGE.people.sort,
              ...first,
            }),
          },
          on: {
            'page.found': { actions: { type: 'keepFound', params: fromEvent } },
            'page.added': { actions: { type: 'addMore', params: fromEvent } },
            'person.added': { actions: 'countAdded' },
          },
        },
      },
    },
    act: {
      initial: 'idle',
      states: {
        idle: {
          initial: 'quiet',
          on: {
            'act.requested': [
              {
                guard: { type: 'isIncomplete', params: fromEvent },
                target: '.quiet',
                actions: ['clearAnswer', { type: 'keepProblem', params: fromEvent }],
              },
              {
                guard: { type: 'isToBeAsked', params: fromEvent },
                target: 'asking',
                actions: ['clearAnswer', { type: 'keepAct', params: fromEvent }],
              },
              { target: 'working', actions: ['clearAnswer', { type: 'keepAct', params: fromEvent }] },
            ],
          },
          states: {
            quiet: {},
            shown: { after: { personBanner: { target: 'quiet', actions: 'clearSuccess' } } },
          },
        },
        asking: {
          tags: 'asking',
          on: { 'act.confirmed': { target: 'working' }, 'dialog.cancelled': { target: 'idle' } },
        },
        working: {
          tags: 'working',
          invoke: {
            id: 'doAct',
            src: 'doAct',
            input: ({ context: { act, people } }) => ({ act, before: act && personIn(people, act) }),
            onDone: [
              {
                guard: 'isNew',
                target: 'handing',
                actions: [
                  { type: 'keepAdded', params: fromEvent },
                  'raiseAdded',
                  { type: 'keepHanded', params: fromEvent },
                ],
              },
              {
                guard: { type: 'hasPassword', params: fromEvent },
                target: 'handing',
                actions: [
                  { type: 'keepPerson', params: fromEvent },
                  { type: 'keepHanded', params: fromEvent },
                ],
              },
              {
                target: 'idle.shown',
                actions: [
                  { type: 'keepPerson', params: fromEvent },
                  { type: 'keepSuccess', params: fromEvent },
                  { type: 'announceChange', params: fromEvent },
                ],
              },
            ],
            onError: { target: 'idle', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
        handing: {
          tags: 'handing',
          initial: 'shown',
          on: {
            'copy.requested': { target: '.copying' },
            'secret.dismissed': { target: 'idle', actions: 'dropHanded' },
          },
          states: {
            shown: {},
            copying: {
              invoke: {
                id: 'copySecret',
                src: 'copySecret',
                input: ({ context }) => ({ text: context.handed?.password ?? '' }),
                onDone: { target: 'copied' },
                onError: { target: 'uncopied' },
              },
            },
            copied: { tags: 'copied' },
            uncopied: { tags: 'uncopied' },
          },
        },
      },
    },
  },
});
