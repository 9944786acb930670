import { frameWithKeyboard, takeKeyboard } from './keyboard.ts';

const MODAL = '[role=dialog][data-state=open], [role=alertdialog][data-state=open]';

/** Maximum number of times that a document may take the keyboard while one question is open; after that it is hidden until the answer. */
const MOST_GRABS = 2;

const openModal = (): HTMLElement | undefined => [...document.querySelectorAll<HTMLElement>(MODAL)].at(-1);

/**
 * Takes the keyboard back from a document that grabs it while a question is asked above it: its `focus()` needs no press and goes through `inert`,
 * so that an answer would be typed into the document. A document inside the question's own window keeps it.
 * @param place place of the document's frame
 * @returns a function that ends the guard
 */
export function guardFocus(place: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  let grabs = 0;
  const answered = new MutationObserver(() => {
    if (openModal()) return;
    answered.disconnect();
    grabs = 0;
    place.hidden = false;
  });
  const remember = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && !(target instanceof HTMLIFrameElement)) last = target;
  };
  const restore = (): void => {
    const frame = frameWithKeyboard();
    const modal = openModal();
    if (!modal || frame === null) return;
    if (frame === 'unknown' ? modal.querySelector('iframe') : !place.contains(frame) || modal.contains(frame)) return;
    grabs += 1;
    answered.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-state'] });
    // Only an element without layout cannot take the keyboard.
    if (grabs > MOST_GRABS) place.hidden = true;
    takeKeyboard();
    window.focus();
    (last?.isConnected && modal.contains(last) ? last : modal).focus();
  };
  // The frame has the focus only after the window has lost it.
  const lose = (): void => void setTimeout(restore);
  document.addEventListener('focusin', remember);
  window.addEventListener('blur', lose);
  return () => {
    answered.disconnect();
    document.removeEventListener('focusin', remember);
    window.removeEventListener('blur', lose);
  };
}

const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

/** Marks controls that remove something, or publish it: a space typed by accident would press them. */
const DELIBERATE = '[data-deliberate]';

/**
 * Moves the keyboard to the next tab stop outside a document that keeps the Tab key; skips controls that must be pressed deliberately.
 * @param isBack true to move to the tab stop before it
 */
export function focusBeside(iframe: HTMLIFrameElement, isBack: boolean): void {
  const all = [...document.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (element) => element.getClientRects().length > 0 && !element.closest(DELIBERATE),
  );
  const isAfter = (element: HTMLElement): boolean =>
    (iframe.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = isBack ? all.filter((element) => !isAfter(element)).at(-1) : all.find(isAfter);
  (next ?? (isBack ? all.at(-1) : all[0]))?.focus();
}
