import { assign, fromPromise, sendParent, setup, type ActorRefFrom } from 'xstate';
import type { ExaminedDocument, ManagedTemplates } from '#common/calls/template-admin.ts';
import { failureOf } from '#api/failure.ts';
import { documentFrameMachine } from '../document/document-frame.machine.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import {
  actMessage,
  checkMessage,
  isPublishable,
  type Replaced,
  replacedText,
  templateMessages,
} from './template-acts.ts';
import { type MarkedFile, templateWorkshopMachine } from './template-workshop.machine.ts';
import { unprovided } from '../shared/unprovided.ts';

/** A document of the upload by its index, with its new name. */
type Wanted = { at: number; name: string };

/** `kept`: fields of a replacement that get the ids of before again. */
export type How = { forAll: boolean; allowsOutside: boolean; kept: readonly { from: string; to: string }[] };

/** The documents to publish. */
type Publishing = How & { documents: ExaminedDocument[]; replaces: Replaced | null };

/** Files from the browser: the implementation stores them, since they are no JSON. */
type Chosen = { files: readonly unknown[]; named: string };

type Context = {
  /** The key of the preview's place in the page. */
  place: string;
  /** The template that the document is to replace; null for new ones. */
  replaces: Replaced | null;
  /** Name of the file or folder, as the user knows it. */
  named: string;
  /** True where an element that shares an id with a region gets another one. */
  renames: boolean;
  documents: ExaminedDocument[];
  /** Index of the document in the preview. */
  previewed: number;
  publishing: Publishing | null;
  message: string | null;
};

const NONE = { named: '', renames: false, documents: [], publishing: null, message: null };

/** Returns the documents to publish, with their new names. */
const chosenOf = (documents: readonly ExaminedDocument[], wanted: readonly Wanted[]): ExaminedDocument[] =>
  wanted.flatMap(({ at, name }) => {
    const examined = documents[at];
    return examined ? [{ ...examined, name: name.trim() || examined.name }] : [];
  });

/**
 * The upload of files as templates (ADR 55): they are chosen, checked by the host, which stores nothing, shown in the product's own frame, and published: as
 * new templates, or instead of one. The published text is the one that was checked. The owner receives the current list of templates.
 */
export const templateUploadMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { place: string },
    events: {} as
      | { type: 'upload.opened'; replaces: Replaced | null }
      | { type: 'upload.closed' }
      | ({ type: 'files.chosen' } & Chosen)
      | { type: 'renaming.requested' }
      /** A document of the upload opens in the workshop, and returns with regions. */
      | { type: 'workshop.requested'; at: number }
      | { type: 'workshop.finished'; output: ExaminedDocument[]; files: MarkedFile[] }
      | { type: 'workshop.closed' }
      | { type: 'preview.requested'; at: number }
      /** Sent by Escape in the document, too. */
      | { type: 'content.closed' }
      | { type: 'publication.requested'; wanted: readonly Wanted[]; how: How },
    tags: {} as 'open' | 'checking' | 'checked' | 'previewing' | 'marking' | 'publishing',
  },
  actors: {
    document: documentFrameMachine,
    workshop: templateWorkshopMachine,
    /** Sends the files that `holdFiles` has stored. */
    check: fromPromise<ExaminedDocument[], { renames: boolean; replaces: string | null }>(unprovided),
    publish: fromPromise<ManagedTemplates, Publishing | null>(unprovided),
  },
  actions: {
    begin: assign((_, { replaces }: { replaces: Replaced | null }) => ({ ...NONE, replaces })),
    /** The implementation stores the files until others are chosen. */
    holdFiles: (_, _params: Chosen) => {},
    keepChosen: assign((_, { named }: Chosen) => ({ ...NONE, named })),
    /** The implementation stores the documents of the upload as its files, with other HTML for one. */
    holdDocuments: (_, _params: { files: readonly MarkedFile[] }) => {},
    rename: assign({ renames: true, message: null }),
    keepDocuments: assign({ documents: (_, { output }: { output: ExaminedDocument[] }) => output }),
    askForOne: assign({ documents: [], message: templateMessages.severalDocuments }),
    keepCheckMessage: assign({
      documents: [],
      message: (_, { error }: Failed) => checkMessage(error),
    }),
    keepPreviewed: assign({ previewed: (_, { at }: { at: number }) => at }),
    keepPublishing: assign(
      ({ context: { documents, replaces } }, { wanted, how }: { wanted: readonly Wanted[]; how: How }) => ({
        message: null,
        publishing: { ...how, documents: chosenOf(documents, wanted), replaces },
      }),
    ),
    reportPublished: sendParent(({ context: { replaces } }, { output }: { output: ManagedTemplates }) => ({
      type: 'list.changed',
      data: output,
      // New ones are published in a job, of which the list has the progress.
      text: replaces && replacedText(replaces),
    })),
    keepPublishMessage: assign({ message: (_, { error }: Failed) => actMessage(failureOf(error)) }),
  },
  guards: {
    isTooMany: ({ context }, { output }: { output: ExaminedDocument[] }) =>
      context.replaces !== null && output.length > 1,
    hasDocument: ({ context }, { at }: { at: number }) => at in context.documents,
    isPublishable: ({ context }, { wanted, how }: { wanted: readonly Wanted[]; how: How }) =>
      wanted.length > 0 && chosenOf(context.documents, wanted).every((one) => isPublishable(one, how.allowsOutside)),
  },
}).createMachine({
  id: 'templateUpload',
  context: ({ input }) => ({ ...NONE, place: input.place, replaces: null, previewed: 0 }),
  initial: 'closed',
  states: {
    closed: {
      on: { 'upload.opened': { target: 'open', actions: { type: 'begin', params: fromEvent } } },
    },
    open: {
      tags: 'open',
      initial: 'choosing',
      states: {
        choosing: {
          on: {
            'upload.closed': { target: '#templateUpload.closed' },
            'upload.opened': { actions: { type: 'begin', params: fromEvent } },
            'files.chosen': {
              target: 'checking',
              actions: [
                { type: 'keepChosen', params: fromEvent },
                { type: 'holdFiles', params: fromEvent },
              ],
            },
          },
        },
        checking: {
          tags: 'checking',
          on: { 'upload.closed': { target: '#templateUpload.closed' } },
          invoke: {
            id: 'check',
            src: 'check',
            input: ({ context: { renames, replaces } }) => ({ renames, replaces: replaces?.uuid ?? null }),
            onDone: [
              {
                guard: { type: 'isTooMany', params: fromEvent },
                target: 'choosing',
                actions: 'askForOne',
              },
              { target: 'checked', actions: { type: 'keepDocuments', params: fromEvent } },
            ],
            onError: { target: 'choosing', actions: { type: 'keepCheckMessage', params: fromEvent } },
          },
        },
        checked: {
          tags: 'checked',
          initial: 'reading',
          on: {
            'upload.closed': { target: '#templateUpload.closed' },
            'upload.opened': { target: 'choosing', actions: { type: 'begin', params: fromEvent } },
          },
          states: {
            reading: {
              on: {
                'files.chosen': {
                  target: '#templateUpload.open.checking',
                  actions: [
                    { type: 'keepChosen', params: fromEvent },
                    { type: 'holdFiles', params: fromEvent },
                  ],
                },
                'renaming.requested': { target: '#templateUpload.open.checking', actions: 'rename' },
                'preview.requested': {
                  guard: { type: 'hasDocument', params: fromEvent },
                  target: 'previewing',
                  actions: { type: 'keepPreviewed', params: fromEvent },
                },
                'workshop.requested': {
                  guard: { type: 'hasDocument', params: fromEvent },
                  target: 'marking',
                  actions: { type: 'keepPreviewed', params: fromEvent },
                },
                'publication.requested': {
                  guard: { type: 'isPublishable', params: fromEvent },
                  target: '#templateUpload.open.publishing',
                  actions: { type: 'keepPublishing', params: fromEvent },
                },
              },
            },
            marking: {
              tags: 'marking',
              on: {
                'workshop.closed': { target: 'reading' },
                'workshop.finished': {
                  target: 'reading',
                  actions: [
                    { type: 'keepDocuments', params: fromEvent },
                    { type: 'holdDocuments', params: fromEvent },
                  ],
                },
              },
              invoke: {
                id: 'workshop',
                src: 'workshop',
                input: ({ context: { place, documents, previewed, renames, replaces } }) => ({
                  place,
                  fileName: documents[previewed]?.file_name ?? '',
                  content: documents[previewed]?.content ?? '',
                  others: documents
                    .filter((_one, at) => at !== previewed)
                    .map(({ file_name: fileName, content }) => ({ fileName, content })),
                  renames,
                  replaces: replaces?.uuid ?? null,
                }),
              },
            },
            previewing: {
              tags: 'previewing',
              on: { 'content.closed': { target: 'reading' } },
              invoke: {
                id: 'document',
                src: 'document',
                input: ({ context: { place, documents, previewed } }) => ({
                  place,
                  mode: 'view',
                  isLive: false,
                  html: documents[previewed]?.content ?? '',
                  lines: 'marked',
                  isStored: false,
                }),
              },
            },
          },
        },
        publishing: {
          tags: ['checked', 'publishing'],
          invoke: {
            id: 'publish',
            src: 'publish',
            input: ({ context }) => context.publishing,
            onDone: { target: '#templateUpload.closed', actions: { type: 'reportPublished', params: fromEvent } },
            onError: { target: 'checked', actions: { type: 'keepPublishMessage', params: fromEvent } },
          },
        },
      },
    },
  },
});

export type TemplateUploadRef = ActorRefFrom<typeof templateUploadMachine>;
