import type { FrameHotkey, Pair, SnapshotError } from './protocol.ts';

/** What a document holds at one moment. */
export type FrameSnapshot = {
  readonly no: number;
  /** All values, as far as they are known, in the order of `ready`. */
  readonly values: Pair[];
  readonly newAttributes: unknown[];
  readonly error: SnapshotError | null;
};

export type FrameLink = {
  readonly href: string;
  readonly where: 'top' | 'new-tab';
  /** Whether the address stands in the HTML that we loaded or was pasted here: else ask, showing all of it. */
  readonly isKnown: boolean;
};

/** What a frame tells its owner. Everything has been parsed and capped; none of it is to be trusted further than that. */
export type FrameEvents = {
  readonly onReady?: (document: { title: string; values: Pair[] }) => void;
  readonly onEdits?: (changes: Pair[]) => void;
  /** Regions appeared or vanished by the document's own scripts (decision 8). */
  readonly onRegions?: (change: { added: Pair[]; removed: string[] }) => void;
  readonly onSnapshot?: (snapshot: FrameSnapshot) => void;
  readonly onNames?: (names: Pair[]) => void;
  readonly onPlace?: (place: { id: string | null; caret: number; scroll: number }) => void;
  readonly onPasteUrl?: (question: { no: number; id: string; url: string }) => void;
  readonly onOpenLink?: (link: FrameLink) => void;
  readonly onHotkey?: (key: FrameHotkey) => void;
  readonly onPrinted?: () => void;
  /** A frame that waits behind another one has drawn its document: `standBehind()`. */
  readonly onDrawn?: () => void;
  readonly onSize?: (height: number) => void;
  /** The document does not answer, or was replaced by another page. */
  readonly onLost?: () => void;
  /** It answers again. */
  readonly onFound?: () => void;
  /** It broke the rules 20 times and was removed. */
  readonly onMisbehaved?: () => void;
};
