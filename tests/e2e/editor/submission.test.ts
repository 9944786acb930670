import { expect } from 'vitest';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { it } from '../app-test.ts';

const QUESTION = 'Put this on the wall?';

it('a practice board does not go onto the wall unasked, and what was there comes back by one press', async ({
  server,
  windows,
  person: dana,
}) => {
  const wall = await windows.open(server.origin);
  await wall.signIn({ username: 'amir', password: 'ready-demo-3' });
  await wall.goto(`/multiple-dashboard/${COMMAND_TEMPLATE_LEFT}/${COMMAND_TEMPLATE_RIGHT}`);
  const left = wall.page.getByText(/Corvane Ridge status board/).first();
  await left.waitFor();

  await dana.signIn();
  await dana.follow(/^New: Incident Status Board/);
  await dana.typeInto('incident-name', 'Practice only');
  await dana.saveNew('Practice board');
  const question = dana.page.getByRole('dialog', { name: QUESTION });
  const { keyboard } = dana.page;
  await keyboard.press('Control+Enter');
  await question.waitFor();
  const asked = await question.innerText();
  expect(asked).toMatch(/The wall shows another document: .*Corvane Ridge status board.*\(submitted .* by /s);
  expect(asked).toMatch(/required fields are empty:/);
  // A required region is a way there, and nothing was submitted.
  await question.getByRole('button').first().click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => dana.page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  await keyboard.type('typed where the caret went');
  await dana.page.getByText('Unsaved (kept on this device)').waitFor();
  await dana.save();

  await dana.press('Submit to Dashboard');
  await question.waitFor();
  await question.getByRole('button', { name: 'Replace on the wall' }).click();
  await dana.seesSuccess('submit');
  await wall.page.getByText('Practice board').first().waitFor();
  await dana.page.getByRole('link', { name: 'Command Docs (left)' }).waitFor();
  await dana.press(/^Put back /);
  await dana.page.getByText(/is back on the wall$/).waitFor();
  await wall.page
    .getByRole('status')
    .filter({ hasText: 'Now showing: Corvane Ridge status board' })
    .waitFor({ state: 'attached' });
});
