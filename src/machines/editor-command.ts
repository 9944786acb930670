import { editorSetup, saveBodyOf } from './editor.setup.ts';

/** What the document holds is asked for, and guessed when it does not answer; then it goes on to a state beside this one. */
const collecting = (target: 'choosing' | 'updating') =>
  editorSetup.createStateConfig({
    entry: ['countSnapshot', 'askForSnapshot'],
    on: {
      'document.snapshotTaken': [
        {
          guard: { type: 'isWithoutRows', params: ({ event }) => event },
          target,
          actions: [{ type: 'keepSnapshot', params: ({ event }) => event }, 'sayRowsNotSaved', 'tellCaptured'],
        },
        {
          guard: { type: 'isThisSnapshot', params: ({ event }) => event },
          target,
          actions: [{ type: 'keepSnapshot', params: ({ event }) => event }, 'tellCaptured'],
        },
      ],
    },
    after: { snapshotTimeout: { target, actions: 'assumeSnapshot' } },
  });

/**
 * The one command under way in the editor (section 4, editor): a save, a submission that saves first, a deletion, each with its question before and
 * its way back after a failure. A region of `editor.machine.ts`, in a file of its own for its length.
 */
export const commandRegion = editorSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      on: {
        'save.requested': [
          { guard: 'isNew', target: 'naming', actions: 'clearNotice' },
          { target: 'saving', actions: 'clearNotice' },
        ],
        'submit.requested': [
          { guard: 'canBeSubmitted', target: 'submitting', actions: 'clearNotice' },
          { guard: 'isClean', actions: 'refuseSubmit' },
        ],
        'delete.requested': { guard: 'isSaved', target: 'confirmingDelete', actions: 'clearNotice' },
        'message.dismissed': { actions: 'clearNotice' },
      },
    },
    naming: {
      tags: 'naming',
      on: {
        'save.named': [
          {
            guard: { type: 'isNamed', params: ({ event }) => event },
            target: 'saving',
            actions: [{ type: 'keepName', params: ({ event }) => event }, 'clearMessage'],
          },
          { actions: 'askForName' },
        ],
        'dialog.cancelled': { target: 'idle', actions: ['clearName', 'clearMessage'] },
      },
    },
    saving: {
      tags: ['busy', 'saving'],
      initial: 'collecting',
      states: {
        collecting: collecting('choosing'),
        choosing: { always: [{ guard: 'isNew', target: 'creating' }, { target: 'updating' }] },
        creating: {
          invoke: {
            id: 'saveNewWip',
            src: 'saveNewWip',
            input: ({ context }) => ({ template: context.template, body: saveBodyOf(context) }),
            onDone: {
              target: '#editor.loaded.command.reloading',
              actions: [
                'dropDraft',
                { type: 'keepNewWip', params: ({ event }) => event.output },
                'tellSaved',
                'goToNewWip',
              ],
            },
            onError: {
              target: '#editor.loaded.command.naming',
              actions: { type: 'keepSaveMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        updating: {
          invoke: {
            id: 'updateWip',
            src: 'updateWip',
            input: ({ context }) => ({ wip: context.wip ?? '', body: saveBodyOf(context) }),
            onDone: { target: '#editor.loaded.command.reloading', actions: ['tellSaved', 'showSaved'] },
            onError: {
              target: '#editor.loaded.command.idle',
              actions: { type: 'keepSaveMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    submitting: {
      tags: ['busy', 'submitting'],
      initial: 'collecting',
      states: {
        collecting: collecting('updating'),
        updating: {
          invoke: {
            id: 'saveBeforeSubmit',
            src: 'updateWip',
            input: ({ context }) => ({ wip: context.wip ?? '', body: saveBodyOf(context) }),
            onDone: { target: 'sending', actions: 'tellSaved' },
            onError: {
              target: '#editor.loaded.command.idle',
              actions: { type: 'keepSaveMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        sending: {
          invoke: {
            id: 'submitWip',
            src: 'submitWip',
            input: ({ context }) => ({ wip: context.wip ?? '' }),
            onDone: { target: '#editor.loaded.command.reloading', actions: 'showSubmitted' },
            onError: {
              target: '#editor.loaded.command.idle',
              actions: { type: 'keepSubmitMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    reloading: {
      tags: 'busy',
      invoke: {
        id: 'reloadDocument',
        src: 'loadDocument',
        input: ({ context }) => ({ template: context.template, wip: context.wip }),
        onDone: [
          {
            guard: { type: 'isLaidOutAnew', params: ({ event }) => ({ loaded: event.output }) },
            target: 'idle',
            actions: [{ type: 'keepLoaded', params: ({ event }) => ({ loaded: event.output }) }, 'reopen'],
          },
          {
            target: 'idle',
            actions: [
              { type: 'patchFromHost', params: ({ event }) => ({ loaded: event.output }) },
              { type: 'rebase', params: ({ event }) => ({ loaded: event.output }) },
              { type: 'keepLoaded', params: ({ event }) => ({ loaded: event.output }) },
            ],
          },
        ],
        onError: {
          target: 'idle',
          actions: { type: 'keepLoadMessage', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    confirmingDelete: {
      tags: 'confirmingDelete',
      on: { 'delete.confirmed': { target: 'deleting' }, 'dialog.cancelled': { target: 'idle' } },
    },
    deleting: {
      tags: ['busy', 'deleting'],
      invoke: {
        id: 'deleteWip',
        src: 'deleteWip',
        input: ({ context }) => ({ wip: context.wip ?? '' }),
        onDone: { target: 'deleted', actions: ['dropDraft', 'goToWips'] },
        onError: {
          target: 'deleteFailed',
          actions: { type: 'keepDeleteMessage', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    deleteFailed: {
      tags: 'deleteFailed',
      on: { 'dialog.cancelled': { target: 'idle', actions: 'clearMessage' } },
    },
    deleted: { tags: 'busy' },
  },
});
