import { expect } from 'vitest';
import { it } from './app-test.ts';

/**
 * Removes from a page, and from every frame in it, the features that at least one of the oldest browsers of `config/browsers.ts` lacks.
 * `tsconfig.browser.json` checks the language's part of this too, but not in the libraries.
 */
function becomeOld(): void {
  const late: [object | undefined, string][] = [
    [AbortSignal, 'any'],
    [URL, 'canParse'],
    [URL, 'parse'],
    [Response, 'json'],
    [Promise, 'withResolvers'],
    [Promise, 'try'],
    [Object, 'groupBy'],
    [Map, 'groupBy'],
    [Array, 'fromAsync'],
    [RegExp, 'escape'],
    ...['isWellFormed', 'toWellFormed'].map((name): [object, string] => [String.prototype, name]),
    ...['toSorted', 'toReversed', 'toSpliced', 'with'].map((name): [object, string] => [Array.prototype, name]),
    ...[
      'union',
      'intersection',
      'difference',
      'symmetricDifference',
      'isSubsetOf',
      'isSupersetOf',
      'isDisjointFrom',
    ].map((name): [object, string] => [Set.prototype, name]),
    ...['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'].map(
      (name): [object, string] => [Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object, name],
    ),
    ...['checkVisibility', 'setHTMLUnsafe', 'getHTML', 'moveBefore', 'ariaNotify'].map((name): [object, string] => [
      Element.prototype,
      name,
    ]),
    ...['showPopover', 'hidePopover', 'togglePopover', 'popover'].map((name): [object, string] => [
      HTMLElement.prototype,
      name,
    ]),
    ...['caretPositionFromPoint', 'startViewTransition'].map((name): [object, string] => [Document.prototype, name]),
    ...['Iterator', 'Highlight', 'CloseWatcher', 'scheduler', 'navigation', 'requestIdleCallback', 'URLPattern'].map(
      (name): [object, string] => [window, name],
    ),
    [Navigator.prototype, 'userActivation'],
  ];
  for (const [owner, name] of late) if (owner && !Reflect.deleteProperty(owner, name)) throw new Error(`${name} stays`);
}

it('works with what the oldest browsers have', async ({ person: writer }) => {
  await writer.page.context().addInitScript(becomeOld);
  await writer.signIn();
  expect(await writer.page.evaluate(() => 'any' in AbortSignal || 'toSorted' in Array.prototype)).toBe(false);

  await writer.follow(/^New: Activity Log/);
  await writer.typeInto('log-name', 'Old tablet');
  await writer.page.keyboard.press('F2');
  await writer.page.getByRole('textbox', { name: 'Name log-name', exact: true }).fill('Old tablet, list');
  await writer.page.keyboard.press('F2');
  await writer.showsRegion('log-name', 'Old tablet, list');
  await writer.saveNew('Old');
  await writer.page.reload();
  await writer.showsRegion('log-name', 'Old tablet, list');
  await writer.submit();
  await writer.typeInto('log-name', ', twice');
  await writer.save();
  await writer.submit();

  const wall = await writer.sibling();
  await wall.goto(`/wip-dashboard/${writer.wip}`);
  await wall.showsRegion('log-name', 'Old tablet, list, twice');
  for (const path of ['/archives', '/select-template', '/home']) {
    await wall.goto(path);
    await wall.page.getByRole('heading', { level: 1 }).waitFor();
  }
  await wall.goto('/archives');
  await wall.page.getByRole('combobox', { name: 'Template' }).click();
  await wall.page.getByRole('option', { name: /^Activity Log/ }).click();
  await wall.page.getByRole('combobox', { name: 'WIP' }).selectOption({ label: 'Old' });
  // The newest is first.
  await wall.page
    .getByRole('button', { name: /^View Content/ })
    .first()
    .click();
  await wall.showsRegion('log-name', 'Old tablet, list, twice');
});
