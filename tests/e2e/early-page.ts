import type { Page } from 'playwright-core';
import { countShifts, hold, shiftsOf } from './first-load.ts';
import type { AppWindow } from './windows.ts';

const APPLICATION = '**/assets/first-*.js';

/** A template as a host lists it. */
export type Template = { uuid: string; name?: string | null; description?: string };

/** Runs in the page, before its first script. */
function watch(): void {
  // A list that grows by itself would not be what stood there.
  Reflect.deleteProperty(window, 'requestIdleCallback');
  // What was asked for early is given for five seconds, however busy the machine is that runs this.
  const now = performance.now.bind(performance);
  performance.now = () => now() / 100 + Number(Reflect.get(window, 'later') ?? 0);
  // Nor do its answers wait less long than they take.
  AbortSignal.timeout = () => new AbortController().signal;
}

/** A window of somebody who is signed in, in which the application's own file does not come before it is let in. */
export async function held(of: AppWindow): Promise<{ page: Page; window: AppWindow; letIn: () => void }> {
  const window = await of.sibling();
  const { page } = window;
  await page.addInitScript(watch);
  await countShifts(page);
  return { page, window, letIn: await hold(page, APPLICATION) };
}

/** Lets a page see these templates. */
export async function templatesAre(page: Page, templates: readonly Template[]): Promise<void> {
  await page.route('**/v1/templates', (route) => route.fulfill({ json: { templates } }));
}

/** Ends when all is drawn that will be. @returns whether anything is */
export async function drawnEarly(page: Page, isAsked = false): Promise<boolean> {
  if (!isAsked) await page.waitForFunction(() => (window.readyEarly?.replies.size ?? 0) > 0);
  return page.evaluate(async () => {
    await window.readyEarly?.drawing;
    return window.readyEarly?.drawn !== undefined;
  });
}

/** What stands on the page, a line for each element and text; names that only tie one part to another by their order. */
const shapeOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const names: string[] = [];
    const inOrder = (name: string): string => {
      if (!names.includes(name)) names.push(name);
      return `id ${names.indexOf(name)}`;
    };
    const lines: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node: Node | null = document.getElementById('root'); node; node = walk.nextNode()) {
      walk.currentNode = node;
      if (!node.parentElement?.closest('#root')) continue;
      const attributes =
        node instanceof Element ? Array.from(node.attributes, ({ name, value }) => `${name}=${value}`) : [];
      const text = [node.nodeName, ...attributes.toSorted(), node.nodeValue ?? ''].join(' ');
      lines.push(text.replaceAll(/early-\d+|_[rR]_\w*?_/g, inOrder));
    }
    return lines;
  });

/** As `shapeOf`; every element of it is remembered. */
export async function remember(page: Page): Promise<string[]> {
  await page.evaluate(() => Reflect.set(window, 'remembered', [...document.querySelectorAll('#root *, title')]));
  return shapeOf(page);
}

/** What the application draws where nothing was drawn before it. */
export async function drawnAlone(owner: AppWindow, path: string, templates?: readonly Template[]): Promise<string[]> {
  const { page, letIn } = await held(owner);
  letIn();
  await page.route('**/assets/early-*', (route) => route.abort());
  if (templates) await templatesAre(page, templates);
  await page.goto(path);
  await page.getByRole('heading', { level: 2, name: 'Edit Docs' }).waitFor();
  const shape = await shapeOf(page);
  await page.close();
  return shape;
}

/** Ends when every element is React's. */
export const takenOver = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll('#root *')];
    return all.length > 0 && all.every((one) => Object.keys(one).some((key) => key.startsWith('__reactFiber')));
  });
};

/** What of the remembered has gone, what stands there now, and how far anything moved. */
export const look = async (page: Page) => ({
  gone: await page.evaluate(() =>
    (Reflect.get(window, 'remembered') as Element[]).flatMap((one) => (one.isConnected ? [] : one.outerHTML)),
  ),
  shifts: await shiftsOf(page),
  shape: await shapeOf(page),
});

/** Each link of the page: its name and where it leads. */
export const linksOf = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('#root a'), (link) => [
      link.getAttribute('aria-label') ?? link.textContent,
      link.getAttribute('href'),
    ]),
  );
/** The names of the cards in a section. */
export const namesIn = (page: Page, section: string) => page.locator(`section:has(#${section}) h3`).allTextContents();
