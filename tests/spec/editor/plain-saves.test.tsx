import { screen, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { embedNewAttributes } from '#common/document/plan/new-attributes.ts';
import { FRESH_READ } from '#common/config/constants.ts';
import { dropped, held, json, refused, usual } from '#tests/support/hosts/fake-answers.ts';
import { type MountedApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { boardHtml } from '#tests/support/hosts/plain-world.ts';
import {
  button,
  click,
  conflictSheet,
  heading,
  isDirty,
  isGone,
  opened,
  save,
  saveChoice,
  text,
  typed,
} from './person.ts';

const host = hostForEachTest();
const WIP = '/forms/t-board/wips/w-harbor';
const [READ, UPDATE, SUBMIT] = ['GET /v1/wips/:id', 'POST /v1/wips/:id/update', 'POST /v1/wips/:id/submit'] as const;
const TRYING = 'No connection. We’ll save when it is back';

/** Changes the document as another user does; with rows if there are some. */
function stands(note: string, title = 'Harbor', rows: unknown[] = []): void {
  const [wip] = host.world.wips;
  if (wip) wip.content = embedNewAttributes(boardHtml(title, note), rows);
}
const content = (): string => host.world.wips[0]?.content ?? '';
const bodies = (): unknown[] => host.seen(UPDATE).map(({ body }) => body);
const isThere = (): boolean => screen.queryByRole('dialog') !== null;

/** The document's calls since this was asked for the first time in a test. */
let before = 0;
const calls = (): string[] =>
  host.requests
    .slice(before)
    .map(({ method, path }) => `${method} ${path.split('/').at(-1) ?? ''}`)
    .filter((call) => /w-harbor|update|submit/.test(call));
const [LOOK, SAVED, SUBMITTED] = ['GET w-harbor', 'POST update', 'POST submit'];

/** Types, and waits until the last look is old. */
async function typedLongAgo(wait = FRESH_READ): Promise<MountedApp> {
  const app = await typed(host, WIP);
  await app.advance(wait);
  before = host.requests.length;
  return app;
}
const pressSave = (app: MountedApp, isSo: () => unknown) => click(app, button(/^Save(?! as)/), isSo);

beforeEach(() => {
  before = 0;
});

describe('a save at a plain host of what somebody else has changed too', () => {
  it('asks before anything is sent, names nobody, and cancelled it leaves everything as it was', async () => {
    const app = await typedLongAgo();
    stands('Storm.');
    await pressSave(app, conflictSheet);
    expect(calls()).toEqual([LOOK]);
    text(/^This document was saved while you worked on it\. Your changes are not saved yet/);
    const fields = within(screen.getByRole('group', { name: 'note' }));
    fields.getByText('Calm.');
    fields.getByText('Storm.');
    expect(fields.getByLabelText('My text')).toHaveValue('Wind.');
    await click(app, button('Cancel'), () => expect(isThere()).toBe(false));
    expect((await app.frame()).value('note')).toBe('Wind.');
    expect(isDirty()).toBe(true);
    expect(content()).toContain('Storm.');
    expect(isGone('Form saved successfully!')).toBe(true);
  });

  it('keeps mine over theirs once that was seen, with another look where it was thought about for long', async () => {
    const app = await typedLongAgo();
    stands('Storm.');
    await pressSave(app, conflictSheet);
    // Another user may have saved again while the question was open.
    await app.advance(FRESH_READ * 2);
    await app.user.click(button('Keep all mine'));
    await saveChoice(app);
    await app.until(() => text('Form saved successfully!'));
    expect(calls()).toEqual([LOOK, LOOK, SAVED, LOOK]);
    expect(bodies()).toMatchObject([{ edited_attributes: [{ id: 'note', value: 'Wind.' }] }]);
    expect(content()).toContain('Wind.');
    await app.until(() => expect(isDirty()).toBe(false));
  });

  it('is asked about without a look where the page knows it: text was typed while a save ran', async () => {
    host.on(UPDATE, held, usual);
    const app = await typed(host, WIP);
    before = host.requests.length;
    await pressSave(app, () => expect(calls()).toEqual([SAVED]));
    (await app.frame()).type('note', 'Rain.');
    await app.settled();
    stands('Storm.');
    host.release(UPDATE, json({}));
    await app.until(() => text('Form saved successfully!'));
    expect(calls()).toEqual([SAVED, LOOK]);
    await pressSave(app, conflictSheet);
    expect(calls()).toEqual([SAVED, LOOK]);
    const fields = within(screen.getByRole('group', { name: 'note' }));
    fields.getByText('Wind.');
    fields.getByText('Storm.');
    expect(fields.getByLabelText('My text')).toHaveValue('Rain.');
  });

  it('asks about a save that is sent again by itself', async () => {
    host.on(UPDATE, dropped(), usual);
    const app = await typed(host, WIP);
    await pressSave(app, () => text(TRYING));
    stands('Storm.');
    before = host.requests.length;
    await app.advance(15_000);
    await app.until(conflictSheet);
    expect(calls()).toEqual([LOOK]);
    await app.user.click(button('Cancel'));
    await app.advance(60_000);
    expect(calls()).toEqual([LOOK]);
    expect(isDirty()).toBe(true);
  });
});

describe('the answer of radio buttons at a plain host', () => {
  const radios = (...chosen: string[]): string =>
    boardHtml() +
    ['yes', 'no', 'unknown']
      .map(
        (id) => `<input type="radio" name="safe" class="editable" id="${id}"${chosen.includes(id) ? ' checked' : ''}>`,
      )
      .join('');
  const GROUP = { name: 'yes / no / unknown' };

  /** Opens a document in which this user and another one choose different answers. */
  async function bothAnswered(): Promise<MountedApp> {
    const [wip] = host.world.wips;
    if (wip) wip.content = radios('unknown');
    const app = await opened(host, WIP, () => expect(button('Submit to Dashboard')).toBeEnabled());
    const frame = await app.frame();
    frame.type('no', 'true');
    frame.type('unknown', 'false');
    await app.until(() => expect(isDirty()).toBe(true));
    await app.advance(FRESH_READ);
    if (wip) wip.content = radios('yes');
    await pressSave(app, conflictSheet);
    return app;
  }

  it('is one: it is asked about once, and mine takes the place of theirs', async () => {
    const app = await bothAnswered();
    expect(within(conflictSheet()).getAllByRole('group')).toHaveLength(1);
    const fields = within(screen.getByRole('group', GROUP));
    for (const name of ['yes', 'no', 'unknown']) fields.getByText(name);
    await app.user.click(fields.getByLabelText('Keep mine'));
    await saveChoice(app);
    await app.until(() => text('Form saved successfully!'));
    expect(bodies()).toMatchObject([
      {
        edited_attributes: [
          { id: 'yes', value: 'false' },
          { id: 'no', value: 'true' },
        ],
      },
    ]);
    expect(content().match(/ checked/g)).toHaveLength(1);
    await app.until(() => expect(isDirty()).toBe(false));
  });

  it('is theirs in all of its buttons where theirs is taken', async () => {
    const app = await bothAnswered();
    await app.user.click(within(screen.getByRole('group', GROUP)).getByLabelText('Use theirs'));
    await saveChoice(app);
    await app.until(() => expect(isDirty()).toBe(false));
    const frame = await app.frame();
    const shown = (): unknown => ['yes', 'no', 'unknown'].map((id) => frame.value(id));
    await app.until(() => expect(shown()).toEqual(['true', 'false', 'false']));
    expect(content()).toContain(radios('yes').slice(-60));
  });
});

describe('a submission at a plain host of what somebody else has saved since', () => {
  const question = (): HTMLElement => screen.getByRole('dialog', { name: 'Put this on the wall?' });
  async function asked(): Promise<MountedApp> {
    const app = await opened(host, WIP, () => expect(button('Submit to Dashboard')).toBeEnabled());
    await app.advance(FRESH_READ);
    stands('Storm.');
    before = host.requests.length;
    await click(app, button('Submit to Dashboard'), question);
    expect(calls()).toEqual([LOOK, SAVED]);
    within(question()).getByText('Storm.');
    return app;
  }

  it('asks first, and submits what was agreed to', async () => {
    const app = await asked();
    await click(app, within(question()).getByRole('button', { name: 'Submit' }), () =>
      text('Form submitted successfully!'),
    );
    expect(calls()).toEqual([LOOK, SAVED, SUBMITTED, LOOK]);
    expect(host.seen(SUBMIT)[0]?.body).toEqual({});
  });

  it('is not made where the person does not want it, and what stands there is shown', async () => {
    const app = await asked();
    const frame = await app.frame();
    await click(app, within(question()).getByRole('button', { name: 'Cancel' }), () =>
      expect(frame.value('note')).toBe('Storm.'),
    );
    expect(calls()).toEqual([LOOK, SAVED, LOOK]);
  });
});

it.each([0, FRESH_READ - 1])('a save %i ms after a look makes the calls of the specification alone', async (age) => {
  const app = await typedLongAgo(age);
  await save(app);
  await app.until(() => expect(calls()).toEqual([SAVED, LOOK]));
  (await app.frame()).type('note', 'Rain.');
  await app.until(() => expect(isDirty()).toBe(true));
  await save(app);
  await app.until(() => expect(calls()).toEqual([SAVED, LOOK, SAVED, LOOK]));
  expect(bodies()).toEqual(
    ['Wind.', 'Rain.'].map((value) => ({
      save_name: 'Harbor watch',
      edited_attributes: [{ id: 'note', value }],
      new_attributes: [],
    })),
  );
});

it('what others changed elsewhere comes in with the save, and nothing is asked', async () => {
  const app = await typedLongAgo();
  stands('Calm.', 'Night harbor');
  await save(app);
  expect(calls()).toEqual([LOOK, SAVED, LOOK]);
  expect(bodies()).toMatchObject([{ edited_attributes: [{ id: 'note', value: 'Wind.' }] }]);
  expect(content()).toBe(boardHtml('Night harbor', 'Wind.'));
  const frame = await app.frame();
  await app.until(() => expect(frame.value('title')).toBe('Night harbor'));
});

it('a name that somebody else has given meanwhile stays', async () => {
  const app = await typedLongAgo();
  for (const wip of host.world.wips) wip.name = 'Night watch';
  await save(app);
  expect(bodies()).toMatchObject([{ save_name: 'Night watch' }]);
  heading('Night watch');
});

it('text typed while the document is read again after a save can be saved at once: the save follows the read', async () => {
  host.on(READ, usual, held, usual);
  const app = await typed(host, WIP);
  await pressSave(app, () => expect(calls()).toEqual([LOOK, SAVED, LOOK]));
  (await app.frame()).type('note', 'Rain.');
  await app.until(() => expect(isDirty()).toBe(true));
  await app.user.click(button(/^Save(?! as)/));
  host.release(READ);
  await app.until(() => expect(content()).toContain('Rain.'));
});

it('what was saved before, and not read again, is not put over what somebody else has made of it', async () => {
  host.on(READ, usual, refused(500), usual);
  const app = await typed(host, WIP);
  await save(app);
  await app.until(() => expect(host.seen(READ)).toHaveLength(2));
  await app.advance(FRESH_READ);
  stands('Storm.');
  (await app.frame()).type('title', 'Night harbor');
  await app.until(() => expect(isDirty()).toBe(true));
  before = host.requests.length;
  await pressSave(app, () => expect(calls()).toEqual([LOOK, SAVED, LOOK]));
  expect(bodies()[1]).toMatchObject({ edited_attributes: [{ id: 'title', value: 'Night harbor' }] });
  expect(content()).toBe(boardHtml('Night harbor', 'Storm.'));
});

describe('a look before a save', () => {
  it('that does not reach the host ends as a save that did not, and both are made again', async () => {
    const app = await typedLongAgo();
    host.on(READ, dropped());
    await pressSave(app, () => text(TRYING));
    expect(host.seen(UPDATE)).toHaveLength(0);
    expect(isDirty()).toBe(true);
    host.on(READ, usual);
    await app.advance(15_000);
    await app.until(() => text(/^Saved \d/));
    expect(content()).toContain('Wind.');
    expect(isGone(TRYING)).toBe(true);
  });

  it('of a document that somebody has deleted offers a new WIP', async () => {
    const app = await typedLongAgo();
    host.world.wips = [];
    await pressSave(app, () => button('Save as a New WIP'));
    expect(calls()).toEqual([LOOK]);
    expect((await app.frame()).value('note')).toBe('Wind.');
    await click(app, button('Save as a New WIP'), () => text('Form saved successfully!'));
    expect(content()).toContain('Wind.');
  });

  it('that is refused leaves the save to speak for itself', async () => {
    const app = await typedLongAgo();
    host.on(READ, refused(403), usual);
    await save(app);
    expect(calls()).toEqual([LOOK, SAVED, LOOK]);
    expect(content()).toContain('Wind.');
  });

  it('is made at once after the network was lost', async () => {
    const app = await typed(host, WIP);
    window.dispatchEvent(new Event('offline'));
    stands('Storm.');
    await pressSave(app, conflictSheet);
    expect(host.seen(UPDATE)).toHaveLength(0);
  });
});

describe('rows that a plain host gives back', () => {
  const [mine, theirs] = [[{ at: '03:12' }], [{ at: '03:15' }]];

  it('stay where somebody else has added them and I have not touched any', async () => {
    const app = await typedLongAgo();
    stands('Calm.', 'Harbor', theirs);
    await save(app);
    expect(bodies()).toMatchObject([{ new_attributes: theirs }]);
  });

  it('are asked about where both have changed them', async () => {
    const app = await typedLongAgo();
    (await app.frame()).newAttributes = mine;
    stands('Calm.', 'Harbor', theirs);
    await pressSave(app, conflictSheet);
    const rows = within(screen.getByRole('group', { name: 'Added rows' }));
    rows.getByText('03:12');
    rows.getByText('03:15');
    await app.user.click(button('Use all of theirs'));
    await saveChoice(app);
    await app.until(() => expect(bodies()).toMatchObject([{ new_attributes: theirs }]));
  });

  it('of a host that gives none back are sent as they are', async () => {
    const app = await typedLongAgo();
    (await app.frame()).newAttributes = mine;
    await save(app);
    await app.advance(FRESH_READ);
    (await app.frame()).type('note', 'Rain.');
    await app.until(() => expect(isDirty()).toBe(true));
    await save(app);
    expect(bodies()).toMatchObject([{ new_attributes: mine }, { new_attributes: mine }]);
  });
});

describe('line breaks at a host that says nothing of them', () => {
  it("are the author's in a base template, and stay so after its first saves", async () => {
    const [template] = host.world.templates;
    if (template) template.content = boardHtml('Harbour\nwatch', 'Calm.');
    const app = await typed(host, '/forms/t-board');
    const frame = await app.frame();
    expect(frame.received[0]).toMatchObject({ type: 'load', lines: 'marked' });
    expect(frame.value('title')).toBe('Harbour watch');
    await click(app, button(/^Save/), () => screen.getByRole('dialog', { name: 'Save' }));
    await app.user.type(screen.getByLabelText(/^Form Name/), 'One');
    await click(app, button('Save'), () => expect(screen.queryByRole('dialog')).toBeNull());
    await app.until(() => expect(isDirty()).toBe(false));
    frame.type('note', 'More.');
    await app.until(() => expect(isDirty()).toBe(true));
    await pressSave(app, () => expect(isDirty()).toBe(false));
    await app.settled();
    expect(frame.value('title')).toBe('Harbour watch');
    expect(isGone(/changed/)).toBe(true);
    // Opened again it is a WIP, of which the host says nothing: as it was judged before.
    const address = app.address();
    app.unmount();
    const again = await opened(host, address, () => heading('One'));
    expect((await again.frame()).received[0]).toMatchObject({ type: 'load', lines: 'guessed' });
  });
});
