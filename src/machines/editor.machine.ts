import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { commandRegion } from './editor-command.ts';
import { editorSetup } from './editor.setup.ts';

/**
 * The editor of one document (section 4, editor): a base template, or a WIP made of it. While it is loaded, independent concerns run side by side: which view is
 * shown (the screen says which comes first, the person which comes then), whether the content differs from what the host holds, the frame's health, the one command under way, the success banner, a pasted address
 * that waits for its text, and a person who wants to leave, by the application or by a link in the document. A save covers the values of its own snapshot (decision 17): what was typed while it ran
 * stays and keeps the '*'. Submit saves first. "Saved" is said only after the host said so.
 */
export const editorMachine = editorSetup.createMachine({
  id: 'editor',
  context: ({ input }) => ({
    ...input,
    loaded: null,
    opened: { no: 0, html: '' },
    baseline: [],
    edits: [],
    snapshotNo: 0,
    snapshot: null,
    name: '',
    message: null,
    notice: null,
    pastedUrl: '',
    pastedNo: 0,
    pastedAt: { id: '', before: '', after: '' },
    leavingTo: null,
  }),
  initial: 'loading',
  on: {
    'address.changed': [
      {
        guard: { type: 'isSameDocument', params: ({ event }) => event },
        actions: { type: 'takeSuccess', params: ({ event }) => event },
      },
      { target: '.loading', actions: { type: 'takeAddress', params: ({ event }) => event } },
    ],
  },
  states: {
    loading: {
      tags: 'loading',
      entry: 'clearMessage',
      invoke: {
        id: 'loadDocument',
        src: 'loadDocument',
        input: ({ context }) => ({ template: context.template, wip: context.wip }),
        onDone: [
          {
            guard: { type: 'hasDraft', params: ({ event }) => ({ loaded: event.output }) },
            target: 'loaded',
            actions: [{ type: 'openLoaded', params: ({ event }) => ({ loaded: event.output }) }, 'sayDraftRestored'],
          },
          { target: 'loaded', actions: { type: 'openLoaded', params: ({ event }) => ({ loaded: event.output }) } },
        ],
        onError: {
          target: 'error',
          actions: { type: 'keepLoadMessage', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    error: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
    loaded: {
      type: 'parallel',
      states: {
        view: {
          initial: 'choosing',
          states: {
            choosing: { always: [{ guard: 'opensWithAttributes', target: 'attributes' }, { target: 'document' }] },
            document: { on: { 'attributesView.chosen': { target: 'attributes' } } },
            attributes: { on: { 'documentView.chosen': { target: 'document' } } },
          },
        },
        frame: {
          initial: 'opening',
          on: {
            'document.reopenRequested': { target: '.opening', actions: 'reopen' },
            'document.lost': { target: '.lost' },
            'document.misbehaved': { target: '.removed' },
            'document.ready': {
              target: '.ready',
              actions: [
                { type: 'keepBaseline', params: ({ event }) => event },
                { type: 'patchEdits', params: ({ event }) => event },
              ],
            },
          },
          states: {
            opening: { tags: 'opening' },
            ready: {},
            lost: { tags: 'lost', on: { 'document.found': { target: 'ready' } } },
            removed: { tags: 'removed' },
          },
        },
        content: {
          initial: 'settling',
          on: {
            'document.edited': {
              target: '.settling',
              actions: [{ type: 'keepChanges', params: ({ event }) => event }, 'keepDraft'],
            },
            'attribute.edited': {
              target: '.settling',
              actions: [
                { type: 'keepChanges', params: ({ event }) => ({ changes: [[event.id, event.value]] }) },
                { type: 'patchOne', params: ({ event }) => event },
                'keepDraft',
              ],
            },
            'document.restructured': { target: '.restructured' },
            'content.saved': { target: '.settling', actions: ['settleBaseline', 'keepDraft'] },
          },
          states: {
            settling: { always: [{ guard: 'hasEdits', target: 'edited' }, { target: 'clean' }] },
            clean: {},
            edited: { tags: 'dirty' },
            restructured: {
              tags: 'dirty',
              initial: 'uncaptured',
              on: {
                'document.edited': {
                  actions: [{ type: 'keepChanges', params: ({ event }) => event }, 'keepDraft'],
                },
                'attribute.edited': {
                  actions: [
                    { type: 'keepChanges', params: ({ event }) => ({ changes: [[event.id, event.value]] }) },
                    { type: 'patchOne', params: ({ event }) => event },
                    'keepDraft',
                  ],
                },
              },
              states: {
                uncaptured: {
                  on: {
                    'content.captured': { target: 'captured' },
                    'content.saved': { actions: ['settleBaseline', 'keepDraft'] },
                  },
                },
                captured: { on: { 'document.restructured': { target: 'uncaptured' } } },
              },
            },
          },
        },
        banner: {
          initial: 'choosing',
          on: {
            'address.changed': {
              guard: { type: 'isSameDocument', params: ({ event }) => event },
              target: '.choosing',
              actions: { type: 'takeSuccess', params: ({ event }) => event },
            },
          },
          states: {
            choosing: {
              always: [
                { guard: 'isSaveShown', target: 'saved' },
                { guard: 'isSubmitShown', target: 'submitted' },
                { target: 'hidden' },
              ],
            },
            hidden: {},
            saved: { tags: 'savedShown', after: { successBanner: { target: 'hidden', actions: 'dropSuccess' } } },
            submitted: {
              tags: 'submittedShown',
              after: { successBanner: { target: 'hidden', actions: 'dropSuccess' } },
            },
          },
        },
        link: {
          initial: 'none',
          states: {
            none: {
              on: {
                'document.urlPasted': {
                  target: 'askingInDocument',
                  actions: {
                    type: 'keepPasted',
                    params: ({ event }) => ({ pastedUrl: event.url, pastedNo: event.no }),
                  },
                },
                'attribute.urlPasted': {
                  target: 'askingInList',
                  actions: {
                    type: 'keepPasted',
                    params: ({ event }) => ({ pastedUrl: event.url, pastedAt: event.at }),
                  },
                },
              },
            },
            askingInDocument: {
              tags: 'askingLinkText',
              on: {
                'linkText.given': {
                  target: 'none',
                  actions: { type: 'insertInDocument', params: ({ event }) => ({ text: event.text }) },
                },
                'linkText.cancelled': { target: 'none', actions: { type: 'insertInDocument', params: { text: null } } },
              },
            },
            askingInList: {
              tags: 'askingLinkText',
              on: {
                'linkText.given': {
                  target: 'none',
                  actions: { type: 'insertInList', params: ({ event }) => ({ text: event.text }) },
                },
                'linkText.cancelled': { target: 'none', actions: { type: 'insertInList', params: { text: null } } },
              },
            },
          },
        },
        leaving: {
          initial: 'staying',
          states: {
            staying: {
              on: {
                'leave.requested': { target: 'asking' },
                'document.linkFollowed': [
                  {
                    guard: 'isClean',
                    actions: [{ type: 'keepLink', params: ({ event }) => event }, 'followLink'],
                  },
                  {
                    target: 'askingToFollow',
                    actions: { type: 'keepLink', params: ({ event }) => event },
                  },
                ],
              },
            },
            asking: {
              tags: 'askingToLeave',
              on: {
                'leave.confirmed': { target: 'staying', actions: ['dropDraft', 'allowLeave'] },
                'leave.cancelled': { target: 'staying', actions: 'refuseLeave' },
              },
            },
            askingToFollow: {
              tags: 'askingToLeave',
              on: {
                'leave.confirmed': { target: 'staying', actions: ['dropDraft', 'followLink'] },
                'leave.cancelled': { target: 'staying', actions: 'dropLink' },
              },
            },
          },
        },
        command: commandRegion,
      },
    },
  },
});
export type EditorRef = ActorRefFrom<typeof editorMachine>;
export type EditorSnapshot = SnapshotFrom<typeof editorMachine>;
