import { hintOf, misfitOf, momentText, type RegionHint } from '../region-types.ts';
import { Choices } from './choices.ts';
import type { FrameRegion } from './dom-regions.ts';
import { command, type Editing, insertText } from './editing.ts';
import { type OwnKey, ownDocument, preventDefault, targetOf } from './own.ts';
import type { RegionStore } from './store.ts';

const MARK = 'data-ready-misfit';
const hintFor = (element: Element): RegionHint | null =>
  hintOf(element.getAttribute('data-ready-type'), element.getAttribute('data-ready-options'));

const languages = (): string[] =>
  [ownDocument.documentElement.lang, ...navigator.languages].filter((one) => one !== '');

const fieldText = (type: string, moment: string): string | null =>
  ({ time: moment.slice(11), date: moment.slice(0, 10), 'datetime-local': moment.replace(' ', 'T') })[type] ?? null;

/**
 * What a document says of its regions' values: which keyboard a phone shows, choices that are offered, and values that do not fit, which are kept and marked.
 * The mark stands in the running document only: what is saved are values.
 */
export class Hints {
  readonly #store: RegionStore;
  readonly #editing: Editing;
  readonly #asked: (region: FrameRegion) => void;
  readonly #choices = new Choices((element, option) => this.#take(element, option));
  /** The document's own titles of regions that are marked. */
  readonly #titles = new WeakMap<Element, string | null>();

  /** @param asked is told of a region that a person changes without a key that the browser knows */
  constructor(store: RegionStore, editing: Editing, asked: (region: FrameRegion) => void) {
    this.#store = store;
    this.#editing = editing;
    this.#asked = asked;
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
    if (found) this.#choices.open(found.element, found.options, found.region.value, false);
    else this.#choices.close();
  }

  /** Takes a key of the list, Alt+↓ that opens it, and those of the time. @returns whether it was one */
  keyDown(event: KeyboardEvent, own: OwnKey): boolean {
    if (this.#choices.keyDown(event, own)) return true;
    const target = targetOf(event);
    const opens = own.key === 'arrowdown' && own.isAlt && !own.isCommand && !own.isShift;
    const choice = opens ? this.#choiceAt(target) : null;
    if (choice) this.#choices.open(choice.element, choice.options, choice.region.value, true);
    else if (!own.moment || !this.#insertMoment(target, own.moment)) return false;
    preventDefault(event);
    return true;
  }

  #choiceAt(
    target: EventTarget | null,
  ): { region: FrameRegion; element: HTMLElement; options: readonly string[] } | null {
    const found = target instanceof Element ? this.#store.find(target) : null;
    const hint = found?.region.kind === 'text' ? hintFor(found.element) : null;
    return found && hint?.type === 'choice' ? { ...found, options: hint.options } : null;
  }

  #take(element: HTMLElement, option: string): void {
    this.#editing.reach(element);
    getSelection()?.selectAllChildren(element);
    insertText(element, option);
    getSelection()?.collapseToEnd();
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
    this.#asked(region);
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
