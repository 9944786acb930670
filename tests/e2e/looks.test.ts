import { describe, expect } from 'vitest';
import wip from '../../server/seed-data/wips/01-corvane-ridge-status-board.json' with { type: 'json' };
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { Looker, SIZES } from '../e2e-paths/looked-at.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { isFull } from '../../tools/test/suites.ts';
import { newBoard, template, wall, wip as wipPane } from '../contract/boards/walls.ts';
import { it } from './app-test.ts';
import { readyPart, showLateNotice } from './first-load.ts';
import { layoutFaults } from './layout-faults.ts';
import { commandDashboard, screens } from './screens.ts';
import type { AppWindow } from './windows.ts';

type Sizes = Readonly<Record<number, number>>;
/** 320: a window of 1,280 at 400 % (WCAG 1.4.10); 1024: an old projector. */
const ALL: Sizes = isFull ? { 320: 800, ...SIZES, 1024: 800 } : { 320: 800, 768: 1024, 1280: 800, 1920: 1080 };
const SOME: Sizes = { 320: 640, 768: 640, 1280: 640 };

/** Neither axe nor the check of the layout finds anything. @param but rules of axe that do not hold for this page */
async function isFlawless({ page }: AppWindow, sizes = ALL, but?: RegExp): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const looker = await Looker.of(page);
  expect(await looker.faults(sizes, but)).toEqual({});
  expect(await looker.faultsOfLargeText(), 'with large letters').toEqual([]);
}

describe('every screen fits at every width, and axe finds nothing, light and dark', () => {
  it.for(screens)('$name', async ({ who, path, ready }, { admin, visitor }) => {
    const window = who === 'admin' ? admin : visitor;
    await window.goto(path);
    await readyPart(window.page, ready).waitFor();
    await isFlawless(window);
  });
});

it('the command dashboard fits at every width when a document of it is more than an hour old', async ({ person }) => {
  await person.signIn();
  await person.page.clock.install();
  await person.goto(commandDashboard);
  await person.page
    .getByText(/Submitted .* by /)
    .nth(1)
    .waitFor();
  // A reply of the host after a jump sets its clock right: another one is needed then.
  const isOld = async (): Promise<number> => {
    await person.page.clock.fastForward('00:45:00');
    return person.page.getByText(/^1 h \d+ min$/).count();
  };
  await expect.poll(isOld, { timeout: 60_000 }).toBeGreaterThan(0);
  await isFlawless(person);
});

it('a playlist of boards fits at every width', async ({ server, person }) => {
  const author = await signedIn(server.origin, demo.writer);
  const boards = [
    await newBoard(author, wall(template(), wipPane(wip.uuid)), 'Operations'),
    await newBoard(author, wall(template(COMMAND_TEMPLATE_RIGHT)), 'Briefing'),
  ];
  const playlist = await newBoard(author, { kind: 'playlist', boards, seconds: 3_600 }, 'In turn');
  await person.signIn();
  await person.goto(paths.keptBoard(playlist));
  await person.sees('1 of 2');
  await isFlawless(person);
});

describe('what one does most is in sight', () => {
  const isWhole = (): boolean => document.documentElement.scrollHeight <= innerHeight;

  it('all documents of the demo and what was opened last, in one window of 1280 × 800', async ({ admin }) => {
    const { page } = admin;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(paths.wip(wip.template, wip.uuid));
    await admin.sees('Submit to Dashboard');
    await admin.follow('Dashboard');
    await page.getByRole('list', { name: 'Continue' }).waitFor();
    await page.getByRole('list', { name: 'Edit Docs' }).waitFor();
    expect(await page.evaluate(isWhole)).toBe(true);
  });

  it('a document, from 110 pixels on, in a window of 1366 × 768 that does not scroll, and no message moves it', async ({
    person,
  }) => {
    const { page } = person;
    await page.setViewportSize({ width: 1366, height: 768 });
    await person.signIn();
    await person.goto(paths.wip(wip.template, wip.uuid));
    await person.sees('Submit to Dashboard');
    await person.typeInto('incident-name', ' II');
    const top = () => page.evaluate(() => document.querySelector('[data-document]')?.getBoundingClientRect().top);
    expect(await top()).toBeLessThanOrEqual(110);
    expect(await page.evaluate(isWhole)).toBe(true);
    const before = await top();
    await page.route('**/v1/wips/**', (route) => route.fulfill({ status: 500, json: {} }));
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Dismiss' }).waitFor();
    expect(await top()).toBe(before);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it('a field that the keyboard comes to, above what is said', async ({ person }) => {
    const { page } = person;
    await page.setViewportSize({ width: 390, height: 844 });
    await person.signIn();
    await person.goto(paths.wip(wip.template, wip.uuid));
    const fields = page.getByRole('list', { name: 'Fields' }).getByRole('textbox');
    await fields.first().fill('Corvane');
    await page.route('**/v1/wips/**', (route) => route.fulfill({ status: 500, json: {} }));
    await page.keyboard.press('Control+s');
    const banner = page.getByRole('button', { name: 'Dismiss' });
    await banner.waitFor();
    const below = async (): Promise<number> => {
      const [field, said] = await Promise.all([page.locator(':focus').boundingBox(), banner.boundingBox()]);
      return (field?.y ?? 0) + (field?.height ?? 0) - (said?.y ?? 0);
    };
    for (let pressed = 0; pressed < 15; pressed += 1) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one key after the other
      await page.keyboard.press('Tab');
      // oxlint-disable-next-line eslint/no-await-in-loop -- as above
      expect(await below()).toBeLessThanOrEqual(0);
    }
  });

  it('the first field, in the upper half of a phone', async ({ admin: { page } }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(paths.wip(wip.template, wip.uuid));
    const field = page.getByRole('list', { name: 'Fields' }).getByRole('textbox').first();
    await field.waitFor();
    expect((await field.boundingBox())?.y).toBeLessThanOrEqual(400);
  });
});

describe('so it is before the application is there', () => {
  it.for([paths.login(), paths.signup(), paths.dashboard(), paths.wipDashboard('a')])(
    'at %s',
    async (path, { visitor }) => {
      const window = await visitor.sibling();
      await window.page.route('**/*.js', (route) => route.abort());
      await window.page.goto(path);
      // The shell has no title yet, as the application while it loads; fields that cannot be typed into yet are not counted.
      await isFlawless(window, SOME, /^page-has-heading-one$/);
      await showLateNotice(window.page);
      await isFlawless(window, SOME);
      expect(await window.page.getByRole('link', { name: 'Reload' }).isVisible()).toBe(true);
      await window.page.close();
    },
  );
});

it('changes its colours at once for who wants no motion', async ({ visitor: { page } }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(paths.login());
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const moving = await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length;
  });
  expect(moving).toBe(0);
});

/** States that no machine has: `tests/e2e-paths/states.full.test.ts` checks every state of every machine. */
const states: [name: string, path: string, lead: (window: AppWindow) => Promise<void>][] = [
  [
    'the sheet of shortcuts',
    paths.dashboard(),
    async ({ page }) => {
      await page.getByRole('heading', { name: 'View Live Docs' }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  ],
  [
    'the menu of further ways',
    paths.dashboard(),
    async ({ page }) => {
      await page.getByText('More', { exact: true }).click();
      await page.getByRole('link', { name: 'Boards' }).waitFor();
    },
  ],
  [
    'an open list of templates',
    paths.selectTemplate(),
    async ({ page }) => {
      await page.getByRole('combobox').click();
      await page.getByRole('option').first().waitFor();
    },
  ],
  [
    'an archive among others',
    `${paths.archives()}?template=${wip.template}&wip=${wip.uuid}`,
    async ({ page }) => {
      await page
        .getByRole('button', { name: /^View Content/ })
        .first()
        .click();
      await page
        .getByRole('dialog')
        .getByText(/^1 of \d+$/)
        .waitFor();
      await page.getByRole('dialog').locator('iframe').waitFor();
    },
  ],
  [
    'the choice of a document to fill from',
    paths.form(COMMAND_TEMPLATE_LEFT),
    async ({ page, document }) => {
      await document.locator('[role=textbox][id]').first().waitFor();
      await page.getByRole('button', { name: 'Fill From' }).click();
      await page.getByRole('option').first().waitFor();
    },
  ],
  [
    'a template and its WIPs',
    paths.selectTemplate(),
    async ({ page }) => {
      await page.getByRole('combobox').click();
      await page.getByRole('option').first().click();
      await page.getByRole('link', { name: /^Open WIP/ }).waitFor();
    },
  ],
  [
    'a file of people that is checked',
    paths.people(),
    async ({ page }) => {
      await page.getByRole('button', { name: 'Import People' }).click();
      const buffer = Buffer.from('username,name\nimp.one,Imp One\nimp.two,Imp Two\n');
      await page.getByLabel('File of people').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
      await page.getByText('people.csv: 2 people can be added.').waitFor();
    },
  ],
  [
    'records that the browser downloads',
    paths.records(),
    async ({ page }) => {
      await page.getByRole('button', { name: 'Take Away' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Documents (ZIP)' }).click();
      expect(await (await download).failure()).toBeNull();
      await page.getByText(/^The download has begun/).waitFor();
    },
  ],
  [
    'two live documents without a connection',
    commandDashboard,
    async ({ page }) => {
      await page.getByText('Live', { exact: true }).nth(1).waitFor();
      await page.context().setOffline(true);
      await page
        .getByText(/^Not connected since/)
        .first()
        .waitFor();
    },
  ],
  [
    'a document that waits for a connection',
    paths.wip(wip.template, wip.uuid),
    async (window) => {
      await window.sees('Submit to Dashboard');
      await window.typeInto('incident-name', ' II');
      await window.page.context().setOffline(true);
      await window.page.keyboard.press('Control+s');
      await window.sees('No connection. We’ll save when it is back');
    },
  ],
  [
    'a dashboard of 2,000 documents',
    paths.dashboard(),
    async ({ page }) => {
      await page.getByRole('searchbox', { name: 'Search documents' }).fill('1999');
      await page.getByText('1 of 2000 documents').waitFor();
    },
  ],
];

describe('axe finds nothing in a state, light and dark', () => {
  it.for(states)('%s', async ([name, path, lead], { admin }) => {
    const { page } = admin;
    await page.setViewportSize({ width: 1280, height: 800 });
    if (name.includes('2,000')) {
      const templates = Array.from({ length: 2_000 }, (_, at) => ({ uuid: `t-${at}`, name: `Document ${at}` }));
      await page.route('**/v1/templates', (route) => route.fulfill({ json: { templates } }));
    }
    await admin.goto(path);
    try {
      await lead(admin);
      await isFlawless(admin, { 390: 844, 1280: 800 });
    } finally {
      await page.unrouteAll();
      await page.context().setOffline(false);
    }
  });
});

it('the check of the layout sees controls or texts over each other, cut text, a small target, and a page that is too wide', async ({
  visitor,
}) => {
  const { page } = visitor;
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  await page.evaluate(() => {
    const box = document.createElement('div');
    const add = (tag: string, text: string, style: string): void => {
      box.append(Object.assign(document.createElement(tag), { textContent: text, style }));
    };
    add('button', 'One', 'position:absolute;top:300px;left:20px;width:80px;height:40px');
    add('button', 'Two', 'position:absolute;top:320px;left:60px;width:80px;height:40px');
    add('button', 'Wee', 'position:absolute;top:400px;left:20px;width:12px;height:12px;overflow:visible');
    add('p', 'A sentence that has no room', 'width:50px;overflow:hidden;white-space:nowrap');
    add('div', 'wide', 'width:140vw');
    add('div', 'Upper words', 'position:absolute;top:500px;left:20px');
    add('div', 'Lower words', 'position:absolute;top:504px;left:40px');
    document.body.append(box);
  });
  expect((await page.evaluate(layoutFaults)).join('\n')).toMatch(
    /too wide[^]*Wee is \d+ × 12 px[^]*One lies over <button> Two[^]*no room is cut[^]*Upper words lies over <div> Lower words/,
  );
});
