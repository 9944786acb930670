import {
  hintOf,
  misfitOf,
  momentText,
  NO_MOMENT,
  type RegionHint,
  takesSuggestions,
} from '#common/document/regions/region-types.ts';
import { suggestionsFor } from '#common/document/regions/suggestions.ts';
import { Choices } from './choices.ts';
import { type FrameRegion, readElement } from '../dom-regions.ts';
import { command, type Editing, insertText } from './editing.ts';
import { unreadableText } from '../../unreadable.ts';
import { announce, closest, type OwnKey, ownDocument, preventDefault, targetOf } from '../own.ts';
import type { RegionStore } from '../store.ts';

const MARK = 'data-ready-misfit';
/** Ways in which text changes without being typed. */
const NOT_TYPED = /^(history|insertFrom)/;
/** Maximum number of earlier values in the list on a touch screen: it must leave room. */
const MOST_TOUCHED = 4;
/** Shown a moment later, by the list's style: values may still come. */
const NOTHING = { options: [], at: -1, label: '', words: 'Nothing to offer here.' };
const hintFor = (element: Element): RegionHint | null =>
  hintOf(element.getAttribute('data-ready-type'), element.getAttribute('data-ready-options'));

const languages = (): string[] =>
  [ownDocument.documentElement.lang, ...navigator.languages].filter((one) => one !== '');

type Found = { readonly region: FrameRegion; readonly element: HTMLElement };

/** A region in which the user types, with the values used there before. */
type Typed = Found & {
  /** Null until the page has sent them, which a host without suggestions never does. */
  values: readonly string[] | null;
  /** `closed`: nothing was typed or requested. `declined`: the user has closed the list, and it stays closed until it is requested. */
  state: 'closed' | 'typed' | 'asked' | 'declined';
  isSaid: boolean;
  isRequested: boolean;
};

/** The bridge: records which changes are the user's, and sends requests to the page. */
type HintsHost = {
  /** Reports that the user has changed a region without a key that the browser knows. */
  asked(region: FrameRegion): void;
  /** Requests values that were used in a region before. */
  suggest(id: string): void;
};

/**
 * Hints of a document about its regions' values: the keyboard that a phone shows, choices that are offered, and values that do not fit, which are
 * kept and marked; and, in text of one line, values that were used before. Nothing is filled in unless the user has chosen it. The mark is in the
 * running document only: a save contains values.
 */
export class Hints {
  readonly #store: RegionStore;
  readonly #editing: Editing;
  readonly #host: HintsHost;
  /** The region in which the user types. */
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

  /** Prepares regions that are new in the page. */
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

  /** Marks all regions whose field cannot be read. */
  markUnreadable(): void {
    for (const id of this.#store.unreadable) {
      const region = this.#store.regions.get(id);
      const element = region && this.#store.unreadableIn(region);
      if (element) this.#mark(element, this.#misfit(region, element));
    }
  }

  /** Words for a value that does not fit, or cannot be read. */
  #misfit(region: FrameRegion, element: HTMLElement): string | null {
    if (this.#store.unreadableIn(region) === element) return unreadableText((element as HTMLInputElement).type);
    const hint = hintFor(element);
    return hint && misfitOf(hint, region.value, languages());
  }

  /** Checks regions whose values have changed. A region in which the user is typing is marked when it loses the focus. */
  check(ids: Iterable<string>): void {
    for (const id of ids) {
      const region = this.#store.regions.get(id);
      for (const element of region?.elements ?? []) {
        if (!region || (region.kind === 'text' && !element.hasAttribute('data-ready-type'))) continue;
        const misfit = this.#misfit(region, element);
        if (misfit === null || element !== ownDocument.activeElement) this.#mark(element, misfit);
      }
    }
  }

  /** Handles that the focus leaves a region. */
  left(target: EventTarget | null): void {
    this.#choices.close();
    this.#typed = null;
    const found = target instanceof Element ? this.#store.find(target) : null;
    if (found) this.#mark(found.element, this.#misfit(found.region, found.element));
  }

  /** True for an event of the list itself. */
  isOwn(target: EventTarget | null): boolean {
    return this.#choices.isOwn(target);
  }

  /** Offers the choices of a region that the user has pressed. */
  pressed(target: EventTarget | null): void {
    const found = this.#choiceAt(target);
    if (found) this.#openChoices(found, false);
    else this.#choices.close();
  }

  /** Offers values used before that continue the text which the user has typed into a region. */
  typed(event: Event): void {
    if (!event.isTrusted || this.#isTaking || NOT_TYPED.test((event as InputEvent).inputType ?? '')) return;
    const typed = this.#typedIn(targetOf(event));
    if (!typed || typed.state === 'declined') return;
    typed.state = 'typed';
    this.#offer(typed);
  }

  /** Receives from the page the values used before in a region. Opens nothing if the user has not typed there, or has left it. */
  suggest(id: string, values: readonly string[]): void {
    const typed = this.#typed;
    if (typed?.region.id !== id) return;
    typed.values = values;
    this.#offer(typed);
  }

  /** Takes a key of the list, Alt+↓ that opens it, and those of the time. @returns true if it was one */
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
    if (own.key === 'escape') typed.state = 'declined';
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

  /**
   * Offers values used before on request, whatever the region contains, or says that there are none.
   * @returns false where the key has an effect of its own, as in a field whose choices the browser opens
   */
  #ask(target: EventTarget | null): boolean {
    const typed = this.#typedIn(target);
    if (typed) {
      typed.state = 'asked';
      this.#offer(typed);
    }
    const found = typed ?? (target instanceof Element ? this.#store.find(target) : null);
    if (!found || (!typed && !found.region.kind.startsWith('text'))) return false;
    if (!this.#choices.isOpen) this.#choices.open(found.element, NOTHING);
    return true;
  }

  /** The region of a target if values used before may be offered in it. */
  #typedIn(target: EventTarget | null): Typed | null {
    const found = target instanceof Element ? this.#store.find(target) : null;
    if (!found || !isOffered(found)) return null;
    if (this.#typed?.element !== found.element)
      this.#typed = { ...found, values: null, state: 'closed', isSaid: false, isRequested: false };
    return this.#typed;
  }

  #offer(typed: Typed): void {
    const { element, region, values, state } = typed;
    if (values === null) {
      if (!typed.isRequested) this.#host.suggest(region.id);
      typed.isRequested = true;
      return;
    }
    if (state === 'closed' || state === 'declined' || element !== ownDocument.activeElement) return;
    let options = suggestionsFor(values, readElement(element, region.kind, true), state === 'asked');
    if (options.length === 0) return state === 'asked' ? undefined : this.#choices.close();
    element.setAttribute('aria-autocomplete', 'list');
    if (matchMedia('(pointer:coarse)').matches) options = options.slice(0, MOST_TOUCHED);
    const words = typed.isSaid ? '' : `${options.length} used before: Alt and down arrow`;
    typed.isSaid = true;
    this.#choices.open(element, { options, at: state === 'asked' ? 0 : -1, label: 'Used before', words });
  }

  #openChoices({ element, options, region }: Found & { options: readonly string[] }, isByKey: boolean): void {
    const value = region.value.trim().toLowerCase();
    const now = options.findIndex((option) => option.toLowerCase() === value);
    this.#choices.open(element, { options, at: isByKey ? Math.max(now, 0) : -1, label: 'Choices', words: '' });
  }

  #choiceAt(target: EventTarget | null): (Found & { options: readonly string[] }) | null {
    const found = target instanceof Element ? this.#store.find(target) : null;
    const hint = found?.region.kind === 'text' ? hintFor(found.element) : null;
    return found && hint?.type === 'choice' ? { ...found, options: hint.options } : null;
  }

  #take(element: HTMLElement, option: string): void {
    // Filling in a choice must not offer another one.
    this.#isTaking = true;
    if (this.#typed) this.#typed.state = 'closed';
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
    const field = region.kind === 'text' ? null : (element as HTMLInputElement);
    if (field?.disabled || field?.readOnly) return false;
    const text = momentText(which, new Date(), field?.type, hintFor(element)?.type);
    if (text === null) this.#choices.open(element, { ...NOTHING, words: NO_MOMENT });
    else if (field === null) {
      this.#editing.takePlace(element);
      insertText(element, text);
    } else if (/^(time|date|datetime-local)$/.test(field.type)) {
      field.value = text;
      this.#host.asked(region);
      announce(field, 'input');
      announce(field, 'change');
    } else return command('insertText', text);
    return true;
  }

  /** Marks a region whose value does not fit, or removes its mark. */
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

/** True if values used before may be offered in a region: text of one line that its document does not withhold. */
function isOffered({ region, element }: Found): boolean {
  const [type, choices] = [element.getAttribute('data-ready-type'), element.getAttribute('data-ready-options')];
  if (closest(element, '[data-ready-private]') || !takesSuggestions(type, choices)) return false;
  if (region.kind === 'text') return true;
  const field = element as HTMLInputElement;
  return region.kind === 'input' && /^(text|search)$/.test(field.type) && !field.disabled && !field.readOnly;
}
