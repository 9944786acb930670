import type { Frame, Page } from 'playwright-core';
import type { HeldFrame, Said, Watch, Watched } from './chromium-page.ts';
import type { ChromiumStreams } from './chromium-streams.ts';
import { until } from './chromium-wait.ts';
import type { Hands } from './page.ts';
import type { Seen } from './see.ts';

/** @param page a page of the application; reads it when its queues have run empty */
export async function readPage(page: Page): Promise<Watch & { seen: Seen }> {
  const read = await page.evaluate(() => (window as Watched).watched?.see());
  if (!read) throw new Error('The page is not the application.');
  return read;
}

/** A page in Chromium, before a person. */
export class ChromiumHands implements Hands {
  readonly #page: Page;
  readonly #streams: ChromiumStreams;

  constructor(page: Page, streams: ChromiumStreams) {
    this.#page = page;
    this.#streams = streams;
  }

  async press(name: string): Promise<void> {
    const dialog = this.#page.locator('[role="dialog"], [role="alertdialog"]').last();
    const place = (await dialog.count()) > 0 ? dialog : this.#page.locator('main');
    await place.getByRole('button', { name, exact: true }).click();
  }

  async type(name: string, text: string): Promise<void> {
    await this.#page.locator(`[name="${name}"]`).fill(text);
  }

  async dismiss(): Promise<void> {
    await this.#page.keyboard.press('Escape');
  }

  /** The event stream is let through. */
  streamOpens(): Promise<void> {
    return this.#told(() => this.#streams.opens());
  }

  /** The network takes the open stream away; the browser tries to mend it. */
  streamBreaks(): Promise<void> {
    return this.#told(() => this.#streams.breaks());
  }

  /** The browser gives the stream up. */
  streamCloses(): Promise<void> {
    return this.#told(() => this.#streams.closes(this.#page));
  }

  /** @param archive the uuid of what was submitted */
  streamSubmits(archive: string): Promise<void> {
    return this.#told(() => this.#streams.submits(archive));
  }

  /** The newest document frame of the page. */
  get frame(): Frame {
    const frame = this.#page
      .frames()
      .filter((one) => one.url().includes('/frame.html'))
      .at(-1);
    if (!frame) throw new Error('There is no document frame.');
    return frame;
  }

  /** The messages that the document holds back, in order. */
  held(): Promise<Said[]> {
    return this.frame.evaluate(() => (window as HeldFrame).heldFrame?.held() ?? []);
  }

  /** Lets the document say what it holds back of a type, once it does. */
  async release(type: string): Promise<void> {
    await until(`A document that says '${type}'`, async () => (await this.held()).some((said) => said.type === type));
    await this.frame.evaluate((which) => (window as HeldFrame).heldFrame?.release(which), type);
  }

  /** Says something in the document's place. */
  say(message: Said): Promise<void> {
    return this.frame.evaluate((what) => (window as HeldFrame).heldFrame?.say(what), message);
  }

  /** The document is replaced by a page that does not answer. */
  restart(): Promise<void> {
    return this.frame.evaluate(() => (window as HeldFrame).heldFrame?.restart());
  }

  async #told(happen: () => Promise<void> | void): Promise<void> {
    const { heard } = await readPage(this.#page);
    await happen();
    await until('Word of the event stream', async () => (await readPage(this.#page)).heard > heard);
  }
}
