import { it } from './app-test.ts';

it('one press signs in to the demo', async ({ visitor }) => {
  await visitor.goto('/login');
  await visitor.press('As dana, who writes and submits');
  await visitor.sees('Welcome, dana');
  await visitor.press('Logout');
});

it('leads from signing in to a wall that changes by itself', async ({ person: writer }) => {
  await writer.goto('/');
  await writer.page.waitForURL('**/login');
  await writer.signInByHand();

  await writer.follow(/^New: General Message/);
  await writer.page.waitForURL(/\/forms\/[^/]+$/);
  await writer.typeInto('incident-name', 'Corvane Ridge');
  await writer.saveNew('Night message');
  // The banner goes, and its query with it.
  await writer.page.waitForURL((url) => url.search === '');
  await writer.showsRegion('incident-name', 'Corvane Ridge');

  await writer.typeInto('incident-name', ' Fire');
  await writer.page.getByRole('button', { name: 'Submit to Dashboard' }).hover();
  await writer.sees('Please save your changes before submitting');
  await writer.save();
  await writer.submit();

  const wall = await writer.sibling();
  const { wip } = writer;
  await wall.goto(`/wip-dashboard/${wip}`);
  await wall.sees('Ready Dashboard');
  await wall.showsRegion('incident-name', 'Corvane Ridge Fire');

  const templateWall = await writer.sibling();
  await templateWall.goto(
    new URL(writer.page.url()).pathname.replace(/\/forms\/([^/]+)\/.*/, '/template-dashboard/$1'),
  );
  await templateWall.showsRegion('incident-name', 'Corvane Ridge Fire');

  await writer.typeInto('incident-name', ', day 2');
  await writer.page.keyboard.press('Control+s');
  await writer.seesSuccess('save');
  await writer.submit();
  await wall.showsRegion('incident-name', 'Corvane Ridge Fire, day 2');
  await templateWall.showsRegion('incident-name', 'Corvane Ridge Fire, day 2');

  await writer.follow('View in Dashboard');
  await writer.page.waitForURL(`**/wip-dashboard/${wip}`);
  await writer.showsRegion('incident-name', 'Corvane Ridge Fire, day 2');
});

it('keeps what was typed during a save, and the caret', async ({ person: writer }) => {
  await writer.signIn();
  await writer.follow(/^New: Daily Brief/);
  await writer.typeInto('headline', 'First');
  await writer.saveNew('Shift');
  await writer.typeInto('headline', ' second');

  // The update takes long, and the user types on.
  const released = Promise.withResolvers<void>();
  await writer.page.route('**/update', async (route) => {
    // While Control is still pressed a key would be a command.
    await released.promise;
    await writer.page.keyboard.type(' third');
    await route.continue();
  });
  await writer.page.keyboard.press('Control+s');
  released.resolve();
  await writer.sees('Form saved successfully!');
  await writer.showsRegion('headline', 'First second third');
  await writer.isDirty();
  await writer.page.keyboard.type(' fourth');
  await writer.showsRegion('headline', 'First second third fourth');
  await writer.page.unroute('**/update');
  await writer.save();
  await writer.page.reload();
  await writer.showsRegion('headline', 'First second third fourth');
});

it('loses nothing that was saved or typed when the server dies, and the open windows recover', async ({
  person: writer,
  server,
}) => {
  await writer.signIn();
  await writer.follow(/^New: General Message/);
  await writer.typeInto('message-subject', 'Before the crash');
  await writer.saveNew('Crash');
  await writer.submit();
  const wall = await writer.sibling();
  await wall.goto(`/wip-dashboard/${writer.wip}`);
  await wall.showsRegion('message-subject', 'Before the crash');

  await writer.typeInto('message-subject', ', saved');
  await writer.save();
  await server.kill9();
  await wall.sees('Reconnecting…');
  await wall.showsRegion('message-subject', 'Before the crash');
  // Text that is typed meanwhile waits for the server.
  await writer.typeInto('message-text', 'Typed meanwhile');
  await writer.press(/^Save/);
  await writer.sees('No connection. We’ll save when it is back');
  await writer.isDirty();
  await server.restart();

  await writer.page.reload();
  await writer.showsRegion('message-subject', 'Before the crash, saved');
  await writer.press('Restore');
  await writer.showsRegion('message-text', 'Typed meanwhile');
  await writer.save();
  await wall.sees('Live');
  await writer.submit();
  await wall.showsRegion('message-subject', 'Before the crash, saved');
});

it('leaving with unsaved text asks first, by the browser’s own Back too', async ({ person }) => {
  await person.signIn();
  await person.follow(/^New: General Message/);
  await person.typeInto('message-text', 'Unsaved');
  await person.page.goBack();
  await person.sees('Leave without saving?');
  await person.press('Stay');
  await person.showsRegion('message-text', 'Unsaved');
  await person.page.goBack();
  await person.press('Leave');
  await person.page.waitForURL('**/dashboard');
});
