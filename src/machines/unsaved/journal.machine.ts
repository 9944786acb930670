import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { journalSetup } from './journal.setup.ts';
import { fromEvent } from '../shared/from-event.ts';
import { rowsOf, textOf } from './unsaved-text.ts';

/**
 * The journal of one document: text that the host does not have is on this device's disk a moment after the first key, and stays there until a save is
 * confirmed, or the user discards it or deletes the document. If the disk is unavailable the text is in the page's memory, which also keeps it beside the
 * disk in case the session is lost. Text that was there when the document was opened is offered, and restored only on request. Of several tabs with the
 * document one keeps its text. Rows made by the document's script are requested before each write. A logout waits until the text is written, and the user
 * sees a message if it cannot be.
 */
export const journalMachine = journalSetup.createMachine({
  id: 'journal',
  context: ({ input }) => ({
    ...input,
    place: { template: '', wip: null },
    title: '',
    html: '',
    isOverlaid: false,
    isMissing: false,
    from: null,
    edits: [],
    was: [],
    rows: null,
    name: '',
    hasRowEdits: false,
    found: null,
    dropped: 0,
    rowsNow: null,
    lacksRows: false,
    isTypedSince: false,
  }),
  type: 'parallel',
  invoke: { id: 'requests', src: 'requests' },
  on: { 'notice.dismissed': { actions: 'forgetDropped' } },
  states: {
    disk: {
      initial: 'closed',
      on: {
        'document.opened': [
          { guard: 'isReader', target: '.closed' },
          { target: '.having', actions: { type: 'takePlace', params: fromEvent } },
        ],
        'document.moved': [
          {
            guard: 'isOpen',
            target: '.having',
            actions: ['rememberFound', { type: 'movePlace', params: fromEvent }],
          },
          // Text at the old address belongs to another tab, or to none.
          {
            target: '.having',
            actions: ['rememberFound', 'dropFound', { type: 'movePlace', params: fromEvent }, 'leavePlace'],
          },
        ],
      },
      states: {
        closed: {},
        having: {
          // One tab of the browser keeps the text of a document; the others wait until that tab has closed it.
          invoke: { id: 'turn', src: 'turn', input: ({ context: { place } }) => ({ place }) },
          initial: 'claiming',
          states: {
            claiming: {
              tags: 'looking',
              on: { 'turn.come': { target: 'opening' }, 'turn.taken': { target: 'elsewhere' } },
            },
            elsewhere: {
              tags: 'elsewhere',
              on: { 'turn.come': { target: 'opening', actions: 'expectOther' } },
            },
            opening: {
              tags: 'looking',
              invoke: {
                id: 'openJournal',
                src: 'openJournal',
                input: ({ context: { place, isOverlaid, isMissing, from, found } }) => ({
                  place,
                  isOverlaid,
                  isMissing,
                  from,
                  found,
                }),
                onDone: [
                  {
                    guard: { type: 'isOnDisk', params: fromEvent },
                    target: 'open',
                    actions: { type: 'keepFound', params: fromEvent },
                  },
                  {
                    guard: { type: 'isRefused', params: fromEvent },
                    target: 'refused',
                    actions: { type: 'keepFound', params: fromEvent },
                  },
                  { target: 'inMemory', actions: { type: 'keepFound', params: fromEvent } },
                ],
                onError: { target: 'refused' },
              },
            },
            open: { tags: 'onDisk' },
            // Shown once: the text may not be kept.
            refused: { tags: 'refused', on: { 'notice.dismissed': { target: 'inMemory' } } },
            inMemory: {},
          },
        },
      },
    },
    rows: {
      initial: 'same',
      on: {
        'rows.changed': { target: '.changed', actions: { type: 'keepRowsWas', params: fromEvent } },
        'document.reopened': { target: '.same' },
        'document.opened': { target: '.same' },
        'document.deleted': { target: '.same' },
      },
      states: {
        same: {},
        changed: { on: { 'rows.saved': { target: 'same' } } },
      },
    },
    text: {
      initial: 'same',
      on: {
        'document.opened': { target: '.same' },
        'document.moved': { target: '.due' },
        'document.deleted': { target: '.clearing', actions: ['forget', 'clearText'] },
        'text.changed': { target: '.due', actions: [{ type: 'keepText', params: fromEvent }, 'remember'] },
        'rows.changed': { target: '.due' },
        'document.reopened': { target: '.due' },
        'rows.saved': { target: '.due', actions: ['forgetRows', 'remember'] },
        'discard.confirmed': [{ guard: 'isOpenWithRows', target: '.asking' }, { target: '.deciding' }],
        // The session has ended, and the screen closes with it: unwritten text is written now.
        'session.ended': { guard: 'isUnwritten', target: '.leaving' },
        // The screen closes: its text is written at once.
        'text.left': [
          { guard: 'isOpenWithText', target: '.leaving', actions: 'forget' },
          { target: '.same', actions: 'rememberFound' },
        ],
      },
      states: {
        same: {
          entry: { type: 'sendSettled', params: { isKept: true } },
          on: {
            'writing.wanted': [
              // The user was about to leave the screen before the disk was open, and stays.
              { guard: 'isOpenWithText', target: 'asking' },
              { guard: 'isOpeningWithText', target: 'waiting' },
              { guard: 'hasDisk', target: 'looking' },
              { actions: { type: 'sendSettled', params: { isKept: true } } },
            ],
          },
        },
        // There is no known text to write, but the document may contain letters that it has not sent yet.
        looking: {
          entry: 'askRows',
          on: {
            'text.changed': [
              {
                guard: 'isOpening',
                target: 'waiting',
                actions: [{ type: 'keepText', params: fromEvent }, 'remember'],
              },
              { target: 'asking', actions: [{ type: 'keepText', params: fromEvent }, 'remember'] },
            ],
            'rows.changed': [{ guard: 'isOpening', target: 'waiting' }, { target: 'asking' }],
            'rows.listed': { target: 'same' },
          },
          after: { journalRows: { target: 'same' } },
        },
        due: {
          on: {
            // Text typed while a write is due becomes part of it, and does not delay it.
            'text.changed': { actions: [{ type: 'keepText', params: fromEvent }, 'remember'] },
            'rows.changed': {},
            'rows.saved': { actions: ['forgetRows', 'remember'] },
            // The text must be on the disk at once, with what the document has not sent yet.
            'writing.wanted': [
              { guard: 'isOpening', target: 'waiting' },
              { guard: 'isOpen', target: 'asking' },
              { target: 'deciding' },
            ],
          },
          after: {
            journalRest: [
              { guard: 'isOpening', target: 'waiting' },
              { guard: 'hasRows', target: 'asking' },
              { target: 'deciding', actions: ['forgetRows', 'remember'] },
            ],
          },
        },
        waiting: {
          on: {
            'text.changed': { actions: [{ type: 'keepText', params: fromEvent }, 'remember'] },
            'rows.changed': {},
            'rows.saved': { actions: ['forgetRows', 'remember'] },
          },
          // It has waited long enough: the user may be about to log out.
          always: { guard: 'isSettled', target: 'asking' },
        },
        asking: {
          entry: ['noteAsked', 'askRows'],
          on: {
            'text.changed': { actions: [{ type: 'keepText', params: fromEvent }, 'remember'] },
            'rows.changed': {},
            'rows.saved': { actions: ['forgetRows', 'remember'] },
            // A document that was not shown yet has not received the request.
            'document.shown': { actions: ['noteAsked', 'askRows'] },
            'rows.listed': [
              { guard: 'hasNoRows', target: 'deciding', actions: ['forgetRows', 'remember'] },
              {
                guard: { type: 'isListed', params: fromEvent },
                target: 'deciding',
                actions: [{ type: 'keepRows', params: fromEvent }, 'remember'],
              },
              { target: 'deciding', actions: 'noteUnlisted' },
            ],
          },
          after: {
            journalRows: [
              { guard: 'hasNoRows', target: 'deciding', actions: ['forgetRows', 'remember'] },
              { target: 'deciding', actions: 'noteUnlisted' },
            ],
          },
        },
        deciding: {
          always: [
            { guard: 'isOpenAndEmpty', target: 'clearing' },
            { guard: 'isOpen', target: 'writing' },
            { guard: 'hasText', target: 'held' },
            { target: 'same' },
          ],
        },
        writing: {
          invoke: {
            id: 'writeJournal',
            src: 'writeJournal',
            input: ({ context }) => ({ place: context.place, text: textOf(context), found: context.found }),
            onDone: [
              { guard: 'isStale', target: 'due', actions: { type: 'noteDropped', params: fromEvent } },
              { guard: 'lacksRows', target: 'keptInPart', actions: { type: 'noteDropped', params: fromEvent } },
              { target: 'kept', actions: { type: 'noteDropped', params: fromEvent } },
            ],
            onError: { target: 'failed' },
          },
          initial: 'fresh',
          on: {
            'text.changed': { target: '.stale', actions: [{ type: 'keepText', params: fromEvent }, 'remember'] },
            'rows.changed': { target: '.stale' },
            'rows.saved': { target: '.stale', actions: ['forgetRows', 'remember'] },
            'document.shown': { guard: 'lacksRows', target: '.stale' },
            'rows.listed': {
              guard: { type: 'isListedLate', params: fromEvent },
              target: '.stale',
              actions: [{ type: 'keepRows', params: fromEvent }, 'remember'],
            },
          },
          states: { fresh: { on: { 'writing.wanted': { target: 'stale' } } }, stale: {} },
        },
        clearing: {
          invoke: {
            id: 'clearJournal',
            src: 'writeJournal',
            input: ({ context }) => ({ place: context.place, text: null, found: context.found }),
            onDone: { target: 'same' },
            onError: { target: 'failed' },
          },
        },
        leaving: {
          invoke: {
            id: 'writeLast',
            src: 'writeJournal',
            input: ({ context }) => ({ place: context.place, text: textOf(context), found: context.found }),
            onDone: [{ guard: 'lacksRows', target: 'keptInPart' }, { target: 'kept' }],
            onError: { target: 'failed' },
          },
        },
        // A document that did not list its rows in time receives the request again.
        keptInPart: {
          tags: 'keptInPart',
          entry: { type: 'sendSettled', params: { isKept: false } },
          on: {
            'writing.wanted': { target: 'asking' },
            'document.shown': { target: 'asking' },
            'rows.listed': {
              guard: { type: 'isListed', params: fromEvent },
              target: 'deciding',
              actions: [{ type: 'keepRows', params: fromEvent }, 'remember'],
            },
          },
          after: { journalRetry: { target: 'due' } },
        },
        kept: {
          tags: 'kept',
          entry: { type: 'sendSettled', params: { isKept: true } },
          on: { 'writing.wanted': { target: 'asking' } },
        },
        held: {
          tags: 'inMemory',
          entry: { type: 'sendSettled', params: { isKept: false } },
          always: { guard: 'isOpen', target: 'due' },
          on: { 'writing.wanted': { actions: { type: 'sendSettled', params: { isKept: false } } } },
        },
        failed: {
          tags: 'failed',
          entry: { type: 'sendSettled', params: { isKept: false } },
          on: {
            'text.changed': { actions: [{ type: 'keepText', params: fromEvent }, 'remember'] },
            'rows.changed': {},
            'rows.saved': { actions: ['forgetRows', 'remember'] },
            'writing.wanted': [
              { guard: 'isOpening', target: 'waiting' },
              { guard: 'isOpen', target: 'asking' },
              { target: 'deciding' },
            ],
          },
          after: { journalRetry: { target: 'due' } },
        },
      },
    },
    found: {
      initial: 'none',
      on: {
        'document.opened': { target: '.none' },
        'document.moved': { target: '.none' },
        'document.deleted': { target: '.none' },
        // The contents of its rows are restored; if older text is still undecided they are offered together with it.
        'document.reopened': [
          // Nothing has been listed yet.
          { guard: 'isOpening' },
          {
            guard: 'isRestorable',
            target: '.restoring',
            actions: [{ type: 'findOwn', params: fromEvent }, 'forgetRows', { type: 'keepHtml', params: fromEvent }],
          },
          {
            target: '.none',
            actions: [{ type: 'findOwn', params: fromEvent }, 'forgetRows', { type: 'keepHtml', params: fromEvent }],
          },
        ],
      },
      states: {
        none: {
          always: [
            { guard: 'isUnreadable', target: 'unreadable' },
            { guard: 'isFound', target: 'offered' },
          ],
        },
        offered: {
          tags: 'found',
          on: {
            'restore.requested': [
              // The text becomes another document: it stays until that one is saved.
              { guard: 'isMissing', actions: { type: 'giveBack', params: { html: null } } },
              // The document is opened again with the found rows, and without its current ones: the user sees both first.
              { guard: 'replacesRows', target: 'comparing' },
              { guard: 'hasFoundRows', target: 'restoring' },
              { target: 'none', actions: [{ type: 'giveBack', params: { html: null } }, 'dropFound'] },
            ],
            'discard.requested': { target: 'confirmingDiscard' },
            'compare.requested': { guard: 'isNotMissing', target: 'comparing' },
          },
        },
        unreadable: { tags: 'unreadable', on: { 'discard.requested': { target: 'confirmingDiscard' } } },
        restoring: {
          tags: ['found', 'restoring'],
          invoke: {
            id: 'layRows',
            src: 'layRows',
            input: ({ context: { html, found } }) => ({ html, rows: rowsOf(found) ?? [] }),
            // These rows are written until the document lists them.
            onDone: {
              target: 'none',
              actions: [
                'takeFoundRows',
                { type: 'giveBack', params: ({ event }) => ({ html: event.output }) },
                'dropFound',
              ],
            },
            onError: { target: 'notRestored' },
          },
          // The changed rows would be lost with the document.
          on: { 'rows.changed': { target: 'comparing' } },
        },
        notRestored: {
          tags: ['found', 'notRestored'],
          on: {
            'restore.requested': [{ guard: 'replacesRows', target: 'comparing' }, { target: 'restoring' }],
            'discard.requested': { target: 'confirmingDiscard' },
            'compare.requested': { guard: 'isNotMissing', target: 'comparing' },
          },
        },
        // A comparison changes nothing. Only the document knows its rows.
        comparing: {
          tags: ['found', 'comparing'],
          entry: ['forgetRowsNow', 'askNames', 'askRows'],
          on: {
            'rows.listed': {
              guard: { type: 'isListed', params: fromEvent },
              actions: { type: 'keepRowsNow', params: fromEvent },
            },
            // A document that was not shown yet has not received the requests.
            'document.shown': { actions: ['askNames', 'askRows'] },
            'comparison.closed': { target: 'none' },
            'restore.requested': [
              { guard: 'hasFoundRows', target: 'restoring' },
              { target: 'none', actions: [{ type: 'giveBack', params: { html: null } }, 'dropFound'] },
            ],
            'discard.requested': { target: 'confirmingDiscard' },
          },
        },
        confirmingDiscard: {
          tags: ['found', 'confirmingDiscard'],
          on: {
            // Found text is removed from the page's memory, too; text typed now stays.
            'discard.confirmed': { target: 'none', actions: ['dropFound', 'remember'] },
            'discard.cancelled': { target: 'none' },
          },
        },
      },
    },
  },
});
export type JournalRef = ActorRefFrom<typeof journalMachine>;
export type JournalSnapshot = SnapshotFrom<typeof journalMachine>;
