import type { Editing } from './editing.ts';
import type { RegionStore } from './store.ts';

/** Puts the keyboard into a region. @param caret characters from its start; without an id the first region */
export function focusRegion(
  store: RegionStore,
  editing: Editing,
  id: string | undefined,
  caret: number | undefined,
): void {
  const element = id === undefined ? store.elements[0] : store.regions.get(id)?.elements[0];
  if (!element) return;
  editing.reach(element);
  element.focus();
  if (caret === undefined) return;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let left = caret; walker.nextNode();) {
    const { length } = walker.currentNode as Text;
    if (left <= length) return getSelection()?.collapse(walker.currentNode, left);
    left -= length;
  }
}

/** Puts the keyboard into the nearest region without a value after (1) or before (-1) the one that has it; past the end it begins again. */
export function focusEmpty(store: RegionStore, editing: Editing, direction: 1 | -1): void {
  const { elements } = store;
  const now = store.find(document.activeElement);
  const start = now ? elements.indexOf(now.element) : direction === 1 ? -1 : elements.length;
  for (let step = 1; step <= elements.length; step += 1) {
    const at = (start + direction * step + elements.length * 2) % elements.length;
    const element = elements[at];
    if (!element || element === now?.element || store.find(element)?.region.value !== '') continue;
    editing.reach(element);
    element.focus();
    // What is hidden takes no focus.
    if (document.activeElement === element) return;
  }
}

/** Where the person is: the region that has the keyboard, the caret's characters from its start, and pixels from the document's top. */
export function placeOf(store: RegionStore): { id: string | null; caret: number; scroll: number } {
  const found = store.find(document.activeElement);
  const selection = getSelection();
  let caret = 0;
  if (found && selection?.rangeCount) {
    const range = document.createRange();
    range.selectNodeContents(found.element);
    range.setEnd(selection.focusNode ?? found.element, selection.focusOffset);
    caret = range.toString().length;
  }
  return { id: found?.region.id ?? null, caret, scroll: Math.max(0, window.scrollY) };
}
