import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Client } from '#api/client.ts';
import { readRecent, submitAgain } from '#common/calls/archives.ts';
import { listSuggestions, type DocumentDetail, readTemplate, readWip } from '#common/calls/templates.ts';
import { createWip, deleteWip, submitWip, updateWip } from '#common/calls/wips.ts';
import { watchConnectivity } from '#api/streams/connectivity.ts';
import type { Source } from '#common/config/paths.ts';
import { failureOf, isGone, statusOf } from '#api/failure.ts';
import { createHostClock } from '#api/streams/host-clock.ts';
import { updateGuarded } from '#api/resources/wips.ts';
import { capabilities } from '#common/config/capabilities.ts';
import { withRows } from '#document/host/print-document.ts';
import { journalMachine } from '#machines/unsaved/journal.machine.ts';
import type { Place } from '#machines/unsaved/unsaved-text.ts';
import { carryMachine } from '#machines/editor/carry.machine.ts';
import { filledRows, wipNameOf } from '#machines/editor/edits.ts';
import type { RegionValue } from '#machines/shared/region-values.ts';
import type { OpenedDocument } from '#machines/editor/journal.ts';
import { editorMachine } from '#machines/editor/editor.machine.ts';
import { putBackMachine } from '#machines/editor/put-back.machine.ts';
import { submissionMachine } from '#machines/editor/submission.machine.ts';
import { suggestionsMachine } from '#machines/editor/suggestions.machine.ts';
import { saveLineMachine } from '#machines/editor/save-line.machine.ts';
import { saveMachine } from '#machines/editor/save.machine.ts';
import { guardedBody } from '#machines/editor/save-basis.ts';
import { late } from '#ui/primitives/use-late.ts';
import { EditorScreen } from '#ui/editor/editor.tsx';
import type { EditorMachine } from '#ui/editor/use-editor.ts';
import { isAnnounced } from '../announced.ts';
import { createDocumentFrame } from '../document/document-frame.ts';
import { documentReader } from '../document/document-reader.ts';
import { hostClock } from '../host-clock.ts';
import { newestArchives } from '../documents/newest-archives.ts';
import type { RecentDocuments } from '../unsaved/recent-documents.ts';
import { unsavedStoreOf } from '../unsaved/unsaved-store.ts';
import { createPresence } from './presence.ts';
import { screenRouteWithParts, type Services } from '../screen-route.ts';

const machine = (services: Services): EditorMachine => {
  const { env, client, replyListeners } = services;
  const clock = createHostClock();
  replyListeners.add(clock.noteWord);
  const store = unsavedStoreOf(services);
  const line = fromCallback<AnyEventObject, undefined>(({ sendBack }) => watchConnectivity(sendBack));
  const loadDocument = fromPromise<OpenedDocument, Place & { known: RegionValue[]; from?: Source | null | undefined }>(
    async ({ input, signal }) => {
      const opening = Promise.all([
        noteOpening(store.recent, input, loadDetail(client, input, signal)),
        documentReader(),
      ]).then(async ([detail, read]) => ({
        detail,
        content: await read(detail.content, detail.line_breaks, input.known),
      }));
      const { from } = input;
      const filling = from
        ? await Promise.all([fillings(), opening]).then(
            ([{ fillOpened }, opened]) =>
              fillOpened(client, from, opened, input.wip, env.newAttributesFunction, signal),
            () => 'lost' as const,
          )
        : null;
      const { detail, content } = await opening;
      const rows = filledRows({ filling });
      const filledHtml = rows && (await withRows(detail.content, rows));
      return { detail, ...content, filling, filledHtml, kept: store.recall(input) };
    },
  );
  return editorMachine.provide({
    actors: {
      document: createDocumentFrame(env),
      journal: journalMachine.provide({
        actors: {
          turn: fromCallback(({ input, sendBack }) => store.claim(input.place, (type) => sendBack({ type }))),
          requests: fromCallback<{ type: 'text.settled'; isKept: boolean }>(({ sendBack, receive }) => {
            const { answer, leave } = store.register((type) => sendBack({ type }));
            receive(({ isKept }) => answer(isKept));
            return leave;
          }),
          openJournal: fromPromise(({ input }) => store.open(input)),
          writeJournal: fromPromise(({ input }) => store.write(input)),
          layRows: fromPromise(({ input }) => withRows(input.html, input.rows)),
        },
        actions: {
          // Text found earlier at this address stays stored.
          remember: ({ context: { place, found, from, ...text } }) =>
            store.remember({ place, text, found: from === null ? found : null }),
          rememberFound: ({ context: { place, found } }) => store.remember({ place, text: null, found }),
          forget: ({ context: { place } }) => store.forget(place),
        },
      }),
      saveLine: saveLineMachine.provide({
        actors: {
          hostClock: hostClock(clock),
          watchConnectivity: line,
        },
      }),
      presence: createPresence(services),
      suggestions: suggestionsMachine.provide({
        actors: {
          readSuggestions: fromPromise(({ input, signal }) =>
            client.call(listSuggestions, { id: input.template }, { signal }),
          ),
        },
      }),
      loadDocument,
      carry: carryMachine.provide({
        actors: {
          readSource: fromPromise(async ({ input, signal }) =>
            (await fillings()).fillShared(client, input, env.newAttributesFunction, signal),
          ),
        },
      }),
      save: saveMachine.provide({
        actors: {
          loadDocument,
          saveNewWip: fromPromise(({ input }) => client.call(createWip, { id: input.template, body: input.body })),
          updateWip: fromPromise(async ({ input: { wip, body, basis } }) => {
            if (isAnnounced(services, capabilities.guard)) return updateGuarded(client, wip, guardedBody(body, basis));
            await client.call(updateWip, { uuid: wip, body });
            return null;
          }),
        },
      }),
      submission: submissionMachine.provide({
        actors: {
          lookAtWall: fromPromise(({ input, signal }) => client.call(readRecent, { id: input.template }, { signal })),
          readHostDocument: fromPromise(async ({ input, signal }) => {
            const [detail, read] = await Promise.all([
              client.call(readWip, { uuid: input.wip }, { signal }),
              documentReader(),
            ]);
            const { regions, newAttributes } = await read(detail.content, detail.line_breaks);
            return { revision: detail.revision, regions, rows: newAttributes };
          }),
        },
      }),
      submitWip: fromPromise(({ input: { wip, revision } }) =>
        // A host without guards takes no revision, and the body is empty.
        client.call(submitWip, {
          uuid: wip,
          body: revision !== null && isAnnounced(services, capabilities.guard) ? { revision } : {},
        }),
      ),
      // One call for the one template. A host that does not report the WIP of an archive sends no fact about this
      // WIP.
      newestArchives: newestArchives(
        services,
        () => isAnnounced(services, capabilities.author),
        (templates, signal) =>
          Promise.all(
            templates.map(async (template) => ({
              template,
              archive: await client.call(readRecent, { id: template }, { signal }),
            })),
          ),
      ),
      putBack: putBackMachine.provide({
        actors: {
          putBack: fromPromise(({ input: { archive, insteadOf } }) =>
            client.call(submitAgain, { uuid: archive, body: { instead_of: insteadOf } }),
          ),
        },
      }),
      deleteWip: fromPromise(async ({ input }) => {
        await client.call(deleteWip, { uuid: input.wip });
        void store.recent.remove(input.wip);
      }),
    },
  });
};

export const route = screenRouteWithParts(EditorScreen, machine, (services) => ({
  // Loaded on demand: few hosts keep records.
  history: late(async () => ({ Content: (await import('./field-history.ts')).fieldHistoryOf(services) })),
}));

/** Records that a WIP was opened, or that it can no longer be opened. */
async function noteOpening(
  recent: RecentDocuments,
  { template, wip }: Place,
  loading: Promise<DocumentDetail>,
): Promise<DocumentDetail> {
  if (wip === null) return loading;
  try {
    const detail = await loading;
    void recent.add({ template, wip, name: wipNameOf(detail, wip), templateName: detail.base_name ?? '' });
    return detail;
  } catch (error) {
    const failure = failureOf(error);
    if (isGone(failure) || statusOf(failure) === 403) void recent.remove(wip);
    throw error;
  }
}

async function loadDetail(client: Client, { template, wip }: Place, signal: AbortSignal): Promise<DocumentDetail> {
  if (wip !== null) return client.call(readWip, { uuid: wip }, { signal });
  // No save has changed it: its line breaks are its author's on any host.
  return { ...(await client.call(readTemplate, { id: template }, { signal })), line_breaks: 'marked' };
}

/** Loaded on demand: few documents are filled from others. */
const fillings = () => import('./filling.ts');
