import { frameOf, readOf, revisionToSend, saveKind, saveOf, startingWith, submissionOf, wallOf } from './context.ts';
import { editorSetup } from './editor.setup.ts';
import { questionsOf } from './save-basis.ts';

/**
 * The editor of one document (clauses s4.editor.*): a base template, or a WIP made from it. While it is loaded, its concerns run in parallel; `command`
 * is the user's one command, its questions and its calls. The document is an actor (`documentFrame`), and so is each save (`save`): it sends the values
 * of its own snapshot, and text typed while it runs stays and keeps the '*'. "Saved" is shown only after the host has confirmed it.
 */
export const editorMachine = editorSetup.createMachine({
  id: 'editor',
  context: ({ input }) => startingWith(input),
  invoke: [
    { id: 'document', src: 'document', input: ({ context }) => frameOf(context) },
    { id: 'journal', src: 'journal', input: ({ context }) => ({ isReader: context.isReader }) },
    { id: 'saveLine', src: 'saveLine', input: ({ context }) => ({ isGuarded: context.isGuarded }) },
    { id: 'putBack', src: 'putBack' },
    { id: 'presence', src: 'presence', input: ({ context }) => ({ isReader: context.isReader }) },
    { id: 'theirChanges', src: 'theirChanges' },
    { id: 'carry', src: 'carry' },
    { id: 'suggestions', src: 'suggestions' },
  ],
  initial: 'loading',
  on: {
    'address.changed': [
      { guard: 'isSameDocument', actions: 'takeSuccess' },
      { target: '.loading', actions: 'takeAddress' },
    ],
  },
  states: {
    loading: {
      tags: 'loading',
      entry: ['clearMessage', 'awaitDocument', 'dropSaves', 'closePutBack', 'leaveOthers', 'closeTheirs', 'closeCarry'],
      invoke: {
        id: 'loadDocument',
        src: 'loadDocument',
        input: ({ context }) => readOf(context),
        onDone: { target: 'opening', actions: ['openLoaded', 'giveDocument', 'openJournal', 'sendRead', 'meetOthers'] },
        onError: [
          { guard: 'isGone', target: 'missing', actions: ['keepLoadMessage', 'openJournalOfMissing'] },
          { target: 'error', actions: ['keepLoadMessage', 'openJournalOfMissing'] },
        ],
      },
    },
    error: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
    // The host does not have the document. Its unsaved text is deleted here only after the host has confirmed that it has all of it in a new WIP.
    missing: {
      tags: ['failed', 'missing'],
      on: {
        'retry.requested': { target: 'loading' },
        'journal.restored': { guard: 'isSaved', target: 'copyingText', actions: ['clearTexts', 'takeUnsavedText'] },
      },
    },
    copyingText: {
      tags: ['failed', 'missing', 'copying'],
      invoke: {
        id: 'saveText',
        src: 'save',
        input: ({ context }) => saveOf(context, 'unsaved text'),
        onDone: [
          { guard: 'isWholeWipMade', target: 'loading', actions: ['dropDraft', 'keepNewWip', 'goToPlain'] },
          { guard: 'isWipMade', target: 'loading', actions: ['keepNewWip', 'goToPlain', 'showNotAllCopied'] },
          { guard: 'isWipUnsure', target: 'missing', actions: 'showUnsure' },
          { target: 'missing', actions: 'showSaveMessage' },
        ],
        onError: { target: 'missing', actions: 'showSaveBroken' },
      },
    },
    opening: {
      always: [
        { guard: 'isFilled', target: 'loaded', actions: ['keepDraft', 'sendFilling', 'markOpened', 'goToPlain'] },
        { guard: 'isSourceLost', target: 'loaded', actions: 'showNotFilled' },
        { target: 'loaded' },
      ],
    },
    loaded: {
      type: 'parallel',
      invoke: { id: 'newestArchives', src: 'newestArchives', input: ({ context }) => wallOf(context) },
      on: {
        'attribute.reached': { actions: ['requestLoss', 'sendRegionToPresence', 'sendRegionToTheirChanges'] },
        'document.caretPlaced': { actions: ['sendRegionToPresence', 'sendRegionToTheirChanges'] },
        'fill.chosen': { guard: 'isWriter', actions: 'beginFill' },
        'fill.failed': { actions: 'showNotRead' },
        'names.wanted': { actions: 'requestNames' },
        'marks.given': { actions: 'markRegions' },
        'unplaced.dismissed': { actions: ['dropUnplaced', 'keepDraft'] },
        'document.losesMarkup': { actions: 'showLoss' },
        'host.read': { actions: ['keepRead', 'sendRead'] },
        // The document was read again: after a save of this user, or of another one (`presence`).
        'document.fetched': [
          // After the next save, which sends new rows, the document is opened again.
          { guard: 'waitsForSave', actions: 'dropRowsTaken' },
          {
            guard: 'needsReopening',
            actions: ['sendFoundChanges', 'keepLoaded', 'sendRead', 'takeHtml', 'giveDocument', 'raiseReopened'],
          },
          // Changes of others are merged into the document on the screen, which stays; also for rows that the user has changed meanwhile.
          { actions: ['patchFromHost', 'sendFoundChanges', 'keepLoaded', 'sendRead', 'dropRowsTaken', 'raiseMerged'] },
        ],
        'readNeed.decided': { actions: 'giveContent' },
        'print.requested': [{ guard: 'isClean', actions: 'printSaved' }, { actions: 'printUnsaved' }],
      },
      states: {
        view: {
          initial: 'choosing',
          on: { 'document.named': { actions: 'keepNames' } },
          states: {
            choosing: { always: [{ guard: 'opensWithAttributes', target: 'attributes' }, { target: 'document' }] },
            document: {
              on: { 'attributesView.chosen': { target: 'attributes' }, 'view.switched': { target: 'attributes' } },
            },
            attributes: {
              entry: 'requestNames',
              on: {
                'documentView.chosen': { target: 'document' },
                'view.switched': { target: 'document' },
                'document.ready': { actions: 'requestNames' },
                'document.restructured': { actions: 'requestNames' },
              },
            },
          },
        },
        text: {
          initial: 'settling',
          on: {
            'document.ready': {
              target: '.settling',
              actions: ['takeShownRows', 'keepBaseline', 'patchEdits', 'sendShown', 'showOthers', 'markTheirs'],
            },
            'document.edited': { target: '.settling', actions: ['keepChanges', 'keepDraft', 'sendEdit', 'sendTyped'] },
            'attribute.edited': {
              guard: 'isWriter',
              target: '.settling',
              actions: ['keepChanges', 'patchOne', 'keepDraft', 'sendEdit', 'sendTyped'],
            },
            'regions.filled': {
              target: '.settling',
              actions: ['keepFilled', 'patchFilled', 'keepDraft', 'sendEdit', 'unmarkFilled', 'markFilled'],
            },
            'content.saved': { target: '.settling', actions: ['settleBaseline', 'keepDraft', 'sendSaveDone'] },
            'content.settled': { target: '.settling', actions: 'keepDraft' },
            'content.merged': { target: '.settling', actions: 'keepDraft' },
            'journal.restored': { target: '.settling', actions: ['takeRestored', 'patchRestored', 'keepDraft'] },
          },
          states: {
            settling: { always: [{ guard: 'hasEdits', target: 'dirty' }, { target: 'clean' }] },
            clean: {},
            dirty: { tags: 'dirty' },
          },
        },
        // Rows that the document's script has made, compared with the host's.
        rows: {
          initial: 'choosing',
          on: {
            // A save and the journal may both have requested a snapshot: the document answers once.
            'document.snapshotTaken': { actions: ['sendRows', 'keepListed'] },
            'document.restructured': { target: '.changed', actions: ['keepRestructured', 'sendRowsChanged'] },
            'document.reopenRequested': [
              {
                guard: 'holdsOwnRows',
                target: '.same',
                // Rows that only this document had are lost with it: the journal restores them.
                actions: ['takeHtml', 'giveDocument', 'sendReopened', 'dropRowEdits', 'keepDraft'],
              },
              { actions: ['takeHtml', 'giveDocument'] },
            ],
            'rows.takenBack': [
              {
                guard: 'canTakeRowsBack',
                target: '.same',
                actions: ['takeHtml', 'awaitDocument', 'giveDocument', 'sendRowsSaved'],
              },
              { actions: 'showRowsStay' },
            ],
            'journal.restored': {
              guard: 'hasRows',
              target: '.changed',
              // The document on the screen lacks the restored rows: text that is typed into its own would be mistaken for text in theirs.
              actions: ['forgetRowsComing', 'awaitDocument', 'giveDocument', 'sendRowsChanged'],
            },
          },
          states: {
            choosing: {
              always: [{ guard: 'hasFilledRows', target: 'changed', actions: 'sendRowsChanged' }, { target: 'same' }],
            },
            same: {
              on: {
                // Shows rows that another user has made: otherwise they would be submitted unseen. A document makes its rows only when it is opened.
                'content.merged': { guard: 'hasTheirRows', target: 'renewing', actions: ['takeHtml', 'giveDocument'] },
                'content.reopened': { target: 'renewing' },
              },
            },
            // Another document loads behind the one on the screen: if the user types into a row, that one stays, and the next save asks.
            renewing: {
              on: {
                'document.ready': { target: 'same' },
                'content.merged': { guard: 'areRowsOld', target: 'renewing', actions: ['takeHtml', 'giveDocument'] },
                'document.restructured': {
                  target: 'changed',
                  actions: ['keepRestructured', 'sendRowsChanged', 'keepFrame', 'forgetRowsComing'],
                },
                'document.edited': { guard: 'isRowEdit', target: 'same', actions: ['keepFrame', 'forgetRowsComing'] },
                'attribute.edited': { guard: 'isRowEdit', target: 'same', actions: ['keepFrame', 'forgetRowsComing'] },
              },
            },
            changed: { tags: 'dirty', on: { 'content.captured': { target: 'captured' } } },
            captured: { tags: 'dirty', on: { 'content.saved': { target: 'same', actions: 'sendRowsSaved' } } },
          },
        },
        // A save requests the document's content; if there is no answer in time, the last known content is used.
        content: {
          initial: 'resting',
          states: {
            resting: {
              on: { 'content.wanted': { target: 'requested' }, 'rows.asked': { actions: 'requestSnapshot' } },
            },
            requested: {
              entry: 'requestSnapshot',
              on: {
                // A document that was opened again meanwhile has not received the request.
                'document.ready': { actions: 'requestSnapshot' },
                'document.snapshotTaken': [
                  {
                    guard: 'isWithoutRowsNow',
                    target: 'resting',
                    actions: ['keepSnapshot', 'showRowsNotSaved', 'requestReadNeed'],
                  },
                  {
                    guard: 'isWithoutRows',
                    target: 'resting',
                    actions: ['keepSnapshot', 'showRowsNotSaved', 'raiseCaptured', 'requestReadNeed'],
                  },
                  { target: 'resting', actions: ['keepSnapshot', 'raiseCaptured', 'requestReadNeed'] },
                ],
              },
              after: { snapshotTimeout: { target: 'resting', actions: ['assumeSnapshot', 'requestReadNeed'] } },
            },
          },
        },
        banner: {
          initial: 'choosing',
          on: { 'address.changed': { guard: 'isSameDocument', target: '.choosing', actions: 'takeSuccess' } },
          states: {
            choosing: {
              always: [
                { guard: 'isSaveShown', target: 'saved' },
                { guard: 'isSubmitShown', target: 'submitted' },
                { target: 'hidden' },
              ],
            },
            hidden: {},
            saved: { tags: 'savedShown', after: { successBanner: { target: 'hidden', actions: 'goToPlain' } } },
            submitted: { tags: 'submittedShown', after: { successBanner: { target: 'hidden', actions: 'goToPlain' } } },
          },
        },
        // A pasted address waits for its link text, in the document or in the list; a table pasted into a table waits for the user's decision.
        link: {
          initial: 'none',
          states: {
            none: {
              on: {
                'document.urlPasted': { target: 'askingInDocument', actions: 'keepPasted' },
                'document.gridPasted': { target: 'askingAboutGrid', actions: 'keepPastedGrid' },
                'attribute.urlPasted': { guard: 'isWriter', target: 'askingInList', actions: 'keepPastedInList' },
              },
            },
            askingInDocument: {
              tags: 'askingLinkText',
              on: { 'linkText.given': { target: 'none', actions: 'insertInDocument' } },
            },
            askingAboutGrid: {
              tags: 'askingAboutGrid',
              on: {
                'gridPaste.answered': [
                  { guard: 'fitsInPart', target: 'none', actions: ['answerGrid', 'showLeft'] },
                  { target: 'none', actions: 'answerGrid' },
                ],
              },
            },
            askingInList: {
              tags: 'askingLinkText',
              on: { 'linkText.given': { target: 'none', actions: 'insertInList' } },
            },
          },
        },
        leaving: {
          initial: 'staying',
          on: { 'document.ready': { actions: 'sendKeys' }, 'content.saved': { actions: 'sendKeys' } },
          states: {
            staying: {
              on: {
                'leave.requested': { target: 'asking' },
                'document.linkFollowed': [
                  { guard: 'isClean', actions: ['keepLink', 'followLink'] },
                  { target: 'askingToFollow', actions: 'keepLink' },
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
          initial: 'idle',
          states: {
            // Nothing leaves this state: no button, and no key pressed on the page or in the document.
            reading: {
              tags: 'reading',
              entry: 'sendFree',
              on: { 'document.deletedBy': { actions: 'showDeleted' }, 'message.dismissed': { actions: 'clearTexts' } },
            },
            idle: {
              entry: 'sendFree',
              exit: 'sendBusy',
              always: { guard: 'isReader', target: 'reading' },
              on: {
                'save.requested': [
                  { guard: 'isNew', target: 'naming', actions: 'clearTexts' },
                  { target: 'saving', actions: 'clearTexts' },
                ],
                // A save that did not reach the host is repeated automatically: the message stays until the result is known.
                'save.repeated': [
                  { guard: 'isClean', actions: ['sendSaveDropped', 'clearMessage'] },
                  { target: 'saving' },
                ],
                'submit.requested': [
                  { guard: 'canBeSubmitted', target: 'saving.toSubmit', actions: 'clearTexts' },
                  { guard: 'isClean', actions: 'refuseSubmit' },
                ],
                'delete.requested': { guard: 'isSaved', target: 'confirmingDelete', actions: 'clearTexts' },
                'message.dismissed': { actions: 'clearTexts' },
                'document.deletedBy': { target: 'gone', actions: 'showDeleted' },
              },
            },
            naming: {
              tags: 'naming',
              on: {
                'save.named': [
                  { guard: 'isNamed', target: 'saving', actions: ['keepName', 'clearMessage'] },
                  { actions: 'requestName' },
                ],
                'dialog.cancelled': { target: 'idle', actions: ['clearName', 'clearMessage'] },
              },
            },
            saving: {
              tags: 'busy',
              entry: 'sendSaveBegun',
              initial: 'toKeep',
              states: {
                toKeep: { tags: 'saving' },
                // A deleted document becomes a new WIP under the same name.
                asCopy: { tags: ['saving', 'dirty'] },
                // Offered without unsaved changes only. It saves, checks, asks only if something is odd, and submits; no request is repeated automatically.
                toSubmit: { tags: ['submitting', 'mayAsk'], entry: ['beginSending', 'closePutBack'] },
              },
              invoke: {
                id: 'save',
                src: 'save',
                input: ({ context, event }) => saveOf(context, saveKind(context, event)),
                onDone: [
                  { guard: 'needsCheck', target: 'checking', actions: 'raiseSaved' },
                  { guard: 'isSavedToSubmit', target: 'submitting', actions: 'raiseSaved' },
                  { guard: 'isSaveDone', target: 'reloading', actions: ['clearMessage', 'raiseSaved', 'goToSaved'] },
                  {
                    guard: 'isCopyMade',
                    target: 'reloading',
                    actions: ['keepNewWip', 'moveJournal', 'meetOthers', 'raiseSaved', 'goToSaved'],
                  },
                  {
                    guard: 'isWipMade',
                    target: 'reloading',
                    actions: ['keepNewWip', 'moveJournal', 'meetOthers', 'raiseSaved', 'goToNewWip'],
                  },
                  { guard: 'isCopyUnsure', target: 'gone', actions: 'showUnsure' },
                  { guard: 'isCopying', target: 'gone', actions: 'showSaveMessage' },
                  { guard: 'isConflict', target: 'resolving', actions: 'keepConflict' },
                  { guard: 'isWipGone', target: 'gone', actions: 'showSaveMessage' },
                  // The save line shows it; no message asks the user to try again as well.
                  { guard: 'isSaveRepeated', target: 'idle', actions: 'sendSaveUnreached' },
                  // A first save without an answer is not repeated unasked: it could make a second document.
                  { guard: 'isWipUnsure', target: 'naming', actions: ['showUnsure', 'sendSaveDropped'] },
                  { guard: 'isWipRefused', target: 'naming', actions: ['showSaveMessage', 'sendSaveDropped'] },
                  { target: 'idle', actions: ['showSaveMessage', 'sendSaveDropped'] },
                ],
                onError: [
                  { guard: 'isCopying', target: 'gone', actions: 'showSaveBroken' },
                  { target: 'idle', actions: ['showSaveBroken', 'sendSaveDropped'] },
                ],
              },
            },
            // The host no longer has the document: another user has deleted it. The content on the screen can be made a new WIP.
            gone: {
              tags: ['gone', 'dirty'],
              entry: 'sendSaveDropped',
              on: {
                'copy.requested': { target: 'saving.asCopy', actions: 'clearTexts' },
                'save.requested': { target: 'saving', actions: 'clearTexts' },
                'message.dismissed': { actions: 'clearTexts' },
              },
            },
            // Another user has changed the same text. The command has ended: a submission that was stopped here does not continue by itself.
            resolving: {
              tags: 'resolving',
              entry: ['requestNames', 'sendSaveDropped'],
              invoke: {
                id: 'conflict',
                src: 'conflict',
                input: ({ context }) => ({ questions: questionsOf(context) }),
                onDone: { target: 'saving', actions: ['patchSettled', 'settle', 'raiseSettled'] },
                onError: { target: 'idle', actions: 'showSaveBroken' },
              },
              on: {
                'dialog.cancelled': { target: 'idle' },
                'document.deletedBy': { target: 'gone', actions: 'showDeleted' },
              },
            },
            confirmingDelete: {
              tags: 'confirmingDelete',
              on: {
                'delete.confirmed': { target: 'deleting' },
                'dialog.cancelled': { target: 'idle' },
                'document.deletedBy': { target: 'gone', actions: 'showDeleted' },
              },
            },
            deleting: {
              tags: ['busy', 'deleting'],
              invoke: {
                id: 'deleteWip',
                src: 'deleteWip',
                input: ({ context }) => ({ wip: context.wip ?? '' }),
                onDone: { target: 'deleted', actions: ['dropDraft', 'leaveOthers', 'goToWips'] },
                onError: { target: 'deleteFailed', actions: 'keepDeleteMessage' },
              },
            },
            deleteFailed: {
              tags: 'deleteFailed',
              on: {
                'dialog.cancelled': { target: 'idle', actions: 'clearMessage' },
                'document.deletedBy': { target: 'gone', actions: 'showDeleted' },
              },
            },
            deleted: { tags: ['busy', 'deleting'] },
            checking: {
              tags: ['busy', 'submitting', 'mayAsk'],
              entry: 'requestNames',
              on: { 'document.deletedBy': { target: 'gone', actions: 'showDeleted' } },
              invoke: {
                id: 'submission',
                src: 'submission',
                input: ({ context }) => submissionOf(context),
                onDone: [
                  { guard: 'isSubmissionAgreed', target: 'submitting', actions: 'keepAgreed' },
                  { guard: 'isCheckFailed', target: 'idle', actions: 'showCheckFailed' },
                  { guard: 'isAnswerLate', target: 'reloading', actions: 'showLate' },
                  { target: 'reloading', actions: 'keepWanted' },
                ],
                onError: { target: 'idle', actions: 'keepSubmitMessage' },
              },
            },
            submitting: {
              tags: ['busy', 'submitting'],
              invoke: {
                id: 'submitWip',
                src: 'submitWip',
                input: ({ context }) => ({ wip: context.wip ?? '', revision: revisionToSend(context) }),
                onDone: {
                  target: 'reloading',
                  actions: ['sendSubmitted', 'requestWall', 'dropSending', 'goToSubmitted'],
                },
                onError: [
                  { guard: 'isSavedSince', target: 'checking', actions: 'keepRefused' },
                  { guard: 'isUnreached', target: 'idle', actions: ['showMayBeOnWall', 'requestWall'] },
                  { guard: 'isGone', target: 'gone', actions: 'keepSubmitMessage' },
                  { target: 'idle', actions: 'keepSubmitMessage' },
                ],
              },
            },
            // A later save is compared with the host's content from this fetch, even if the document is opened again.
            reloading: {
              tags: 'busy',
              exit: ['goToWanted', 'forgetWanted'],
              on: {
                'content.reloaded': { target: 'idle' },
                'document.deletedBy': { target: 'gone', actions: 'showDeleted' },
              },
              initial: 'fetching',
              states: {
                // Text typed meanwhile can be saved at once; a submission waits until the user can see what another user has saved.
                fetching: { on: { 'save.requested': { guard: 'isUnsaved', target: 'fetchingToSave' } } },
                fetchingToSave: { tags: 'saving', exit: 'raiseRepeat' },
              },
              invoke: {
                id: 'reloadDocument',
                src: 'loadDocument',
                input: ({ context }) => readOf(context),
                onDone: { actions: ['sendRevision', 'raiseFetched', 'raiseReloaded'] },
                onError: { target: 'idle', actions: 'keepLoadMessage' },
              },
            },
          },
        },
      },
    },
  },
});
