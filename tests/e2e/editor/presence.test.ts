import * as v from 'valibot';
import { expect } from 'vitest';
import { presenceEvent } from '#common/calls/presence.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { it } from '../app-test.ts';

const AMIR = { username: 'amir', password: 'ready-demo-3' } as const;

it('a person sees who else has the document open, in which region, and that they have left', async ({
  server,
  windows,
  person: dana,
}) => {
  await dana.signIn();
  await dana.follow(/^New: General Message/);
  await dana.typeInto('incident-name', 'Corvane');
  await dana.saveNew('Two at a desk');
  const who = (name: string) => dana.page.getByText(new RegExp(`^${name}`));
  expect(await who('Amir Castellan').count()).toBe(0);
  const height = () => dana.page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().top);
  // The lines have a row of their own there.
  await dana.page.setViewportSize({ width: 1000, height: 800 });
  const before = await height();

  const amir = await windows.open(server.origin);
  await amir.signIn(AMIR);
  const address = new URL(dana.page.url()).pathname;
  await amir.goto(address);
  await amir.showsRegion('incident-name', 'Corvane');
  // Amir came last, and learns of Dana by her answer: her caret is in the first region.
  await amir.page.getByText('Dana Okafor is editing: Incident name').waitFor();
  await who('Amir Castellan is here$').waitFor();
  await dana.page.getByRole('status').getByText('Amir Castellan is here too').waitFor({ state: 'attached' });

  await amir.typeInto('message-text', 'Road closed');
  await who('Amir Castellan is editing: Message$').waitFor();
  expect(await height()).toBe(before);
  // In the list the caret has a place as well.
  await amir.page.getByRole('radio', { name: 'Attributes' }).click();
  await amir.page.getByLabel('Subject').focus();
  await who('Amir Castellan is editing: Subject$').waitFor();

  await amir.save();
  // The departure is reported, and not only after the last report expires: within the application, and when the page is closed.
  const stream = await openStream(await signedIn(server.origin, demo.reader), dana.wip);
  const waitForLeaving = async (): Promise<void> => {
    for (let event = await stream.next(); event; event = await stream.next()) {
      if (event.event === 'presence' && v.parse(presenceEvent, event.data).type === 'person_left') return;
    }
    throw new Error('The stream has ended.');
  };
  await amir.page.getByRole('link', { name: 'Back to Templates' }).click();
  await waitForLeaving();
  await who('Amir Castellan').first().waitFor({ state: 'detached' });
  await amir.goto(address);
  await who('Amir Castellan is here$').waitFor();
  await amir.page.goto('about:blank');
  await waitForLeaving();
  await who('Amir Castellan').first().waitFor({ state: 'detached' });
  stream.close();

  await amir.goto(address);
  await who('Amir Castellan is here$').waitFor();
  await amir.press('Delete');
  await amir.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await dana.sees(/^.?Amir Castellan.? deleted this document\. Your text is still here/);
  await amir.page.context().close();
  await dana.press('Save as a New WIP');
  await dana.showsRegion('incident-name', 'Corvane');
  await expect.poll(() => new URL(dana.page.url()).pathname).not.toBe(address);
});
