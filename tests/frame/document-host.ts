import { type ActorRefFrom, type AnyEventObject, createActor, setup } from 'xstate';
import { Fitter } from '#document/host/fitter.ts';
import { givePlace, takePlace } from '#document/host/places.ts';
import type { FrameMode, PasteAnswer, ToFrame } from '#document/host/protocol.ts';
import type { Pair, LineBreaks } from '#common/document/regions/values.ts';
import type { DocumentFrameRef, documentFrameMachine } from '#machines/document/document-frame.machine.ts';
import { createDocumentFrame } from '#routes/document/document-frame.ts';

type HostOptions = {
  readonly element: HTMLElement;
  readonly mode: FrameMode;
  readonly frameOrigin?: string;
  readonly isLive?: boolean;
  /** A live document is fitted to its place, unless said otherwise. */
  readonly isOnWall?: boolean;
  readonly height?: string;
  /** Receives the events that the frame sends to its chart, those that the chart sends to its owner, and the frame's health. */
  readonly note: (name: string, detail: unknown) => void;
};

const ownerOf = (documentFrame: typeof documentFrameMachine, onEvent: (event: AnyEventObject) => void) =>
  setup({
    types: { input: {} as { place: string; mode: FrameMode; isLive: boolean } },
    actors: { documentFrame },
    actions: { report: ({ event }) => onEvent(event) },
  }).createMachine({
    id: 'owner',
    context: ({ input }) => input,
    invoke: {
      id: 'document',
      src: 'documentFrame',
      input: ({ context }) => ({ ...context, html: null, lines: 'marked' }) as never,
    },
    on: { '*': { actions: 'report' } },
  });

/** Fields of a document's events, each of which has some. */
type EventFields = Record<'values' | 'changes' | 'added' | 'names', Pair[]> & {
  removed: string[];
  unasked: string[];
  key: string;
  region: { id: string; label: string };
  isOwners: boolean;
};

let hosts = 0;

/** A document at a place of a bare page, as a screen's machine has it: the product's chart, frames and printer, with no React around. */
export class DocumentHost {
  readonly frame: DocumentFrameRef;
  readonly #actor: ActorRefFrom<ReturnType<typeof ownerOf>>;
  readonly #element: HTMLElement;
  readonly #place = `host ${(hosts += 1)}`;
  readonly #note: HostOptions['note'];
  readonly #values = new Map<string, string>();
  #health = 'opening';

  constructor({
    element,
    mode,
    note,
    frameOrigin = '',
    isLive = false,
    isOnWall = isLive,
    height = '480px',
  }: HostOptions) {
    this.#element = element;
    this.#note = note;
    const env = { frameUrl: frameOrigin, newAttributesFunction: 'getNewAttributes' };
    // The page has to stay where it is.
    const documentFrame = createDocumentFrame(env, {
      findEarlier: () => Promise.resolve(null),
      fitterFor: (frame, page) => new Fitter(frame, page),
    }).provide({
      actions: { openLink: ({ context }) => note('opened', context.link) },
    });
    const onEvent = (event: AnyEventObject): void => this.#receive(event);
    this.#actor = createActor(ownerOf(documentFrame, onEvent), {
      input: { place: this.#place, mode, isLive },
      inspect: (seen) => {
        if (seen.type === '@xstate.event' && seen.actorRef === this.frame) this.#receive(seen.event);
      },
    });
    this.frame = this.#actor.getSnapshot().children['document'] as DocumentFrameRef;
    this.frame.subscribe((snapshot) => {
      const now =
        (['late', 'lost', 'gone', 'removed', 'broken'] as const).find((trouble) => snapshot.hasTag(trouble)) ?? 'fine';
      if (now !== this.#health && (now !== 'fine' || /^(lost|gone|late)$/.test(this.#health)))
        note(now === 'fine' ? 'found' : now, null);
      this.#health = now;
    });
    givePlace(this.#place, { element, title: 'Test', height, isOnWall });
    this.#actor.start();
  }

  get iframe(): HTMLIFrameElement | null {
    return this.#element.querySelector('iframe:not([aria-hidden])');
  }

  get isReady(): boolean {
    return this.frame.getSnapshot().matches({ shown: 'ready' });
  }

  /** Returns the values that the document has sent. */
  values(): Pair[] {
    return [...this.#values];
  }

  value(id: string): string | undefined {
    return this.#values.get(id);
  }

  /** Opens a document; the newest call wins. */
  show(html: string, lines: LineBreaks = 'marked', isStored = false, stored?: Pair[]): void {
    this.frame.send({ type: 'document.given', html, lines, isStored, stored });
  }

  patch(values: Pair[], isAsked = false, was?: string[]): void {
    this.frame.send({ type: 'patch.requested', values, isAsked, was });
  }

  snapshot(unasked: string[] = []): void {
    this.frame.send({ type: 'snapshot.requested', unasked });
  }

  linkText(no: number, url: string, text: string | null): void {
    this.frame.send({ type: 'linkText.chosen', no, url, text });
  }

  gridAnswer(no: number, answer: PasteAnswer): void {
    this.frame.send({ type: 'gridPaste.answered', no, answer });
  }

  /** Puts the keyboard into a region. @param caret characters from its start */
  focus(id: string, caret?: number): void {
    if (document.activeElement !== this.iframe) this.iframe?.focus();
    this.post({ type: 'focus', id, ...(caret === undefined ? {} : { caret }) });
  }

  /** Puts the keyboard into the first region. */
  begin(): void {
    if (document.activeElement !== this.iframe) this.iframe?.focus();
    this.post({ type: 'focus' });
  }

  /** A region is about to be changed outside of the document. */
  reach(id: string): void {
    this.frame.send({ type: 'region.reached', id });
  }

  names(): void {
    this.frame.send({ type: 'names.requested' });
  }

  post(message: ToFrame): void {
    this.frame.getSnapshot().children['stage']?.send({ type: 'post', message } as never);
  }

  dispose(): void {
    takePlace(this.#place);
    this.#actor.stop();
  }

  #receive(event: AnyEventObject): void {
    const { type, ...detail } = event as { type: string } & Partial<EventFields>;
    // The tests' owner asks nothing before it saves or submits.
    if (type === 'document.ready') this.frame.send({ type: 'save.described', isAsking: false });
    if (type === 'handOver.begun' && detail['isOwners'] === true) this.frame.send({ type: 'keyboard.kept' });
    if (type === 'document.ready') this.#values.clear();
    for (const [id, value] of detail.values ?? detail.changes ?? detail.added ?? []) this.#values.set(id, value);
    for (const id of detail.removed ?? []) this.#values.delete(id);
    if (type === 'text.edited' && detail.unasked?.length) this.#note('unasked', detail.unasked);
    const one = detail.changes ?? detail.region ?? detail.key ?? detail.names;
    this.#note(type, type === 'snapshot.taken' ? { ...detail, values: this.values() } : (one ?? detail));
  }
}
