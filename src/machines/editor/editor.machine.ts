import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { deleting } from '#machines/deleting.ts';
import { copying, gone } from './gone.ts';
import { noteFilled, noteOpenedFilled, touchRegion } from './filling.ts';
import { asking, comparing, readAnew, readNow } from './looking.ts';
import { link } from './link.ts';
import { missing } from './missing.ts';
import { leaveOthers, meetOthers, noteEdit, reachRegion, showOthers } from './presence.ts';
import {
  collecting,
  deletedMeanwhile,
  lookingFirst,
  naming,
  notCreated,
  notSaved,
  repeating,
  resolving,
  saveBodyOf,
  unlessConflict,
  updateOf,
} from './saving.ts';
import { reloading } from './reloading.ts';
import { rows } from './rows.ts';
import { submitting } from './submitting.ts';
import { forgetTheirs, markTheirs, noteTyped } from './theirs.ts';
import { NO_GRID, NOTHING_SENT } from './context.ts';
import { editorSetup } from './editor.setup.ts';
import { fromEvent } from '#machines/loading.ts';
import { UNDISPUTED } from './save-basis.ts';

const opened = [
  { type: 'openLoaded', params: fromEvent },
  'showDocument',
  { type: 'openJournal', params: fromEvent },
  ...readNow,
  meetOthers,
] as const;

const notLoaded = [{ type: 'keepLoadMessage', params: fromEvent }, 'lookForKept'] as const;

/**
 * The editor of one document (clauses s4.editor.*): a base template, or a WIP made of it. While it is loaded, independent concerns run side by side: which view is
 * shown (the screen says which comes first, the user which comes then), whether the text or the rows differ from what the host holds, the one command under way, the success banner, a pasted
 * address that waits for its text, and a user who wants to leave, by the application or by a link in the document. The document itself is an actor of its own (`documentFrame`). A save covers the
 * values of its own snapshot: what was typed while it ran stays and keeps the '*'. Submit saves first. "Saved" is said only after the host said so.
 */
export const editorMachine = editorSetup.createMachine({
  id: 'editor',
  context: ({ input }) => ({
    ...input,
    loaded: null,
    openedHtml: '',
    baseline: [],
    edits: [],
    unasked: [],
    filled: [],
    running: { names: [], added: [], removed: [] },
    snapshot: null,
    rowsListed: null,
    name: '',
    message: null,
    notice: null,
    pastedUrl: '',
    pastedNo: 0,
    pastedGrid: NO_GRID,
    pastedAt: { id: '', before: '', after: '' },
    leavingTo: null,
    ofTemplate: [],
    unplaced: [],
    rowsMadeOf: [],
    sending: NOTHING_SENT,
    ...UNDISPUTED,
  }),
  invoke: [
    {
      id: 'document',
      src: 'document',
      input: ({ context }) => ({
        place: context.place,
        mode: context.isReader ? 'view' : 'edit',
        isReadDraft: context.isReader,
        isLive: false,
        html: null,
        lines: 'guessed',
      }),
    },
    { id: 'journal', src: 'journal', input: ({ context }) => ({ isReader: context.isReader }) },
    { id: 'saveLine', src: 'saveLine' },
    { id: 'lastLook', src: 'lastLook', input: ({ context }) => ({ isGuarded: context.isGuarded }) },
    { id: 'putBack', src: 'putBack' },
    { id: 'presence', src: 'presence', input: ({ context }) => ({ isReader: context.isReader }) },
    { id: 'theirChanges', src: 'theirChanges' },
    { id: 'carry', src: 'carry' },
    { id: 'suggestions', src: 'suggestions' },
  ],
  initial: 'loading',
  on: {
    'address.changed': [
      {
        guard: { type: 'isSameDocument', params: fromEvent },
        actions: { type: 'takeSuccess', params: fromEvent },
      },
      { target: '.loading', actions: { type: 'takeAddress', params: fromEvent } },
    ],
  },
  states: {
    loading: {
      tags: 'loading',
      entry: [
        'clearMessage',
        'awaitDocument',
        'forgetSaves',
        'tellSubmissionBegun',
        leaveOthers,
        forgetTheirs,
        'leaveFilling',
      ],
      invoke: {
        id: 'loadDocument',
        src: 'loadDocument',
        input: readAnew,
        onDone: [
          {
            guard: { type: 'isFilled', params: fromEvent },
            target: 'loaded',
            actions: [...opened, 'keepDraft', 'tellFilling', noteOpenedFilled, 'dropSuccess'],
          },
          {
            guard: { type: 'isSourceLost', params: fromEvent },
            target: 'loaded',
            actions: [...opened, 'sayNotFilled'],
          },
          {
            target: 'loaded',
            actions: opened,
          },
        ],
        onError: [
          { guard: { type: 'isGone', params: fromEvent }, target: 'missing', actions: notLoaded },
          { target: 'error', actions: notLoaded },
        ],
      },
    },
    error: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
    missing,
    loaded: {
      type: 'parallel',
      invoke: {
        id: 'newestArchives',
        src: 'newestArchives',
        // Readers are told nothing of it.
        input: ({ context: { isReader, template } }) => ({ templates: isReader ? [] : [template] }),
      },
      on: {
        'rows.asked': { guard: 'isNotCollecting', actions: 'askForSnapshot' },
        'document.snapshotTaken': {
          actions: [
            { type: 'tellRows', params: fromEvent },
            { type: 'keepListed', params: fromEvent },
          ],
        },
        'attribute.reached': { actions: [{ type: 'askLoss', params: fromEvent }, reachRegion, touchRegion] },
        'document.caretPlaced': { actions: [reachRegion, touchRegion] },
        'fill.chosen': { guard: 'isWriter', actions: { type: 'beginFill', params: fromEvent } },
        'fill.failed': { actions: 'sayNotRead' },
        'names.wanted': { actions: 'askForNames' },
        'marks.told': { actions: { type: 'markRegions', params: fromEvent } },
        'unplaced.dismissed': { actions: ['dropUnplaced', 'keepDraft'] },
        'document.losesMarkup': { actions: { type: 'sayLoss', params: fromEvent } },
        'print.requested': [
          { guard: 'isClean', actions: { type: 'print', params: { isDirty: false } } },
          { actions: { type: 'print', params: { isDirty: true } } },
        ],
      },
      states: {
        view: {
          initial: 'choosing',
          on: { 'document.named': { actions: { type: 'keepNames', params: fromEvent } } },
          states: {
            choosing: { always: [{ guard: 'opensWithAttributes', target: 'attributes' }, { target: 'document' }] },
            document: {
              on: { 'attributesView.chosen': { target: 'attributes' }, 'view.switched': { target: 'attributes' } },
            },
            attributes: {
              entry: 'askForNames',
              on: {
                'documentView.chosen': { target: 'document' },
                'view.switched': { target: 'document' },
                'document.ready': { actions: 'askForNames' },
                'document.restructured': { actions: 'askForNames' },
              },
            },
          },
        },
        text: {
          initial: 'settling',
          on: {
            'document.ready': {
              target: '.settling',
              actions: [
                'takeShownRows',
                { type: 'keepBaseline', params: fromEvent },
                { type: 'patchEdits', params: fromEvent },
                'tellShown',
                showOthers,
                markTheirs,
              ],
            },
            'document.edited': {
              target: '.settling',
              actions: [{ type: 'keepChanges', params: fromEvent }, 'keepDraft', noteEdit, noteTyped],
            },
            'attribute.edited': {
              guard: 'isWriter',
              target: '.settling',
              actions: [
                { type: 'keepChanges', params: ({ event }) => ({ changes: [[event.id, event.value]] }) },
                { type: 'patchOne', params: fromEvent },
                'keepDraft',
                noteEdit,
                noteTyped,
              ],
            },
            'regions.filled': {
              target: '.settling',
              actions: [
                { type: 'layFilled', params: fromEvent },
                { type: 'patchFilled', params: fromEvent },
                'keepDraft',
                noteEdit,
                ...noteFilled,
              ],
            },
            'content.saved': { target: '.settling', actions: ['settleBaseline', 'keepDraft', 'tellSaveDone'] },
            'content.settled': { target: '.settling', actions: 'keepDraft' },
            'journal.restored': {
              target: '.settling',
              actions: [{ type: 'takeRestored', params: fromEvent }, 'patchRestored', 'keepDraft'],
            },
          },
          states: {
            settling: { always: [{ guard: 'hasEdits', target: 'edited' }, { target: 'clean' }] },
            clean: {},
            edited: { tags: 'dirty' },
          },
        },
        rows,
        banner: {
          initial: 'choosing',
          on: {
            'address.changed': {
              guard: { type: 'isSameDocument', params: fromEvent },
              target: '.choosing',
              actions: { type: 'takeSuccess', params: fromEvent },
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
        link,
        leaving: {
          initial: 'staying',
          states: {
            staying: {
              on: {
                'leave.requested': { target: 'asking' },
                'document.linkFollowed': [
                  {
                    guard: 'isClean',
                    actions: [{ type: 'keepLink', params: fromEvent }, 'followLink'],
                  },
                  {
                    target: 'askingToFollow',
                    actions: { type: 'keepLink', params: fromEvent },
                  },
                ],
              },
            },
            asking: {
              tags: 'askingToLeave',
              on: {
                'leave.confirmed': { target: 'staying', actions: ['leaveDraft', 'allowLeave'] },
                'leave.cancelled': { target: 'staying', actions: 'refuseLeave' },
              },
            },
            askingToFollow: {
              tags: 'askingToLeave',
              on: {
                'leave.confirmed': { target: 'staying', actions: ['leaveDraft', 'followLink'] },
                'leave.cancelled': { target: 'staying', actions: 'dropLink' },
              },
            },
          },
        },
        command: {
          initial: 'choosing',
          states: {
            choosing: { always: [{ guard: 'isReader', target: 'reading' }, { target: 'idle' }] },
            // Nothing leads out of it: not a button, and not a key that is pressed on the page or in the document.
            reading: {
              tags: 'reading',
              on: {
                'document.deletedBy': { actions: { type: 'sayDeleted', params: fromEvent } },
                'message.dismissed': { actions: 'clearNotice' },
              },
            },
            idle: {
              on: {
                'save.requested': [
                  { guard: 'isNew', target: 'naming', actions: 'clearNotice' },
                  { target: 'saving', actions: 'clearNotice' },
                ],
                'save.repeated': [
                  { guard: 'isClean', actions: ['tellSaveDropped', 'clearMessage'] },
                  { target: 'repeating' },
                ],
                'submit.requested': [
                  { guard: 'canBeSubmitted', target: 'submitting', actions: 'clearNotice' },
                  { guard: 'isClean', actions: 'refuseSubmit' },
                ],
                'delete.requested': { guard: 'isSaved', target: 'confirmingDelete', actions: 'clearNotice' },
                'message.dismissed': { actions: 'clearNotice' },
                'document.deletedBy': deletedMeanwhile,
              },
            },
            naming,
            saving: {
              tags: ['busy', 'saving'],
              entry: 'tellSaveBegun',
              initial: 'collecting',
              states: {
                collecting: collecting('choosing'),
                choosing: { always: [{ guard: 'isNew', target: 'creating' }, { target: 'asking' }] },
                asking,
                looking: lookingFirst,
                comparing,
                creating: {
                  invoke: {
                    id: 'saveNewWip',
                    src: 'saveNewWip',
                    input: ({ context }) => ({ template: context.template, body: saveBodyOf(context) }),
                    onDone: {
                      target: '#editor.loaded.command.reloading',
                      actions: [
                        { type: 'keepNewWip', params: ({ event }) => event.output },
                        'moveJournal',
                        meetOthers,
                        'tellSaved',
                        'goToNewWip',
                      ],
                    },
                    onError: notCreated,
                  },
                },
                updating: {
                  invoke: {
                    id: 'updateWip',
                    src: 'updateWip',
                    input: updateOf,
                    onDone: unlessConflict({
                      target: '#editor.loaded.command.reloading',
                      actions: ['tellSaved', 'showSaved'],
                    }),
                    onError: notSaved,
                  },
                },
              },
            },
            submitting,
            repeating,
            resolving,
            gone,
            copying,
            reloading,
            ...deleting(
              ({ context }: { context: { wip: string | null } }) => ({ wip: context.wip ?? '' }),
              { target: 'deleted', actions: ['dropDraft', leaveOthers, 'goToWips'] },
              ['busy', 'deleting'],
              { 'document.deletedBy': deletedMeanwhile },
            ),
            deleted: { tags: 'busy' },
          },
        },
      },
    },
  },
});
export type EditorRef = ActorRefFrom<typeof editorMachine>;
export type EditorSnapshot = SnapshotFrom<typeof editorMachine>;
