import type { SaveBody } from '#api/contract/wips.ts';
import type { EditorContext } from './context.ts';
import { asking, comparing, looked, readAnew } from './looking.ts';
import { editorSetup } from './editor.setup.ts';
import { fromEvent } from '#machines/loading.ts';
import { basisOf, editsToSave, questionsOf, rowsToSave } from './save-basis.ts';

/** The body of a save: what differs from the host's content, under the name that is shown. */
export function saveBodyOf(context: EditorContext): SaveBody {
  return {
    save_name: context.name,
    edited_attributes: editsToSave(context),
    new_attributes: rowsToSave(context),
  };
}

/** What follows a save, where it was not refused because somebody else has changed the same. */
export const unlessConflict = <const Saved extends readonly unknown[]>(...saved: Saved) =>
  [
    {
      guard: { type: 'isConflict', params: fromEvent },
      target: '#editor.loaded.command.resolving',
      actions: [{ type: 'keepConflict', params: fromEvent }, 'clearMessage', 'tellSaveDropped'],
    },
    ...saved,
  ] as const;

/** What a save of a WIP is called with. */
export const updateOf = ({ context }: { context: EditorContext }) => ({
  wip: context.wip ?? '',
  body: saveBodyOf(context),
  basis: basisOf(context),
});

/** The journal may have asked as well: the document answers once. */
const given = [
  { type: 'keepSnapshot', params: fromEvent },
  { type: 'tellRows', params: fromEvent },
  { type: 'keepListed', params: fromEvent },
] as const;

/** What the document holds is asked for, and guessed when it does not answer; then it goes on to a state beside this one. */
export const collecting = (target: 'choosing' | 'asking' | 'reading') =>
  editorSetup.createStateConfig({
    entry: 'askForSnapshot',
    on: {
      // One that was opened anew meanwhile has not heard the question.
      'document.ready': { actions: 'askForSnapshot' },
      'document.snapshotTaken': [
        { guard: { type: 'isWithoutRowsNow', params: fromEvent }, target, actions: [...given, 'sayRowsNotSaved'] },
        {
          guard: { type: 'isWithoutRows', params: fromEvent },
          target,
          actions: [...given, 'sayRowsNotSaved', 'tellCaptured'],
        },
        { target, actions: [...given, 'tellCaptured'] },
      ],
    },
    after: { snapshotTimeout: { target, actions: 'assumeSnapshot' } },
  });

/** Somebody has deleted the document meanwhile: what stands in it is offered a new one. */
const isGone = { guard: { type: 'isGone', params: fromEvent }, target: '#editor.loaded.command.gone' } as const;

/** Somebody's deletion of the document, as it is told at once. What was asked about it is settled by that. */
export const deletedMeanwhile = {
  target: '#editor.loaded.command.gone',
  actions: { type: 'sayDeleted', params: fromEvent },
} as const;

/** What follows a call that failed, where the host still has the document. */
export const unlessGone = <const Failed>(
  failed: Failed,
  message: 'keepSaveMessage' | 'keepSubmitMessage' = 'keepSaveMessage',
) => [{ ...isGone, actions: { type: message, params: fromEvent } }, failed] as const;

/** A save that did not reach the host is sent again by itself. The line of saves says so, and nobody is asked to try again as well. */
const notReached = {
  target: '#editor.loaded.command.idle',
  actions: { type: 'tellSaveFailed', params: fromEvent },
} as const;

/** Ends a failed save of a document that the host has, and says what the host answered. */
export const notSaved = [
  { guard: { type: 'isUnreached', params: fromEvent }, ...notReached },
  ...unlessGone({
    target: '#editor.loaded.command.idle',
    actions: [
      { type: 'keepSaveMessage', params: fromEvent },
      { type: 'tellSaveFailed', params: fromEvent },
    ],
  } as const),
] as const;

/** A submission is never sent again by itself, nor the save before it. */
export const notSentAfterAll = {
  target: '#editor.loaded.command.idle',
  actions: [{ type: 'keepSaveMessage', params: fromEvent }, 'tellSaveDropped'],
} as const;

export const notSubmitted = {
  target: '#editor.loaded.command.idle',
  actions: { type: 'keepSubmitMessage', params: fromEvent },
} as const;

/**
 * What follows a look that failed. One that the host refuses tells nothing of the document: the save is held against what was known before, and then speaks for itself.
 * @param unreached what follows where no answer came: the same as with the save
 */
const notLooked = <const Unreached extends object>(unreached: Unreached) =>
  [
    ...unlessGone({ guard: { type: 'isUnreached', params: fromEvent }, ...unreached } as const),
    { target: 'comparing' },
  ] as const;

export const lookingFirst = editorSetup.createStateConfig({
  invoke: { id: 'lookFirst', src: 'loadDocument', input: readAnew, onDone: looked, onError: notLooked(notReached) },
});

export const lookingBeforeSubmit = editorSetup.createStateConfig({
  invoke: {
    id: 'lookBeforeSubmit',
    src: 'loadDocument',
    input: readAnew,
    onDone: looked,
    onError: notLooked(notSentAfterAll),
  },
});

const askingAgain = {
  target: '#editor.loaded.command.naming',
  actions: [{ type: 'keepSaveMessage', params: fromEvent }, 'tellSaveDropped'],
} as const;

/** A first save that was not answered may have arrived: it would make a second document if it were sent again unasked. */
export const notCreated = [
  {
    guard: { type: 'isUnreached', params: fromEvent },
    ...askingAgain,
    actions: [...askingAgain.actions, 'sayMayHaveArrived'],
  },
  askingAgain,
] as const;

/** A first save asks for a name. */
export const naming = editorSetup.createStateConfig({
  tags: 'naming',
  on: {
    'save.named': [
      {
        guard: { type: 'isNamed', params: fromEvent },
        target: 'saving',
        actions: [{ type: 'keepName', params: fromEvent }, 'clearMessage'],
      },
      { actions: 'askForName' },
    ],
    'dialog.cancelled': { target: 'idle', actions: ['clearName', 'clearMessage'] },
  },
});

/** A save that did not reach the host is sent again by itself: what was said before stays as it is until something else is known. */
export const repeating = editorSetup.createStateConfig({
  tags: ['busy', 'saving'],
  entry: 'tellSaveBegun',
  initial: 'collecting',
  states: {
    collecting: collecting('asking'),
    asking,
    looking: {
      invoke: {
        id: 'lookAgain',
        src: 'loadDocument',
        input: readAnew,
        onDone: looked,
        onError: notLooked(notReached),
      },
    },
    comparing,
    updating: {
      invoke: {
        id: 'updateWipAgain',
        src: 'updateWip',
        input: updateOf,
        onDone: unlessConflict({
          target: '#editor.loaded.command.reloading',
          actions: ['clearMessage', 'tellSaved', 'showSaved'],
        }),
        onError: notSaved,
      },
    },
  },
});

/** Somebody else has changed the same. What was under way has ended: a submission that was stopped here is not made by itself afterwards. */
export const resolving = editorSetup.createStateConfig({
  tags: 'resolving',
  entry: 'askForNames',
  invoke: {
    id: 'conflict',
    src: 'conflict',
    input: ({ context }) => ({ questions: questionsOf(context) }),
    onDone: {
      target: 'saving',
      actions: [{ type: 'patchSettled', params: fromEvent }, { type: 'settle', params: fromEvent }, 'tellSettled'],
    },
    onError: { target: 'idle', actions: { type: 'keepSaveMessage', params: fromEvent } },
  },
  on: { 'dialog.cancelled': { target: 'idle' }, 'document.deletedBy': deletedMeanwhile },
});
