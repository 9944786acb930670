import { describe, expect } from 'vitest';
import { it } from './app-test.ts';
import { paths } from '#config/paths.ts';
import { showLateNotice } from './first-load.ts';
import { layoutFaults } from './layout-faults.ts';
import { screens } from './screens.ts';

describe('every screen fits at every width', () => {
  it.for(screens)('$name', async ({ who, path, ready }, { admin, visitor }) => {
    const window = who === 'admin' ? admin : visitor;
    await window.goto(path);
    const { page } = window;
    await page.getByText(ready).first().waitFor();
    const found: Record<number, string[]> = {};
    // 320: a window of 1,280 at 400 % (WCAG 1.4.10); 1024: an old projector.
    for (const width of [320, 360, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: width === 1920 ? 1080 : 800 });
      // Resize observers have run by the second frame.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      found[width] = await page.evaluate(layoutFaults);
    }
    expect(found).toEqual({ 320: [], 360: [], 768: [], 1024: [], 1280: [], 1920: [] });
  });
});

describe('the page fits before the application is there', () => {
  it.for([paths.login(), paths.signup(), paths.dashboard(), paths.wipDashboard('a')])(
    'at %s',
    async (path, { visitor }) => {
      const { page } = await visitor.sibling();
      await page.route('**/*.js', (route) => route.abort());
      await page.goto(path);
      for (const isLate of [false, true]) {
        if (isLate) await showLateNotice(page);
        for (const width of [320, 768, 1280]) {
          await page.setViewportSize({ width, height: 640 });
          expect(await page.evaluate(layoutFaults)).toEqual([]);
        }
        if (isLate) expect(await page.getByRole('link', { name: 'Reload' }).isVisible()).toBe(true);
      }
      await page.close();
    },
  );
});

describe('the check sees', () => {
  it('controls over each other, cut text, a small target, and a page that is too wide', async ({ visitor }) => {
    const { page } = visitor;
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    await page.evaluate(() => {
      const box = document.createElement('div');
      const add = (tag: string, text: string, style: Record<string, string>): void => {
        const element = document.createElement(tag);
        element.textContent = text;
        Object.assign(element.style, style);
        box.append(element);
      };
      add('button', 'One', { position: 'absolute', top: '300px', left: '20px', width: '80px', height: '40px' });
      add('button', 'Two', { position: 'absolute', top: '320px', left: '60px', width: '80px', height: '40px' });
      add('button', 'Wee', {
        position: 'absolute',
        top: '400px',
        left: '20px',
        width: '12px',
        height: '12px',
        overflow: 'visible',
      });
      add('p', 'A sentence that has no room', { width: '50px', overflow: 'hidden', whiteSpace: 'nowrap' });
      add('div', 'wide', { width: '500px' });
      document.body.append(box);
    });
    const found = await page.evaluate(layoutFaults);
    expect(found.join('\n')).toMatch(/too wide[^]*Wee is \d+ × 12 px[^]*One lies over <button> Two[^]*no room is cut/);
  });
});
