import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { serveBuiltApp } from '../../tests/e2e-paths/built-app.ts';
import { Looker, SIZES } from '../../tests/e2e-paths/looked-at.ts';
import { type StatePath, statePaths, walkStates } from '../../tests/e2e-paths/state-paths.ts';
import { readyPart } from '../../tests/e2e/first-load.ts';
import { screens } from '../../tests/e2e/screens.ts';
import { demo } from '../../tests/support/person.ts';
import { startServer } from '../../tests/support/hosts/server.ts';
import { launchBrowser } from '../run/browser.ts';
import { ensureBuilt } from '../build/build.ts';
import { signIn } from './sign-in.ts';
import { takeWall, WALLS } from './wall-sheet.ts';

const folder = resolve(import.meta.dirname, '../../.cache/contact-sheet');
const SCHEMES = ['light', 'dark'] as const;
/** Number of walks that run at the same time. */
const AT_ONCE = 3;

type Picture = { name: string; width: number; scheme: (typeof SCHEMES)[number]; file: string };
const pictures: Picture[] = [];

/** Takes pictures of the page's present state. @param widths in pixels; every one by default */
async function shoot(page: Page, looker: Looker, name: string, widths = Object.keys(SIZES)): Promise<void> {
  const stem = name.replace(/[^\w.]+/g, '-').slice(0, 80);
  for (const [width, height] of Object.entries(SIZES).filter(([one]) => widths.includes(one))) {
    for (const scheme of SCHEMES) {
      const file = `${stem}_${width}_${scheme}.jpg`;
      // oxlint-disable eslint/no-await-in-loop -- one picture after the other
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await looker.resize({ width: Number(width), height });
      await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 80 });
      // oxlint-enable eslint/no-await-in-loop
      pictures.push({ name, width: Number(width), scheme, file });
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await looker.restore();
}

/** Takes pictures of the wall's present state, at every size of wall. */
async function shootWall(page: Page, name: string): Promise<void> {
  for (const size of WALLS) {
    for (const scheme of SCHEMES) {
      const file = `${name.replace(/[^\w.]+/g, '-')}_${size.width}_${scheme}.jpg`;
      // oxlint-disable eslint/no-await-in-loop -- one picture after the other
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size);
      // Waits for the document's new fit, which the page does not announce.
      await page.waitForTimeout(2_000);
      await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 80 });
      // oxlint-enable eslint/no-await-in-loop
      pictures.push({ name, width: size.width, scheme, file });
    }
  }
}

/** Takes pictures of every screen, with the demo that a first start seeds. */
async function takeScreens(browser: Browser): Promise<void> {
  const server = await startServer();
  const baseURL = server.origin;
  try {
    const [signedIn, visitor] = await Promise.all([browser.newPage({ baseURL }), browser.newPage({ baseURL })]);
    await signIn(signedIn, baseURL, demo.administrator);
    for (const { name, who, path, ready } of screens) {
      const page = who === 'admin' ? signedIn : visitor;
      // Loaded again at each width: a screen may depend on the width at its start.
      for (const [width, height] of Object.entries(SIZES)) {
        // oxlint-disable eslint/no-await-in-loop -- one screen after the other
        await page.setViewportSize({ width: Number(width), height });
        await page.goto(path, { waitUntil: 'networkidle' }).catch(() => undefined);
        await readyPart(page, ready).waitFor();
        await shoot(page, await Looker.of(page), `screen: ${name}`, [width]);
        // oxlint-enable eslint/no-await-in-loop
      }
    }
    await Promise.all([signedIn.close(), visitor.close()]);
  } finally {
    await server.stop();
  }
}

/** Takes pictures of every state of every machine that has a screen. */
async function takeStates(browser: Browser): Promise<void> {
  const app = await serveBuiltApp();
  try {
    const take = (one: StatePath): Promise<void> =>
      walkStates({ browser, ...app }, one, async ({ name, page }) =>
        shoot(page, await Looker.of(page), `state: ${name}`),
      );
    const left = (await statePaths()).values();
    const worker = async (): Promise<void> => {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one way after the other
      for (const one of left) await take(one).catch((error: unknown) => console.error(error));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    await app.close();
  }
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

function sheet(): string {
  const all = pictures.toSorted((a, b) => a.name.localeCompare(b.name) || a.width - b.width);
  const figures = all.map(
    ({ name, width, scheme, file }) =>
      `<figure data-width="${width}" data-scheme="${scheme}"><a href="${file}"><img src="${file}" loading="lazy" alt=""></a><figcaption>${escaped(name)} · ${width} ${scheme}</figcaption></figure>`,
  );
  const box = (kind: string, value: string | number): string =>
    `<label><input type="checkbox" data-kind="${kind}" value="${value}" checked> ${value}</label>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheet</title>
<style>body{font:14px system-ui;margin:16px}form{position:sticky;top:0;background:#fff;padding:8px;display:flex;gap:12px}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(280px,1fr));gap:16px;align-items:end}figure{margin:0}img{width:100%;border:1px solid #999}</style>
<form>${[...new Set(all.map(({ width }) => width))]
    .toSorted((a, b) => a - b)
    .map((width) => box('width', width))
    .join('')}${SCHEMES.map((scheme) => box('scheme', scheme)).join('')}
<label>Name <input type="search"></label></form><main>${figures.join('\n')}</main>
<script>
const form = document.querySelector('form');
form.oninput = () => {
  const on = (kind) => [...form.querySelectorAll('[data-kind=' + kind + ']:checked')].map(({ value }) => value);
  const [widths, schemes, words] = [on('width'), on('scheme'), form.querySelector('[type=search]').value.toLowerCase()];
  for (const figure of document.querySelectorAll('figure'))
    figure.hidden = !widths.includes(figure.dataset.width) || !schemes.includes(figure.dataset.scheme) ||
      !figure.textContent.toLowerCase().includes(words);
};
</script></html>`;
}

/** Parts of the sheet, by their names on the command line; without one, all. */
const parts: Readonly<Record<string, (browser: Browser) => Promise<void>>> = {
  screens: takeScreens,
  states: takeStates,
  wall: (browser) => takeWall(browser, shootWall),
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in parts));
if (unknown.length > 0) {
  throw new Error(`There is no ${unknown.join(', ')}: write some of ${Object.keys(parts).join(', ')}.`);
}
await ensureBuilt();
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const [name, take] of Object.entries(parts)) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one part after the other
    if (named.length === 0 || named.includes(name)) await take(browser);
  }
} finally {
  await browser.close();
}
await writeFile(join(folder, 'index.html'), sheet());
console.log(`${pictures.length} pictures: .cache/contact-sheet/index.html`);
