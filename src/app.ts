import { type AnyEventObject, createActor, fromCallback, fromPromise } from 'xstate';
import * as archives from '#api/archives.ts';
import * as authApi from '#api/auth.ts';
import { type Client, createClient } from '#api/client.ts';
import type { ArchiveDetail } from '#api/contract/archives.ts';
import type { DocumentDetail, Template } from '#api/contract/templates.ts';
import type { Wip } from '#api/contract/wips.ts';
import { openEventStream } from '#api/event-stream.ts';
import { ApiError } from '#api/failure.ts';
import { createRefreshGate, type RefreshGate } from '#api/refresh-gate.ts';
import * as templates from '#api/templates.ts';
import * as users from '#api/users.ts';
import * as wips from '#api/wips.ts';
import type { Env } from '#config/env.ts';
import { appMachine } from '#machines/app.machine.ts';
import { archiveBrowserMachine } from '#machines/archive-browser.machine.ts';
import { authMachine, type AuthRef } from '#machines/auth.machine.ts';
import { dashboardMachine } from '#machines/dashboard.machine.ts';
import type { RegionValue } from '#machines/editor-edits.ts';
import { editorMachine } from '#machines/editor.machine.ts';
import { eventStreamMachine } from '#machines/event-stream.machine.ts';
import { liveArchiveMachine } from '#machines/live-archive.machine.ts';
import { loginMachine } from '#machines/login.machine.ts';
import { refreshMachine } from '#machines/refresh.machine.ts';
import { signupMachine } from '#machines/signup.machine.ts';
import { templatePickerMachine } from '#machines/template-picker.machine.ts';
import { userAdminMachine } from '#machines/user-admin.machine.ts';
import { wipListMachine } from '#machines/wip-list.machine.ts';

/** What the page gives to the application. */
export type AppOptions = { env: Env; readCookies: () => string };

/**
 * The composition root: the only place that gives machines their implementations, and that tells one actor what another one said.
 * Start `root` before the first render.
 * @param options the configuration and the page's cookies
 * @returns the root actor and every screen's machine, ready to run
 */
export function createApp({ env, readCookies }: AppOptions) {
  const settled: ((succeeded: boolean) => void)[] = [];
  const gate: RefreshGate = createRefreshGate({
    request: () => root.getSnapshot().children.refresh?.send({ type: 'refresh.requested' }),
    onSettled: (listener) => settled.push(listener),
  });
  const client = createClient({ host: env.apiHost, gate, readCookies });

  const auth = authMachine.provide({
    actors: {
      verifySession: fromPromise(({ signal }) => authApi.verifySession(client, 'initial', signal)),
      verifyAfterSignIn: fromPromise(({ signal }) => authApi.verifySession(client, 'afterSignIn', signal)),
      revalidateSession: fromPromise(({ signal }) => authApi.verifySession(client, 'later', signal)),
      signOut: fromPromise(() => authApi.signOut(client)),
    },
  });
  const refresh = refreshMachine.provide({
    actors: { refreshToken: fromPromise(() => authApi.refreshToken(client)) },
  });
  const root = createActor(appMachine.provide({ actors: { auth, refresh } }));

  const endOfRefresh = (succeeded: boolean) => () => {
    for (const listener of settled) listener(succeeded);
    if (!succeeded) root.getSnapshot().children.auth?.send({ type: 'session.lost' });
  };
  const { children } = root.getSnapshot();
  children.refresh?.on('refresh.succeeded', endOfRefresh(true));
  children.refresh?.on('refresh.failed', endOfRefresh(false));

  const drafts = createDrafts(children.auth);

  const eventStream = eventStreamMachine.provide({
    actors: {
      listenToStream: fromCallback<AnyEventObject, { id: string }>(({ input, sendBack }) =>
        openEventStream(env.apiHost, input.id, {
          onOpen: () => sendBack({ type: 'stream.opened' }),
          onInterrupted: () => sendBack({ type: 'stream.interrupted' }),
          onClosed: () => sendBack({ type: 'stream.closed' }),
          onSubmission: (archive) => sendBack({ type: 'submission.received', archive }),
        }),
      ),
      verifySession: fromPromise(({ signal }) => authApi.verifySession(client, 'later', signal)),
    },
  });

  const { listTemplates, listWips, deleteWip, loadArchive } = sharedCalls(client);
  const machines = {
    login: loginMachine.provide({
      actors: { signIn: fromPromise(({ input }) => authApi.signIn(client, input)) },
      actions: {
        announceSignIn: (_, { user }) => children.auth?.send({ type: 'signIn.succeeded', user }),
      },
    }),
    signup: signupMachine,
    dashboard: dashboardMachine.provide({ actors: { listTemplates } }),
    templatePicker: templatePickerMachine.provide({ actors: { listTemplates, listWips } }),
    wipList: wipListMachine.provide({ actors: { listTemplates, listWips, deleteWip } }),
    editor: editorMachine.provide({
      actors: {
        loadDocument: fromPromise(async ({ input, signal }) => {
          const [detail, read] = await Promise.all([loadDetail(client, input, signal), documentReader()]);
          return { detail, ...read(detail.content), draft: drafts.of(input) };
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
    liveArchive: liveArchiveMachine.provide({
      actors: {
        eventStream,
        findNewestArchive: fromPromise(async ({ input, signal }) =>
          input.kind === 'template'
            ? archives.recentArchive(client, input.id, signal)
            : ((await archives.listArchives(client, input.id, signal))[0] ?? null),
        ),
        loadArchive,
      },
    }),
    archiveBrowser: archiveBrowserMachine.provide({
      actors: {
        listTemplates,
        listWips,
        listArchives: fromPromise(({ input, signal }) => archives.listArchives(client, input.wip, signal)),
        loadArchive,
      },
    }),
    userAdmin: userAdminMachine.provide({
      actors: {
        listUsers: fromPromise(({ signal }) => users.listUsers(client, signal)),
        listRoles: fromPromise(({ signal }) => users.listRoles(client, signal)),
        assignRole: fromPromise(({ input }) => users.assignRole(client, input)),
        updateUser: fromPromise(({ input }) => users.updateUser(client, input.user, input.update)),
      },
      actions: {
        announceUpdate: (_, { user }) => {
          const isOwn = children.auth?.getSnapshot().context.user?.user_id === user;
          if (isOwn) children.auth?.send({ type: 'session.checkRequested' });
        },
      },
    }),
  };
  return { root, machines, env };
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

/** The identity of a person when the host gives none (section 3). */
const NOBODY_TOLD = 'null';

type Address = { template: string; wip: string | null };

function loadDetail(client: Client, { template, wip }: Address, signal: AbortSignal): Promise<DocumentDetail> {
  return wip === null ? templates.loadTemplate(client, template, signal) : wips.loadWip(client, wip, signal);
}

/** The parser is large and only the editor needs it: it comes together with the first document. */
async function documentReader() {
  const [{ findRegions }, { readNewAttributes }] = await Promise.all([
    import('#document/regions.ts'),
    import('#document/new-attributes.ts'),
  ]).catch(() => {
    throw new ApiError({ kind: 'network' });
  });
  return (html: string) => ({
    regions: findRegions(html).map(({ id, value }): RegionValue => [id, value]),
    newAttributes: readNewAttributes(html) ?? [],
  });
}

/**
 * What was typed and not saved, by person and document, for as long as the page lives: a session that ends under a person takes the editor away, and this
 * gives the text back after the next sign-in (quality.md, "typed text kept"). Memory only: nothing of a document is written to a shared machine's disk.
 * Nothing is kept for a person whom the host does not tell apart from others, and nothing outlives logging out.
 */
function createDrafts(auth: AuthRef | undefined) {
  const byDocument = new Map<string, RegionValue[]>();
  let last: string | null = null;
  const keyOf = ({ template, wip }: Address): string | null => {
    last = auth?.getSnapshot().context.user?.user_id ?? last;
    return last === null || last === NOBODY_TOLD ? null : JSON.stringify([last, wip === null ? template : null, wip]);
  };
  auth?.on('navigation.requested', () => byDocument.clear());
  return {
    keep: (address: Address, edits: RegionValue[]) => {
      const key = keyOf(address);
      if (key === null) return;
      if (edits.length === 0) byDocument.delete(key);
      else byDocument.set(key, edits);
    },
    of: (address: Address): RegionValue[] => byDocument.get(keyOf(address) ?? '') ?? [],
  };
}
