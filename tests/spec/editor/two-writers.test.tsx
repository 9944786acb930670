import { screen, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, held, json, refused, usual } from '#tests/support/hosts/fake-answers.ts';
import { type MountedApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { button, click, conflictSheet, isDirty, isGone, save, saveChoice, text, typed } from './person.ts';

const host = hostForEachTest();
const WIP = '/forms/t-board/wips/w-harbor';
const UPDATE = 'POST /v1/wips/:id/update';

/** Amir's text in the note, if both have changed it, and his rows likewise. */
const changed = (value: string | null, rows: unknown[] | null = null): Answer =>
  json(
    {
      message: 'Somebody else has changed the same since. Nothing was saved.',
      conflicts: value === null ? [] : [{ id: 'note', value }],
      new_attributes: rows,
      revision: 2,
      updated_on: '2026-03-01T10:00:00Z',
      updated_by: 'Amir',
    },
    409,
  );
const bodies = (): unknown[] => host.seen(UPDATE).map(({ body }) => body);

/** Types into the note, saves, and is asked. */
async function asked(first: Answer, ...further: Answer[]): Promise<MountedApp> {
  host.on(UPDATE, first, ...further);
  const app = await typed(host, WIP);
  await click(app, button(/^Save/), conflictSheet);
  return app;
}

beforeEach(() => {
  host.world.user['capabilities'] = ['documents.guard'];
});

describe('a save of what somebody else has changed too', () => {
  it('asks, with who it was and all three texts, and cancelled it leaves everything as it was', async () => {
    const app = await asked(changed('Storm.'));
    expect(bodies()).toEqual([
      {
        save_name: 'Harbor watch',
        edited_attributes: [{ id: 'note', value: 'Wind.', was: 'Calm.' }],
        new_attributes: [],
        new_attributes_was: [],
        save_name_was: 'Harbor watch',
      },
    ]);
    text(/^This document was saved by Amir at .+ while you worked on it\./);
    const fields = within(screen.getByRole('group', { name: 'note' }));
    fields.getByText('Calm.');
    fields.getByText('Storm.');
    expect(fields.getByLabelText('My text')).toHaveValue('Wind.');
    await click(app, button('Cancel'), () => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await app.frame()).value('note')).toBe('Wind.');
    expect(isDirty()).toBe(true);
    expect(host.seen(UPDATE)).toHaveLength(1);
    expect(isGone('Form saved successfully!')).toBe(true);
  });

  it('sends nothing before all is chosen, keeps mine over theirs, and asks again when there is something newer', async () => {
    const app = await asked(changed('Storm.'), changed('Storm in the north.'), usual);
    await saveChoice(app);
    await app.until(() => text(/^Choose a version for each field/));
    expect(host.seen(UPDATE)).toHaveLength(1);
    await app.user.click(screen.getByRole('radio', { name: 'Keep mine' }));
    await saveChoice(app);
    // The words that differ are marked.
    await app.until(() => expect(conflictSheet().querySelector('mark')).toHaveTextContent('in the north'));
    expect(screen.getByRole('radio', { name: 'Keep mine' })).not.toBeChecked();
    await app.user.click(button('Keep all mine'));
    await saveChoice(app);
    await app.until(() => text('Form saved successfully!'));
    expect(bodies().slice(1)).toMatchObject([
      { edited_attributes: [{ id: 'note', value: 'Wind.', was: 'Storm.' }] },
      { edited_attributes: [{ id: 'note', value: 'Wind.', was: 'Storm in the north.' }] },
    ]);
    expect((await app.frame()).value('note')).toBe('Wind.');
    await app.until(() => expect(isDirty()).toBe(false));
  });

  it('takes theirs into the document, and sends it as nobody’s own', async () => {
    const app = await asked(changed('Storm.'), held);
    await app.user.click(button('Use all of theirs'));
    await saveChoice(app);
    await app.until(() => expect(host.seen(UPDATE)).toHaveLength(2));
    expect(bodies()[1]).toMatchObject({ edited_attributes: [] });
    const frame = await app.frame();
    await app.until(() => expect(frame.value('note')).toBe('Storm.'));
    expect(isDirty()).toBe(false);
  });

  it('can be answered by a text that has both', async () => {
    const app = await asked(changed('Storm.'), usual);
    await app.user.type(screen.getByLabelText('My text'), ' Storm.');
    expect(screen.getByRole('radio', { name: 'Keep mine' })).toBeChecked();
    await saveChoice(app);
    await app.until(() => text('Form saved successfully!'));
    expect(bodies()[1]).toMatchObject({ edited_attributes: [{ id: 'note', value: 'Wind. Storm.', was: 'Storm.' }] });
    expect((await app.frame()).value('note')).toBe('Wind. Storm.');
  });

  it('saves their rows where those are taken, without a claim to have seen them in the document', async () => {
    const app = await asked(changed('Storm.', [{ cells: ['03:12', 'gust'] }]), usual);
    text('03:12 · gust');
    await app.user.click(button('Use all of theirs'));
    await saveChoice(app);
    await app.until(() => expect(host.seen(UPDATE)).toHaveLength(2));
    expect(bodies()[1]).toMatchObject({ new_attributes: [{ cells: ['03:12', 'gust'] }], new_attributes_was: [] });
  });
});

it('rows of two users that merge by their ids are saved without a question', async () => {
  const [mine, theirs] = [
    { id: 'r-1', text: 'gust' },
    { id: 'r-2', text: 'calm' },
  ];
  host.on(UPDATE, changed(null, [theirs]), usual);
  const app = await typed(host, WIP);
  (await app.frame()).newAttributes = [mine];
  await app.user.click(button(/^Save/));
  await app.until(() => expect(host.seen(UPDATE)).toHaveLength(2));
  expect(bodies()[1]).toMatchObject({ new_attributes: [mine, theirs], new_attributes_was: [theirs] });
});

it('a save after one that was not read again is made of what was saved', async () => {
  const app = await typed(host, WIP);
  host.on('GET /v1/wips/:id', json({}, 500));
  await save(app);
  (await app.frame()).type('note', 'Rain.');
  await app.until(() => expect(isDirty()).toBe(true));
  await click(app, button(/^Save/), () => expect(host.seen(UPDATE)).toHaveLength(2));
  expect(bodies()[1]).toMatchObject({ edited_attributes: [{ id: 'note', value: 'Rain.', was: 'Wind.' }] });
  (await app.frame()).type('note', 'Calm.');
  await app.until(() => expect(isDirty()).toBe(true));
  await click(app, button(/^Save/), () => expect(host.seen(UPDATE)).toHaveLength(3));
  // As it was loaded, and not what the host has.
  expect(bodies()[2]).toMatchObject({ edited_attributes: [{ id: 'note', value: 'Calm.', was: 'Rain.' }] });
});

it('a plain host is sent what the contract has, and no more', async () => {
  host.world.user['capabilities'] = [];
  host.on(UPDATE, changed('Storm.'));
  const app = await typed(host, WIP);
  await click(app, button(/^Save/), () => text(/Nothing was saved/));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(JSON.stringify(bodies())).not.toContain('was');
});

it.each([
  ['our host', ['documents.guard'], refused(404, 'This document does not exist, or was deleted.')],
  ['a plain host', [], refused(410)],
])(
  'a save of a document that somebody has deleted, at %s, loses nothing, and makes a new WIP of all that stands there',
  async (_host, capabilities, gone) => {
    host.world.user['capabilities'] = capabilities;
    host.on(UPDATE, gone);
    const app = await typed(host, WIP);
    await click(app, button(/^Save/), () => button('Save as a New WIP'));
    text(/Your text is still here/);
    expect(isDirty()).toBe(true);
    expect((await app.frame()).value('note')).toBe('Wind.');
    await click(app, button('Save as a New WIP'), () => text('Form saved successfully!'));
    const [made] = host.seen('POST /v1/templates/:id/wips/save');
    expect(made?.path).toBe('/v1/templates/t-board/wips/save');
    expect(made?.body).toMatchObject({ save_name: 'Harbor watch', new_attributes: [] });
    expect(JSON.stringify(made?.body)).toContain('"Wind."');
    expect(JSON.stringify(made?.body)).not.toContain('was');
    expect(window.location.pathname).not.toBe(WIP);
    expect(screen.queryByRole('button', { name: 'Save as a New WIP' })).toBeNull();
    await app.until(() => expect(isDirty()).toBe(false));
  },
);

describe("somebody else's change that arrives with a save", () => {
  const READ = 'GET /v1/wips/:id';
  const CHANGED = /^1 field was changed by somebody else/;
  /** The host has two regions; the person writes the note, and another user the place. */
  const boardWith = (place: string, note: string): string =>
    `<!doctype html><title>Board</title><p class="editable" id="note">${note}</p><p class="editable" id="place">${place}</p>`;
  const reads = (place: string, note: string, revision: number | null = null): Answer =>
    json({
      result: {
        content: boardWith(place, note),
        wip_name: 'Harbor watch',
        wip_uuid: 'w-harbor',
        uuid: 'w-harbor',
        revision,
      },
    });

  it('is told with a way to its region, stands by its field, and stays until it was seen', async () => {
    host.on(READ, reads('Pier', 'Calm.'), reads('Dock', 'Wind.'));
    const app = await typed(host, WIP);
    await save(app);
    await app.until(() => text(CHANGED));
    expect((await app.frame()).value('place')).toBe('Dock');
    await click(app, screen.getByRole('radio', { name: 'Attributes' }), () => screen.getByLabelText(/place/));
    expect(screen.getByLabelText(/place/)).toHaveAccessibleDescription('Changed by somebody else');
    expect(screen.getByLabelText(/note/)).not.toHaveAccessibleDescription(/Changed/);
    await app.user.click(button('place'));
    await app.until(() => expect(screen.getByLabelText(/place/)).toHaveFocus());
    await click(app, button('Mark as Seen'), () => expect(isGone(CHANGED)).toBe(true));
    expect(screen.getByLabelText(/place/)).not.toHaveAccessibleDescription(/Changed/);
  });

  it('is none where the host says that nobody else has saved, nor where it was chosen in the sheet', async () => {
    host.on(READ, reads('Pier', 'Calm.', 4), reads('Pier', 'Wind!', 5), reads('Pier', 'Storm.', 8));
    host.on(UPDATE, usual, changed('Storm.'), usual);
    const app = await typed(host, WIP);
    await save(app);
    await app.until(() => expect(isDirty()).toBe(false));
    await app.settled();
    expect(isGone(CHANGED)).toBe(true);
    (await app.frame()).type('note', 'Rain.');
    await app.until(() => expect(isDirty()).toBe(true));
    await click(app, button(/^Save/), conflictSheet);
    await app.user.click(button('Use all of theirs'));
    await saveChoice(app);
    await app.until(() => expect(host.seen(READ)).toHaveLength(3));
    await app.settled();
    expect((await app.frame()).value('note')).toBe('Storm.');
    expect(isGone(CHANGED)).toBe(true);
  });
});
