import { createContext, use, useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { editorMachine } from '#machines/editor/editor.machine.ts';
import type { listRegions } from './use-region-list.ts';

/** The document that is open to be edited. */
export type OpenDocument = {
  readonly actor: ActorRefFrom<typeof editorMachine>;
  /** Puts the caret into a region. */
  readonly goTo: (id: string) => void;
  /** Lists its regions; given, so that the code is not loaded with every screen. */
  readonly list: typeof listRegions;
};

/** A WIP that was chosen. */
export type PickWip = (wip: string) => void;

type QuickOpenAccess = {
  /** Opens quick open; nothing where something else is asked. */
  readonly open: () => void;
  /** Opens it to choose a WIP, to which nobody is led. */
  readonly pick: (take: PickWip) => void;
  /** Gives what takes the WIP, where one is to be chosen. */
  readonly picking: () => PickWip | null;
  /** Offers a document, whose regions are read when quick open is opened: a key in it draws nothing anew. @returns ends it */
  readonly offer: (document: OpenDocument) => () => void;
  /** Gives what is offered. */
  readonly offered: () => OpenDocument | null;
};

const QuickOpenContext = createContext<QuickOpenAccess>({
  open: () => {},
  pick: () => {},
  picking: () => null,
  offer: () => () => {},
  offered: () => null,
});
const RequestsContext = createContext(0);

/** Gives the way to quick open to the screens below. */
export const QuickOpenProvider = QuickOpenContext.Provider;
/** Tells quick open how often it was asked for. */
export const RequestsProvider = RequestsContext.Provider;

/** @returns the way to quick open, which leads nowhere where no `QuickOpenProvider` stands above */
export const useQuickOpenAccess = (): QuickOpenAccess => use(QuickOpenContext);

/** @returns how often quick open was asked for */
export const useRequests = (): number => use(RequestsContext);

/** Offers the regions of a document to quick open, for as long as its screen is there. */
export function useOfferedDocument({ actor, goTo, list }: OpenDocument): void {
  const { offer } = useQuickOpenAccess();
  useEffect(() => offer({ actor, goTo, list }), [offer, actor, goTo, list]);
}
