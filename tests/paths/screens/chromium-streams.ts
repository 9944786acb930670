import type { ServerResponse } from 'node:http';
import type { Page, Request, Route } from 'playwright-core';
import { until } from './chromium-wait.ts';
import type { Watched } from './chromium-page.ts';

/** Where the test's own server keeps the event streams that it holds open, by the walk's number. */
export type OpenStreams = Map<string, ServerResponse>;
/** The header by which the server knows whose stream it is. */
export const WALK_HEADER = 'x-walk';

let walks = 0;

/** A walk's event streams: real ones, from the test's own server. Each waits on its way there until the walk lets it through or refuses it. */
export class ChromiumStreams {
  readonly #walk = String((walks += 1));
  readonly #open: OpenStreams;
  #waiting: Route[] = [];

  /** @param open the server's streams */
  constructor(open: OpenStreams) {
    this.#open = open;
  }

  /** The streams that the page wants to open, in order. */
  waiting(): string[] {
    return this.#waiting.map((route) => `GET ${new URL(route.request().url()).pathname}`);
  }

  hold(route: Route): void {
    this.#waiting.push(route);
  }

  drop(request: Request): void {
    this.#waiting = this.#waiting.filter((route) => route.request() !== request);
  }

  /** Lets the newest stream through. */
  async opens(): Promise<void> {
    const route = await this.#take();
    await route.continue({ headers: { ...route.request().headers(), [WALK_HEADER]: this.#walk } });
    await route.request().response();
  }

  /** The network takes the open stream away; the browser tries by itself to mend it. */
  breaks(): void {
    this.#stream().destroy();
  }

  /** The browser gives the stream up: a host refuses it, or says so while it is open. */
  async closes(page: Page): Promise<void> {
    const isConnecting = await page.evaluate(() => (window as Watched).watched?.isConnecting());
    if (isConnecting) return (await this.#take()).fulfill({ status: 503, body: '' });
    await page.evaluate(() => (window as Watched).watched?.giveStreamUp());
    return undefined;
  }

  /** @param archive the uuid of what was submitted */
  submits(archive: string): void {
    const data = JSON.stringify({ type: 'submission_complete', archive_uuid: archive });
    this.#stream().write(`event: submission\ndata: ${data}\n\n`);
  }

  end(): void {
    this.#open.get(this.#walk)?.destroy();
    this.#open.delete(this.#walk);
  }

  /** The stream that waits, or is on its way here. */
  async #take(): Promise<Route> {
    await until('An event stream that is to be opened', () => this.#waiting.length > 0);
    const route = this.#waiting.pop();
    if (!route) throw new Error('The event stream went away.');
    return route;
  }

  #stream(): ServerResponse {
    const stream = this.#open.get(this.#walk);
    if (!stream) throw new Error('No event stream is open.');
    return stream;
  }
}
