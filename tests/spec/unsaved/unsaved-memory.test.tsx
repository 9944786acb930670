import { screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refused } from '#tests/support/hosts/fake-answers.ts';
import type { JsdomFrame } from '#tests/support/jsdom/jsdom-frame.ts';
import { hostForEachTest, type MountedApp } from '#tests/support/jsdom/mount.tsx';
import {
  button,
  click,
  field,
  isDirty,
  isGone,
  link,
  openHarbor,
  save,
  signInAgain,
  text,
  typed,
} from '../editor/person.ts';

const host = hostForEachTest();
const UPDATE = 'POST /v1/wips/:id/update';

/** Types text, which is stored in case the session is lost. */
async function typedNote(note: string): Promise<MountedApp> {
  const app = await typed(host, '/forms/t-board/wips/w-harbor', note);
  await app.settled();
  return app;
}

/** The session is over, and cannot be renewed. */
async function loseSession(app: MountedApp): Promise<void> {
  host.expireSession();
  host.on('POST /auth/refresh-token', refused(401));
  await click(app, button(/^Save/), () => button('Sign In'));
}

/** Opens the same document again, in which nothing is restored unasked, and accepts the offer. */
async function restored(app: MountedApp): Promise<JsdomFrame> {
  const frame = await openHarbor(app);
  const offer = await app.until(() => text(/^1 unsaved change/));
  expect(frame.value('note')).not.toBe('Not lost.');
  expect(isDirty()).toBe(false);
  await click(app, button('Restore'), () => expect(offer).not.toBeInTheDocument());
  return frame;
}

/** Note and state of the same document when it is opened again, and nothing is offered. */
async function reopened(app: MountedApp): Promise<{ note: string | undefined; isSaved: boolean }> {
  const frame = await openHarbor(app);
  expect(isGone(/unsaved change/)).toBe(true);
  return { note: frame.value('note'), isSaved: !isDirty() };
}

/** Changes the document meanwhile, as another user does. */
function change(from: string, to: string): void {
  for (const wip of host.world.wips) wip.content = wip.content.replaceAll(from, to);
}

describe('text that was typed and not saved', () => {
  it('is offered to the same person after the session was lost, and overwrites nobody who has changed the same', async () => {
    host.world.user['capabilities'] = ['documents.guard'];
    const app = await typedNote('Not lost.');
    await loseSession(app);
    change('Calm.', 'Storm.');
    await signInAgain(app);
    const frame = await restored(app);
    await app.until(() => expect(frame.value('note')).toBe('Not lost.'));
    await click(app, button(/^Save/), () => expect(host.seen(UPDATE)).toHaveLength(2));
    expect(host.seen(UPDATE)[1]?.body).toMatchObject({
      edited_attributes: [{ id: 'note', value: 'Not lost.', was: 'Calm.' }],
    });
  });

  it('can be copied where its region is gone, and is not taken for a change of the document', async () => {
    const app = await typedNote('Not lost.');
    await loseSession(app);
    change('id="note"', 'id="remark"');
    await signInAgain(app);
    await restored(app);
    expect(isDirty()).toBe(false);
    expect(text(/has no place in the document any more/)).toBeVisible();
    expect(field('note')).toHaveValue('Not lost.');
    await click(app, button(/^Save/), () => text('Form saved successfully!'));
    expect(field('note')).toHaveValue('Not lost.');
    await click(app, button('Dismiss'), () => expect(screen.queryByLabelText('note')).toBeNull());
  });

  it('is not kept any more once it is saved', async () => {
    const app = await typedNote('Saved.');
    await save(app);
    await loseSession(app);
    expect(isGone(/unsaved document/)).toBe(true);
    change('Saved.', 'Newer, by somebody else.');
    await signInAgain(app);
    expect(await reopened(app)).toEqual({ note: 'Newer, by somebody else.', isSaved: true });
  });

  it('is asked about before a logout while nobody has decided on it', async () => {
    const app = await typedNote('Not lost.');
    await loseSession(app);
    await signInAgain(app);
    await openHarbor(app);
    await app.until(() => text(/^1 unsaved change/));
    await click(app, button('Logout'), () => button('Leave'));
  });

  it('of a base template does not go along with a first save of other text', async () => {
    const app = await typed(host, '/forms/t-board', 'Not lost.');
    await app.settled();
    app.app.auth?.send({ type: 'session.lost' });
    await signInAgain(app);
    await app.user.click(link('New: Status Board'));
    await app.until(() => text(/^1 unsaved change/));
    (await app.frame()).type('title', 'Tonight');
    await app.until(() => text('Not saved'));
    await app.user.click(button(/^Save/));
    await app.user.keyboard('Tonight{Enter}');
    await app.until(() => text('Form saved successfully!'));
    await app.settled();
    expect(isGone(/^1 unsaved change/)).toBe(true);
    app.app.auth?.send({ type: 'session.lost' });
    await app.until(() => text(/1 unsaved document is kept/));
  });

  it('stays beside what is typed since, until somebody has decided on it', async () => {
    const app = await typedNote('Not lost.');
    await loseSession(app);
    await signInAgain(app);
    const frame = await openHarbor(app);
    await app.until(() => text(/^1 unsaved change/));
    frame.type('title', 'Newer');
    await app.until(() => text('Not saved'));
    frame.type('title', 'Harbor');
    await app.until(() => text('No changes'));
    app.app.auth?.send({ type: 'session.lost' });
    await app.until(() => text(/1 unsaved document is kept/));
    await signInAgain(app);
    await restored(app);
    await app.until(() => expect(app.frames().at(-1)?.value('note')).toBe('Not lost.'));
  });
});
