import { asking, comparing } from './looking.ts';
import {
  collecting,
  deletedMeanwhile,
  lookingBeforeSubmit,
  notSentAfterAll,
  notSubmitted,
  unlessConflict,
  unlessGone,
  updateOf,
} from './saving.ts';
import { type EditorContext, emptyRequired, hiddenOf, revisionToSend } from './context.ts';
import { editorSetup } from './editor.setup.ts';
import { fromEvent } from '#machines/loading.ts';
import { rowsToSave, unseenBeside } from './save-basis.ts';

const weighed = ({ context }: { context: EditorContext }) => {
  const { template, wip, looksAtWall, sending, baseline, snapshot } = context;
  return {
    template,
    wip: wip ?? '',
    looksAtWall,
    revision: revisionToSend(context),
    refused: sending.refused,
    isUnanswered: sending.isUnanswered,
    empty: emptyRequired(context),
    hidden: hiddenOf(context),
    seen: snapshot?.values ?? baseline,
    rows: rowsToSave(context),
    ...unseenBeside(context),
  };
};

/** Submit saves first; then it asks, where something is odd; then it submits. */
export const submitting = editorSetup.createStateConfig({
  tags: ['busy', 'submitting'],
  entry: ['tellSaveBegun', 'tellSubmissionBegun', 'beginSending'],
  initial: 'collecting',
  states: {
    collecting: collecting('asking'),
    asking,
    looking: lookingBeforeSubmit,
    comparing,
    updating: {
      invoke: {
        id: 'saveBeforeSubmit',
        src: 'updateWip',
        input: updateOf,
        onDone: unlessConflict(
          { guard: 'isToBeWeighed', target: 'weighing', actions: 'tellSaved' },
          { target: 'sending', actions: 'tellSaved' },
        ),
        onError: unlessGone(notSentAfterAll),
      },
    },
    weighing: {
      entry: 'askForNames',
      on: { 'document.deletedBy': deletedMeanwhile },
      invoke: {
        id: 'submission',
        src: 'submission',
        input: weighed,
        onDone: [
          {
            guard: { type: 'isAnswered', params: ({ event }) => ({ as: 'agreed', ...event.output }) },
            target: 'sending',
            actions: { type: 'keepAgreed', params: fromEvent },
          },
          {
            guard: { type: 'isAnswered', params: ({ event }) => ({ as: 'failed', ...event.output }) },
            target: '#editor.loaded.command.idle',
            actions: { type: 'keepUnread', params: fromEvent },
          },
          {
            guard: { type: 'isAnswered', params: ({ event }) => ({ as: 'late', ...event.output }) },
            target: '#editor.loaded.command.reloading',
            actions: 'sayLate',
          },
          // What somebody else has saved comes into view.
          {
            target: '#editor.loaded.command.reloading',
            actions: { type: 'keepWanted', params: fromEvent },
          },
        ],
        onError: notSubmitted,
      },
    },
    sending: {
      invoke: {
        id: 'submitWip',
        src: 'submitWip',
        input: ({ context }) => ({ wip: context.wip ?? '', revision: revisionToSend(context) }),
        onDone: {
          target: '#editor.loaded.command.reloading',
          actions: [{ type: 'tellSubmitted', params: fromEvent }, 'askWall', 'forgetSending', 'showSubmitted'],
        },
        onError: [
          {
            guard: { type: 'isSavedSince', params: fromEvent },
            target: 'weighing',
            actions: 'noteRefused',
          },
          {
            guard: { type: 'isUnreached', params: fromEvent },
            target: '#editor.loaded.command.idle',
            actions: [{ type: 'keepSubmitMessage', params: fromEvent }, 'sayMayBeOnWall', 'askWall'],
          },
          ...unlessGone(notSubmitted, 'keepSubmitMessage'),
        ],
      },
    },
  },
});
