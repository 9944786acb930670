import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import * as archives from '#api/archives.ts';
import * as authApi from '#api/auth.ts';
import type { Client } from '#api/client.ts';
import { type ArchiveDetail, EVENTS_MULTIPLEX } from '#api/contract/archives.ts';
import type { DocumentDetail, Template } from '#api/contract/templates.ts';
import type { Wip } from '#api/contract/wips.ts';
import { createEventStreams } from '#api/shared-streams.ts';
import type { Tabs } from '#api/tabs.ts';
import { ApiError } from '#api/failure.ts';
import * as templates from '#api/templates.ts';
import * as users from '#api/users.ts';
import * as wips from '#api/wips.ts';
import type { Env } from '#config/env.ts';
import { archiveBrowserMachine } from '#machines/archive-browser.machine.ts';
import type { AuthRef } from '#machines/auth.machine.ts';
import { dashboardMachine } from '#machines/dashboard.machine.ts';
import { editorMachine } from '#machines/editor.machine.ts';
import { eventStreamMachine } from '#machines/event-stream.machine.ts';
import { liveArchiveMachine } from '#machines/live-archive.machine.ts';
import { signupMachine } from '#machines/signup.machine.ts';
import { templatePickerMachine } from '#machines/template-picker.machine.ts';
import { userAdminMachine } from '#machines/user-admin.machine.ts';
import { wipListMachine } from '#machines/wip-list.machine.ts';
import { type Address, createDrafts } from './app-drafts.ts';

/** What `app.ts` has made already. */
export type Parts = { env: Env; client: Client; auth: AuthRef | undefined; tabs: Tabs | null };

/** The machines of every screen but the sign-in, with their implementations. */
export type ScreenMachines = ReturnType<typeof createScreenMachines>;

/**
 * The second half of the composition root: what no visitor of the sign-in page has to wait for. `app.ts` fetches it.
 * @param parts the session's half
 */
export function createScreenMachines({ env, client, auth, tabs }: Parts) {
  const drafts = createDrafts(auth);
  const streams = createEventStreams({
    host: env.apiHost,
    tabs,
    isMultiplexed: () => auth?.getSnapshot().context.user?.capabilities.includes(EVENTS_MULTIPLEX) ?? false,
  });
  const eventStream = () =>
    eventStreamMachine.provide({
      actors: {
        listenToStream: fromCallback<AnyEventObject, { id: string }>(({ input, sendBack }) =>
          streams.open(input.id, {
            onOpen: () => sendBack({ type: 'stream.opened' }),
            onInterrupted: () => sendBack({ type: 'stream.interrupted' }),
            onClosed: () => sendBack({ type: 'stream.closed' }),
            onSubmission: (archive) => sendBack({ type: 'submission.received', archive }),
          }),
        ),
        verifySession: fromPromise(({ signal }) => authApi.verifySession(client, 'later', signal)),
      },
      actions: { requestSessionCheck: () => auth?.send({ type: 'session.checkRequested' }) },
    });

  const { listTemplates, listWips, deleteWip, loadArchive } = sharedCalls(client);
  return lazily({
    signup: () => signupMachine,
    dashboard: () => dashboardMachine.provide({ actors: { listTemplates } }),
    templatePicker: () => templatePickerMachine.provide({ actors: { listTemplates, listWips } }),
    wipList: () => wipListMachine.provide({ actors: { listTemplates, listWips, deleteWip } }),
    editor: () =>
      editorMachine.provide({
        actors: {
          loadDocument: fromPromise(async ({ input, signal }) => {
            const [detail, read] = await Promise.all([loadDetail(client, input, signal), documentReader()]);
            const content = await read(detail.content);
            return { detail, ...content, draft: drafts.of(input) };
          }),
          saveNewWip: fromPromise(({ input }) => templates.saveNewWip(client, input.template, input.body)),
          updateWip: fromPromise(({ input }) => wips.updateWip(client, input.wip, input.body)),
          submitWip: fromPromise(({ input }) => wips.submitWip(client, input.wip)),
          deleteWip,
        },
        actions: {
          keepDraft: ({ context }) => drafts.keep(context, context.edits),
          dropDraft: ({ context }) => drafts.keep(context, []),
        },
      }),
    liveArchive: () =>
      liveArchiveMachine.provide({
        actors: {
          eventStream: eventStream(),
          findNewestArchive: fromPromise(async ({ input, signal }) =>
            input.kind === 'template'
              ? archives.recentArchive(client, input.id, signal)
              : ((await archives.listArchives(client, input.id, signal))[0] ?? null),
          ),
          loadArchive,
        },
      }),
    archiveBrowser: () =>
      archiveBrowserMachine.provide({
        actors: {
          listTemplates,
          listWips,
          listArchives: fromPromise(({ input, signal }) => archives.listArchives(client, input.wip, signal)),
          loadArchive,
        },
      }),
    userAdmin: () =>
      userAdminMachine.provide({
        actors: {
          listUsers: fromPromise(({ signal }) => users.listUsers(client, signal)),
          listRoles: fromPromise(({ signal }) => users.listRoles(client, signal)),
          assignRole: fromPromise(({ input }) => users.assignRole(client, input)),
          updateUser: fromPromise(({ input }) => users.updateUser(client, input.user, input.update)),
        },
        actions: {
          announceUpdate: (_, { user }) => {
            const isOwn = auth?.getSnapshot().context.user?.user_id === user;
            if (isOwn) auth?.send({ type: 'session.checkRequested' });
          },
        },
      }),
  });
}

/** Each is made when it is first asked for: to build a machine takes a slow device as long as to draw a screen. */
function lazily<T extends Readonly<Record<string, () => unknown>>>(makers: T) {
  const made = new Map<string, unknown>();
  const isReadBy = (name: string) => ({
    enumerable: true,
    get(): unknown {
      if (!made.has(name)) made.set(name, makers[name]?.());
      return made.get(name);
    },
  });
  const getters = Object.fromEntries(Object.keys(makers).map((name) => [name, isReadBy(name)]));
  return Object.defineProperties({}, getters) as { readonly [K in keyof T]: ReturnType<T[K]> };
}

/** The calls that several screens make. */
function sharedCalls(client: Client) {
  return {
    listTemplates: fromPromise<Template[], undefined>(({ signal }) => templates.listTemplates(client, signal)),
    listWips: fromPromise<Wip[], { template: string }>(({ input, signal }) =>
      templates.listWips(client, input.template, signal),
    ),
    deleteWip: fromPromise<void, { wip: string }>(({ input }) => wips.deleteWip(client, input.wip)),
    loadArchive: fromPromise<ArchiveDetail, { archive: string }>(({ input, signal }) =>
      archives.loadArchive(client, input.archive, signal),
    ),
  };
}

function loadDetail(client: Client, { template, wip }: Address, signal: AbortSignal): Promise<DocumentDetail> {
  return wip === null ? templates.loadTemplate(client, template, signal) : wips.loadWip(client, wip, signal);
}

/** The parser is large and only the editor needs it: it comes together with the first document. */
async function documentReader() {
  const { readDocument } = await import('#document/read-document.ts').catch(() => {
    throw new ApiError({ kind: 'network' });
  });
  return readDocument;
}
