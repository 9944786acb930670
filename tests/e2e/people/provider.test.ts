import { expect } from 'vitest';
import { startProvider } from '#tests/support/hosts/identity-provider.ts';
import { demo, demoPassword } from '#tests/support/person.ts';
import { startServer } from '#tests/support/hosts/server.ts';
import { it as test } from '../app-test.ts';
import { PATIENCE } from '../windows.ts';

const it = test
  .extend('provider', async ({}, { onCleanup }) => {
    const provider = await startProvider();
    onCleanup(() => provider[Symbol.asyncDispose]());
    return provider;
  })
  .extend('joined', async ({ provider }, { onCleanup }) => {
    const server = await startServer({
      env: { ...provider.env, READY_OIDC_LEVELS: 'writers=2', READY_OIDC_ORGANIZATION: 'Ready' },
    });
    provider.returns.add(`${server.origin}/login/return`);
    provider.people.set('faye', { preferred_username: 'faye', groups: ['writers'] });
    onCleanup(() => server.stop());
    return server;
  });

it('somebody signs in by the pages of an identity provider, stands where they wanted to go, and comes in by a password while it is away', async ({
  provider,
  joined,
  person,
}) => {
  const { page } = person;
  const main = page.getByRole('main');
  const choose = (): Promise<void> => page.getByRole('button', { name: 'Sign in with Harbor ID' }).click(PATIENCE);

  // They change their mind there, by the browser's Back and by saying no.
  await person.goto(`${joined.origin}/account`);
  await choose();
  await page.getByPlaceholder('Enter any login').waitFor(PATIENCE);
  await page.goBack();
  await choose();
  await page.getByRole('link', { name: 'Cancel' }).click(PATIENCE);
  await main.getByText('You were not signed in at Harbor ID. Try again.').waitFor(PATIENCE);
  expect(page.url()).toBe(`${joined.origin}/login`);

  await choose();
  await page.getByPlaceholder('Enter any login').fill('faye', PATIENCE);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click(PATIENCE);
  await main.getByText('You are signed in as faye · Ready').waitFor(PATIENCE);
  expect(page.url()).toBe(`${joined.origin}/account`);
  await main.getByText('You sign in by Harbor ID.').waitFor(PATIENCE);
  await page.reload();
  await main.getByText('You are signed in as faye · Ready').waitFor(PATIENCE);

  await page.getByRole('button', { name: 'Logout' }).click();
  await main.getByText('Your browser may still be signed in at Harbor ID').waitFor(PATIENCE);

  await provider.goAway();
  await choose();
  await main.getByText('Harbor ID cannot be reached just now.').waitFor(PATIENCE);
  await page.getByLabel('Username').fill(demo.writer);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword(demo.writer));
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByText('Welcome, dana').waitFor(PATIENCE);
});
