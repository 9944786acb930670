import { hintOf, misfitOf, momentText, type RegionHint, takesSuggestions } from '../../regions/region-types.ts';
import { suggestionsFor } from '../../regions/suggestions.ts';
import { Choices } from './choices.ts';
import { type FrameRegion, readElement } from '../dom-regions.ts';
import { command, type Editing, insertText } from './editing.ts';
import { closest, type OwnKey, ownDocument, preventDefault, targetOf } from '../own.ts';
import type { RegionStore } from '../store.ts';

const MARK = 'data-ready-misfit';
/** Ways in which text changes without being typed. */
const NOT_TYPED = /^(history|insertFrom)/;
/** So many values used before are offered where a finger types: the list is to leave room. */
const MOST_TOUCHED = 4;
const hintFor = (element: Element): RegionHint | null =>
  hintOf(element.getAttribute('data-ready-type'), element.getAttribute('data-ready-options'));

const languages = (): string[] =>
  [ownDocument.documentElement.lang, ...navigator.languages].filter((one) => one !== '');

const fieldText = (type: string, moment: string): string | null =>
  ({ time: moment.slice(11), date: moment.slice(0, 10), 'datetime-local': moment.replace(' ', 'T') })[type] ?? null;

type Found = { readonly region: FrameRegion; readonly element: HTMLElement };

/** A region in which somebody types, and what is known of values that were used there before. */
type Typed = Found & {
  /** Null until the page has told them, which a host without suggestions never does. */
  values: readonly string[] | null;
  /** `closed`: nothing was typed or asked for. `declined`: the person has closed the list, and it stays closed until it is asked for. */
  wish: 'closed' | 'typed' | 'asked' | 'declined';
  isSaid: boolean;
  isRequested: boolean;
};

/** The bridge notes whose changes are whose, and asks the page. */
type HintsHost = {
  /** A region is changed by a person without a key that the browser knows. */
  asked(region: FrameRegion): void;
  /** Values that were used before in a region could be offered. */
  suggest(id: string): void;
};

/**
 * Hints of a document about its regions' values: which keyboard a phone shows, choices that are offered, and values that do not fit, which are kept and
 * marked; and, in text of one line, values that were used before. Nothing is taken that a person has not chosen.
 * The mark stands in the running document only: what is saved are values.
 */
export class Hints {
  readonly #store: RegionStore;
  readonly #editing: Editing;
  readonly #host: HintsHost;
  /** The region in which somebody types. */
  #typed: Typed | null = null;
  #isTaking = false;
  readonly #choices = new Choices((element, option) => this.#take(element, option));
  /** The document's own titles of regions that are marked. */
  readonly #titles = new WeakMap<Element, string | null>();

  constructor(store: RegionStore, editing: Editing, host: HintsHost) {
    this.#store = store;
    this.#editing = editing;
    this.#host = host;
  }

  /** Looks at regions that are new in the page. */
  dress(fresh: readonly HTMLElement[]): void {
    for (const element of fresh) {
      if (!element.hasAttribute('data-ready-type')) continue;
      const found = this.#store.find(element);
      const hint = found && hintFor(element);
      if (!hint) continue;
      if (hint.type === 'number' && !element.hasAttribute('inputmode')) element.setAttribute('inputmode', 'decimal');
      if (hint.type === 'choice' && found.region.kind === 'text') element.setAttribute('aria-haspopup', 'listbox');
      this.#mark(element, misfitOf(hint, found.region.value, languages()));
    }
  }

  /** Looks at regions whose values have changed. One that is being typed in is marked when it is left. */
  check(ids: Iterable<string>): void {
    for (const id of ids) {
      for (const element of this.#store.regions.get(id)?.elements ?? []) {
        if (!element.hasAttribute('data-ready-type')) continue;
        const hint = hintFor(element);
        const misfit = hint && misfitOf(hint, this.#store.regions.get(id)?.value ?? '', languages());
        if (misfit === null || element !== ownDocument.activeElement) this.#mark(element, misfit);
      }
    }
  }

  /** The keyboard leaves a region. */
  left(target: EventTarget | null): void {
    this.#choices.close();
    this.#typed = null;
    const found = target instanceof Element ? this.#store.find(target) : null;
    const hint = found && hintFor(found.element);
    if (hint) this.#mark(found.element, misfitOf(hint, found.region.value, languages()));
  }

  /** True for an event of the list itself. */
  isOwn(target: EventTarget | null): boolean {
    return this.#choices.isOwn(target);
  }

  /** A person has pressed a region: its choices are offered. */
  pressed(target: EventTarget | null): void {
    const found = this.#choiceAt(target);
    if (found) this.#openChoices(found, false);
    else this.#choices.close();
  }

  /** Somebody has typed into a region: what was used there before and goes on like this is offered. */
  typed(event: Event): void {
    if (!event.isTrusted || this.#isTaking || NOT_TYPED.test((event as InputEvent).inputType ?? '')) return;
    const typed = this.#typedIn(targetOf(event));
    if (!typed || typed.wish === 'declined') return;
    typed.wish = 'typed';
    this.#offer(typed);
  }

  /** The page tells what was used before in a region. Nothing opens where nobody has typed, or any longer does. */
  suggest(id: string, values: readonly string[]): void {
    const typed = this.#typed;
    if (typed?.region.id !== id) return;
    typed.values = values;
    this.#offer(typed);
  }

  /** Takes a key of the list, Alt+↓ that opens it, and those of the time. @returns whether it was one */
  keyDown(event: KeyboardEvent, own: OwnKey): boolean {
    const target = targetOf(event);
    const opens = own.key === 'arrowdown' && own.isAlt && !own.isCommand && !own.isShift;
    if (this.#isInSuggestions(event, own, opens)) return true;
    if (this.#choices.keyDown(event, own)) return true;
    const choice = opens ? this.#choiceAt(target) : null;
    if (choice) this.#openChoices(choice, true);
    else if (opens ? !this.#ask(target) : !own.moment || !this.#insertMoment(target, own.moment)) return false;
    preventDefault(event);
    return true;
  }

  /** Takes a key while values used before are offered and none of them is the current one. */
  #isInSuggestions(event: KeyboardEvent, own: OwnKey, opens: boolean): boolean {
    const typed = this.#typed;
    if (!typed || !this.#choices.isOpen) return false;
    if (own.key === 'escape') typed.wish = 'declined';
    if (this.#choices.isEntered) return false;
    // In a table the arrows lead to other cells.
    const isArrow = own.key === 'arrowdown' && !own.isCommand && !own.isShift && !own.isAlt;
    if (opens || (isArrow && !closest(typed.element, 'td,th'))) {
      this.#choices.enter(0);
      preventDefault(event);
      return true;
    }
    if (own.key.startsWith('arrow')) this.#choices.close();
    return false;
  }

  /** Offers what was used before at a wish, whatever stands in the region. @returns whether something is offered by now */
  #ask(target: EventTarget | null): boolean {
    const typed = this.#typedIn(target);
    if (!typed) return false;
    typed.wish = 'asked';
    this.#offer(typed);
    return this.#choices.isOpen;
  }

  /** The region of a target, where values used before may be offered in it. */
  #typedIn(target: EventTarget | null): Typed | null {
    const found = target instanceof Element ? this.#store.find(target) : null;
    if (!found || !isOffered(found)) return null;
    if (this.#typed?.element !== found.element)
      this.#typed = { ...found, values: null, wish: 'closed', isSaid: false, isRequested: false };
    return this.#typed;
  }

  #offer(typed: Typed): void {
    const { element, region, values, wish } = typed;
    if (values === null) {
      if (!typed.isRequested) this.#host.suggest(region.id);
      typed.isRequested = true;
      return;
    }
    if (wish === 'closed' || wish === 'declined' || element !== ownDocument.activeElement) return;
    let options = suggestionsFor(values, readElement(element, region.kind, true), wish === 'asked');
    if (options.length === 0) return this.#choices.close();
    element.setAttribute('aria-autocomplete', 'list');
    if (matchMedia('(pointer:coarse)').matches) options = options.slice(0, MOST_TOUCHED);
    const words = typed.isSaid ? '' : `${options.length} used before: Alt and down arrow`;
    typed.isSaid = true;
    this.#choices.open(element, { options, at: wish === 'asked' ? 0 : -1, label: 'Used before', words });
  }

  #openChoices({ element, options, region }: Found & { options: readonly string[] }, isByKey: boolean): void {
    const value = region.value.trim().toLowerCase();
    const now = isByKey
      ? Math.max(
          0,
          options.findIndex((option) => option.toLowerCase() === value),
        )
      : -1;
    this.#choices.open(element, { options, at: now, label: 'Choices', words: '' });
  }

  #choiceAt(
    target: EventTarget | null,
  ): { region: FrameRegion; element: HTMLElement; options: readonly string[] } | null {
    const found = target instanceof Element ? this.#store.find(target) : null;
    const hint = found?.region.kind === 'text' ? hintFor(found.element) : null;
    return found && hint?.type === 'choice' ? { ...found, options: hint.options } : null;
  }

  #take(element: HTMLElement, option: string): void {
    // Taking one offers no other.
    this.#isTaking = true;
    if (this.#typed) this.#typed.wish = 'closed';
    if (/^(input|textarea)$/.test(element.localName)) {
      (element as HTMLInputElement).select();
      command('insertText', option);
    } else {
      this.#editing.reach(element);
      getSelection()?.selectAllChildren(element);
      insertText(element, option);
      getSelection()?.collapseToEnd();
    }
    this.#isTaking = false;
  }

  #insertMoment(target: EventTarget | null, which: 'time' | 'datetime'): boolean {
    const found = target instanceof Element ? this.#store.find(target) : null;
    if (!found) return false;
    const { region, element } = found;
    const now = new Date();
    const text = momentText(which, hintFor(element)?.type, now);
    if (region.kind === 'text') {
      this.#editing.takePlace(element);
      insertText(element, text);
      return true;
    }
    const field = element as HTMLInputElement;
    if (!/^(input|textarea)$/.test(region.kind) || field.disabled || field.readOnly) return false;
    const own = fieldText(field.type, momentText('datetime', null, now));
    if (own === null) return command('insertText', text);
    field.value = own;
    this.#host.asked(region);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    return true;
  }

  /** Marks a region whose value does not fit, or takes its mark away. */
  #mark(element: HTMLElement, words: string | null): void {
    if (words === element.getAttribute(MARK)) return;
    if (words === null) {
      const title = this.#titles.get(element) ?? null;
      element.removeAttribute(MARK);
      element.removeAttribute('aria-invalid');
      if (title === null) element.removeAttribute('title');
      else element.setAttribute('title', title);
      return;
    }
    if (!element.hasAttribute(MARK)) this.#titles.set(element, element.getAttribute('title'));
    element.setAttribute(MARK, words);
    element.setAttribute('aria-invalid', 'true');
    element.setAttribute('title', words);
  }
}

/** True where values used before may be offered in a region: text of one line that its document does not withhold. */
function isOffered({ region, element }: Found): boolean {
  const [type, choices] = [element.getAttribute('data-ready-type'), element.getAttribute('data-ready-options')];
  if (closest(element, '[data-ready-private]') || !takesSuggestions(type, choices)) return false;
  if (region.kind === 'text') return true;
  const field = element as HTMLInputElement;
  return region.kind === 'input' && /^(text|search)$/.test(field.type) && !field.disabled && !field.readOnly;
}
