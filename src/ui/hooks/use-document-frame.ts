import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { FrameEvents, FrameLink } from '#document/frame-host.ts';
import { FrameStage } from '#document/frame-stage.ts';
import { printDocument } from '#document/print-document.ts';
import type { FrameMode, Pair } from '#document/protocol.ts';
import { useApp } from './app-context.ts';
import { useShortcuts } from './shortcuts-context.ts';

/** How the document in the frame does: `lost` does not answer, `removed` broke the rules. */
type FrameHealth = 'opening' | 'ready' | 'lost' | 'removed';

export type DocumentFrameOptions = Omit<FrameEvents, 'onFound'> & {
  readonly html: string;
  readonly mode: FrameMode;
  /** The document's name. */
  readonly title: string;
  /** A CSS height (section 9). */
  readonly height: string;
  /** Another number opens the same HTML anew. */
  readonly revision?: number;
  readonly onFound?: () => void;
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
  /** Prints the document as it is now, in full. @param note a line at the top of the paper, such as that it was not submitted */
  print(note?: string): void;
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
function follow({ href, where }: FrameLink): void {
  if (where === 'top') window.location.assign(href);
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
  const [health, setHealth] = useState<FrameHealth>('opening');
  const [asked, setAsked] = useState<FrameLink | null>(null);
  const [reloads, setReloads] = useState(0);

  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (!container.current) return undefined;
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
      onHotkey: (key) => {
        if (key === 'help') openHelp.current();
        else latest.current.onHotkey?.(key);
      },
      onOpenLink: (link) => {
        if (latest.current.onOpenLink) latest.current.onOpenLink(link);
        else if (link.isKnown) follow(link);
        else setAsked(link);
      },
    };
    const own = new FrameStage(container.current, () => ({ ...latest.current, ...events }));
    stage.current = own;
    return () => {
      own.dispose();
      stage.current = null;
    };
  }, []);

  useEffect(() => {
    const { title: name, height: size } = latest.current;
    stage.current?.show({ html, mode, title: name, height: size, newAttributesFunction, frameOrigin: frameUrl });
  }, [html, mode, newAttributesFunction, frameUrl, revision, reloads]);

  useEffect(() => {
    stage.current?.describe(title, height);
  }, [title, height]);

  const commands = useMemo<DocumentFrameCommands>(
    () => ({
      snapshot: (no) => stage.current?.current?.snapshot(no),
      patch: (values) => stage.current?.current?.patch(values),
      linkText: (no, url, text) => stage.current?.current?.linkText(no, url, text),
      focus: (id) => stage.current?.current?.focus(id),
      names: () => stage.current?.current?.names(),
      print: (note) => {
        const { html: source, title: name } = latest.current;
        const values = stage.current?.current?.values() ?? [];
        printDocument({
          html: source,
          title: name,
          values,
          note: note ?? null,
          newAttributesFunction,
          frameOrigin: frameUrl,
        });
      },
      reload: () => {
        setHealth('opening');
        setReloads((count) => count + 1);
      },
    }),
    [newAttributesFunction, frameUrl],
  );

  return {
    container,
    commands,
    health,
    asked,
    answer: (isAllowed) => {
      if (asked && isAllowed) follow(asked);
      setAsked(null);
    },
  };
}
