import type { ActorRefFrom } from 'xstate';
import { documentFrameSetup, UNKNOWN } from './document-frame.setup.ts';
import { fromEvent } from '../shared/from-event.ts';

/**
 * One document in its isolated frame, for the chart that invokes it: the editor, a live pane, the archive viewer. A frame loads, exchanges a greeting, and
 * reports that its document is ready; from then on it is pinged every 5 s. A newer document opens in a second frame, out of sight, and replaces the first one
 * when it is drawn, at the same scroll position. The chart emits the number of pages and the wanted page; its owner decides which page is shown.
 * A document that leaves its frame is opened again automatically; one that breaks the rules too often is removed. `liveChanges` marks the changes of a
 * submission in a live document. Two regions handle what a document can request: a pressed link, whose address is looked up in the document and confirmed by
 * the user if it is not there, and a sheet of paper with its rows. Only a ready document's input is received: text in one that was late or has failed is
 * never reported as stored.
 */
export const documentFrameMachine = documentFrameSetup.createMachine({
  id: 'documentFrame',
  context: ({ input }) => ({
    ...input,
    submission: UNKNOWN,
    seen: null,
    values: [],
    wishes: [],
    contested: null,
    pages: null,
    tries: 0,
    scroll: null,
    pingNo: 0,
    departures: 0,
    departedAt: 0,
    lastNo: 0,
    ownerNo: -1,
    paperNo: -1,
    link: { href: '', where: 'top' },
    untaken: '',
    sheet: { values: [], note: null, newAttributes: null },
  }),
  invoke: [
    { id: 'stage', src: 'stage', input: ({ context: { place, mode, isLive } }) => ({ place, mode, isLive }) },
    { id: 'liveChanges', src: 'liveChanges' },
  ],
  type: 'parallel',
  on: {
    'moment.given': {
      actions: [
        { type: 'keepAsOf', params: fromEvent },
        { type: 'reportMoment', params: fromEvent },
      ],
    },
    'key.pressed': [
      { guard: { type: 'isPageKey', params: fromEvent }, actions: { type: 'reportPageKey', params: fromEvent } },
      { guard: { type: 'isOwnPrint', params: fromEvent }, actions: 'printItself' },
      { actions: { type: 'reportKey', params: fromEvent } },
    ],
  },
  states: {
    newer: {
      initial: 'unplaced',
      on: {
        'place.vanished': { target: '.unplaced', actions: 'forgetSeen' },
        'document.awaited': { target: '.awaited', actions: 'forget' },
        'document.given': { target: '.starting', actions: { type: 'keepDocument', params: fromEvent } },
        'document.reopenRequested': { guard: 'canReopen', target: '.starting', actions: 'forgetTries' },
        'document.wanted': { guard: 'canReopen', target: '.starting', actions: 'forgetTries' },
        'newer.unwanted': { guard: 'isShown', target: '.settled', actions: 'dropNewer' },
        // A newer document that does not open in time is dropped, and the last good one stays; a first document may still open.
        'newer.replaced': [
          { guard: 'isShown', target: '#documentFrame.newer.settled', actions: ['dropNewer', 'raiseFailed'] },
          { actions: 'raiseLate' },
        ],
        'newer.broken': [
          { guard: 'isShown', target: '.settled', actions: ['dropNewer', 'raiseFailed'] },
          { target: '.settled', actions: ['dropNewer', 'raiseUnusable'] },
        ],
        'newer.ruleBroken': {
          guard: { type: 'isOut', params: fromEvent },
          target: '.settled',
          actions: ['dropNewer', 'raiseRemoved'],
        },
      },
      states: {
        unplaced: {
          on: {
            'place.appeared': [
              { guard: 'hasDocument', target: 'starting', actions: 'forgetTries' },
              { target: 'awaited' },
            ],
            'document.awaited': { actions: 'forget' },
            'document.given': { actions: { type: 'keepDocument', params: fromEvent } },
          },
        },
        awaited: { entry: 'prepare' },
        starting: {
          always: [
            { guard: 'isShown', target: 'loading', actions: { type: 'open', params: { isBehind: true } } },
            {
              guard: 'isLive',
              target: 'loading',
              actions: ['forgetSeen', { type: 'open', params: { isBehind: false } }, 'reportCleared'],
            },
            { target: 'loading', actions: { type: 'open', params: { isBehind: false } } },
          ],
        },
        loading: {
          on: { 'newer.loaded': { target: 'greeting' } },
          // A frame whose file did not load is tried once more: nothing was typed into it.
          after: {
            frameReady: [
              { guard: 'isFirstTryBehind', target: 'starting', actions: 'countTry' },
              { guard: 'isFirstTry', target: 'starting', actions: ['countTry', 'raiseLate'] },
              { guard: 'isShown', target: '#documentFrame.newer.settled', actions: ['dropNewer', 'raiseFailed'] },
              { actions: 'raiseLate' },
            ],
          },
        },
        greeting: {
          on: { 'newer.greeted': { target: 'greeted' } },
          after: {
            frameHello: [
              { guard: 'isFirstTry', target: 'starting', actions: 'countTry' },
              { guard: 'isShown', target: '#documentFrame.newer.settled', actions: ['dropNewer', 'raiseFailed'] },
              { actions: 'raiseLate' },
            ],
          },
        },
        greeted: {
          on: {
            'newer.opened': [
              {
                guard: 'isShown',
                target: 'handingOver',
                actions: { type: 'keepValues', params: fromEvent },
              },
              // A live pane says that it is live when its first document is shown: that one is drawn before, too.
              { guard: 'isLive', target: 'handingOver.drawing', actions: { type: 'keepValues', params: fromEvent } },
              {
                target: 'settled',
                actions: [{ type: 'keepValues', params: fromEvent }, 'reveal', 'raiseShown'],
              },
            ],
          },
          after: {
            frameReady: [
              { guard: 'isShown', target: '#documentFrame.newer.settled', actions: ['dropNewer', 'raiseFailed'] },
              { actions: 'raiseLate' },
            ],
          },
        },
        handingOver: {
          initial: 'placing',
          entry: 'forgetScroll',
          after: { frameDrawn: { target: 'held' } },
          states: {
            placing: {
              entry: 'askScroll',
              on: {
                'scroll.reported': [
                  {
                    guard: { type: 'isDrawnThere', params: fromEvent },
                    target: '#documentFrame.newer.held',
                  },
                  { target: 'drawing', actions: { type: 'keepScroll', params: fromEvent } },
                ],
              },
            },
            // The user may scroll on meanwhile: the position is requested again.
            drawing: {
              entry: 'draw',
              on: {
                'newer.drawn': [
                  { guard: 'isShown', target: 'placing' },
                  { target: '#documentFrame.newer.settled', actions: ['reveal', 'raiseShown'] },
                ],
              },
            },
          },
        },
        // Text typed after a key that leads out of the older document is kept back in its frame: that stays until the text is where it belongs.
        held: {
          always: { guard: 'keepsNoText', target: 'settled', actions: ['reveal', 'raiseShown'] },
          after: { frameReady: { target: 'settled', actions: ['reveal', 'raiseShown'] } },
        },
        settled: { after: { frameSpare: { guard: 'isLive', actions: 'keepSpare' } } },
      },
    },
    shown: {
      initial: 'none',
      on: {
        'place.vanished': { target: '.none' },
        'document.awaited': { target: '.none', actions: 'endChanges' },
        'marks.given': { actions: { type: 'mark', params: fromEvent } },
        'pages.reported': {
          actions: [
            { type: 'keepPages', params: fromEvent },
            { type: 'reportPages', params: fromEvent },
          ],
        },
        'page.wanted': { actions: { type: 'reportPageWanted', params: fromEvent } },
        'page.turned': { actions: { type: 'turn', params: fromEvent } },
        'newer.shown': [
          { guard: 'isLive', target: '.ready', actions: ['keepSeen', 'reportReady', 'reportChanges', 'forgetValues'] },
          { target: '.ready', actions: ['reportReady', 'forgetValues'] },
        ],
        'newer.late': { target: '.late' },
        'newer.unusable': { target: '.broken' },
        'newer.removed': { target: '.removed' },
        // A page that is no document has replaced it: an address that failed, or an empty frame.
        'frame.replaced': { target: '.gone', actions: ['dropShown', 'countDeparture'] },
        'frame.broken': { guard: 'isEditable', target: '.broken', actions: 'dropShown' },
        'frame.ruleBroken': {
          guard: { type: 'isOut', params: fromEvent },
          target: '.removed',
          actions: 'dropShown',
        },
        'text.edited': { actions: { type: 'reportEdits', params: fromEvent } },
        'regions.changed': { actions: { type: 'reportRegions', params: fromEvent } },
        'names.reported': [
          { guard: 'isLive', actions: { type: 'nameChanges', params: fromEvent } },
          { actions: { type: 'reportNames', params: fromEvent } },
        ],
        'wishes.reported': {
          guard: 'isEditable',
          actions: [{ type: 'keepWishes', params: fromEvent }, 'askNames'],
        },
        'wishes.dismissed': { actions: 'forgetWishes' },
        'stored.contested': { actions: { type: 'keepContested', params: fromEvent } },
        'url.pasted': { actions: { type: 'reportPasted', params: fromEvent } },
        'grid.pasted': { actions: { type: 'reportGrid', params: fromEvent } },
        'loss.reported': { actions: { type: 'reportLoss', params: fromEvent } },
        'caret.reported': { guard: 'isEditable', actions: { type: 'reportCaret', params: fromEvent } },
        'blank.pressed': { actions: { type: 'reportBlank', params: fromEvent } },
        'blanks.drawn': { actions: { type: 'reportDrawn', params: fromEvent } },
        'blanks.given': { actions: { type: 'showBlanks', params: fromEvent } },
        'snapshot.taken': {
          guard: { type: 'isOwners', params: fromEvent },
          actions: { type: 'reportSnapshot', params: fromEvent },
        },
        'snapshot.requested': { actions: ['countQuestion', 'keepOwnerNo', { type: 'askSnapshot', params: fromEvent }] },
        'patch.requested': { actions: { type: 'patch', params: fromEvent } },
        'linkText.chosen': { actions: { type: 'answerPaste', params: fromEvent } },
        'gridPaste.answered': { actions: { type: 'answerGrid', params: fromEvent } },
        'suggestions.wanted': { guard: 'isEditable', actions: { type: 'reportSuggestionsWanted', params: fromEvent } },
        'suggestions.given': { actions: { type: 'giveSuggestions', params: fromEvent } },
        'names.requested': { actions: 'askNames' },
        'region.wanted': { actions: { type: 'goToRegion', params: fromEvent } },
        'firstRegion.wanted': { guard: 'isEditable', actions: 'goToFirst' },
        'region.reached': { actions: { type: 'askLoss', params: fromEvent } },
        'save.described': { actions: { type: 'describeSave', params: fromEvent } },
      },
      states: {
        // A document that is not shown has no pages to turn.
        none: { tags: 'opening', entry: ['forgetPages', { type: 'reportPages', params: { count: 1 } }] },
        ready: {
          initial: 'resting',
          on: {
            'document.given': { target: '.yielding' },
            'document.reopenRequested': { target: '.yielding' },
            'newer.failed': { target: '.newerFailed' },
            'newer.removed': { target: '.newerRemoved' },
            'newer.unwanted': { target: '.resting' },
          },
          states: {
            // A document that is about to be replaced is not pinged.
            yielding: {},
            // The last good document stays, and the next one opens behind it again.
            newerFailed: { tags: 'lost' },
            newerRemoved: { tags: 'removed' },
            // A frame that has loaded something may be another page by now.
            resting: { on: { 'frame.reloaded': { target: 'reloaded' } }, after: { framePing: { target: 'asked' } } },
            asked: {
              entry: ['countPing', 'ping'],
              on: {
                'pong.received': { guard: { type: 'isThisPong', params: fromEvent }, target: 'resting' },
                'frame.reloaded': { target: 'reloaded' },
              },
              after: { framePong: { target: 'overdue' } },
            },
            overdue: {
              on: {
                'pong.received': { guard: { type: 'isThisPong', params: fromEvent }, target: 'resting' },
                'frame.reloaded': { target: 'reloaded' },
              },
              after: {
                framePongLate: [
                  { guard: 'isLive', target: '#documentFrame.shown.lost', actions: 'reportFailed' },
                  { target: '#documentFrame.shown.lost' },
                ],
              },
            },
            reloaded: {
              initial: 'asked',
              on: { 'pong.received': { guard: { type: 'isThisPong', params: fromEvent }, target: 'resting' } },
              states: {
                asked: { entry: ['countPing', 'ping'], after: { framePong: { target: 'overdue' } } },
                overdue: {
                  after: {
                    framePongLate: [
                      {
                        guard: 'isLive',
                        target: '#documentFrame.shown.gone',
                        actions: ['dropShown', 'countDeparture', 'reportFailed'],
                      },
                      { target: '#documentFrame.shown.gone', actions: ['dropShown', 'countDeparture'] },
                    ],
                  },
                },
              },
            },
          },
        },
        // No text typed into it was received.
        late: {
          tags: 'late',
          entry: ['forgetPages', { type: 'reportPages', params: { count: 1 } }],
          on: { 'document.given': { target: 'none' }, 'document.reopenRequested': { target: 'none' } },
        },
        broken: {
          tags: 'broken',
          entry: ['forgetPages', { type: 'reportPages', params: { count: 1 } }],
          on: { 'document.given': { target: 'none' }, 'document.reopenRequested': { target: 'none' } },
        },
        lost: {
          tags: 'lost',
          // One that does not answer and whose frame then loads something is another page.
          on: {
            'pong.received': {
              guard: { type: 'isThisPong', params: fromEvent },
              target: 'ready',
            },
            'frame.reloaded': { target: 'gone', actions: ['dropShown', 'countDeparture'] },
            'document.given': { target: 'none' },
            'document.reopenRequested': { target: 'none' },
          },
        },
        // The document is opened again automatically, after a pause that grows each time: it may leave again at once. Its message stays meanwhile.
        gone: {
          tags: 'gone',
          entry: ['forgetPages', { type: 'reportPages', params: { count: 1 } }],
          on: { 'document.given': { target: 'none' }, 'document.reopenRequested': { target: 'none' } },
          initial: 'waiting',
          states: {
            waiting: {
              after: {
                reopening: [
                  { guard: 'isOpening', target: 'waiting', reenter: true },
                  // Only the owner knows the text typed into it.
                  { guard: 'isEditable', target: 'waiting', reenter: true, actions: 'askToReopen' },
                  { target: 'waiting', reenter: true, actions: 'raiseWanted' },
                ],
              },
            },
          },
        },
        removed: {
          tags: 'removed',
          entry: ['forgetPages', { type: 'reportPages', params: { count: 1 } }],
          on: { 'document.given': { target: 'none' }, 'document.reopenRequested': { target: 'none' } },
        },
      },
    },
    // Reports to a live pane that the newest document is not visible: the pane then shows the one before, or nothing.
    reports: {
      on: {
        'newer.failed': { guard: 'isLive', actions: 'reportFailed' },
        'newer.late': { guard: 'isLive', actions: 'reportFailed' },
        'newer.unusable': { guard: 'isLive', actions: 'reportFailed' },
        'frame.replaced': { guard: 'isLive', actions: 'reportFailed' },
        'newer.removed': { guard: 'isLive', actions: 'reportRemoved' },
        'frame.ruleBroken': { guard: { type: 'isOutLive', params: fromEvent }, actions: 'reportRemoved' },
      },
    },
    link: {
      initial: 'none',
      on: { 'document.awaited': { target: '.none' }, 'place.vanished': { target: '.none' } },
      states: {
        // A pressed link is looked up in the document, unless the user pasted its address a moment ago.
        none: {
          on: {
            'link.followed': [
              {
                guard: { type: 'isPasted', params: fromEvent },
                target: 'allowed',
                actions: { type: 'keepLink', params: fromEvent },
              },
              { target: 'looking', actions: { type: 'keepLink', params: fromEvent } },
            ],
          },
        },
        looking: {
          invoke: {
            id: 'findLink',
            src: 'findLink',
            input: ({ context: { seen, html, lines, link } }) => ({
              ...(seen ?? { html: html ?? '', lines }),
              href: link.href,
            }),
            onDone: [
              { guard: { type: 'isFound', params: ({ event }) => ({ isFound: event.output }) }, target: 'allowed' },
              { target: 'asking' },
            ],
            onError: { target: 'asking' },
          },
        },
        asking: {
          tags: 'askingToOpen',
          on: { 'link.allowed': { target: 'allowed' }, 'link.refused': { target: 'none' } },
        },
        allowed: {
          always: [
            { guard: 'leavesEditor', target: 'none', actions: 'reportLink' },
            { target: 'opened', actions: 'openLink' },
          ],
        },
        // A browser that opens nothing requires a press on the page itself.
        opened: {
          entry: 'raiseKept',
          on: {
            'link.followed': [
              {
                guard: { type: 'isPasted', params: fromEvent },
                target: 'allowed',
                actions: { type: 'keepLink', params: fromEvent },
              },
              { target: 'looking', actions: { type: 'keepLink', params: fromEvent } },
            ],
            'link.blocked': { target: 'asking' },
          },
        },
      },
    },
    // Text typed after a key that leads out of the document is kept back: for what the key opens, or, if it opens nothing, for the document.
    typed: {
      initial: 'free',
      on: {
        'place.vanished': { target: '.free' },
        'document.awaited': { target: '.free' },
        'newer.shown': { guard: 'keepsText', target: '.free' },
        'typed.settled': {
          guard: { type: 'isUntaken', params: fromEvent },
          target: '.untaken',
          actions: { type: 'keepUntaken', params: fromEvent },
        },
        'handOver.begun': [
          { guard: { type: 'isOwnersKey', params: fromEvent }, target: '.asked' },
          { target: '.awaited' },
        ],
      },
      states: {
        free: {},
        // The screen knows whether the key opens something.
        asked: {
          tags: 'answerAwaited',
          on: { 'keyboard.moved': { target: 'moving' }, 'keyboard.kept': { target: 'returning' } },
          after: { handOver: { target: 'late' } },
        },
        awaited: {
          on: { 'keyboard.moved': { target: 'moving' }, 'keyboard.kept': { target: 'returning' } },
          after: { handOver: { target: 'late' } },
        },
        moving: {
          entry: { type: 'settleTyped', params: { isForPage: true } },
          on: {
            'typed.settled': { guard: { type: 'isTaken', params: fromEvent }, target: 'free' },
          },
          // A document that is busy answers later: the page keeps its own keys back no longer, and what the document kept is shown when it comes.
          after: { handOverAnswer: { target: 'returning' } },
        },
        returning: {
          entry: { type: 'settleTyped', params: { isForPage: false } },
          on: {
            'typed.settled': { guard: { type: 'isTaken', params: fromEvent }, target: 'free' },
          },
        },
        late: {
          entry: { type: 'settleTyped', params: { isForPage: false } },
          on: {
            'typed.settled': [
              { guard: { type: 'isInserted', params: fromEvent }, target: 'inserted' },
              { guard: { type: 'isTaken', params: fromEvent }, target: 'free' },
            ],
          },
        },
        inserted: { tags: 'typedLate', on: { 'typed.dismissed': { target: 'free' } } },
        untaken: { tags: 'typedUntaken', on: { 'typed.dismissed': { target: 'free' } } },
      },
    },
    paper: {
      initial: 'none',
      on: {
        'document.awaited': { target: '.none' },
        'print.requested': [
          { guard: 'canListRows', target: '.collecting', actions: { type: 'keepSheet', params: fromEvent } },
          { guard: 'hasDocument', target: '.printing', actions: { type: 'keepSheet', params: fromEvent } },
        ],
      },
      states: {
        none: {},
        collecting: {
          entry: ['countQuestion', 'keepPaperNo', { type: 'askSnapshot', params: { unasked: [] } }],
          on: {
            'place.vanished': { target: 'printing' },
            'text.edited': { actions: { type: 'addEdits', params: fromEvent } },
            'snapshot.taken': [
              {
                guard: { type: 'isWithRows', params: fromEvent },
                target: 'printing',
                actions: { type: 'keepRows', params: fromEvent },
              },
              { guard: { type: 'isForPaper', params: fromEvent }, target: 'printing' },
            ],
          },
          after: { printRows: { target: 'printing' } },
        },
        printing: {
          invoke: {
            id: 'printDocument',
            src: 'printDocument',
            input: ({ context: { place, seen, html, lines, isStored, sheet } }) => ({
              place,
              isStored,
              ...(seen ?? { html: html ?? '', lines }),
              ...sheet,
            }),
            onDone: { target: 'none', actions: 'raiseMoved' },
            onError: { target: 'failed', actions: 'raiseMoved' },
          },
        },
        failed: { tags: 'printFailed', on: { 'printFailure.dismissed': { target: 'none' } } },
      },
    },
  },
});
export type DocumentFrameRef = ActorRefFrom<typeof documentFrameMachine>;
