import { useSelector } from '@xstate/react';
import { type RefObject, use, useEffect, useLayoutEffect, useRef } from 'react';
import type { NamedRegion } from '#document/host/stage.ts';
import { givePlace, takePlace } from '#document/host/places.ts';
import type { DocumentFrameRef } from '#machines/document/document-frame.machine.ts';
import { QuickOpenContext } from '../shared/quick-open-context.ts';
import { type Owner, useChild, useSelected } from '../shared/use-selected.ts';
import { ShortcutsContext } from '../shared/shortcuts-context.ts';
import { usePrintKey } from './use-print-key.ts';

/**
 * The trouble of a document: it did not open in time, no longer responds, left its frame, broke the rules, or failed so that its edits no longer
 * arrive.
 */
export type DocumentTrouble = 'late' | 'lost' | 'gone' | 'removed' | 'broken';

const TROUBLES = ['late', 'lost', 'gone', 'removed', 'broken'] as const satisfies readonly DocumentTrouble[];
const NONE: readonly (readonly [id: string, value: string])[] = [];

/** A key of the document has opened nothing. */
const KEPT = { type: 'keyboard.kept' } as const;

type DocumentFrameOptions = {
  readonly reopen?: () => void;
  readonly toggleWall?: (() => void) | undefined;
  readonly openHistory?: ((region?: NamedRegion) => boolean) | undefined;
  readonly isAsking?: boolean;
};

/** The document's chart, as invoked by its owner. */
export const useDocument = (owner: Owner | undefined) => useChild(owner, 'document') as DocumentFrameRef | undefined;

/**
 * The document that a screen's machine has invoked as `document`.
 * @param owner the screen's actor
 * @param place the key of the document's place, as in the machine's input
 * @param reopen opens an edited document again that has left its frame; it is called again if it does not
 * @param toggleWall begins or ends wall mode, if the screen has one
 * @param openHistory shows the values of the region in which the user is, which an editor knows itself. @returns true if it opens
 * @param isAsking true while a shortcut's question is open, or may open
 */
export function useDocumentFrame(
  owner: Owner | undefined,
  place: string,
  { reopen, toggleWall, openHistory, isAsking = false }: DocumentFrameOptions = {},
) {
  const frame = useDocument(owner);
  const { isAnswerAwaited, ...shown } = useSelected(frame, (snapshot) => ({
    isAnswerAwaited: snapshot?.hasTag('answerAwaited') ?? false,
    /** Its trouble, if any. */
    trouble: TROUBLES.find((one) => snapshot?.hasTag(one)) ?? null,
    /** True while there is no document yet. */
    isAwaited: snapshot === undefined || snapshot.context.html === null,
    /** An address that the document asked to open and that no user has seen before: ask the user, showing all of it. */
    addressAskedFor: snapshot?.hasTag('askingToOpen') ? snapshot.context.link.href : null,
    isPrintFailed: snapshot?.hasTag('printFailed') ?? false,
    /** True after text, typed after a shortcut, was inserted into the document because nothing had opened for it. */
    isTypedLate: snapshot?.hasTag('typedLate') ?? false,
    /** Text that was typed after a shortcut, and that no field has taken. */
    untaken: snapshot?.hasTag('typedUntaken') ? snapshot.context.untaken : null,
    /** Values that the document's script would have where saved ones were kept. */
    wishes: snapshot?.context.wishes.length ? snapshot.context.wishes : NONE,
    /** Names and stored values of regions that the document changes again and again; null if it does not. */
    contested: snapshot?.context.contested ?? null,
  }));
  const openHelp = use(ShortcutsContext);
  const { open: openSearch } = use(QuickOpenContext);
  const latest = useRef({ openHelp, openSearch, reopen, toggleWall, openHistory });
  useEffect(() => {
    latest.current = { openHelp, openSearch, reopen, toggleWall, openHistory };
  });
  useEffect(() => {
    const subscriptions = [
      frame?.on('help.requested', () => latest.current.openHelp()),
      frame?.on('quickOpen.requested', () => {
        void latest.current.openSearch().then((isOpen) => isOpen || frame.send(KEPT));
      }),
      frame?.on('history.requested', ({ region }) => latest.current.openHistory?.(region) || frame.send(KEPT)),
      frame?.on('wall.requested', () => latest.current.toggleWall?.()),
      frame?.on('reopening.due', () => latest.current.reopen?.()),
    ];
    return () => subscriptions.forEach((subscription) => subscription?.unsubscribe());
  }, [frame]);
  const isUnanswered = isAnswerAwaited && !isAsking;
  useEffect(() => {
    if (isUnanswered) frame?.send(KEPT);
  }, [frame, isUnanswered]);
  return {
    place,
    frame,
    ...shown,
    dismissTyped: () => frame?.send({ type: 'typed.dismissed' }),
    dismissWishes: () => frame?.send({ type: 'wishes.dismissed' }),
    allowAddress: () => frame?.send({ type: 'link.allowed' }),
    refuseAddress: () => frame?.send({ type: 'link.refused' }),
    /** Prints the whole document in its current state. */
    print: () => frame?.send({ type: 'print.requested', values: [], note: null }),
    /** Puts the caret into a region. */
    goTo: (id: string) => frame?.send({ type: 'region.wanted', id }),
    /** Puts the caret into the first region, where users begin to type. */
    begin: () => frame?.send({ type: 'firstRegion.wanted' }),
    dismissPrintFailure: () => frame?.send({ type: 'printFailure.dismissed' }),
    /** Opens the document again. */
    reopen: () => frame?.send({ type: 'document.reopenRequested' }),
  };
}

/** True while no document is visible yet. */
export const useIsOpening = ({ frame }: Pick<DocumentView, 'frame'>): boolean =>
  useSelector(frame, (snapshot) => snapshot?.hasTag('opening') ?? true);

/** Props of a document's views. */
export type DocumentView = ReturnType<typeof useDocumentFrame>;

/**
 * Gives a document its place in the page, while the component is mounted.
 * @param shown the document; its `print` is also called by Ctrl+P (Cmd+P)
 * @param title the document's name
 * @param height CSS value
 * @param isOnWall true if it is read from afar
 * @param foot printed at its end
 * @returns the ref of the place's element
 */
export function useDocumentPlace(
  { place, print }: Pick<DocumentView, 'place' | 'print'>,
  title: string,
  height: string,
  isOnWall: boolean,
  foot: Parameters<typeof givePlace>[1]['foot'] = null,
): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement | null>(null);
  useLayoutEffect(() => () => takePlace(place), [place]);
  useLayoutEffect(() => {
    if (element.current) givePlace(place, { element: element.current, title, height, isOnWall, foot });
  }, [place, title, height, isOnWall, foot]);
  usePrintKey(element, print);
  return element;
}
