import { assign, emit, fromPromise, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { ExaminedDocument } from '#common/calls/template-admin.ts';
import { failureOf } from '#api/failure.ts';
import {
  type DrawnBlanks,
  type FoundBlanks,
  LABEL_MAX,
  markBlanks,
  showBlanks,
  type TakenBlank,
  withDrawn,
} from '#common/document/html/blanks.ts';
import { distinctLabels } from '#common/document/regions/region-namer.ts';
import { documentFrameMachine } from '../document/document-frame.machine.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { failureText } from '../shared/failure-text.ts';
import { checkMessage, templateMessages } from './template-acts.ts';
import { unprovided } from '../shared/unprovided.ts';

/** Maximum number of steps that can be undone. */
const STEPS = 200;

type Taken = readonly TakenBlank[];

/** A document with its regions. */
export type MarkedFile = { fileName: string; content: string };

type Context = {
  /** The key of the document's place in the page. */
  place: string;
  /** The file, and its HTML as it was examined. */
  fileName: string;
  content: string;
  /** The other documents of the upload, which is checked as a whole, and the options of the check. */
  others: readonly MarkedFile[];
  renames: boolean;
  replaces: string | null;
  found: FoundBlanks;
  /** The places that become regions. */
  taken: Taken;
  /** The marks before each step, and those before each undone step. */
  past: readonly Taken[];
  future: readonly Taken[];
  /** The current place. */
  current: number | null;
  message: string | null;
};

const NOTHING: FoundBlanks = { blanks: [], ids: [], hasMore: false };

const offeredOf = ({ blanks }: FoundBlanks): Taken =>
  blanks.flatMap(({ label, isOffered }, at) => (isOffered ? [{ at, label }] : []));

/** Returns the HTML with the taken places as regions. */
const markedIn = ({ content, found: { blanks, ids }, taken }: Context): string =>
  markBlanks(content, blanks, taken, ids);

/** Returns all documents of the upload, including the marked one. */
const filesOf = (context: Context): MarkedFile[] => [
  { fileName: context.fileName, content: markedIn(context) },
  ...context.others,
];

const isTaken = ({ taken }: Context, at: number): boolean => taken.some((one) => one.at === at);

/** Returns the context after a step: the places taken from now on; those taken before can be restored. */
const stepTo = ({ taken, past }: Context, next: Taken) => ({
  taken: next,
  past: [...past, taken].slice(-STEPS),
  future: [],
});

/**
 * The workshop, in which the places of a document become regions (ADR 59): the host finds them and stores nothing; the document is shown in the product's own
 * frame; the user takes places, releases them, names them, and undoes each step. Only the taken places change the document. The upload, which has invoked the
 * workshop, receives the documents as the host has checked them.
 */
export const templateWorkshopMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Pick<Context, 'place' | 'fileName' | 'content' | 'others' | 'renames' | 'replaces'>,
    events: {} as
      | { type: 'retry.requested' }
      /** Takes a place, or releases it. */
      | { type: 'blank.toggled'; at: number }
      | { type: 'blank.looked'; at: number }
      /** The document's script computes the value of a taken place, or no longer does. */
      | { type: 'blank.computed'; at: number }
      | { type: 'blank.renamed'; at: number; label: string }
      /** A press on a place in the document takes it; one on a taken place selects it. */
      | { type: 'document.blankPressed'; at: number }
      | { type: 'document.ready' }
      /** The document's style draws these empty places. */
      | ({ type: 'document.blanksDrawn' } & DrawnBlanks)
      | { type: 'offered.taken' | 'all.cleared' }
      | { type: 'undo.requested' | 'redo.requested' }
      | { type: 'preview.requested' }
      | { type: 'content.closed' }
      | { type: 'download.requested' }
      | { type: 'marking.finished' }
      | { type: 'workshop.left' }
      | { type: 'leave.requested' }
      | { type: 'leave.confirmed' | 'leave.cancelled' },
    emitted: {} as { type: 'leave.allowed' | 'leave.refused' },
    tags: {} as 'finding' | 'failed' | 'marking' | 'previewing' | 'checking' | 'askingToLeave',
  },
  actors: {
    document: documentFrameMachine,
    findBlanks: fromPromise<FoundBlanks, { content: string }>(unprovided),
    check: fromPromise<ExaminedDocument[], { files: MarkedFile[]; renames: boolean; replaces: string | null }>(
      unprovided,
    ),
  },
  actions: {
    keepFound: assign((_, { output }: { output: FoundBlanks }) => ({
      found: output,
      taken: offeredOf(output),
      past: [],
      future: [],
      current: null,
      message: null,
    })),
    keepMessage: assign({
      message: (_, { error }: Failed) => {
        const failure = failureOf(error);
        return failure.kind === 'timeout'
          ? templateMessages.unsent
          : failureText(failure, templateMessages.notLookedThrough);
      },
    }),
    toggle: assign(({ context }, { at }: { at: number }) => {
      const { taken, found } = context;
      const next = isTaken(context, at)
        ? taken.filter((one) => one.at !== at)
        : [...taken, { at, label: found.blanks[at]?.label ?? '' }];
      return { ...stepTo(context, next), current: at };
    }),
    rename: assign(({ context }, { at, label }: { at: number; label: string }) => {
      const others = context.taken.filter((one) => one.at !== at);
      const [name = ''] = distinctLabels(
        [label.replace(/\s+/g, ' ').trim().slice(0, LABEL_MAX)],
        others.map((one) => one.label),
      );
      return stepTo(
        context,
        context.taken.map((one) => (one.at === at ? { ...one, label: name } : one)),
      );
    }),
    turnComputed: assign(({ context }, { at }: { at: number }) =>
      stepTo(
        context,
        context.taken.map((one) => (one.at === at ? { ...one, isComputed: one.isComputed !== true } : one)),
      ),
    ),
    /** Places that the style draws are offered and taken like the others; a box to tick becomes one. */
    offerDrawn: assign(({ context }, drawn: DrawnBlanks) => {
      const found = withDrawn(context.found, drawn);
      const isNew = ({ at }: TakenBlank): boolean => !context.found.blanks[at]?.isOffered && !isTaken(context, at);
      return { found, taken: [...context.taken, ...offeredOf(found).filter(isNew)] };
    }),
    look: assign({ current: (_, { at }: { at: number }) => at }),
    takeOffered: assign(({ context }) => {
      const known = new Set(context.taken.map(({ at }) => at));
      return stepTo(context, [...context.taken, ...offeredOf(context.found).filter(({ at }) => !known.has(at))]);
    }),
    clear: assign(({ context }) => stepTo(context, [])),
    undo: assign(({ context: { taken, past, future } }) => ({
      taken: past.at(-1) ?? taken,
      past: past.slice(0, -1),
      future: [...future, taken],
    })),
    redo: assign(({ context: { taken, past, future } }) => ({
      taken: future.at(-1) ?? taken,
      past: [...past, taken],
      future: future.slice(0, -1),
    })),
    show: sendTo('document', ({ context: { taken, current } }) => ({
      type: 'blanks.given',
      taken: taken.map(({ at }) => at),
      current,
    })),
    /** Saves the document on the user's own disk. */
    download: (_, _params: { fileName: string; html: string }) => {},
    keepCheckMessage: assign({ message: (_, { error }: Failed) => checkMessage(error) }),
    forgetMessage: assign({ message: null }),
    giveDocuments: sendParent(({ context }, { output }: { output: ExaminedDocument[] }) => ({
      type: 'workshop.finished',
      output,
      files: filesOf(context),
    })),
    reportLeft: sendParent({ type: 'workshop.closed' }),
    allowLeave: emit({ type: 'leave.allowed' }),
    refuseLeave: emit({ type: 'leave.refused' }),
  },
  guards: {
    isPlace: ({ context }, { at }: { at: number }) => at in context.found.blanks,
    isTaken: ({ context }, { at }: { at: number }) => isTaken(context, at),
    isFree: ({ context }, { at }: { at: number }) => at in context.found.blanks && !isTaken(context, at),
    isOtherName: ({ context }, { at, label }: { at: number; label: string }) =>
      /\S/.test(label) && context.taken.some((one) => one.at === at && one.label !== label.replace(/\s+/g, ' ').trim()),
    isSomeFree: ({ context }) => offeredOf(context.found).some(({ at }) => !isTaken(context, at)),
    isSomeTaken: ({ context }) => context.taken.length > 0,
    canUndo: ({ context }) => context.past.length > 0,
    canRedo: ({ context }) => context.future.length > 0,
  },
}).createMachine({
  id: 'templateWorkshop',
  context: ({ input }) => ({
    ...input,
    found: NOTHING,
    taken: [],
    past: [],
    future: [],
    current: null,
    message: null,
  }),
  type: 'parallel',
  states: {
    work: {
      initial: 'finding',
      states: {
        finding: {
          tags: 'finding',
          invoke: {
            id: 'findBlanks',
            src: 'findBlanks',
            input: ({ context: { content } }) => ({ content }),
            onDone: { target: 'marking', actions: { type: 'keepFound', params: fromEvent } },
            onError: { target: 'failed', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
        failed: { tags: 'failed', on: { 'retry.requested': { target: 'finding' } } },
        marking: {
          tags: 'marking',
          invoke: {
            id: 'document',
            src: 'document',
            input: ({ context: { place, content, found } }) => ({
              place,
              mode: 'view',
              isLive: false,
              html: showBlanks(content, found.blanks),
              lines: 'marked',
              isStored: false,
            }),
          },
          on: {
            'document.ready': { actions: 'show' },
            'document.blanksDrawn': { actions: [{ type: 'offerDrawn', params: fromEvent }, 'show'] },
          },
          initial: 'working',
          states: {
            working: {
              on: {
                'blank.toggled': {
                  guard: { type: 'isPlace', params: fromEvent },
                  actions: [{ type: 'toggle', params: fromEvent }, 'show'],
                },
                'document.blankPressed': [
                  {
                    guard: { type: 'isFree', params: fromEvent },
                    actions: [{ type: 'toggle', params: fromEvent }, 'show'],
                  },
                  {
                    guard: { type: 'isPlace', params: fromEvent },
                    actions: [{ type: 'look', params: fromEvent }, 'show'],
                  },
                ],
                'blank.looked': {
                  guard: { type: 'isPlace', params: fromEvent },
                  actions: [{ type: 'look', params: fromEvent }, 'show'],
                },
                'blank.renamed': {
                  guard: { type: 'isOtherName', params: fromEvent },
                  actions: { type: 'rename', params: fromEvent },
                },
                'blank.computed': {
                  guard: { type: 'isTaken', params: fromEvent },
                  actions: { type: 'turnComputed', params: fromEvent },
                },
                'offered.taken': { guard: 'isSomeFree', actions: ['takeOffered', 'show'] },
                'all.cleared': { guard: 'isSomeTaken', actions: ['clear', 'show'] },
                'undo.requested': { guard: 'canUndo', actions: ['undo', 'show'] },
                'redo.requested': { guard: 'canRedo', actions: ['redo', 'show'] },
                'preview.requested': {
                  guard: 'isSomeTaken',
                  target: '#templateWorkshop.work.previewing',
                  actions: 'forgetMessage',
                },
                'download.requested': {
                  guard: 'isSomeTaken',
                  actions: {
                    type: 'download',
                    params: ({ context }) => ({ fileName: context.fileName, html: markedIn(context) }),
                  },
                },
                'marking.finished': { guard: 'isSomeTaken', target: 'checking', actions: 'forgetMessage' },
              },
            },
            // The marks stay while the host checks them, and if it does not answer.
            checking: {
              tags: 'checking',
              invoke: {
                id: 'check',
                src: 'check',
                input: ({ context }) => ({
                  files: filesOf(context),
                  renames: context.renames,
                  replaces: context.replaces,
                }),
                onDone: { target: 'working', actions: { type: 'giveDocuments', params: fromEvent } },
                onError: { target: 'working', actions: { type: 'keepCheckMessage', params: fromEvent } },
              },
            },
          },
        },
        previewing: {
          tags: 'previewing',
          invoke: {
            id: 'document',
            src: 'document',
            input: ({ context }) => ({
              place: context.place,
              mode: 'edit',
              isLive: false,
              html: markedIn(context),
              lines: 'marked',
              isStored: false,
            }),
          },
          on: { 'content.closed': { target: 'marking' } },
        },
      },
    },
    // Marks are kept nowhere: the user is asked before leaving the workshop, or its page.
    leaving: {
      initial: 'staying',
      states: {
        staying: {
          on: {
            'workshop.left': [{ guard: 'canUndo', target: 'asking' }, { actions: 'reportLeft' }],
            'leave.requested': { target: 'askingForPage' },
          },
        },
        asking: {
          tags: 'askingToLeave',
          on: {
            'leave.confirmed': { target: 'staying', actions: 'reportLeft' },
            'leave.cancelled': { target: 'staying' },
            'leave.requested': { target: 'askingForPage' },
          },
        },
        askingForPage: {
          tags: 'askingToLeave',
          on: {
            'leave.confirmed': { target: 'staying', actions: 'allowLeave' },
            'leave.cancelled': { target: 'staying', actions: 'refuseLeave' },
          },
        },
      },
    },
  },
});

export type TemplateWorkshopRef = ActorRefFrom<typeof templateWorkshopMachine>;
