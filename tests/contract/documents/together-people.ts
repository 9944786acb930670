import { vi } from 'vitest';
import { type Actor, createActor, fromCallback, SimulatedClock, type SnapshotFrom, waitFor } from 'xstate';
import { capabilities } from '#common/config/capabilities.ts';
import { FRESH_READ, XSRF_COOKIE } from '#common/config/constants.ts';
import { readEnv } from '#common/config/env.ts';
import type { Pair } from '#common/document/regions/values.ts';
import type { FrameMode } from '#document/host/protocol.ts';
import type { StageCommand, StageEvent } from '#document/host/stage.ts';
import { readNewAttributes } from '#common/document/plan/new-attributes.ts';
import { findRegions } from '#common/document/html/regions.ts';
import type { ConflictRef } from '#machines/editor/conflict.machine.ts';
import { documentFrameMachine } from '#machines/document/document-frame.machine.ts';
import type { editorMachine } from '#machines/editor/editor.machine.ts';
import type { SubmissionRef } from '#machines/editor/submission.machine.ts';
import { presenceMachine } from '#machines/editor/presence.machine.ts';
import { saveLineMachine } from '#machines/editor/save-line.machine.ts';
import { route } from '#routes/editor/editor.route.ts';
import { hasCapability } from '#ui/session/use-auth.ts';
import type { Person } from '#tests/support/person.ts';
import { createApp } from '../../../src/app.ts';
import type { Asked, Part } from './together-model.ts';

/** Capabilities that are left out here, because they would need a browser. */
const LEFT_OUT: readonly string[] = [capabilities.presence, capabilities.draftsKey];

type Json = Record<string, unknown>;

/** Fields of a document that a plain host does not send. */
const STANDING: readonly string[] = ['revision', 'updated_on', 'updated_by'];
const KEY: readonly string[] = ['drafts_key', 'drafts_mark'];

const without = (reply: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(reply).filter(([name]) => !names.includes(name)));

/** Returns a host's own reply, as a plain host would give it or as ours does, without the fields that are left out. */
function filtered(reply: Json, isPlain: boolean): Json {
  const { result, capabilities: announced } = reply;
  if (isPlain && result) return { ...reply, result: without(result as Json, STANDING) };
  if (!Array.isArray(announced)) return reply;
  if (isPlain) return without(reply, [...KEY, 'capabilities']);
  return { ...without(reply, KEY), capabilities: announced.filter((one) => !LEFT_OUT.includes(String(one))) };
}

/** Request that a person's page has sent to its host: the body of a save or a submission. */
export type Sent = { path: string; body: Json };

/** The page of one person, without a browser: the real application up to its editors, and the real calls over HTTP. */
export class Page {
  readonly sent: Sent[] = [];
  readonly name: string;
  readonly person: Person;
  readonly isPlain: boolean;
  readonly #app: ReturnType<typeof createApp>;
  readonly #machine: typeof editorMachine;
  #stage: HeadlessStage | null = null;
  #editor: Actor<typeof editorMachine> | null = null;
  #clock = new SimulatedClock();

  /** @param isPlain true if its host announces nothing and sends no revisions */
  constructor(name: string, person: Person, isPlain: boolean) {
    this.name = name;
    this.person = person;
    this.isPlain = isPlain;
    this.#app = createApp({
      env: readEnv({ VITE_API_HOST: this.origin }),
      readCookies: () => `${XSRF_COOKIE}=${person.cookie(XSRF_COOKIE) ?? ''}`,
    });
    this.#machine = route.machine(this.#app).provide({
      actors: {
        document: documentFrameMachine.provide({
          actors: {
            stage: fromCallback<StageCommand, { place: string; mode: FrameMode; isLive: boolean }>(
              ({ sendBack, receive }) => {
                const stage = new HeadlessStage(sendBack);
                this.#stage = stage;
                receive((command) => stage.execute(command));
              },
            ),
          },
        }),
        saveLine: saveLineMachine,
        presence: presenceMachine,
      },
    });
  }

  get origin(): string {
    return `http://${this.name}.example`;
  }

  get #now(): SnapshotFrom<typeof editorMachine> {
    if (!this.#editor) throw new Error(`${this.name} has no document open.`);
    return this.#editor.getSnapshot();
  }

  async start(): Promise<void> {
    this.#app.root.start();
    const { auth } = this.#app;
    if (auth) await waitFor(auth, (session) => session.hasTag('authenticated'));
  }

  stop(): void {
    this.close();
    this.#app.root.stop();
  }

  close(): void {
    this.#editor?.stop();
    this.#editor = null;
  }

  async open(template: string, wip: string): Promise<void> {
    const user = this.#app.auth?.getSnapshot().context.user ?? null;
    this.#clock = new SimulatedClock();
    this.#editor = createActor(this.#machine, {
      clock: this.#clock,
      input: {
        template,
        wip,
        success: null,
        firstView: 'document',
        isReader: false,
        isGuarded: hasCapability(user, capabilities.guard),
        looksAtWall: hasCapability(user, capabilities.author),
        place: this.name,
      },
    });
    this.#editor.start();
    await this.#quiet();
  }

  type(region: string, text: string): void {
    this.#stage?.type(region, text);
  }

  addRow(row: unknown): void {
    this.#stage?.addRow(row);
  }

  /** Lets enough time pass that a page checks a plain host's document before it saves. */
  grows(): void {
    this.#clock.increment(FRESH_READ);
  }

  /** Sends events to the editor, and waits until it has finished or asks a question. */
  async does(...events: Parameters<Actor<typeof editorMachine>['send']>[0][]): Promise<void> {
    for (const event of events) this.#editor?.send(event);
    await this.#quiet();
  }

  async settles(side: 'mine' | 'theirs'): Promise<void> {
    const conflict = this.#now.children['conflict'] as ConflictRef | undefined;
    conflict?.send({ type: 'side.chosenForAll', side });
    conflict?.send({ type: 'choice.confirmed' });
    await this.#quiet();
  }

  async answers(type: 'submission.confirmed' | 'submission.cancelled'): Promise<void> {
    this.#submission?.send({ type });
    await this.#quiet();
  }

  get #submission(): SubmissionRef | undefined {
    return this.#now.children['submission'] as SubmissionRef | undefined;
  }

  /** Returns what the person sees. */
  look() {
    const snapshot = this.#now;
    const { context } = snapshot;
    const conflict = (snapshot.children['conflict'] as ConflictRef | undefined)?.getSnapshot().context.questions ?? [];
    const isAsking = this.#submission?.getSnapshot().hasTag('asking') ?? false;
    return {
      phase: snapshot.hasTag('gone')
        ? ('sees it is gone' as const)
        : snapshot.hasTag('resolving')
          ? ('asked' as const)
          : isAsking
            ? ('asked to submit' as const)
            : snapshot.matches({ loaded: { command: 'deleted' } })
              ? ('left' as const)
              : ('writing' as const),
      values: this.#stage?.values() ?? new Map<string, string>(),
      rows: this.#stage?.rows ?? [],
      isDirty: snapshot.hasTag('dirty'),
      wip: context.wip,
      name: context.name,
      message: context.message,
      by: context.conflict?.updated_by ?? null,
      asked: conflict.map(({ id, was, theirs, mine }): Asked => ({ part: (id ?? 'rows') as Part, was, theirs, mine })),
      unseen: this.#submission?.getSnapshot().context.unseen ?? [],
    };
  }

  async #quiet(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const editor = this.#editor;
    if (!editor) return;
    let inner: { unsubscribe(): void } | null = null;
    const look = (): void => {
      const snapshot = editor.getSnapshot();
      const { context } = snapshot;
      const isThere = !snapshot.hasTag('loading') && (snapshot.hasTag('failed') || context.baseline.length > 0);
      const submission = snapshot.children['submission'] as SubmissionRef | undefined;
      inner?.unsubscribe();
      inner = submission?.subscribe(() => queueMicrotask(look)) ?? null;
      const isAsking = submission?.getSnapshot().hasTag('asking') ?? false;
      const isDone = !snapshot.hasTag('busy') || isAsking || snapshot.matches({ loaded: { command: 'deleted' } });
      if (isThere && isDone) resolve();
    };
    const outer = editor.subscribe(look);
    look();
    await promise;
    outer.unsubscribe();
    (inner as { unsubscribe(): void } | null)?.unsubscribe();
    // Waits until the document shows what it was sent.
    await new Promise((done) => setImmediate(done));
  }
}

/** A document's place without a frame: it opens a document, holds its text, and sends the same events as the frame. */
class HeadlessStage {
  rows: unknown[] = [];
  readonly #send: (event: StageEvent) => void;
  #opened = new Map<string, string>();
  #values = new Map<string, string>();
  #newer: { values: Pair[]; rows: unknown[] } | null = null;

  constructor(send: (event: StageEvent) => void) {
    this.#send = send;
    send({ type: 'place.appeared' });
  }

  values(): ReadonlyMap<string, string> {
    return this.#values;
  }

  type(id: string, value: string): void {
    this.#values.set(id, value);
    this.#send({ type: 'text.edited', changes: [[id, value]] });
  }

  addRow(row: unknown): void {
    this.rows = [...this.rows, row];
    this.#send({ type: 'regions.changed', added: [], removed: [] });
  }

  execute(command: StageCommand): void {
    switch (command.type) {
      case 'open': {
        const values = findRegions(command.html, command.lines).map(({ id, value }): Pair => [id, value]);
        // Out of sight: what is shown stays, and answers, until the newer one is revealed.
        this.#newer = { values, rows: readNewAttributes(command.html) ?? [] };
        if (!command.isBehind) this.#reveal();
        this.#send({ type: 'newer.loaded' });
        this.#send({ type: 'newer.greeted' });
        this.#send({ type: 'newer.opened', values });
        return;
      }
      case 'reveal':
        return this.#reveal();
      case 'draw':
        return this.#send({ type: 'newer.drawn' });
      case 'post':
        return this.#answer(command.message);
      default:
    }
  }

  #reveal(): void {
    if (!this.#newer) return;
    this.#opened = new Map(this.#newer.values);
    this.#values = new Map(this.#newer.values);
    this.rows = this.#newer.rows;
    this.#newer = null;
  }

  #answer(message: Extract<StageCommand, { type: 'post' }>['message']): void {
    switch (message.type) {
      case 'patch':
        for (const [id, value] of message.values) if (this.#values.has(id)) this.#values.set(id, value);
        return;
      case 'snapshot':
        return this.#send({
          type: 'snapshot.taken',
          no: message.no,
          values: [...this.#values].filter(([id, value]) => this.#opened.get(id) !== value),
          newAttributes: this.rows,
          error: null,
        });
      case 'place':
        return this.#send({ type: 'scroll.reported', scroll: 0 });
      case 'names':
        return this.#send({ type: 'names.reported', names: [...this.#values.keys()].map((id): Pair => [id, id]) });
      case 'ping':
        return this.#send({ type: 'pong.received', no: message.no });
      default:
    }
  }
}

/** Lets the pages' calls go to the real server, each with its person's cookies, as their browsers would. */
export function connect(pages: readonly Page[]): void {
  const direct = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const { origin, pathname, search } = new URL(address);
    const page = pages.find((one) => one.origin === origin);
    if (!page) return direct(address, options);
    const { method = 'GET', body, signal } = options;
    const text = typeof body === 'string' ? body : undefined;
    if (text !== undefined) page.sent.push({ path: pathname, body: JSON.parse(text) as Json });
    // The person sends the headers that the client would send.
    const reply = await page.person.fetch(method, pathname + search, text, signal ? { signal } : {});
    const json = filtered((await reply.json().catch(() => ({}))) as Json, page.isPlain);
    const type = reply.headers.get('content-type') ?? 'application/json';
    return new Response(JSON.stringify(json), { status: reply.status, headers: { 'content-type': type } });
  });
}
