import { describe, expect } from 'vitest';
import { demo, signedIn } from '#tests/support/person.ts';
import { save } from '#tests/support/writing.ts';
import catalogue from '../../templates/catalogue.json' with { type: 'json' };
import { it as appIt, plainIt } from './app-test.ts';
import { createProfile, isKept, isKeptWhole, keptIn } from './killed-browser.ts';

const uuidOf = (name: string): string => catalogue.find((one) => one.name === name)?.uuid ?? '';
const LOG = uuidOf('Activity Log');
const MESSAGE = uuidOf('General Message');
const REGION = 'message-text';
const WORDS = ' These words were typed before the browser died';
/** Of the last letters it cannot be told from outside whether they are on the disk. */
const LAST = 4;

/** A test with a profile that outlives its browsers. */
const it = appIt.extend('profile', async ({}, { onCleanup }) => {
  const profile = await createProfile();
  onCleanup(() => profile.remove());
  return profile;
});

describe('a browser that is killed while somebody types', () => {
  it('has all that was on the disk again, and nothing else: of a saved document, at any moment', async ({
    server,
    profile,
  }) => {
    const dana = await signedIn(server.origin, demo.writer);
    const { uuid } = await save(dana, 'Killed', { [REGION]: 'Saved.' }, MESSAGE);
    const address = `${server.origin}/forms/${MESSAGE}/wips/${uuid}`;
    let before = 'Saved.';
    for (const rest of [0, 37, 211]) {
      const browser = await profile.start();
      const window = await browser.open(address, dana);
      await window.showsRegion(REGION, 'Saved.');
      if (before !== 'Saved.') await window.press('Restore');
      await window.showsRegion(REGION, before);
      await window.typeInto(REGION, ' Kept');
      const first = await isKept(window, 1);
      await window.page.keyboard.type(WORDS);
      // A letter is a byte, a space that was the last one more.
      await isKept(window, 1, first + WORDS.length - LAST);
      const sure = `${before} Kept${WORDS}`;
      // What is on its way when the browser dies may be lost, and must not harm what is there.
      const typing = window.page.keyboard.type('-on-its-way', { delay: 20 }).catch(() => undefined);
      await new Promise((resolve) => void setTimeout(resolve, rest));
      await browser.kill();
      await typing;
      const next = await profile.start();
      const again = await next.open(address, dana);
      await again.sees(/^Not saved: 1 change from/);
      await again.showsRegion(REGION, 'Saved.');
      await again.isClean();
      await again.press('Restore');
      await again.isDirty();
      const text = (await again.document.locator(`#${REGION}`).innerText()).trim();
      expect(text.startsWith(sure.slice(0, -' Kept'.length - LAST)), text).toBe(true);
      expect(`${sure}-on-its-way`.startsWith(text), text).toBe(true);
      await isKept(again, 1);
      before = text;
      await next.kill();
    }
  });

  it('has a first document of a template again, with its rows; and loses it with the save that has it', async ({
    server,
    profile,
  }) => {
    const dana = await signedIn(server.origin, demo.writer);
    const address = `${server.origin}/forms/${LOG}`;
    const browser = await profile.start();
    const window = await browser.open(address, dana);
    await window.typeInto('incident-name', 'Corvane Ridge');
    await window.document.getByRole('button', { name: 'Add row' }).click();
    await window.typeInto('log-21-activity', 'A row that nobody saved');
    await isKeptWhole(window);
    await browser.kill();

    const next = await profile.start();
    const again = await next.open(address, dana);
    await again.sees(/^Not saved: 2 changes from/);
    await again.showsRegion('incident-name', '');
    expect(await again.document.locator('#log-21-activity').count()).toBe(0);
    await again.press('Restore');
    await again.showsRegion('log-21-activity', 'A row that nobody saved');
    await again.showsRegion('incident-name', 'Corvane Ridge');
    await again.saveNew('After the crash');
    await isKept(again, 0);
    await again.page.reload();
    await again.showsRegion('log-21-activity', 'A row that nobody saved');
    await again.showsRegion('incident-name', 'Corvane Ridge');
    await again.isClean();
    expect(await again.page.getByText(/^Not saved/).count()).toBe(0);
    await again.goto(address);
    await again.showsRegion('incident-name', '');
    expect(await again.page.getByText(/^Not saved/).count()).toBe(0);
  });
});

describe('a document that is opened again', () => {
  it('keeps what is typed beside what is offered, and discards at a wish only', async ({ person }) => {
    await person.signIn();
    await person.goto(`/forms/${MESSAGE}`);
    await person.typeInto(REGION, 'From before');
    await isKept(person, 1);
    await person.page.reload();
    await person.sees(/^Not saved: 1 change from/);
    await person.typeInto('incident-name', 'Newer');
    // What is offered is not given up by a save of something else.
    await person.saveNew('Something else');
    await person.goto(`/forms/${MESSAGE}`);
    await person.sees(/^Not saved: 1 change from/);
    await person.press('Restore');
    await person.showsRegion(REGION, 'From before');
    await person.showsRegion('incident-name', '');

    await person.page.reload();
    await person.sees(/^Not saved: 1 change from/);
    // A press in the very moment in which the document's frame is made gets lost in the browser.
    await person.showsRegion(REGION, '');
    await person.press('Discard');
    await person.press('Keep');
    expect((await keptIn(person)).count).toBe(1);
    await person.press('Discard');
    await person.page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await isKept(person, 0);
    await person.page.reload();
    await person.showsRegion(REGION, '');
    expect(await person.page.getByText(/^Not saved/).count()).toBe(0);
  });

  it('keeps rows that are restored while the document with them is still on its way', async ({ person }) => {
    await person.signIn();
    await person.goto(`/forms/${LOG}`);
    await person.document.getByRole('button', { name: 'Add row' }).click();
    await person.typeInto('log-21-activity', 'Pump 4 out');
    await isKeptWhole(person);
    await person.page.reload();
    await person.sees(/^Not saved: 1 change from/);
    await person.showsRegion('incident-name', '');

    // The frame for the document with them is held up on its line.
    const held = Promise.withResolvers<void>();
    await person.page.route('**/frame.html*', async (route) => {
      await held.promise;
      await route.abort().catch(() => undefined);
    });
    await person.press('Restore');
    // Longer than a document may take to list its rows and a writing after it.
    await person.page.waitForTimeout(1_500);
    held.resolve();
    await person.page.unrouteAll({ behavior: 'wait' });
    await person.page.reload();
    await person.sees(/^Not saved: 1 change from/);
    await person.press('Restore');
    await person.showsRegion('log-21-activity', 'Pump 4 out');
    await person.sees('Not saved, kept on this computer');
  });

  it('offers what was left, and nothing of a document that was deleted', async ({ person }) => {
    await person.signIn();
    await person.goto(`/forms/${MESSAGE}`);
    await person.saveNew('To be deleted');
    const { wip } = person;
    await person.typeInto(REGION, 'Left');
    await person.follow('Back to Templates');
    await person.sees('They stay on this computer for 7 days, for you alone');
    await person.press('Leave');
    await person.page.waitForURL('**/select-template');
    await person.goto(`/forms/${MESSAGE}/wips/${wip}`);
    await person.sees(/^Not saved: 1 change from/);
    await person.press('Restore');
    await person.showsRegion(REGION, 'Left');
    await person.press('Delete');
    await person.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await person.page.waitForURL((url) => !url.pathname.includes(wip));
    await isKept(person, 0);
  });
});

it('of two tabs with one document one keeps its text, the other is told, and follows it', async ({ person }) => {
  await person.signIn();
  await person.goto(`/forms/${MESSAGE}`);
  await person.typeInto(REGION, 'In the first tab');
  const bytes = await isKept(person, 1);
  const second = await person.sibling();
  await second.goto(`/forms/${MESSAGE}`);
  await second.sees(/^This document is open in another tab/);
  await second.typeInto('incident-name', 'In the second tab');
  await person.page.close();
  // What each has typed is there: the first one's is offered, the second one's is on the disk beside it.
  await second.sees(/^Not saved: 1 change from/);
  expect(await second.page.getByText(/^This document is open in another tab/).count()).toBe(0);
  await isKept(second, 1, bytes + 'In the second tab'.length);
  await second.press('Restore');
  await second.showsRegion(REGION, 'In the first tab');
  await second.showsRegion('incident-name', 'In the second tab');
});

plainIt('a plain host: nothing of what is typed is on the disk, and nothing is promised', async ({ host, person }) => {
  expect(host.origin).not.toBe('');
  await person.goto('/forms/t-board/wips/w-harbor');
  await person.typeInto('note', 'In memory only');
  await person.page.getByRole('link', { name: 'Back to Templates' }).click();
  await person.sees('If you leave now, they are lost.');
  await person.press('Stay');
  expect(await person.page.evaluate(() => indexedDB.databases())).toEqual([]);
});
