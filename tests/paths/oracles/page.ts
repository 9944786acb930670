import type { JsdomFrame } from '#tests/support/jsdom/jsdom-frame.ts';
import { turns } from '#tests/support/turns.ts';
import type { FakeStreams } from '#tests/support/jsdom/fake-browser.ts';
import type { FakeHost } from '#tests/support/hosts/fake-host.ts';
import { json } from '#tests/support/hosts/fake-answers.ts';
import type { Seen } from './see.ts';

/** Everything that a walk compares: what a user sees and can do, and the requests that the host received. */
export type Shown = Omit<Seen, 'behind'> & {
  /** Number of pages since the walk began. */
  behind?: number;
  /** Requests that are under way. */
  waits: string[];
  /** Texts of the page's documents, if there are any. */
  documents?: string[];
  /** The navigation bar, of a screen that `showsNavigation`. */
  navigation?: string[];
  /** The event streams that are open or being opened, of a screen that `showsStreams`. */
  streams?: string[];
  /** Addresses that would have replaced this page within the step. */
  leaves?: string[];
};

/** Leaves out empty lists, so that no documents and no addresses equal missing ones. */
export function plain({ documents = [], leaves = [], behind = 0, ...rest }: Shown): Shown {
  const some = { ...(documents.length > 0 ? { documents } : {}), ...(leaves.length > 0 ? { leaves } : {}) };
  return { ...rest, behind, ...some };
}

const pathIn = (address: string): string => address.replace(/\?.*$/, '');

/**
 * Returns the screen after a step: the one before, with these changes. Another path adds a page that Back leads to, and another query replaces the one
 * before, unless `behind` says otherwise.
 */
export function shownAfter(before: Shown, change: Partial<Shown>): Shown {
  const isElsewhere = change.address !== undefined && pathIn(change.address) !== pathIn(before.address);
  return plain({ ...before, leaves: [], behind: (before.behind ?? 0) + (isElsewhere ? 1 : 0), ...change });
}

/** Beginning of the channel's name on which tabs of one host report a sign-out to each other; the host is the page's own. */
export const SIGNED_OUT = 'ready.signed-out ';

/** A message of the document frame, or one that the protocol does not know. */
export type Said = { type: string } & Record<string, unknown>;

/** Actions of a user on a page, and events from outside. */
export type Hands = {
  /** Presses a button by its name. @param at its position among several, from 0 */
  press(name: string, at?: number): Promise<void>;
  /** Presses a button of the navigation bar. */
  pressInBar(name: string): Promise<void>;
  /** Types over a field. */
  type(name: string, text: string): Promise<void>;
  /** Dismisses the open question by the keyboard. */
  dismiss(): Promise<void>;
  /** Types over a field by its label. */
  fill(label: string, text: string): Promise<void>;
  /** Puts the caret into a field by its label. */
  reach(label: string): Promise<void>;
  /**
   * Chooses an entry of a list by its words. @param name of the field @param form the heading of its form, if several forms have a field of that name
   */
  choose(name: string, words: string, form?: string): Promise<void>;
  /** Sets a list to a value that it does not offer, as an extension of the browser might. @param name of the field */
  chooseUnlisted(name: string, value: string): Promise<void>;
  /** Sends the form of a field by its name, as Enter does without the form's button. */
  submitFormOf(name: string): Promise<void>;
  /** Presses a key together with Ctrl. */
  shortcut(key: string): Promise<void>;
  /** Presses a key by itself. */
  key(name: string): Promise<void>;
  /** Goes to another address of the application, as by a link or by the browser's buttons: a screen may ask first. */
  goTo(path: string): Promise<void>;
  /** Waits until a heading shows. */
  sees(heading: string): Promise<void>;
  /** Waits until these words are on the page. */
  reads(words: string): Promise<void>;
  /** Signs the user out in another tab of the same browser. */
  signOutElsewhere(): Promise<void>;
  /** Lets time pass. @param milliseconds of the page's clock */
  pass(milliseconds: number): Promise<void>;
  /** Waits until a request with this beginning is under way. */
  asks(request: string): Promise<void>;
  /** Answers the one request with this beginning, once it is there, with 200 or with another status. */
  reply(request: string, body: object, status?: number): Promise<void>;

  /** Lets the event stream of an id through, or restores it. */
  streamOpens(id: string): Promise<void>;
  /** Interrupts the open stream of an id, as the network does; the browser tries to restore it. */
  streamBreaks(id: string): Promise<void>;
  /** Gives the stream of an id up, as the browser does. */
  streamCloses(id: string): Promise<void>;
  /** Sends a submission on the stream of an id. */
  streamSubmits(id: string, archive: string): Promise<void>;
  /** Sends a heartbeat on the stream of an id. */
  streamBeats(id: string): Promise<void>;
  /** Reports, as the browser does, that there is no network, or one again. */
  reportNetwork(news: 'offline' | 'online'): Promise<void>;

  /** Types over a region of the document. */
  typeInDocument(id: string, text: string): Promise<void>;
  /** Pastes an address at the end of a field by its label. */
  pasteInField(label: string, url: string): Promise<void>;
  /** Pastes an address into a region of the document. */
  pasteInDocument(id: string, url: string): Promise<void>;
  /** Adds a region, as the document's own script does. */
  addRegion(id: string, text: string): Promise<void>;
  /** Lets the newest document send the message of a type that it holds back, once it does; changed, or with another message in its place. */
  release(type: 'ready' | 'snapshot', change?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Sends a message in the document's place. */
  say(message: Said): Promise<void>;
  /** Replaces the document by a page that does not answer. */
  restart(): Promise<void>;
  /** Answers the last check of a document that had stopped answering. */
  answerPing(): Promise<void>;
};

/** Parts of the test behind the page that jsdom shows. */
export type Behind = {
  /** Returns what shows now. */
  look: () => Seen;
  host: FakeHost;
  streams: FakeStreams;
  /** The documents' frames in the page's order. */
  frames: () => JsdomFrame[];
  goTo: (path: string) => void;
  /** Sends a message of another tab on a channel. */
  postElsewhere: (channel: string) => void;
  pass: (milliseconds: number) => Promise<void>;
  /** Lets all work without a timer finish, until the condition is true. */
  until: (isSo: () => boolean) => Promise<void>;
};

const wordsOf = (node: Node): string => {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : '';
  return node.getAttribute('aria-hidden') === 'true' ? '' : [...node.childNodes].map(wordsOf).join('');
};
/** Name of an element as it is read out: without its pictures. The same as in `seeDocument`. */
const nameOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? [...element.childNodes].map(wordsOf).join('')).replace(/\s+/g, ' ').trim();

/** Returns the first dialog of the page, in any of its layers. Uses no selector: they are slow in jsdom. */
function openDialog(parent: Element = document.body): Element | null {
  for (let one = parent.firstElementChild; one !== null; one = one.nextElementSibling) {
    const role = one.getAttribute('role');
    const found = role === 'dialog' || role === 'alertdialog' ? one : one.localName === 'svg' ? null : openDialog(one);
    if (found) return found;
  }
  return null;
}

/** React notices a change only if the field's own setter was used. */
function typeOver(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.focus();
  // oxlint-disable-next-line typescript/unbound-method -- called on the field
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set;
  setter?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Sets a list to a value that it does not offer. It uses nothing from outside, since it is also sent into browsers as text. */
export function setUnlisted(list: HTMLSelectElement, value: string): void {
  list.add(Object.assign(document.createElement('option'), { value }));
  list.selectedIndex = list.options.length - 1;
  list.dispatchEvent(new Event('change', { bubbles: true }));
}

function pressKey(key: KeyboardEventInit): void {
  const place = document.activeElement ?? document.body;
  place.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }));
}

const isField = (element: unknown): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/**
 * The page in jsdom with the actions of a person. Each action is the one event that the application handles: a library that plays every movement of a hand
 * is far slower, and Chromium makes the real events.
 */
export class Page implements Hands {
  readonly #behind: Behind;

  /** @param behind the parts that take the place of the host and of the frames */
  constructor(behind: Behind) {
    this.#behind = behind;
  }

  async press(name: string, at = 0): Promise<void> {
    await this.#behind.until(() => this.#behind.look().offers.includes(name));
    const place = openDialog() ?? document.getElementsByTagName('main')[0] ?? document.body;
    const button = [...place.getElementsByTagName('button')].filter((one) => nameOf(one) === name)[at];
    if (!button || !this.#behind.look().offers.includes(name))
      throw new Error(`There is no button '${name}' to press.`);
    button.click();
  }

  async pressInBar(name: string): Promise<void> {
    const bar = document.getElementsByTagName('header')[0];
    const button = [...(bar?.getElementsByTagName('button') ?? [])].find((one) => nameOf(one) === name);
    if (!button) throw new Error(`There is no button '${name}' in the navigation bar.`);
    button.click();
  }

  async type(name: string, text: string): Promise<void> {
    await this.#behind.until(() => document.getElementsByName(name).length > 0);
    typeOver(this.#field(name), text);
  }

  async dismiss(): Promise<void> {
    pressKey({ key: 'Escape' });
  }

  async fill(label: string, text: string): Promise<void> {
    const control = await this.#labelled(label);
    typeOver(control, text);
    // A person goes on to something else, after which the text is taken as the document writes it.
    control.blur();
  }

  async reach(label: string): Promise<void> {
    const control = await this.#labelled(label);
    control.focus();
    control.blur();
  }

  async choose(name: string, words: string, form?: string): Promise<void> {
    const isIn = (one: HTMLSelectElement): boolean => {
      const heading = document.getElementById(one.form?.getAttribute('aria-labelledby') ?? '');
      return form === undefined || (heading !== null && nameOf(heading) === form);
    };
    // A list of Radix has one of the browser's own beside it, for forms.
    const find = () => [...document.getElementsByTagName('select')].find((one) => one.name === name && isIn(one));
    const optionOf = () => [...(find()?.options ?? [])].find((one) => one.text === words);
    await this.#behind.until(() => optionOf() !== undefined);
    const [list, option] = [find(), optionOf()];
    if (!list || !option) throw new Error(`There is no '${words}' to choose in '${name}'.`);
    // oxlint-disable-next-line typescript/unbound-method -- called on the list
    const setter = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set;
    setter?.call(list, option.value);
    list.dispatchEvent(new Event('change', { bubbles: true }));
  }

  async chooseUnlisted(name: string, value: string): Promise<void> {
    const find = () => [...document.getElementsByTagName('select')].find((one) => one.name === name);
    await this.#behind.until(() => find() !== undefined);
    const list = find();
    if (!list) throw new Error(`There is no list '${name}'.`);
    setUnlisted(list, value);
  }

  async submitFormOf(name: string): Promise<void> {
    this.#field(name).form?.requestSubmit();
  }

  async shortcut(key: string): Promise<void> {
    pressKey({ key, ctrlKey: true });
  }

  async key(name: string): Promise<void> {
    pressKey({ key: name });
  }

  async goTo(path: string): Promise<void> {
    this.#behind.goTo(path);
  }

  async sees(heading: string): Promise<void> {
    await this.#behind.until(() => this.#behind.look().headings.includes(heading));
    // The effects of a screen run before a person can touch it.
    await this.#behind.pass(0);
  }

  async reads(words: string): Promise<void> {
    await this.#behind.until(() => document.body.textContent.includes(words));
  }

  async signOutElsewhere(): Promise<void> {
    this.#behind.postElsewhere(SIGNED_OUT);
  }

  async pass(milliseconds: number): Promise<void> {
    await this.#behind.pass(milliseconds);
  }

  async asks(request: string): Promise<void> {
    const { host, until } = this.#behind;
    await until(() => host.isHolding(request));
  }

  async reply(request: string, body: object, status = 200): Promise<void> {
    await this.asks(request);
    this.#behind.host.answerOne(request, () => json(status === 200 ? body : {}, status));
  }

  async streamOpens(id: string): Promise<void> {
    const { streams, until } = this.#behind;
    await until(() => streams.has(id));
    streams.of(id).opens();
  }

  async streamBreaks(id: string): Promise<void> {
    this.#behind.streams.of(id).breaks();
  }

  async streamCloses(id: string): Promise<void> {
    this.#behind.streams.of(id).gives();
  }

  async streamSubmits(id: string, archive: string): Promise<void> {
    const data = JSON.stringify({ type: 'submission_complete', archive_uuid: archive });
    this.#behind.streams.of(id).receive('submission', data);
  }

  async streamBeats(id: string): Promise<void> {
    this.#behind.streams.of(id).receive('heartbeat', '{}');
  }

  async reportNetwork(news: 'offline' | 'online'): Promise<void> {
    window.dispatchEvent(new Event(news));
  }

  async typeInDocument(id: string, text: string): Promise<void> {
    await this.#behind.until(() => this.#newest()?.value(id) !== undefined);
    this.#shown().type(id, text);
  }

  async pasteInField(label: string, url: string): Promise<void> {
    const field = await this.#labelled(label);
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
    const paste = new Event('paste', { bubbles: true, cancelable: true });
    field.dispatchEvent(Object.assign(paste, { clipboardData: { getData: () => url } }));
  }

  async pasteInDocument(id: string, url: string): Promise<void> {
    (await this.#withKeyboard()).pasteUrl(id, url);
  }

  /** Returns the document once it has the keyboard: an element that took the keyboard a moment ago gives it back. */
  async #withKeyboard(): Promise<JsdomFrame> {
    const frame = this.#shown();
    await turns(2, () => frame.iframe.focus());
    return frame;
  }

  async addRegion(id: string, text: string): Promise<void> {
    this.#shown().restructure({ added: [[id, text]] });
  }

  async release(type: 'ready' | 'snapshot', change: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const holds = (): boolean =>
      this.#newest()
        ?.held()
        .some((said) => said.type === type) ?? false;
    await this.#behind.until(holds);
    this.#newest()?.release(type, change);
  }

  async say(message: Said): Promise<void> {
    const isAct = message.type === 'open-link' || message.type === 'hotkey';
    (isAct ? await this.#withKeyboard() : this.#shown()).say(message);
  }

  async restart(): Promise<void> {
    this.#shown().restart();
  }

  async answerPing(): Promise<void> {
    const pings = this.#shown().received.flatMap((message) => (message.type === 'ping' ? [message.no] : []));
    this.#shown().say({ type: 'pong', no: pings.at(-1) ?? 1 });
  }

  async #labelled(label: string): Promise<HTMLInputElement | HTMLTextAreaElement> {
    const find = () => [...document.getElementsByTagName('label')].find((one) => nameOf(one) === label)?.control;
    await this.#behind.until(() => isField(find()));
    const control = find();
    if (!isField(control)) throw new Error(`There is no field '${label}'.`);
    return control;
  }

  #field(name: string): HTMLInputElement {
    const [field] = document.getElementsByName(name);
    if (!(field instanceof HTMLInputElement)) throw new Error(`There is no field '${name}'.`);
    return field;
  }

  #newest(): JsdomFrame | undefined {
    return this.#behind.frames().at(-1);
  }

  /** Returns the document that a person sees: a newer one waits hidden until it is ready. */
  #shown(): JsdomFrame {
    const frame = this.#behind.frames().find(({ iframe }) => !iframe.hasAttribute('aria-hidden'));
    if (!frame) throw new Error('No document is shown.');
    return frame;
  }
}
