import { setTimeout as wait } from 'node:timers/promises';
import type { Frame, Page } from 'playwright-core';
import { json } from '#tests/support/hosts/fake-answers.ts';
import type { ChromiumHost } from './chromium-host.ts';
import type { HeldFrame, Watch, Watched } from './chromium-page.ts';
import type { ChromiumStreams } from './chromium-streams.ts';
import { until } from './chromium-wait.ts';
import { type Hands, type Said, setUnlisted, SIGNED_OUT } from '../oracles/page.ts';
import type { Seen } from '../oracles/see.ts';

/** Reads a page when its queues are empty. @param page a page of the application */
export async function readPage(page: Page): Promise<Watch & { seen: Seen }> {
  const read = await page.evaluate(() => (window as Watched).watched?.see());
  if (!read) throw new Error('The page is not the application.');
  return read;
}

/** Parts of the test behind the page. */
export type BehindChromium = {
  host: ChromiumHost;
  streams: ChromiumStreams;
  pass: (milliseconds: number) => Promise<void>;
};

/** Ignores errors of a document that was removed because of its message: it may be gone before the browser answers. */
async function unlessTaken(frame: Frame, saying: Promise<unknown>): Promise<void> {
  await saying.catch((error: unknown) => {
    if (!frame.isDetached()) throw error;
  });
}

/** A page in Chromium with the actions of a person. */
export class ChromiumHands implements Hands {
  readonly #page: Page;
  readonly #behind: BehindChromium;

  /**
   * @param page the page
   * @param behind the parts that take the place of the host
   */
  constructor(page: Page, behind: BehindChromium) {
    this.#page = page;
    this.#behind = behind;
  }

  async press(name: string, at = 0): Promise<void> {
    const dialog = this.#page.locator('[role="dialog"], [role="alertdialog"]').last();
    const place = (await dialog.count()) > 0 ? dialog : this.#page.locator('main');
    // A button of a group with one pressed button has the role of a choice.
    const choice = place.getByRole('radio', { name, exact: true });
    await place.getByRole('button', { name, exact: true }).or(choice).nth(at).click();
  }

  async pressInBar(name: string): Promise<void> {
    await this.#page.locator('header').first().getByRole('button', { name, exact: true }).click();
  }

  async sees(heading: string): Promise<void> {
    const title = this.#page.locator('main').getByRole('heading', { name: heading, exact: true });
    await this.#comes(`The heading '${heading}'`, () => title.isVisible());
  }

  async reads(words: string): Promise<void> {
    await this.#page.getByText(words, { exact: true }).first().waitFor();
  }

  async signOutElsewhere(): Promise<void> {
    await this.#page.evaluate((name) => {
      const channel = new BroadcastChannel(name);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's
      channel.postMessage(null);
      channel.close();
    }, SIGNED_OUT);
  }

  async type(name: string, text: string): Promise<void> {
    await this.#page.locator(`[name="${name}"]`).fill(text);
  }

  async dismiss(): Promise<void> {
    await this.#page.keyboard.press('Escape');
  }

  async fill(label: string, text: string): Promise<void> {
    const named = { name: label, exact: true };
    const field = this.#page.getByRole('textbox', named).or(this.#page.getByRole('searchbox', named));
    await field.fill(text);
    await field.blur();
  }

  async reach(label: string): Promise<void> {
    const field = this.#page.getByRole('textbox', { name: label, exact: true });
    await field.focus();
    await field.blur();
  }

  async choose(name: string, words: string, form?: string): Promise<void> {
    const place = form === undefined ? this.#page : this.#page.getByRole('form', { name: form, exact: true });
    const list = place.locator(`select[name="${name}"]`);
    if ((await list.getAttribute('aria-hidden')) !== 'true') {
      await list.selectOption({ label: words });
      return;
    }
    await this.#page.locator(`[role="combobox"]:has(~ select[name="${name}"])`).click();
    await this.#page.getByRole('option', { name: words, exact: true }).click();
  }

  async chooseUnlisted(name: string, value: string): Promise<void> {
    await this.#page.locator(`select[name="${name}"]`).evaluate(setUnlisted, value);
  }

  async submitFormOf(name: string): Promise<void> {
    await this.#page.locator(`[name="${name}"]`).evaluate((field) => (field as HTMLInputElement).form?.requestSubmit());
  }

  /** Uses the browser's own button: the address changes before the application is notified. */
  async goTo(path: string): Promise<void> {
    await this.#page.evaluate((to) => {
      const { index = 0 } = (window.history.state ?? {}) as { index?: number };
      window.history.pushState({ usr: null, key: 'walk', index: index + 1 }, '', to);
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
    }, path);
  }

  pass(milliseconds: number): Promise<void> {
    return this.#behind.pass(milliseconds);
  }

  async reply(request: string, body: object, status = 200): Promise<void> {
    const { host } = this.#behind;
    await until(`'${request}'`, () => host.held.isHolding(request));
    await host.answer(request, () => json(status === 200 ? body : {}, status));
  }

  streamOpens(id: string): Promise<void> {
    return this.#untilReceived(() => this.#behind.streams.opens(this.#page, id));
  }

  streamBreaks(id: string): Promise<void> {
    return this.#untilReceived(() => this.#behind.streams.breaks(id));
  }

  streamCloses(id: string): Promise<void> {
    return this.#untilReceived(() => this.#behind.streams.closes(this.#page, id));
  }

  streamSubmits(id: string, archive: string): Promise<void> {
    return this.#untilReceived(() => this.#behind.streams.submits(id, archive));
  }

  streamBeats(id: string): Promise<void> {
    return this.#untilReceived(() => this.#behind.streams.beats(id));
  }

  async reportNetwork(news: 'offline' | 'online'): Promise<void> {
    await this.#page.evaluate((type) => void window.dispatchEvent(new Event(type)), news);
  }

  async typeInDocument(id: string, text: string): Promise<void> {
    const region = (await this.#shown()).locator(`[id="${id}"]`);
    await region.focus();
    // A document puts the caret where it was shortly after it received the keyboard: no user selects and types before that.
    await wait(50);
    await region.fill(text);
  }

  async addRegion(id: string, text: string): Promise<void> {
    const add = (region: { id: string; text: string }): void => {
      document.getElementById(region.id)?.remove();
      const element = document.createElement('p');
      element.className = 'editable';
      element.id = region.id;
      element.textContent = region.text;
      document.body.append(element);
    };
    await (await this.#shown()).evaluate(add, { id, text });
  }

  async #held(): Promise<readonly Said[]> {
    const newest = documentFrames(this.#page).at(-1);
    return newest ? newest.evaluate(() => (window as HeldFrame).heldFrame?.held() ?? []) : [];
  }

  async release(type: 'ready' | 'snapshot', change: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await until(`A document that says '${type}'`, async () => (await this.#held()).some((said) => said.type === type));
    const newest = documentFrames(this.#page).at(-1);
    if (!newest) return;
    const release = (said: { type: string; change: Readonly<Record<string, unknown>> }): void =>
      (window as HeldFrame).heldFrame?.release(said.type, said.change);
    await unlessTaken(newest, newest.evaluate(release, { type, change }));
  }

  async say(message: Said): Promise<void> {
    const frame = await this.#shown();
    // A person acts in a document that has the keyboard.
    if (message.type === 'open-link' || message.type === 'hotkey') await (await frame.frameElement()).focus();
    await unlessTaken(
      frame,
      frame.evaluate((what) => (window as HeldFrame).heldFrame?.say(what), message),
    );
  }

  async shortcut(key: string): Promise<void> {
    await this.#page.keyboard.press(`Control+${key}`);
  }

  async key(name: string): Promise<void> {
    await this.#page.keyboard.press(name);
  }

  async asks(request: string): Promise<void> {
    const { host } = this.#behind;
    await this.#comes(`A request '${request}'`, () => host.held.isHolding(request));
  }

  /** Waits for a fact about another screen, whose code may still be loading. */
  async #comes(what: string, isThere: () => boolean | Promise<boolean>): Promise<void> {
    let looks = 0;
    await until(what, async () => {
      if (await isThere()) return true;
      looks += 1;
      // The clock is stopped here. Work without timers goes on; React holds a screen that it had to wait for back for 300 ms.
      await this.#behind.pass(looks < 50 ? 0 : 20);
      return isThere();
    }).catch(async (error: unknown) => {
      const shown = await this.#page.locator('body').innerText();
      const asked = this.#behind.host.held.lines().join(', ');
      throw new Error(`${String(error)} At ${this.#page.url()} stands: ${shown}. Requests that wait: ${asked}.`, {
        cause: error,
      });
    });
  }

  async pasteInField(label: string, url: string): Promise<void> {
    const field = this.#page.getByRole('textbox', { name: label, exact: true });
    await field.evaluate((element: HTMLTextAreaElement, text) => {
      element.focus();
      element.setSelectionRange(element.value.length, element.value.length);
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, url);
  }

  async pasteInDocument(id: string, url: string): Promise<void> {
    // Pastes by the keyboard: the document's bridge takes no paste that a script makes.
    await this.#page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.#page.evaluate((text) => navigator.clipboard.writeText(text), url);
    const region = (await this.#shown()).locator(`[id="${id}"]`);
    await region.focus();
    await region.evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      getSelection()?.collapseToEnd();
    });
    await this.#page.keyboard.press('Control+v');
  }

  async answerPing(): Promise<void> {
    await this.say({ type: 'pong', no: 1 });
  }

  async restart(): Promise<void> {
    await (await this.#shown()).evaluate(() => (window as HeldFrame).heldFrame?.restart());
  }

  /** Returns the document that a person sees: a newer one waits hidden until it is ready. */
  async #shown(): Promise<Frame> {
    for (const frame of documentFrames(this.#page)) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- the first that is shown
      const element = await frame.frameElement();
      // oxlint-disable-next-line eslint/no-await-in-loop -- the first that is shown
      if ((await element.getAttribute('aria-hidden')) === null) return frame;
    }
    throw new Error('No document is shown.');
  }

  async #untilReceived(happen: () => Promise<void> | void): Promise<void> {
    const { messages } = await readPage(this.#page);
    await happen();
    await until('Word of the event stream', async () => (await readPage(this.#page)).messages > messages);
  }
}

/** @param page a page; gives its documents, the newest last */
export function documentFrames(page: Page): Frame[] {
  return page.frames().filter((one) => one.url().includes('/frame.html'));
}

/** Returns the text of a document that is shown; null for one that is not. */
async function shownText(frame: Frame): Promise<string | null> {
  const element = await frame.frameElement();
  if ((await element.getAttribute('aria-hidden')) !== null) return null;
  return frame.evaluate(() => (window as HeldFrame).heldFrame?.text() ?? null);
}

/** @param page a page; gives the text of each of its documents that are shown */
export async function documentTexts(page: Page): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const frames = documentFrames(page);
    // oxlint-disable-next-line eslint/no-await-in-loop -- until it is seen at one moment
    const read = await Promise.allSettled(frames.map(shownText));
    const left = documentFrames(page);
    // One document takes another's place while both are read: the text of the first was then never on the screen beside that of the second.
    const isOneMoment =
      read.every(({ status }) => status === 'fulfilled') &&
      left.length === frames.length &&
      left.every((frame, at) => frame === frames[at]);
    if (isOneMoment || attempt === 20)
      return read.flatMap((text) => (text.status === 'fulfilled' && text.value !== null ? [text.value] : []));
  }
}
