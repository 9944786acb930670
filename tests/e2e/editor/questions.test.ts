import { it } from '../app-test.ts';
import { isKeptWhole } from './killed-browser.ts';
import type { AppWindow } from '../windows.ts';

const administrator = { username: 'amir', password: 'ready-demo-3' };

/** Waits until the screen is at rest, and takes away the line to the application's files. */
async function cutFiles({ page }: AppWindow): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/**', (route) => route.abort());
}

it('every question of the editor opens when the line to its files is cut once the screen is at rest', async ({
  server,
  windows,
  person: writer,
}) => {
  const { page } = writer;
  const asks = async (name: string | RegExp, answer: string, role: 'dialog' | 'alertdialog' = 'dialog') => {
    const question = page.getByRole(role, { name });
    await question.getByRole('button', { name: answer, exact: true }).click();
    await question.waitFor({ state: 'detached' });
  };
  await writer.signIn(administrator);
  await writer.follow(/^New: Medical Plan/);
  await writer.document.locator('#incident-name').waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await cutFiles(writer);

  await writer.typeInto('aid-3-name', 'Old');
  const paste = async (text: string): Promise<void> => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('Control+v');
  };
  await paste('North\tGate 3\t555\tYes\nSouth\tGate 9\t556\tNo\nEast\tGate 1\t557\tNo\n');
  await asks(/cells fit$/, 'Cancel');
  await writer.typeInto('incident-name', 'Corvane ');
  await paste('https://elsewhere.example/map');
  await asks('Link text', 'Cancel');
  await writer.follow('Dashboard');
  await asks('Leave without saving?', 'Stay', 'alertdialog');
  await writer.saveNew('All questions');
  await writer.press('Delete');
  await asks(/^Are you sure you want to delete/, 'Cancel', 'alertdialog');
  await writer.press('Submit to Dashboard');
  await asks('Put this on the wall?', 'Cancel');

  const other = await windows.open(server.origin);
  await other.signIn(administrator);
  await other.goto(new URL(page.url()).pathname);
  await other.typeInto('incident-name', 'other');
  await writer.typeInto('incident-name', 'own');
  await other.save();
  await other.isClean();
  await writer.press(/^Save/);
  await page
    .getByRole('dialog', { name: /^Somebody else changed/ })
    .getByText('Keep all mine')
    .waitFor();
  await asks(/^Somebody else changed/, 'Cancel');
  await isKeptWhole(writer);

  await page.unroute('**/assets/**');
  await page.reload();
  await writer.sees(/unsaved change from/);
  await cutFiles(writer);
  await writer.press('Compare');
  await page
    .getByRole('dialog', { name: /^Compare/ })
    .getByRole('group')
    .first()
    .waitFor();
  await asks(/^Compare/, 'Close');
});
