import { editorMachine } from '#machines/editor/editor.machine.ts';
import type { RegionValue } from '#machines/shared/region-values.ts';
import { basisOf, type Question, rowsToSave } from '#machines/editor/save-basis.ts';
import type { SaveContent } from '#machines/editor/save-basis.ts';
import { defineModel, type Effect, sends, pendingCalls } from 'chart-walks';
import {
  BROKEN,
  coverOf,
  endOf,
  failedAs,
  freshValue,
  goneAtSubmission,
  hostContentKeys,
  isStale,
  othersRowsOf,
  refusals,
  rowsOf,
  saveEnds,
  theirsIn,
} from './editor-answers.ts';
import {
  documentOf,
  filledDocument,
  newTemplate,
  regionOf,
  savedWip,
  type Snapshot,
  valueNow,
  type World,
} from './editor-samples.ts';
import { failures } from '../samples.ts';
import {
  answered,
  answersTo,
  eventsOf,
  hasHomeless,
  hasRow,
  isAt,
  isCollecting,
  regionOfLayout,
  savedByOthers,
  theirsMarked,
} from './editor-events.ts';

const requests = (effects: readonly Effect[], src: string): boolean =>
  effects.some((effect) => effect.kind === 'request' && effect.src === src);

const isSaveToSubmit = (label: string, before: Snapshot): boolean =>
  label === 'save: saved' && before.matches({ loaded: { command: { saving: 'toSubmit' } } });

const isFetchingToSave = (snapshot: Snapshot): boolean =>
  snapshot.matches({ loaded: { command: { reloading: 'fetchingToSave' } } });

const isGiven = (effect: Effect): effect is Extract<Effect, { kind: 'sent' }> =>
  effect.kind === 'sent' && effect.event.type === 'content.given';

/** Charts that start with the editor, and send no request by that. */
const CHILDREN = ['document', 'journal', 'saveLine', 'putBack', 'presence', 'theirChanges', 'carry', 'suggestions'];

export const editorModel = defineModel(editorMachine)<World>({
  starts: {
    'a base template': { input: newTemplate },
    'a base template, filled from another document': { input: { ...newTemplate, from: { kind: 'wip', id: 'w-9' } } },
    'a saved document': { input: savedWip },
    'a saved document, on a narrow screen': { input: { ...savedWip, firstView: 'attributes' } },
    'a saved document, at a host that tells of its wall': { input: { ...savedWip, looksAtWall: true } },
    'a saved document, at a host that compares': { input: { ...savedWip, isGuarded: true } },
    'a saved document, long after it was read': {
      input: savedWip,
      world: { opening: false, slow: true, old: true },
    },
    'a saved document, to be read': { input: { ...savedWip, isReader: true } },
    'a saved document with text on this device': {
      input: savedWip,
      world: { opening: false, journal: true },
    },
  },
  world: {
    start: { opening: false },
    next: ({ world, label, effects, snapshot }) => {
      const isAnswered = label === 'the document is ready' || sends(effects, 'document.awaited');
      return {
        ...world,
        opening:
          sends(effects, 'document.given') || (world.opening && !isAnswered && !sends(effects, 'newer.unwanted')),
        ...((label.endsWith('taken back') || isFetchingToSave(snapshot)) && { ends: true }),
        ...(world.slow && {
          old:
            snapshot.matches({ loaded: { command: 'idle' } }) || (!sends(effects, 'read.ended') && world.old === true),
        }),
      };
    },
  },
  outcomes: {
    loadDocument: ({ snapshot, world }) => ({
      'the document': { output: documentOf(snapshot, 'wind 4') },
      ...((snapshot.context.from ?? null) !== null && {
        'the document, filled from another one': { output: filledDocument(snapshot) },
        'the document, and the other one cannot be read': {
          output: { ...documentOf(snapshot, 'wind 4'), filling: 'lost' as const },
        },
      }),
      ...(world.journal && {
        'the document, and rows from before': {
          output: { ...documentOf(snapshot, 'wind 4'), filledHtml: '<p>rows' },
        },
      }),
      'server error that says why (500)': { error: failures.serverSays },
      'not understood': { error: failures.malformed },
      'deleted by somebody (404)': { error: failures.notFound },
      ...refusals,
    }),
    save: ({ snapshot, world }) => (isCollecting(snapshot) ? null : { ...saveEnds(snapshot, world), ...BROKEN }),
    saveText: ({ snapshot }) => ({
      created: { output: endOf('created', { uuid: 'w-3', isWhole: !hasHomeless(snapshot) }) },
      'denied (403)': failedAs('uncreated', failures.forbidden),
      'not reached': failedAs('unsure', failures.network),
      'its template is not reached': failedAs('uncreated', failures.network),
      ...BROKEN,
    }),
    conflict: ({ snapshot }) => ({
      'all of theirs': { output: { values: theirsIn(snapshot), rows: 'theirs' as const } },
      'cannot be asked': { error: failures.malformed },
      'all of mine': { output: { values: [['what', valueNow(snapshot)] as RegionValue], rows: 'mine' as const } },
    }),
    submission: ({ snapshot: { context } }) => ({
      declined: { output: { ...answered, kind: 'declined' } },
      'cannot be asked': { error: failures.malformed },
      // A question about newly arrived rows alone has the same answers: they are walked only in these states.
      ...((context.looksAtWall || context.sending.isUnanswered) && {
        'agreed to': { output: answered },
        'declined for a region': { output: { ...answered, kind: 'declined', wanted: 'what' } },
        'answered too late': { output: { ...answered, kind: 'late' } },
        'the document could not be read': {
          output: { ...answered, kind: 'failed', failure: failures.network.failure },
        },
      }),
    }),
    submitWip: ({ snapshot }) => ({
      submitted: { output: { archive: 'a-2' } },
      ...goneAtSubmission(snapshot),
      ...refusals,
      ...(snapshot.context.sending.agreedRevision !== null && { 'saved since (409)': { error: failures.conflict } }),
    }),
    deleteWip: { deleted: { output: undefined }, ...refusals },
    reloadDocument: ({ snapshot }) => ({
      'as it was saved': { output: documentOf(snapshot, regionOf(snapshot.context.baseline)) },
      'changed by the host': { output: documentOf(snapshot, freshValue(snapshot)) },
      'laid out anew': { output: documentOf(snapshot, 'wind 4', 'other') },
      ...othersRowsOf(snapshot),
      'not reached': { error: failures.network },
    }),
  },
  events: ({ snapshot, world }) => ({
    ...eventsOf(snapshot, world),
    ...(!world.opening && world.journal !== true && savedByOthers(snapshot)),
  }),
  follows: ({ effects, snapshot, world }) => answersTo(effects, snapshot, world),
  key: ({ snapshot }) => {
    const { context } = snapshot;
    const isCovering = !isCollecting(snapshot) && snapshot.matches({ loaded: { command: 'saving' } });
    return {
      saved: context.wip !== null,
      first: context.firstView,
      reads: context.isReader,
      success: context.success,
      edited: context.edits.length > 0,
      row: hasRow(snapshot),
      filled: context.filled.length > 0 && [
        valueNow(snapshot) === regionOf(context.filled),
        context.running.added.length > 0,
      ],
      from: (context.from ?? null) !== null,
      covered: isCovering ? coverOf(snapshot) : null,
      named: context.name !== '',
      // The wording decides nothing.
      message: context.message !== null,
      notice: context.notice !== null,
      layout: regionOfLayout(snapshot),
      shown: context.baseline.some(([id]) => id === regionOfLayout(snapshot)),
      stale: isStale(snapshot),
      asked: context.conflict !== null,
      unplaced: context.unplaced.length > 0,
      theirRows: context.rowsTaken !== null,
      listed: context.rowsListed !== null,
      rowsOf: rowsOf(snapshot),
      // Facts about a submission that the next step reads.
      agreed: context.sending.agreedRevision,
      refused: context.sending.refusedRevision,
      unanswered: context.sending.isUnanswered,
      wanted: context.sending.wantedRegion,
      looks: context.looksAtWall,
      guarded: context.isGuarded,
      hostContent: hostContentKeys(snapshot),
      seen: [context.madeOf.length > 0, context.restoredOf.length > 0],
      homeless: snapshot.hasTag('copying') && hasHomeless(snapshot),
    };
  },
  changes: {
    from: 'goes to | loadDocument: the',
    wip: 'goes to | leaves | save: created | saveText: created',
    success: 'after | goes to | the address | leaves | save: saved | save: created | submitWip: submitted',
    loaded: [
      'goes to | loadDocument: the | leaves | reloadDocument: as | reloadDocument: changed | reloadDocument: laid | another person saves',
      'reloadDocument: with',
    ],
    baseline: [
      'goes to | loadDocument: the | the document is | leaves | save: saved | save: created | reloadDocument: changed | reloadDocument: laid',
      'conflict: all | another person saves$',
    ],
    edits: [
      'types | is filled | gives the | takes the | takes back what | leaves | save: saved | save: created | conflict: all',
      'loadDocument: the document, filled | takes up text that was kept$ | takes up text that was kept, with',
    ],
    filled: 'is filled | takes back what | loadDocument: the document, filled',
    unplaced: 'takes up text that was kept, of | has copied',
    running: [
      'goes to | loadDocument: the document$ | the document is | adds a | shows the attributes | switches the | leaves | save: saved | save: changed',
    ],
    snapshot: 'after | goes to | the document is | the document gives | leaves | has text',
    rowsListed: 'goes to | the document is | the document gives its values$ | leaves | the document lists',
    name: 'goes to | loadDocument: the document$ | gives a | cancels the | leaves | loadDocument: the document, and rows | has text',
    notice: [
      'after | goes to | saves | submits | reaches a region with | the other | dismisses the | fills the | takes back the | the document gives | leaves',
      'save: not reached | submitWip: not | submission: answered | loadDocument: the document, and the | has text | saveText: created | saveText: not',
    ],
    sending: [
      'submits | reloadDocument: as | reloadDocument: changed | reloadDocument: laid | reloadDocument: not | submitWip: submitted | submitWip: not',
      'submission: agreed | submission: declined for | submitWip: saved | reloadDocument: with a',
    ],
    madeOf: [
      'goes to | leaves | save: saved | save: created | reloadDocument: as | reloadDocument: changed | reloadDocument: laid | conflict: all',
      'another person saves$ | the text | reloadDocument: with',
    ],
    rowsComing: [
      'the document is | adds a | opens the | takes back the | reloadDocument: as | reloadDocument: changed | reloadDocument: laid',
      'reloadDocument: with | types in a | opens anew',
    ],
    rowsTaken: [
      'goes to | the document is | saves | submits | deletes | dismisses the | leaves | reloadDocument: as | reloadDocument: changed',
      'reloadDocument: laid | conflict: all',
    ],
    conflict: 'goes to | leaves | save: changed | conflict: all',
    hostContent: [
      'goes to | loadDocument: the | leaves | save: saved | save: created | reloadDocument: as | reloadDocument: changed | reloadDocument: laid',
      'the save reads it,',
    ],
    openedHtml: [
      'loadDocument: the | opens the | takes back the | reloadDocument: as | reloadDocument: changed | reloadDocument: laid',
      'takes up text that was kept, with | opens anew',
    ],
    message: [
      'goes to | loadDocument: server | loadDocument: not | loadDocument: deleted | loadDocument: denied | tries again | saves | submits',
      'somebody deletes | gives a | gives no | cancels the | dismisses the | leaves | save: saved | save: denied | save: not | save: deleted',
      'save: cannot | deleteWip: denied | deleteWip: not | reloadDocument: not | is asked | submitWip: deleted | submitWip: denied | submitWip: not',
      'save: its | save: changed | submission: cannot | submission: the | conflict: cannot | has text | saveText: denied | saveText: not | saveText: its',
      'saveText: cannot',
    ],
    pastedUrl: 'pastes an',
    pastedNo: 'pastes an address$ | pastes a table',
    pastedGrid: 'pastes a table',
    pastedAt: 'pastes an address into',
    leavingTo: 'follows a | stays',
    rowsMadeOf: 'loadDocument: the document$ | the document is | save: saved | save: created | conflict: all of mine',
  },
  restarts: {
    successBanner: {
      by: ['save: saved', 'save: created', 'submitWip: submitted'],
      // The save before a submission shows no banner.
      when: ({ label, before }) => !isSaveToSubmit(label, before),
    },
  },
  accepts: {
    saves: ({ snapshot }) =>
      isAt(snapshot, 'idle') ||
      isAt(snapshot, 'gone') ||
      (isAt(snapshot, { reloading: 'fetching' }) && snapshot.hasTag('dirty')),
    submits: ({ snapshot }) => isAt(snapshot, 'idle') && !snapshot.hasTag('dirty'),
    deletes: ({ snapshot }) => isAt(snapshot, 'idle') && snapshot.context.wip !== null,
    'types in the list': ({ snapshot }) => !snapshot.context.isReader,
    gives: 'naming',
    'gives the link': 'askingInDocument | askingInList',
    'confirms the deletion': 'confirmingDelete',
  },
  never: {
    'a command at work during which another one can be given': ({ snapshot }) =>
      (['saving', 'submitting', 'deleting'] as const).some((tag) => snapshot.hasTag(tag)) && !snapshot.hasTag('busy'),
    'text that is kept gone before a new WIP has all of it': ({ before, effects, label }) =>
      before.hasTag('missing') &&
      sends(effects, 'document.deleted') &&
      (label !== 'saveText: created' || hasHomeless(before)),
    'a document without the rows that are restored asked for its rows, or typed in': {
      after: ['takes up text that was kept, with rows'],
      breaks: ({ effects }) => !sends(effects, 'document.awaited'),
    },
    'a value of another document that is not in this one, not marked, or not kept': {
      after: ['is filled from another document'],
      breaks: ({ effects, snapshot }) =>
        valueNow(snapshot) !== 'wind 9' ||
        !['patch.requested', 'regions.carried', 'text.changed'].every((type) => sends(effects, type)),
    },
    'a new document that is not marked, or not kept, or says nothing of the other one': {
      after: ['loadDocument: the document, filled'],
      breaks: ({ effects }) =>
        !['document.filled', 'regions.carried', 'text.changed'].every((type) => sends(effects, type)),
    },
    'text that was typed since taken back with what was filled in': ({ before, snapshot, label }) =>
      label === 'takes back what was filled in' &&
      valueNow(before) !== regionOf(before.context.filled) &&
      valueNow(snapshot) !== valueNow(before),
    'what was filled in that is not taken back': ({ before, snapshot, effects, label }) =>
      label === 'takes back what was filled in' &&
      valueNow(before) === regionOf(before.context.filled) &&
      (valueNow(snapshot) !== 'wind 4' || !sends(effects, 'patch.requested')),
    'rows that were changed since gone with what was filled in': ({ before, effects, label }) =>
      label === 'takes back the rows that were filled in' &&
      before.context.running.added.length > 0 &&
      sends(effects, 'document.given'),
    'a success banner before the host said so': ({ before, snapshot, label }) =>
      (!before.hasTag('savedShown') && snapshot.hasTag('savedShown') && !/^save: (saved|created)$/.test(label)) ||
      (!before.hasTag('submittedShown') && snapshot.hasTag('submittedShown') && label !== 'submitWip: submitted'),
    'a deletion by somebody else that is not said at once, or takes text with it': {
      after: [
        'somebody deletes the document',
        'somebody deletes what is in conflict',
        'somebody deletes what is to be submitted',
        'somebody deletes what is asked about',
        'somebody deletes what is read again',
      ],
      breaks: ({ before, snapshot }) =>
        snapshot.context.message?.endsWith('deleted this document.') !== true ||
        snapshot.hasTag('gone') === snapshot.context.isReader ||
        valueNow(snapshot) !== valueNow(before),
    },
    'a question about a link in the place of one about a table that was answered': {
      after: ['fills the cells', 'pastes the table as text', 'pastes no table'],
      breaks: ({ snapshot }) => snapshot.hasTag('askingLinkText') || snapshot.hasTag('askingAboutGrid'),
    },
    'a submission without a save before it': ({ before, effects, label }) =>
      effects.some((effect) => effect.kind === 'request' && effect.src === 'submitWip') &&
      !isSaveToSubmit(label, before) &&
      label !== 'submission: agreed to',
    'a submission unasked at a host that tells of its wall, or after one that was not answered': ({
      before,
      effects,
      label,
    }) =>
      (before.context.looksAtWall || before.context.sending.isUnanswered) &&
      effects.some((effect) => effect.kind === 'request' && effect.src === 'submitWip') &&
      label !== 'submission: agreed to',
    'a submission of another revision than was agreed to': ({ effects, label }) =>
      label === 'submission: agreed to' &&
      effects.some(
        (effect) =>
          effect.kind === 'request' &&
          effect.src === 'submitWip' &&
          (effect.input as { revision: unknown }).revision !== answered.revision,
      ),
    'an unanswered submission without a message, and without a word that it may be on the wall': ({
      before,
      snapshot: { context },
    }) =>
      context.sending.isUnanswered &&
      !before.context.sending.isUnanswered &&
      (context.message === null || context.notice === null),
    'a link with another text than was given for it': {
      after: ['gives the link a text', 'takes the bare address'],
      breaks: ({ label, effects }) =>
        effects.some(
          (effect) =>
            effect.kind === 'sent' &&
            effect.event.type === 'linkText.chosen' &&
            effect.event['text'] !== (label.startsWith('takes') ? null : 'the map'),
        ),
    },
    'an unanswered submission that is forgotten': ({ before, snapshot }) =>
      before.context.sending.isUnanswered &&
      !snapshot.context.sending.isUnanswered &&
      snapshot.matches('loaded') &&
      snapshot.context.success !== 'submit',
    'a submission of rows of somebody else that nobody has seen yet, unasked': ({ before, effects, label }) =>
      isSaveToSubmit(label, before) &&
      (before.context.loaded?.detail.revision ?? null) !== null &&
      JSON.stringify(before.context.loaded?.newAttributes) !== JSON.stringify(before.context.rowsMadeOf) &&
      requests(effects, 'submitWip'),
    'older rows in the document that is on its way than the host has': {
      after: ['reloadDocument: with that row taken back'],
      breaks: ({ snapshot }) =>
        snapshot.matches({ loaded: { rows: 'renewing' } }) && (snapshot.context.rowsComing ?? []).length > 0,
    },
    'a submission that goes on by itself after somebody else was asked about': ({ effects, before }) =>
      before.matches({ loaded: { command: 'resolving' } }) &&
      effects.some((effect) => effect.kind === 'request' && effect.src === 'submitWip'),
    "somebody else's change that is laid over the document unmarked": ({ before, effects, label }) =>
      label === 'reloadDocument: changed by the host' &&
      before.context.edits.length === 0 &&
      !theirsMarked(effects).includes('what'),
    "another person's save that changes what I typed, or makes text unsaved that I did not type": ({
      before,
      snapshot,
      label,
    }) =>
      label.startsWith('another person saves') &&
      (before.context.edits.length > 0
        ? valueNow(before) !== valueNow(snapshot) ||
          regionOf(basisOf(snapshot.context).values) === regionOf(snapshot.context.loaded?.regions ?? [])
        : snapshot.hasTag('dirty') !== before.hasTag('dirty') ||
          valueNow(snapshot) !== regionOf(snapshot.context.loaded?.regions ?? [])),
    "another person's save that is not shown, or not marked": {
      after: ['another person saves'],
      breaks: ({ before, effects, label }) =>
        before.context.edits.length === 0 &&
        (!sends(effects, 'patch.requested') || theirsMarked(effects).includes('what') === label.endsWith('the same')),
    },
    "another person's save that opens the document again while I type": {
      after: ['another person'],
      breaks: ({ effects }) => sends(effects, 'document.given'),
    },
    'text that I typed before the value of another person came, saved over it unasked': {
      after: ['the text was typed before'],
      breaks: ({ snapshot }) => regionOf(basisOf(snapshot.context).values) !== 'wind 4',
    },
    'a row gone with a document that another one takes the place of': ({ before, effects, label }) =>
      before.matches({ loaded: { rows: 'renewing' } }) &&
      /^(adds|types in) a row/.test(label) &&
      !sends(effects, 'newer.unwanted'),
    'another document in the place of one that has rows to save': ({ before, snapshot, effects, label }) =>
      label.startsWith('reloadDocument') &&
      before.matches({ loaded: { rows: 'changed' } }) &&
      snapshot.matches({ loaded: { rows: 'changed' } }) &&
      sends(effects, 'document.given'),
    'rows of somebody else taken for those in the document before it shows them': ({ before, snapshot, label }) =>
      /^(reloadDocument|opens the document anew)/.test(label) &&
      snapshot.context.rowsMadeOf !== before.context.rowsMadeOf,
    'a mark on what I typed myself, or have seen': ({ before, effects, label }) =>
      theirsMarked(effects).includes('what') &&
      (before.context.edits.some(([id]) => id === 'what') || label === 'reloadDocument: as it was saved'),
    'rows of the host taken away by a save of a document that has listed none': {
      after: ['after 3500 ms', 'the document gives its values, but not'],
      breaks: ({ snapshot: { context }, effects }) =>
        context.rowsListed === null &&
        context.rowsMadeOf.length > 0 &&
        effects.some((effect) => isGiven(effect) && rowsToSave(effect.event['content'] as SaveContent).length === 0),
    },
    'what was typed in a row taken for saved where the document does not answer': {
      after: ['after 3500 ms'],
      breaks: ({ before, snapshot: { context } }) =>
        before.context.snapshot !== context.snapshot &&
        context.edits.some(
          ([id, value]) =>
            id === 'row' && (context.snapshot?.values ?? []).some((one) => one[0] === id && one[1] === value),
        ),
    },
    'typed text gone, or taken for saved, because somebody else has changed the same': ({ before, snapshot, label }) =>
      /somebody else|cancels the dialog|all of mine/.test(label) && valueNow(before) !== valueNow(snapshot),
    "a reader's call that changes something, or a reader's text": ({ snapshot: { context }, effects }) =>
      context.isReader &&
      (context.edits.length > 0 ||
        effects.some(
          (effect) =>
            effect.kind === 'request' && !['loadDocument', 'newestArchives', ...CHILDREN].includes(effect.src),
        )),
    'a save at a plain host, long after the last look, compared with nothing': ({ snapshot, world, effects }) =>
      !snapshot.context.isGuarded &&
      world.old === true &&
      effects.some((effect) => isGiven(effect) && effect.event['isReadNeeded'] !== true),
    'a look that the specification does not have, within 15 s or at a host that compares': ({
      snapshot,
      world,
      effects,
    }) =>
      effects.some((effect) => isGiven(effect) && effect.event['isReadNeeded'] === true) &&
      (snapshot.context.isGuarded || world.old !== true),
    'a save that does not get what the document holds': {
      after: ['the document gives its values', 'after 3500 ms'],
      breaks: ({ before, snapshot, effects }) =>
        isCollecting(before) &&
        !effects.some(
          (effect) =>
            isGiven(effect) &&
            (effect.event['content'] as SaveContent).snapshot === snapshot.context.snapshot &&
            (effect.event['content'] as SaveContent).hostContent === snapshot.context.hostContent,
        ),
    },
    'a question in which mine is not mine, or theirs is not theirs': ({ effects, snapshot }) =>
      effects.some(
        (effect) =>
          effect.kind === 'request' &&
          effect.src === 'conflict' &&
          (effect.input as { questions: Question[] }).questions.some(
            ({ id, mine, theirs }) => id !== null && (mine !== valueNow(snapshot) || theirs === mine),
          ),
      ),
    'a press on Save during the read after a save that is lost, or saves nothing': ({ before, snapshot, label }) =>
      before.matches({ loaded: { command: 'reloading' } }) &&
      (label === 'saves'
        ? before.hasTag('dirty') !== snapshot.hasTag('saving')
        : isFetchingToSave(before) && snapshot.matches({ loaded: { command: 'idle' } })),
    'text that is typed or taken back while its save runs, gone with the end of the save': {
      after: ['save: saved', 'save: created'],
      breaks: ({ before, snapshot }) => valueNow(before) !== valueNow(snapshot),
    },
    'two calls at once': ({ snapshot }) => pendingCalls(snapshot).length > 1,
    'typed text gone, but for a person who leaves or a host that has it': ({ before, snapshot, label }) =>
      before.context.edits.length > 0 &&
      snapshot.context.edits.length === 0 &&
      !/leaves|saved|created|all of theirs|types it back|takes back what|the document is ready/.test(label),
  },
  limit: 20_000,
});
