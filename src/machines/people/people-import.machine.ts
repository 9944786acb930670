import { type ActorRefFrom, assign, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import type { ImportedPeople, PeopleCheck } from '#common/calls/people.ts';
import { failureOf } from '#api/failure.ts';
import { PEOPLE_FILE_SIZE_MAX } from '#common/config/constants.ts';
import { fromEvent } from '../shared/from-event.ts';
import { actMessage, isUncertain, passwordsText, peopleMessages } from './people-acts.ts';
import { unprovided } from '../shared/unprovided.ts';

/** A file of people: its name on the person's device, and its text. */
type PeopleFile = { name: string; text: string };

/**
 * Many people from one file (ADR 54): the host checks it, line by line, before it adds any; then it adds all of them, or none. The one-time passwords are
 * shown until the administrator dismisses them.
 */
export const peopleImportMachine = setup({
  types: {
    context: {} as {
      file: PeopleFile;
      check: PeopleCheck | null;
      message: string | null;
      added: ImportedPeople | null;
    },
    events: {} as
      | { type: 'file.chosen'; file: PeopleFile }
      | { type: 'file.unread' }
      | { type: 'import.confirmed' }
      | { type: 'import.dropped' }
      | { type: 'copy.requested' }
      | { type: 'secret.dismissed' },
    tags: {} as 'checking' | 'checked' | 'importing' | 'handing' | 'copied' | 'uncopied',
  },
  actors: {
    /** Changes nothing at the host. */
    checkFile: fromPromise<PeopleCheck, { text: string }>(unprovided),
    importPeople: fromPromise<ImportedPeople, { text: string }>(unprovided),
    /** Puts the one-time passwords on the clipboard. */
    copySecret: fromPromise<void, { text: string }>(unprovided),
  },
  actions: {
    keepFile: assign({ file: (_, params: { file: PeopleFile }) => params.file, message: null, check: null }),
    keepCheck: assign({ check: (_, params: { output: PeopleCheck }) => params.output }),
    keepMessage: assign({ message: (_, params: { error: unknown }) => actMessage(failureOf(params.error)) }),
    sayMayBeImported: assign({ message: peopleMessages.mayBeImported }),
    sayTooLarge: assign({ message: peopleMessages.tooLarge }),
    sayUnread: assign({ message: peopleMessages.unread, check: null }),
    clearMessage: assign({ message: null }),
    drop: assign({ file: { name: '', text: '' }, check: null, message: null }),
    keepAdded: assign({ added: (_, params: { output: ImportedPeople }) => params.output }),
    dropAdded: assign({ added: null }),
    reportImported: sendParent({ type: 'people.imported' }),
  },
  guards: {
    isUncertain: (_, params: { error: unknown }) => isUncertain(failureOf(params.error)),
    isTooLarge: (_, params: { file: PeopleFile }) => params.file.text.length > PEOPLE_FILE_SIZE_MAX,
    isGood: ({ context }) => context.check?.lines.every(({ problem }) => problem === null) === true,
  },
}).createMachine({
  id: 'peopleImport',
  context: { file: { name: '', text: '' }, check: null, message: null, added: null },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'file.chosen': [
          { guard: { type: 'isTooLarge', params: fromEvent }, actions: ['drop', 'sayTooLarge'] },
          { target: 'checking', actions: { type: 'keepFile', params: fromEvent } },
        ],
        'file.unread': { actions: 'sayUnread' },
        'import.dropped': { actions: 'drop' },
      },
    },
    checking: {
      tags: 'checking',
      invoke: {
        id: 'checkFile',
        src: 'checkFile',
        input: ({ context }) => ({ text: context.file.text }),
        onDone: { target: 'checked', actions: { type: 'keepCheck', params: fromEvent } },
        onError: { target: 'idle', actions: { type: 'keepMessage', params: fromEvent } },
      },
      on: {
        'file.chosen': [
          { guard: { type: 'isTooLarge', params: fromEvent }, target: 'idle', actions: ['drop', 'sayTooLarge'] },
          { target: 'checking', reenter: true, actions: { type: 'keepFile', params: fromEvent } },
        ],
        'file.unread': { target: 'idle', actions: ['drop', 'sayUnread'] },
        'import.dropped': { target: 'idle', actions: 'drop' },
      },
    },
    checked: {
      tags: 'checked',
      on: {
        'file.chosen': [
          { guard: { type: 'isTooLarge', params: fromEvent }, target: 'idle', actions: ['drop', 'sayTooLarge'] },
          { target: 'checking', actions: { type: 'keepFile', params: fromEvent } },
        ],
        'file.unread': { target: 'idle', actions: 'sayUnread' },
        'import.confirmed': { guard: 'isGood', target: 'importing', actions: 'clearMessage' },
        'import.dropped': { target: 'idle', actions: 'drop' },
      },
    },
    importing: {
      tags: ['importing', 'checked'],
      invoke: {
        id: 'importPeople',
        src: 'importPeople',
        input: ({ context }) => ({ text: context.file.text }),
        onDone: { target: 'handing', actions: ['drop', { type: 'keepAdded', params: fromEvent }, 'reportImported'] },
        onError: [
          // The checked lines show which people exist by now.
          {
            guard: { type: 'isUncertain', params: fromEvent },
            target: 'checking',
            actions: ['sayMayBeImported', 'reportImported'],
          },
          { target: 'checked', actions: { type: 'keepMessage', params: fromEvent } },
        ],
      },
    },
    handing: {
      tags: 'handing',
      initial: 'shown',
      on: {
        'copy.requested': { target: '.copying' },
        'secret.dismissed': { target: 'idle', actions: 'dropAdded' },
      },
      states: {
        shown: {},
        copying: {
          invoke: {
            id: 'copySecret',
            src: 'copySecret',
            input: ({ context }) => ({ text: passwordsText(context.added) }),
            onDone: { target: 'copied' },
            onError: { target: 'uncopied' },
          },
        },
        copied: { tags: 'copied' },
        uncopied: { tags: 'uncopied' },
      },
    },
  },
});
export type PeopleImportRef = ActorRefFrom<typeof peopleImportMachine>;
export type PeopleImportSnapshot = SnapshotFrom<typeof peopleImportMachine>;
