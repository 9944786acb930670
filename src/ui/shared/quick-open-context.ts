import { createContext, use, useEffect } from 'react';

/** The document that is open for editing. */
export type OpenDocument = {
  /** Puts the caret into a region. */
  readonly goTo: (id: string) => void;
  /** Lists its current regions; none in a read-only document, which has no place for a caret. */
  readonly listRegions: () => readonly { id: string; name: string }[];
  /** Requests its regions' names, and calls back when they may have changed. @returns a function that ends it */
  readonly watchRegions: (changed: () => void) => () => void;
};

/** A WIP that was chosen. */
export type PickWip = (wip: string) => void;

type QuickOpenAccess = {
  /** Opens quick open; does nothing if another dialog is open. @returns true if it opens */
  readonly open: () => Promise<boolean>;
  /** Opens it to choose a WIP without navigating to it. */
  readonly pick: (take: PickWip) => void;
  /** Returns the receiver of the WIP, if one is to be chosen. */
  readonly picking: () => PickWip | null;
  /** Offers a document, whose regions are read when quick open is opened: so a key in it renders nothing again. @returns a function that ends it */
  readonly offer: (document: OpenDocument) => () => void;
  /** Returns the offered document. */
  readonly offered: () => OpenDocument | null;
};

/** The access of screens to quick open; without one above it does nothing. */
export const QuickOpenContext = createContext<QuickOpenAccess>({
  open: () => Promise.resolve(false),
  pick: () => {},
  picking: () => null,
  offer: () => () => {},
  offered: () => null,
});
/** The number of requests for quick open. */
export const RequestsContext = createContext(0);

/** Offers the regions of a document to quick open, while its screen is mounted. */
export function useOfferedDocument(document: OpenDocument): void {
  const { offer } = use(QuickOpenContext);
  useEffect(() => offer(document), [offer, document]);
}
