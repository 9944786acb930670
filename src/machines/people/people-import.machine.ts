import { type ActorRefFrom, assign, fromPromise, sendParent, setup } from 'xstate';
import type { ImportedPeople, ImportJob, PeopleCheck } from '#common/calls/people.ts';
import { failureOf } from '#api/failure.ts';
import { JOB_LOOK, PEOPLE_FILE_SIZE_MAX } from '#common/config/constants.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { actMessage, endText, isUncertain, passwordsText, peopleMessages } from './people-acts.ts';
import { unprovided } from '../shared/unprovided.ts';

/** A file of people: its name on the person's device, and its text. */
type PeopleFile = { name: string; text: string };

/**
 * Many people from one file (ADR 54): the host checks it, line by line, before it adds any; then it adds all of them, or none, in a job (ADR 74). The job
 * goes on without this page, which finds it again when it is opened. The one-time passwords are shown until the administrator dismisses them.
 */
export const peopleImportMachine = setup({
  types: {
    context: {} as {
      file: PeopleFile;
      check: PeopleCheck | null;
      message: string | null;
      /** The job that runs. */
      job: ImportJob | null;
      added: ImportedPeople | null;
    },
    events: {} as
      | { type: 'file.chosen'; file: PeopleFile }
      | { type: 'file.unread' }
      | { type: 'import.confirmed' }
      | { type: 'import.dropped' }
      | { type: 'copy.requested' }
      | { type: 'secret.dismissed' },
    tags: {} as 'finding' | 'checking' | 'checked' | 'importing' | 'handing' | 'copied' | 'uncopied',
  },
  actors: {
    /** The administrator's last import, with its passwords if this browser has their key; null if there is none. */
    readJob: fromPromise<ImportJob | null, undefined>(unprovided),
    /** Changes nothing at the host. */
    checkFile: fromPromise<PeopleCheck, { text: string }>(unprovided),
    beginImport: fromPromise<ImportJob | null, { text: string }>(unprovided),
    /** Removes the last import and its passwords from the host. */
    forgetJob: fromPromise<unknown, undefined>(unprovided),
    /** Puts the one-time passwords on the clipboard. */
    copySecret: fromPromise<void, { text: string }>(unprovided),
  },
  actions: {
    keepFile: assign({ file: (_, params: { file: PeopleFile }) => params.file, message: null, check: null }),
    keepCheck: assign({ check: (_, params: { output: PeopleCheck }) => params.output }),
    keepJob: assign({ job: (_, params: { output: ImportJob | null }) => params.output, message: null }),
    keepMessage: assign({ message: (_, { error }: Failed) => actMessage(failureOf(error)) }),
    keepEnd: assign({ job: null, message: (_, params: { output: ImportJob | null }) => endText(params.output) }),
    sayNotBegun: assign({ message: peopleMessages.notBegun }),
    sayNoNews: assign({ message: peopleMessages.noNews }),
    sayTooLarge: assign({ message: peopleMessages.tooLarge }),
    sayUnread: assign({ message: peopleMessages.unread, check: null }),
    clearMessage: assign({ message: null }),
    drop: assign({ file: { name: '', text: '' }, check: null, message: null }),
    keepAdded: assign({
      added: (_, params: { output: ImportJob | null }) => params.output?.result ?? null,
      job: null,
    }),
    dropAdded: assign({ added: null }),
    reportImported: sendParent({ type: 'people.imported' }),
  },
  guards: {
    isUncertain: (_, { error }: Failed) => isUncertain(failureOf(error)),
    isTooLarge: (_, params: { file: PeopleFile }) => params.file.text.length > PEOPLE_FILE_SIZE_MAX,
    isGood: ({ context }) => context.check?.lines.every(({ problem }) => problem === null) === true,
    isRunning: (_, params: { output: ImportJob | null }) => params.output?.state === 'running',
    hasPasswords: (_, params: { output: ImportJob | null }) => (params.output?.result ?? null) !== null,
    hasFailed: (_, params: { output: ImportJob | null }) => params.output?.state === 'failed',
    hasCheck: ({ context }) => context.check !== null,
  },
  delays: { jobLook: JOB_LOOK },
}).createMachine({
  id: 'peopleImport',
  context: { file: { name: '', text: '' }, check: null, message: null, job: null, added: null },
  initial: 'finding',
  states: {
    // At first, and after a start without an answer.
    finding: {
      tags: 'finding',
      invoke: {
        id: 'readJob',
        src: 'readJob',
        onDone: [
          {
            guard: { type: 'hasPasswords', params: fromEvent },
            target: 'handing',
            actions: ['drop', { type: 'keepAdded', params: fromEvent }, 'reportImported'],
          },
          {
            guard: { type: 'isRunning', params: fromEvent },
            target: 'following',
            actions: { type: 'keepJob', params: fromEvent },
          },
          {
            guard: { type: 'hasFailed', params: fromEvent },
            target: 'forgetting',
            actions: { type: 'keepEnd', params: fromEvent },
          },
          { guard: 'hasCheck', target: 'choosing.checked', actions: 'sayNotBegun' },
          { target: 'choosing.idle', actions: { type: 'keepEnd', params: fromEvent } },
        ],
        onError: [
          { guard: 'hasCheck', target: 'choosing.checked', actions: { type: 'keepMessage', params: fromEvent } },
          { target: 'choosing.idle' },
        ],
      },
    },
    choosing: {
      initial: 'idle',
      on: {
        'file.chosen': [
          { guard: { type: 'isTooLarge', params: fromEvent }, target: '.idle', actions: ['drop', 'sayTooLarge'] },
          { target: '.checking', actions: { type: 'keepFile', params: fromEvent } },
        ],
        'file.unread': { target: '.idle', actions: ['drop', 'sayUnread'] },
        'import.dropped': { target: '.idle', actions: 'drop' },
      },
      states: {
        idle: {},
        checking: {
          tags: 'checking',
          invoke: {
            id: 'checkFile',
            src: 'checkFile',
            input: ({ context }) => ({ text: context.file.text }),
            onDone: { target: 'checked', actions: { type: 'keepCheck', params: fromEvent } },
            onError: { target: 'idle', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
        checked: {
          tags: 'checked',
          on: { 'import.confirmed': { guard: 'isGood', target: '#peopleImport.importing', actions: 'clearMessage' } },
        },
      },
    },
    importing: {
      tags: ['importing', 'checked'],
      invoke: {
        id: 'beginImport',
        src: 'beginImport',
        input: ({ context }) => ({ text: context.file.text }),
        onDone: { target: 'following', actions: { type: 'keepJob', params: fromEvent } },
        onError: [
          { guard: { type: 'isUncertain', params: fromEvent }, target: 'finding' },
          { target: 'choosing.checked', actions: { type: 'keepMessage', params: fromEvent } },
        ],
      },
    },
    following: {
      tags: 'importing',
      initial: 'waiting',
      states: {
        waiting: { after: { jobLook: { target: 'reading' } } },
        reading: {
          invoke: {
            id: 'readJob',
            src: 'readJob',
            onDone: [
              {
                guard: { type: 'isRunning', params: fromEvent },
                target: 'waiting',
                actions: { type: 'keepJob', params: fromEvent },
              },
              {
                guard: { type: 'hasPasswords', params: fromEvent },
                target: '#peopleImport.handing',
                actions: ['drop', { type: 'keepAdded', params: fromEvent }, 'reportImported'],
              },
              {
                guard: { type: 'hasFailed', params: fromEvent },
                target: '#peopleImport.forgetting',
                actions: { type: 'keepEnd', params: fromEvent },
              },
              {
                target: '#peopleImport.choosing.idle',
                actions: ['drop', { type: 'keepEnd', params: fromEvent }, 'reportImported'],
              },
            ],
            onError: { target: 'waiting', actions: 'sayNoNews' },
          },
        },
      },
    },
    forgetting: {
      invoke: {
        id: 'forgetJob',
        src: 'forgetJob',
        // Its lines are checked again: they may be the reason why it failed.
        onDone: [{ guard: 'hasCheck', target: 'choosing.checking' }, { target: 'choosing.idle' }],
        onError: [{ guard: 'hasCheck', target: 'choosing.checking' }, { target: 'choosing.idle' }],
      },
    },
    handing: {
      tags: 'handing',
      initial: 'shown',
      on: {
        'copy.requested': { target: '.copying' },
        'secret.dismissed': { target: 'forgetting', actions: 'dropAdded' },
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
