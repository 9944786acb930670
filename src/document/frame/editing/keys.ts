import type { FrameHotkey, FrameMode } from '../../host/protocol.ts';
import { idsOfAnswer } from '../dom-regions.ts';
import { focusNode, matches, ownDocument, type OwnKey, pathOf, swallow, wasPrevented } from '../own.ts';
import type { RegionStore } from '../store.ts';

/** The shortcut of the application that the user has pressed, or null. */
export function hotkeyOf({ key, isCommand, isKillLine, isAlt, isShift }: OwnKey, mode: FrameMode): FrameHotkey | null {
  if (isCommand && !isAlt) {
    if (!isShift && key === 's') return 'save';
    if (!isShift && key === 'enter') return 'submit';
    if (!isShift && key === 'p') return 'print';
    if (!isShift && key === 'k' && !isKillLine) return 'quickOpen';
    // Shift is allowed: on many keyboard layouts the slash needs it.
    if (key === '/') return 'help';
  }
  if (key !== 'f2' || isCommand || (mode === 'view' && !isShift)) return null;
  return isShift ? 'history' : 'view';
}

/** The region for whose history a key of a read-only view asks: with the keyboard, or pressed last. Radio buttons have that of the first of their group. */
export function regionFor(key: FrameHotkey, mode: FrameMode, store: RegionStore): string | undefined {
  const selection = getSelection();
  const found = store.find(ownDocument.activeElement) ?? store.find(selection && focusNode(selection));
  return found && key === 'history' && mode === 'view' ? idsOfAnswer(found)[0] : undefined;
}

const FIELDS = 'input,textarea,select,[contenteditable]';

const isInField = (event: KeyboardEvent): boolean =>
  pathOf(event).some((target) => target instanceof Element && matches(target, FIELDS));

/** True if the user has pressed the key of wall mode, once, and not in a text field, also in a part of the document with a tree of its own. */
export const isWallKey = (event: KeyboardEvent, { key, isCommand, isAlt, isHeld }: OwnKey, mode: FrameMode): boolean =>
  mode === 'view' && key === 'f' && !isCommand && !isAlt && !isHeld && !isInField(event);

/** Detects a document that keeps the Tab key for itself; Escape and then Tab leads out of such a document, both ways. */
export class TabTrap {
  #isKept = false;
  #isEscaping = false;

  /** Notes a key of the user. @returns true if it leads out of the document, which then does not receive it */
  isLeft(event: KeyboardEvent, { key }: OwnKey): boolean {
    const isOut = key === 'tab' && this.#isEscaping && this.#isKept;
    if (isOut) swallow(event);
    // The document's answer is known after all its listeners have run.
    if (key === 'tab' && !isOut) setTimeout(() => (this.#isKept = wasPrevented(event)), 0);
    this.#isEscaping = key === 'escape' || (this.#isEscaping && key === 'shift');
    return isOut;
  }
}
