import { createRequire } from 'node:module';
import type { CDPSession, Page } from 'playwright-core';
import { layoutFaults } from '../e2e/layout-faults.ts';

/** Less than half of the text of the package's main file: each page reads it again. */
const axe = createRequire(import.meta.url)('axe-core/axe.min.js') as { source: string };
/** The widths at which every screen has to fit, in pixels, with the height of the window. */
export const SIZES = { 360: 740, 768: 1024, 1280: 800, 1920: 1080 } as const;
/** The rules about colours: the only ones that can differ between light and dark. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** While a list or a dialog is open the page behind it is hidden: rules for a whole page do not apply to it. */
const OF_PAGES = ['page-has-heading-one', 'region', 'landmark-one-main'];

type Finding = { rule: string; nodes: string[] };

/** Inspects a page from a world of its own, where the clock runs although the page's is stopped. */
export class Looker {
  readonly #client: CDPSession;
  readonly #page: Page;
  /** Width and height of the walk's window. */
  readonly #own: ReturnType<Page['viewportSize']>;
  #world: number | null = null;

  private constructor(page: Page, client: CDPSession) {
    this.#page = page;
    this.#own = page.viewportSize();
    this.#client = client;
  }

  static async of(page: Page): Promise<Looker> {
    return new Looker(page, await page.context().newCDPSession(page));
  }

  /**
   * @param sizes widths and heights at which the screen has to fit
   * @param but rules of axe that do not apply to it
   * @returns axe's findings and layout faults; empty when nothing is wrong
   */
  async faults(sizes: Readonly<Record<number, number>> = SIZES, but = /^$/): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {};
    const note = (where: string, faults: readonly unknown[]): void => {
      if (faults.length > 0) found[where] = faults;
    };
    await this.#frames();
    note(
      'axe, light',
      (await this.#findings(null)).filter(({ rule }) => !but.test(rule)),
    );
    await this.#page.emulateMedia({ colorScheme: 'dark' });
    await this.#frames();
    note('axe, dark', await this.#findings(OF_COLOUR));
    await this.#page.emulateMedia({ colorScheme: 'light' });
    for (const [width, height] of Object.entries(sizes)) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one width after the other
      await this.resize({ width: Number(width), height });
      // oxlint-disable-next-line eslint/no-await-in-loop -- one width after the other
      note(`at ${width} px`, await this.#run<string[]>(`(${layoutFaults.toString()})()`));
    }
    await this.restore();
    return found;
  }

  /** Layout faults on a phone whose letters are twice as large as usual. */
  async faultsOfLargeText(): Promise<string[]> {
    const standard = 32;
    await this.#client.send('Page.setFontSizes', { fontSizes: { standard } });
    await this.resize({ width: 390, height: 844 });
    const faults = await this.#run<string[]>(`(${layoutFaults.toString()})()`);
    await this.#client.send('Page.setFontSizes', { fontSizes: { standard: standard / 2 } });
    await this.restore();
    return faults;
  }

  /** Gives the window the size that the walk has. */
  async restore(): Promise<void> {
    if (this.#own) await this.resize(this.#own);
  }

  /** Gives the window another size and waits for the second frame, by which resize observers have run. */
  async resize(size: { width: number; height: number }): Promise<void> {
    const whole = { ...size, deviceScaleFactor: 1, mobile: false };
    // Playwright gives no other size to a window that shows a wall on the whole screen.
    await this.#page.setViewportSize(size).catch(() => this.#client.send('Emulation.setDeviceMetricsOverride', whole));
    await this.#frames();
  }

  /** Waits for the second frame, and for the end of animations, but of what is to come in ten seconds only. */
  async #frames(): Promise<void> {
    await this.#run(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
      .then(() => document.getAnimations().filter(({ effect }) => Number(effect?.getTiming().delay) < 1_000))
      .then((soon) => Promise.allSettled(soon.map(({ finished }) => finished))).then(() => null)`);
  }

  async #findings(rules: readonly string[] | null): Promise<Finding[]> {
    const covers = this.#page.locator('[role="listbox"], [role="dialog"], [role="alertdialog"]');
    // While the session is checked no screen is known: the page has no heading, only words.
    const awaited = this.#page.locator('main:not(:has(h1, h2)) [role="status"]', {
      hasText: /^(Loading the page|Verifying authentication)/,
    });
    const isCovered = (await covers.or(awaited).count()) > 0;
    const options = {
      iframes: false,
      runOnly: rules ?? TAGS,
      resultTypes: ['violations'],
      rules: rules === null && isCovered ? Object.fromEntries(OF_PAGES.map((id) => [id, { enabled: false }])) : {},
    };
    return this.#run<Finding[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ rule: id, nodes: nodes.map(({ html }) => html.slice(0, 200)) })))`);
  }

  async #run<T>(expression: string): Promise<T> {
    const contextId = (this.#world ??= await this.#newWorld());
    const { result, exceptionDetails } = await this.#client.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  }

  async #newWorld(): Promise<number> {
    const { frameTree } = await this.#client.send('Page.getFrameTree');
    const { executionContextId: contextId } = await this.#client.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'looker',
    });
    await this.#client.send('Runtime.evaluate', { contextId, expression: axe.source });
    return contextId;
  }
}
