import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The longest wait for something that must happen, in milliseconds: a busy machine is no failure. */
export const PATIENCE = { timeout: 60_000 } as const;

/** The demo seed's user and password. */
export const writer = { username: 'dana', password: 'ready-demo-2' } as const;

/**
 * Messages of the browser itself about requests that were refused or got no answer, its own for a newer service worker included: the tests
 * check how the application handles them.
 */
const OF_CALLS = /^Failed to load resource|^An unknown error occurred when fetching the script/;

/** The windows of one test file, and the errors of all its pages. */
export type Windows = {
  /** A fresh profile with one window. @param zone its time zone; by default the machine's */
  open(origin: string, zone?: string): Promise<AppWindow>;
  close(): Promise<void>;
  /** Uncaught errors, policy violations and console errors that no outage explains. */
  complaints: string[];
};

/** @returns windows of a browser, each of which is watched; to close them leaves the browser as it is */
export function windowsOf(browser: Browser): Windows {
  const complaints: string[] = [];
  const contexts = new Set<BrowserContext>();
  return {
    complaints,
    open: async (origin, zone) => {
      const context = await browser.newContext({
        baseURL: origin,
        viewport: { width: 1280, height: 900 },
        ...(zone !== undefined && { timezoneId: zone }),
        // Drawing motion is a fifth of the browser's work. Walks of `tests/e2e-paths` and tests of other engines have it.
        reducedMotion: 'reduce',
        // A test's own certificate is self-signed.
        ignoreHTTPSErrors: true,
      });
      contexts.add(context);
      context.on('close', () => contexts.delete(context));
      await watchPolicy(context, complaints);
      return AppWindow.open(context, complaints);
    },
    close: async () => void (await Promise.all([...contexts].map((context) => context.close()))),
  };
}

async function watchPolicy(context: BrowserContext, complaints: string[]): Promise<void> {
  await context.exposeFunction('reportViolation', (text: string) => complaints.push(`policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      (window as unknown as { reportViolation: (text: string) => void }).reportViolation(
        `${event.violatedDirective} ${event.blockedURI}`,
      );
    });
  });
}

/** One window of the application, used as a user would. */
export class AppWindow {
  readonly page: Page;
  readonly #complaints: string[];
  /**
   * Successes shown in its addresses since the last check: the banner and its query disappear after 1.5 s, which a busy machine may spend
   * elsewhere.
   */
  readonly #successes: string[] = [];

  constructor(page: Page, complaints: string[]) {
    this.page = page;
    this.#complaints = complaints;
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !OF_CALLS.test(message.text())) complaints.push(`console: ${message.text()}`);
    });
    page.on('framenavigated', (frame) => {
      const success = frame === page.mainFrame() && new URL(frame.url(), 'http://none').searchParams.get('success');
      if (success) this.#successes.push(success);
    });
  }

  static async open(context: BrowserContext, complaints: string[]): Promise<AppWindow> {
    return new AppWindow(await context.newPage(), complaints);
  }

  /** Another window of the same profile. */
  async sibling(): Promise<AppWindow> {
    return AppWindow.open(this.page.context(), this.#complaints);
  }

  /** Opens an address, and waits until the application has replaced the shell. */
  async goto(path: string): Promise<void> {
    await this.page.goto(path);
    await this.page.locator('#shell, #root[data-built]').waitFor({ state: 'detached' });
  }

  /** The document that is shown, inside its frame. */
  get document(): FrameLocator {
    return this.page.locator('iframe:visible').last().contentFrame();
  }

  /** Signs in by the screen's call, without the 1.5 s of its success message, and opens the dashboard. */
  async signIn(data: { username: string; password: string } = writer): Promise<void> {
    const reply = await this.page.context().request.post('/auth/login', { data });
    if (!reply.ok()) throw new Error(`${data.username} could not sign in: ${reply.status()} ${await reply.text()}`);
    await this.goto('/dashboard');
  }

  /** Signs in on the screen, as a user does. */
  async signInByHand(): Promise<void> {
    await this.goto('/login');
    await this.fillSignIn(writer.username, writer.password);
    await this.sees('Login successful!');
    await this.page.waitForURL('**/dashboard');
  }

  async fillSignIn(username: string, password: string): Promise<void> {
    await this.page.getByRole('textbox', { name: /^Username/ }).fill(username);
    await this.page.getByRole('textbox', { name: /^Password/ }).fill(password);
    await this.press('Sign In');
  }

  async press(name: string | RegExp): Promise<void> {
    const button = this.page.getByRole('button', { name, exact: true });
    const place = (): Promise<number> => this.page.evaluate(() => window.scrollY);
    const before = await place();
    await button.scrollIntoViewIfNeeded();
    // A pinned bar makes Playwright scroll; for a moment afterwards the browser sends a click at that place to the document's frame.
    if ((await place()) !== before) await wait(100);
    await button.click();
  }

  async follow(name: string | RegExp): Promise<void> {
    await this.page.getByRole('link', { name, exact: true }).click();
  }

  /** Waits until a text is on the page. */
  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Stops the page's clock a little later. @param ahead milliseconds in which the browser receives that; a busy machine gets more */
  async stopClock(ahead = 1_000): Promise<void> {
    const { clock } = this.page;
    const now = await this.page.evaluate(() => Date.now());
    await clock.pauseAt(now + ahead).catch((error: unknown) => {
      if (!/fast-forward to the past/.test(String(error))) throw error;
      return this.stopClock(ahead * 4);
    });
  }

  /** Types at the end of a region, with the keyboard. */
  async typeInto(region: string, text: string): Promise<void> {
    const target = this.document.locator(`[id="${region}"]`);
    // A region that the document's own script has just made becomes editable a moment later.
    await expect
      .poll(
        async () => {
          await target.click();
          return target.evaluate((element) => element === element.ownerDocument.activeElement);
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    await this.page.keyboard.press('Control+End');
    await this.page.keyboard.type(text);
    await this.isDirty();
  }

  /** Waits until a region has a text. */
  async showsRegion(region: string, text: string): Promise<void> {
    await expect
      .poll(
        () =>
          this.document
            .locator(`[id="${region}"]`)
            .innerText()
            .catch(() => null),
        { timeout: 60_000 },
      )
      .toBe(text);
  }

  /** Waits for the '*' of unsaved changes. */
  async isDirty(): Promise<void> {
    await this.page.getByRole('button', { name: /^Save \* ?\(unsaved changes\)|^Save.*unsaved/ }).waitFor();
  }

  /** Waits until there is no '*'. */
  async isClean(): Promise<void> {
    await this.page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  }

  async saveNew(name: string): Promise<void> {
    await this.press(/^Save/);
    await this.page.getByRole('textbox', { name: /^Form Name/ }).fill(name);
    await this.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await this.seesSuccess('save');
  }

  async save(): Promise<void> {
    await this.press(/^Save/);
    await this.seesSuccess('save');
  }

  async submit(): Promise<void> {
    await this.press('Submit to Dashboard');
    await this.agrees();
    await this.seesSuccess('submit');
  }

  /** Confirms the submission if the application asks, as with another document on the wall. */
  async agrees(): Promise<void> {
    const question = this.page.getByRole('dialog', { name: 'Put this on the wall?' });
    const success = this.page.getByText('Form submitted successfully!');
    await question.or(success).first().waitFor();
    if (await question.isVisible())
      await question.getByRole('button', { name: /^(Submit|Replace on the wall)$/ }).click();
  }

  /** Waits until a save or a submission was reported as successful. */
  async seesSuccess(what: 'save' | 'submit'): Promise<void> {
    await expect.poll(() => this.#successes.splice(0).includes(what)).toBe(true);
    await this.isClean();
    // The document is loaded once more, and accepts no command meanwhile.
    const submit = this.page.getByRole('button', { name: 'Submit to Dashboard' });
    await submit.and(this.page.locator('[aria-disabled=true]')).waitFor({ state: 'detached' });
  }

  /** State of the page, for a test that failed. */
  looks(): Promise<string> {
    return this.page.evaluate(() => {
      const { activeElement, title, body } = document;
      return [location.href, title, activeElement?.outerHTML.slice(0, 200), body.innerText.slice(0, 3_000)].join('\n');
    });
  }

  /** The WIP in the address. */
  get wip(): string {
    const uuid = /\/wips\/([^/?]+)/.exec(this.page.url())?.[1];
    if (!uuid) throw new Error(`No WIP in ${this.page.url()}`);
    return uuid;
  }
}
