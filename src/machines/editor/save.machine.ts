import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { SaveConflict } from '#common/calls/templates.ts';
import type { SaveBody } from '#common/calls/wips.ts';
import { type ApiFailure, failureOf, isGone, isUnreached } from '#api/failure.ts';
import { type Failed, fromEvent } from '#machines/shared/from-event.ts';
import { unprovided } from '#machines/shared/unprovided.ts';
import { editedAttributes, type LoadedDocument } from './edits.ts';
import type { RegionValue } from '../shared/region-values.ts';
import { hostContentOf } from './host-content.ts';
import { hasPlaceForAll, withRowsOf } from './journal.ts';
import {
  basisOf,
  editsToSave,
  NO_CONTENT,
  overtaken,
  rowsToSave,
  type SaveBasis,
  type SaveContent,
} from './save-basis.ts';

/**
 * A save. `new`: the first one of a document. `existing`: of a WIP that the host has. `copy`: a new WIP of a document
 * that the host no longer has. `unsaved text`: a new WIP of text that was typed into such a document; its `content`
 * is given, that of the others is requested.
 */
export type SaveInput = {
  kind: 'new' | 'existing' | 'copy' | 'unsaved text';
  template: string;
  wip: string | null;
  name: string;
  /** True if the host itself compares a save with its basis. */
  isGuarded: boolean;
  content: SaveContent | null;
};

/**
 * The end of a save. `gone`: another user has deleted the document. `unreached`: no answer to a save that can be sent
 * again. `unsure`: no answer to a new WIP, which may have arrived. `failed`, `uncreated`: the host has refused the
 * save, or the new WIP.
 */
export type SaveEnd = 'saved' | 'created' | 'conflict' | 'gone' | 'unreached' | 'failed' | 'unsure' | 'uncreated';

export type SaveResult = {
  end: SaveEnd;
  /** The uuid of a new WIP. */
  uuid: string;
  /** True if a new WIP has a place for all of the text. */
  isWhole: boolean;
  /** Changes of another user to the same text. */
  conflict: SaveConflict | null;
  /** The host's answer, or that there was none. */
  failure: ApiFailure;
};

type SaveContext = SaveInput & Omit<SaveResult, 'isWhole'> & { ofTemplate: RegionValue[] };

const contentOf = ({ content }: Pick<SaveContext, 'content'>): SaveContent => content ?? NO_CONTENT;

/** The body of a save: the differences from the host's content, and the name that is shown. */
const bodyOf = (context: SaveContext): SaveBody => ({
  save_name: context.name,
  edited_attributes: editsToSave(contentOf(context)),
  new_attributes: rowsToSave(contentOf(context)),
});

/**
 * The body of a new WIP with all content of the document: the differences from the template, not from the deleted WIP
 * (`d7.edited`).
 */
const copyOf = (context: SaveContext): SaveBody => ({
  save_name: context.name,
  edited_attributes: editedAttributes(context.ofTemplate, contentOf(context).snapshot?.values ?? []),
  new_attributes: rowsToSave(contentOf(context)),
});

/**
 * One save (clauses s4.editor.save-*), from collecting the document's content to the host's answer. It sends the
 * values that it captured at the start. If the host compares nothing and the last read of the WIP is old, the save
 * reads the WIP again and compares it here; if another user has changed the same text, nothing is sent. The editor
 * decides what to do with the answer. A new WIP without an answer may have arrived: it is never sent again
 * automatically.
 */
export const saveMachine = setup({
  types: {
    context: {} as SaveContext,
    input: {} as SaveInput,
    output: {} as SaveResult,
    events: {} as { type: 'content.given'; content: SaveContent; isReadNeeded: boolean },
  },
  actors: {
    loadDocument: fromPromise<LoadedDocument, { template: string; wip: string | null; known: RegionValue[] }>(
      unprovided,
    ),
    saveNewWip: fromPromise<{ uuid: string }, { template: string; body: SaveBody }>(unprovided),
    updateWip: fromPromise<SaveConflict | null, { wip: string; body: SaveBody; basis: SaveBasis }>(unprovided),
  },
  actions: {
    requestContent: sendParent({ type: 'content.wanted' }),
    keepContent: assign({ content: (_, { content }: { content: SaveContent }) => content }),
    sendRead: sendParent((_, { output }: { output: LoadedDocument }) => ({ type: 'host.read', output })),
    keepRead: assign(({ context }, { output }: { output: LoadedDocument }) => {
      const { hostContent, name } = hostContentOf(context, output);
      return { name, content: { ...contentOf(context), hostContent } };
    }),
    keepTemplate: assign({ ofTemplate: (_, { output }: { output: LoadedDocument }) => output.regions }),
    /** Text that has no rows of its own gets those of the template. */
    takeRows: assign(({ context }, { output }: { output: LoadedDocument }) => {
      const content = contentOf(context);
      return { content: { ...content, snapshot: withRowsOf(content.snapshot, output) } };
    }),
    keepUuid: assign({ uuid: (_, { output }: { output: { uuid: string } }) => output.uuid }),
    keepConflict: assign({ conflict: (_, { output }: { output: SaveConflict | null }) => output }),
    findConflict: assign({ conflict: ({ context }) => overtaken(contentOf(context)) }),
    keepFailure: assign({ failure: (_, { error }: Failed) => failureOf(error) }),
    endAs: assign({ end: (_, { end }: { end: SaveEnd }) => end }),
  },
  guards: {
    hasContent: ({ context }) => context.content !== null,
    isNew: ({ context }) => context.kind === 'new',
    isCopy: ({ context }) => context.kind === 'copy',
    isOfText: ({ context }) => context.kind === 'unsaved text',
    isReadNeeded: (_, { isReadNeeded }: { isReadNeeded: boolean }) => isReadNeeded,
    isOvertaken: ({ context }) => overtaken(contentOf(context)) !== null,
    isConflict: (_, { output }: { output: SaveConflict | null }) => output !== null,
    isGone: (_, { error }: Failed) => isGone(failureOf(error)),
    isUnreached: (_, { error }: Failed) => isUnreached(failureOf(error)),
  },
}).createMachine({
  id: 'save',
  context: ({ input }) => ({
    ...input,
    end: 'failed',
    uuid: '',
    conflict: null,
    failure: { kind: 'malformed' },
    ofTemplate: [],
  }),
  initial: 'choosing',
  states: {
    choosing: { always: [{ guard: 'hasContent', target: 'readingTemplate' }, { target: 'collecting' }] },
    collecting: {
      entry: 'requestContent',
      on: {
        'content.given': [
          { guard: 'isNew', target: 'creating', actions: { type: 'keepContent', params: fromEvent } },
          { guard: 'isCopy', target: 'readingTemplate', actions: { type: 'keepContent', params: fromEvent } },
          {
            guard: { type: 'isReadNeeded', params: fromEvent },
            target: 'reading',
            actions: { type: 'keepContent', params: fromEvent },
          },
          { target: 'comparing', actions: { type: 'keepContent', params: fromEvent } },
        ],
      },
    },
    reading: {
      invoke: {
        id: 'readFirst',
        src: 'loadDocument',
        input: ({ context }) => ({
          template: context.template,
          wip: context.wip,
          known: contentOf(context).baseline,
        }),
        onDone: {
          target: 'comparing',
          actions: [
            { type: 'keepRead', params: fromEvent },
            { type: 'sendRead', params: fromEvent },
          ],
        },
        onError: [
          {
            guard: { type: 'isGone', params: fromEvent },
            target: 'gone',
            actions: { type: 'keepFailure', params: fromEvent },
          },
          {
            guard: { type: 'isUnreached', params: fromEvent },
            target: 'unreached',
            actions: { type: 'keepFailure', params: fromEvent },
          },
          // A refused read proves nothing about the document: the save is compared with the last known content and
          // then sent.
          { target: 'comparing' },
        ],
      },
    },
    comparing: {
      always: [{ guard: 'isOvertaken', target: 'conflict', actions: 'findConflict' }, { target: 'updating' }],
    },
    updating: {
      invoke: {
        id: 'updateWip',
        src: 'updateWip',
        input: ({ context }) => ({
          wip: context.wip ?? '',
          body: bodyOf(context),
          basis: basisOf(contentOf(context)),
        }),
        onDone: [
          {
            guard: { type: 'isConflict', params: fromEvent },
            target: 'conflict',
            actions: { type: 'keepConflict', params: fromEvent },
          },
          { target: 'saved' },
        ],
        onError: [
          {
            guard: { type: 'isUnreached', params: fromEvent },
            target: 'unreached',
            actions: { type: 'keepFailure', params: fromEvent },
          },
          {
            guard: { type: 'isGone', params: fromEvent },
            target: 'gone',
            actions: { type: 'keepFailure', params: fromEvent },
          },
          { target: 'failed', actions: { type: 'keepFailure', params: fromEvent } },
        ],
      },
    },
    readingTemplate: {
      invoke: {
        id: 'readTemplate',
        src: 'loadDocument',
        input: ({ context }) => ({ template: context.template, wip: null, known: [] }),
        onDone: [
          {
            guard: 'isOfText',
            target: 'creating',
            actions: [
              { type: 'keepTemplate', params: fromEvent },
              { type: 'takeRows', params: fromEvent },
            ],
          },
          { target: 'creating', actions: { type: 'keepTemplate', params: fromEvent } },
        ],
        onError: { target: 'uncreated', actions: { type: 'keepFailure', params: fromEvent } },
      },
    },
    creating: {
      invoke: {
        id: 'saveNewWip',
        src: 'saveNewWip',
        input: ({ context }) => ({
          template: context.template,
          body: context.kind === 'new' ? bodyOf(context) : copyOf(context),
        }),
        onDone: { target: 'created', actions: { type: 'keepUuid', params: fromEvent } },
        onError: [
          {
            guard: { type: 'isUnreached', params: fromEvent },
            target: 'unsure',
            actions: { type: 'keepFailure', params: fromEvent },
          },
          { target: 'uncreated', actions: { type: 'keepFailure', params: fromEvent } },
        ],
      },
    },
    saved: { type: 'final', entry: { type: 'endAs', params: { end: 'saved' } } },
    created: { type: 'final', entry: { type: 'endAs', params: { end: 'created' } } },
    conflict: { type: 'final', entry: { type: 'endAs', params: { end: 'conflict' } } },
    gone: { type: 'final', entry: { type: 'endAs', params: { end: 'gone' } } },
    unreached: { type: 'final', entry: { type: 'endAs', params: { end: 'unreached' } } },
    failed: { type: 'final', entry: { type: 'endAs', params: { end: 'failed' } } },
    unsure: { type: 'final', entry: { type: 'endAs', params: { end: 'unsure' } } },
    uncreated: { type: 'final', entry: { type: 'endAs', params: { end: 'uncreated' } } },
  },
  output: ({ context }) => ({
    end: context.end,
    uuid: context.uuid,
    isWhole: hasPlaceForAll(context.ofTemplate, contentOf(context).snapshot),
    conflict: context.conflict,
    failure: context.failure,
  }),
});
