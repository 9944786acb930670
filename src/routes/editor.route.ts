import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Client } from '#api/client.ts';
import type { DocumentDetail } from '#api/contract/templates.ts';
import { watchConnectivity } from '#api/connectivity.ts';
import { ApiError } from '#api/failure.ts';
import { createHostClock } from '#api/host-clock.ts';
import * as templates from '#api/templates.ts';
import * as wips from '#api/wips.ts';
import { capabilities } from '#api/contract/capabilities.ts';
import { editorMachine } from '#machines/editor.machine.ts';
import { saveLineMachine } from '#machines/save-line.machine.ts';
import { guardedBody } from '#machines/save-basis.ts';
import { EditorScreen } from '#ui/screens/editor/editor.tsx';
import { isAnnounced } from './announced.ts';
import { sharedCalls } from './calls.ts';
import { createDocumentFrame } from './document-frame.ts';
import { type Address, createDrafts } from './drafts.ts';
import { screenRoute } from './screen-route.ts';

export const route = screenRoute(EditorScreen, ({ env, client, auth, hearers }) => {
  const clock = createHostClock(
    () => performance.now(),
    () => Date.now(),
  );
  hearers.add(clock.hear);
  const drafts = createDrafts(auth);
  const { deleteWip } = sharedCalls(client);
  return editorMachine.provide({
    actors: {
      document: createDocumentFrame(env),
      saveLine: saveLineMachine.provide({
        actors: {
          hostClock: fromCallback<AnyEventObject, undefined>(({ receive, sendBack }) =>
            receive(() => sendBack({ type: 'clock.told', now: clock.now() })),
          ),
          watchConnectivity: fromCallback<AnyEventObject, undefined>(({ sendBack }) => watchConnectivity(sendBack)),
        },
      }),
      loadDocument: fromPromise(async ({ input, signal }) => {
        const [detail, read] = await Promise.all([loadDetail(client, input, signal), documentReader()]);
        const content = await read(detail.content, detail.line_breaks);
        return { detail, ...content, draft: drafts.of(input) };
      }),
      saveNewWip: fromPromise(({ input }) => templates.saveNewWip(client, input.template, input.body)),
      updateWip: fromPromise(async ({ input: { wip, body, basis } }) => {
        if (isAnnounced({ auth }, capabilities.guard)) return wips.updateGuarded(client, wip, guardedBody(body, basis));
        await wips.updateWip(client, wip, body);
        return null;
      }),
      submitWip: fromPromise(({ input }) => wips.submitWip(client, input.wip)),
      deleteWip,
    },
    actions: {
      keepDraft: ({ context }) => drafts.keep(context, context.edits),
      dropDraft: ({ context }) => drafts.keep(context, []),
    },
  });
});

function loadDetail(client: Client, { template, wip }: Address, signal: AbortSignal): Promise<DocumentDetail> {
  return wip === null ? templates.loadTemplate(client, template, signal) : wips.loadWip(client, wip, signal);
}

/** The parser is large: it comes together with the first document. */
async function documentReader() {
  const { readDocument } = await import('#document/read-document.ts').catch(() => {
    throw new ApiError({ kind: 'network' });
  });
  return readDocument;
}
