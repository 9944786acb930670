import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#tests/support/hosts/server.ts';
import { type Engine, pressInDocument } from './engine.ts';
import { EnginePerson } from './person.ts';
import { startEngine } from './start.ts';

let server: TestServer;
let engine: Engine;
beforeAll(async () => {
  server = await startServer();
  engine = await startEngine();
});
afterAll(async () => {
  await engine.end();
  await server.stop();
});

test('the whole road: sign in, edit, a link, Attributes and back, save, reload, submit, a live wall, a server that dies', async () => {
  const writer = new EnginePerson(await engine.open(), server.origin);
  const { window } = writer;
  await writer.goto('/login');
  await writer.fill(/^Username/, 'dana');
  await writer.fill(/^Password/, 'ready-demo-2');
  await window.key('Enter');
  await writer.isAt(/^\/dashboard/);

  await writer.press(/^New: General Message/);
  await writer.enter('incident-name');
  await window.type('Corvane Ridge');
  await writer.enter('message-text');
  await window.type('https://ready.example/x');
  await window.key('Control+a');
  await window.key('Control+x');
  await writer.showsRegion('message-text', '');
  await window.type('see ');
  await window.key('Control+v');
  await writer.sees('Link text');
  await window.type('Plan');
  await window.key('Enter');
  await writer.showsRegion('message-text', 'see Plan');
  await window.type(' after');
  await window.key('Enter');
  await window.type('line 2');
  await writer.showsRegion('message-text', 'see Plan after\nline 2');

  const linked = 'see https://ready.example/x[Plan,window=_top] after\nline 2';
  await window.key('F2');
  await writer.fieldHolds(/message-text/, linked);
  await writer.fill(/^Search fields/, 'message-text');
  await window.key('F2');
  await writer.showsRegion('message-text', 'see Plan after\nline 2');
  await window.type('ZZ');
  await writer.showsRegion('message-text', 'see Plan after\nline 2ZZ');

  // A person reads what they wrote: for the browser the last press is over, and a shortcut counts as none.
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  await window.key('Control+s');
  await writer.fill(/^Form Name/, 'Road');
  // An Enter that comes before the keyboard is in the dialog is dropped, by design.
  await writer.fieldHolds(/^Form Name/, 'Road');
  await window.key('Enter');
  await writer.sees('Form saved successfully!');
  await writer.isAt(/\/wips\/[^?]*$/);
  await window.reload();
  await writer.showsRegion('incident-name', 'Corvane Ridge');
  await writer.showsRegion('message-text', 'see Plan after\nline 2ZZ');
  await writer.submit();

  const wall = await writer.sibling();
  const path = String(await window.run('location.pathname'));
  await wall.goto(path.replace(/.*\/wips\//, '/wip-dashboard/'));
  await wall.showsRegion('message-text', 'see Plan after\nline 2ZZ');
  await writer.enter('incident-name');
  await window.type(' Fire');
  await writer.save();
  await writer.submit();
  await wall.showsRegion('incident-name', 'Corvane Ridge Fire');

  await server.kill9();
  await wall.sees('Reconnecting…');
  await wall.showsRegion('incident-name', 'Corvane Ridge Fire');
  await server.restart();
  await wall.sees('Live');
  await writer.enter('incident-name');
  await window.type(', day 2');
  await writer.save();
  await writer.submit();
  await wall.showsRegion('incident-name', 'Corvane Ridge Fire, day 2');

  const open = await wall.window.count();
  await wall.window.raise();
  await pressInDocument(wall.window, '#message-text a');
  // Its pop-up blocker does not take a press in the document's frame for one in the page: the page asks.
  if (process.env['READY_ENGINE'] === 'webkit') {
    await wall.sees('Open this address?');
    await wall.press(/^Open$/);
  }
  await expect.poll(() => wall.window.count(), { timeout: 45_000 }).toBe(open + 1);
});
