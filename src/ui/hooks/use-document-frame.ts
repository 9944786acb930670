import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { guardFocus } from '#document/focus-guard.ts';
import type { FrameEvents, FrameLink, FrameSnapshot } from '#document/frame-events.ts';
import { FrameStage } from '#document/frame-stage.ts';
import { PressWait } from '#document/press-wait.ts';
import { printDocument } from '#document/print-document.ts';
import { FIRST_PRINT, snapshotOf, withRows } from '#document/print-snapshot.ts';
import type { FrameMode, Pair } from '#document/protocol.ts';
import { useApp } from './app-context.ts';
import { useShortcuts } from './shortcuts-context.ts';
import { usePrintKey } from './use-print-key.ts';

/** How the document in the frame does: `lost` does not answer, `removed` broke the rules. */
type FrameHealth = 'opening' | 'ready' | 'lost' | 'removed';

export type DocumentFrameOptions = Omit<FrameEvents, 'onFound' | 'onOpenLink'> & {
  /** Null while it is fetched: its frame is made meanwhile. */
  readonly html: string | null;
  readonly mode: FrameMode;
  /** The document's name. */
  readonly title: string;
  /** A CSS height (section 9). */
  readonly height: string;
  /** Another number opens the same HTML anew. */
  readonly revision?: number;
  /** Newer ones are to be expected; read once. */
  readonly isLive?: boolean;
  readonly onFound?: () => void;
  /** A link is to take this page's place, and the person agreed where we do not know the address; default: it does. */
  readonly onLeave?: (href: string) => void;
  /** A line at the top of the paper, such as that the document was not submitted. */
  readonly printNote?: string | null;
  /** Told when another document is awaited or a print begins, and when the newest print came to nothing. */
  readonly onPrint?: (isFailed: boolean) => void;
};

export type DocumentFrameCommands = {
  /** Answered by `onSnapshot` with the same number. */
  snapshot(no: number): void;
  /** Sets values in place; those of regions that are not there yet wait for them. */
  patch(values: readonly Pair[]): void;
  /** Answers `onPasteUrl`; null inserts the bare address. */
  linkText(no: number, url: string, text: string | null): void;
  focus(id?: string): void;
  /** Asks for the regions' names: `onNames`. */
  names(): void;
  /** Prints the document as it is now, in full; Ctrl+P does the same, on the page and in the document. */
  readonly print: () => void;
  /** Opens the document anew. */
  reload(): void;
};

export type DocumentFrameState = {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly commands: DocumentFrameCommands;
  readonly health: FrameHealth;
  /** An address that a document asked to open and that we have not seen before: ask the person, showing all of it. */
  readonly asked: FrameLink | null;
  answer(isAllowed: boolean): void;
};

/** Opens an address for a person. A click in the frame counts as one here, so no pop-up blocker steps in. */
function follow({ href, where }: FrameLink, leave?: (to: string) => void): void {
  // A letter or a call takes no page's place.
  if (where === 'top' && leave && /^https?:/i.test(href)) leave(href);
  else if (where === 'top') window.location.assign(href);
  else window.open(href, '_blank', 'noopener,noreferrer');
}

/**
 * Shows a document in its isolated frame and speaks with it. Another `html` or `revision` loads in a second, hidden frame that takes the
 * place when it is ready: no flash, the scroll place is kept.
 * @param options the document and what is to be told; callbacks may change at each render
 */
export function useDocumentFrame(options: DocumentFrameOptions): DocumentFrameState {
  const { html, mode, title, height, revision = 0 } = options;
  const { newAttributesFunction, frameUrl } = useApp().env;
  const container = useRef<HTMLDivElement | null>(null);
  const stage = useRef<FrameStage | null>(null);
  const latest = useRef(options);
  const openHelp = useRef(useShortcuts());
  const prints = useRef(new Map<number, (taken: FrameSnapshot) => void>());
  const jobs = useRef(0);
  const [health, setHealth] = useState<FrameHealth>('opening');
  const [asked, setAsked] = useState<FrameLink | null>(null);
  const [reloads, setReloads] = useState(0);

  useEffect(() => {
    latest.current = options;
  });

  const commands = useMemo<DocumentFrameCommands>(
    () => ({
      snapshot: (no) => stage.current?.current?.snapshot(no),
      patch: (values) => stage.current?.current?.patch(values),
      linkText: (no, url, text) => stage.current?.current?.linkText(no, url, text),
      focus: (id) => stage.current?.current?.focus(id),
      names: () => stage.current?.current?.names(),
      print: () => {
        const { html: shown, title: name, mode: how, printNote = null } = latest.current;
        if (shown === null) return;
        latest.current.onPrint?.(false);
        const job = (jobs.current += 1);
        const host = stage.current?.current;
        const print = async (): Promise<void> => {
          const taken = host?.isReady && how === 'edit' ? await snapshotOf(host, prints.current) : null;
          const source = await withRows(shown, taken).catch(() => shown);
          const values = taken?.values ?? host?.values() ?? [];
          printDocument({
            html: source,
            title: name,
            values,
            note: printNote,
            newAttributesFunction,
            frameOrigin: frameUrl,
            onFailed: () => job === jobs.current && latest.current.onPrint?.(true),
          });
        };
        void print();
      },
      reload: () => {
        setHealth('opening');
        setReloads((count) => count + 1);
      },
    }),
    [newAttributesFunction, frameUrl],
  );

  usePrintKey(container, commands.print);
  useEffect(() => (container.current ? guardFocus(container.current) : undefined), []);

  useEffect(() => {
    if (!container.current) return undefined;
    const press = new PressWait();
    const events: FrameEvents = {
      onReady: (document) => {
        setHealth('ready');
        latest.current.onReady?.(document);
      },
      onLost: () => {
        setHealth('lost');
        latest.current.onLost?.();
      },
      onFound: () => {
        setHealth('ready');
        latest.current.onFound?.();
      },
      onMisbehaved: () => {
        setHealth('removed');
        latest.current.onMisbehaved?.();
      },
      onSnapshot: (taken) => {
        if (taken.no >= FIRST_PRINT) prints.current.get(taken.no)?.(taken);
        else latest.current.onSnapshot?.(taken);
      },
      onHotkey: (key) => {
        if (key === 'print') press.once(commands.print);
        else if (key === 'help') press.once(openHelp.current);
        else latest.current.onHotkey?.(key);
      },
      onOpenLink: (link) => {
        if (link.isKnown) follow(link, latest.current.onLeave);
        else setAsked(link);
      },
    };
    const own = new FrameStage(container.current, () => ({ ...latest.current, ...events }));
    stage.current = own;
    return () => {
      press.drop();
      own.dispose();
      stage.current = null;
    };
  }, [commands]);

  useEffect(() => {
    if (html === null) {
      stage.current?.prepare(latest.current.height, frameUrl);
      // What the document before it asked went with it, and what came of its printing.
      setAsked(null);
      jobs.current += 1;
      latest.current.onPrint?.(false);
      return;
    }
    const { title: name, height: size, isLive = false } = latest.current;
    const shown = { html, mode, title: name, height: size, isLive, newAttributesFunction, frameOrigin: frameUrl };
    stage.current?.show(shown);
  }, [html, mode, newAttributesFunction, frameUrl, revision, reloads]);

  useEffect(() => {
    stage.current?.describe(title, height);
  }, [title, height]);

  return {
    container,
    commands,
    health,
    asked,
    answer: (isAllowed) => {
      if (asked && isAllowed) follow(asked, latest.current.onLeave);
      setAsked(null);
    },
  };
}
