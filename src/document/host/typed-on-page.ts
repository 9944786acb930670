import { HAND_OVER } from '#config/frame.ts';
import { typedText } from '../pressed-key.ts';

/** Types of input fields that take any text. Never a password: a document's script could have written the text. */
const TEXT_TYPES = /^(text|search|email|url|tel)$/;

/** Inserts text into the field that has the keyboard, as typed. @returns the text if there is no field for it */
export function insertIntoField(text: string): string {
  const field = document.activeElement;
  const isLines = field instanceof HTMLTextAreaElement;
  if (!isLines && !(field instanceof HTMLInputElement && TEXT_TYPES.test(field.type))) return text;
  // Enter presses nothing here.
  const typed = isLines ? text : text.replaceAll('\n', '');
  // Deprecated, but the only way that the browser's undo can take back, and that React sees as typed.
  return typed === '' || document.execCommand('insertText', false, typed) ? '' : typed;
}

/** Keeps back what is typed on the page. */
export class TypedOnPage {
  #text = '';
  /** Number of letters before the text that Backspace has taken back. */
  #taken = 0;

  /** @param before text that was typed already */
  begin(before = ''): void {
    this.#text = before;
    this.#taken = 0;
    window.addEventListener('keydown', this.#keep, true);
  }

  /** Ends it. @param before text that was typed before it, where it is known only now. @returns the text */
  end(before = ''): string {
    window.removeEventListener('keydown', this.#keep, true);
    const text = before.slice(0, Math.max(0, before.length - this.#taken)) + this.#text;
    this.#text = '';
    return text;
  }

  readonly #keep = (event: KeyboardEvent): void => {
    const { key } = event;
    const isAltGraph = event.getModifierState('AltGraph');
    // Tab would lead to another field than the text is meant for.
    const text = key === 'Tab' ? '' : typedText(key, !isAltGraph && (event.ctrlKey || event.metaKey));
    if (event.isComposing || (text === null && key !== 'Backspace')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (text === null && this.#text === '') this.#taken += 1;
    this.#text = text === null ? this.#text.slice(0, -1) : this.#text + text;
  };
}

/** The one receiver of text that was typed after a shortcut of the page, and that no field took. */
export const untakenText = { report: (_text: string): void => undefined };

/** Inserts what was typed on the page itself. Enter takes a result of quick open, of a search for the words before it. */
function giveToField(typed: string): void {
  const field = document.activeElement;
  const isSearch = field instanceof HTMLInputElement && field.getAttribute('role') === 'combobox';
  const [words = '', ...more] = isSearch ? typed.split(/(?<=\S[^\n]*)\n/) : [typed];
  const untaken = insertIntoField(words);
  const rest = [untaken, ...more].join('\n').trim();
  if (more.length > 0 && untaken === '')
    field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  if (rest) untakenText.report(rest);
}

let kept: { take: () => string; isForDocument: boolean } | null = null;

/** Ends what `keepTyped` has begun for what may be a document. @returns the text; '' if there is none */
export const takeTyped = (): string => (kept?.isForDocument ? kept.take() : '');

/**
 * Keeps back what is typed on the page after a shortcut of the page, until what the shortcut opens has the keyboard: the letters would go into the field that
 * has it now. If nothing opens in time, they do.
 * @param opening becomes false when it is known that nothing opens; without it another place of the page or of a document has the keyboard next
 */
export function keepTyped(opening?: Promise<boolean>): void {
  if (kept) giveToField(kept.take());
  const typed = new TypedOnPage();
  typed.begin();
  const take = (): string => {
    document.removeEventListener('focusin', moved, true);
    clearTimeout(timer);
    kept = null;
    return typed.end();
  };
  kept = { take, isForDocument: !opening };
  const settle = (): void => void (kept?.take === take && giveToField(take()));
  // The field that opens may select its text first.
  const moved = (): void => queueMicrotask(settle);
  document.addEventListener('focusin', moved, { capture: true, once: true });
  const timer = setTimeout(() => {
    settle();
    // Keeps the keyboard on the page: the picked place has not taken it.
    if (!opening && document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus();
  }, HAND_OVER);
  void opening?.then((isOpening) => {
    if (!isOpening) settle();
  }, settle);
}
