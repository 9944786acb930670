import { screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { held, json, raw, usual } from '#tests/support/hosts/fake-answers.ts';
import type { JsdomFrame } from '#tests/support/jsdom/jsdom-frame.ts';
import { type MountedApp, mountApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, click, field, heading, isGone, opened, save, text, typed } from './person.ts';

const host = hostForEachTest();
const TEMPLATE = '/forms/t-board';
const WIP = '/forms/t-board/wips/w-harbor';

const saveButton = (): HTMLElement => screen.getAllByRole('button', { name: /^Save/ })[0] ?? button('Save');
const isDirty = (): boolean => saveButton().textContent?.includes('*') ?? false;

async function nameAndSave(app: MountedApp, name: string): Promise<void> {
  await click(app, saveButton(), () => screen.getByRole('dialog', { name: 'Save' }));
  await app.user.type(field('Form Name'), name);
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
}

describe('unsaved changes', () => {
  it(
    shows('s4.editor.dirty-set s4.editor.dirty-cleared-load s2.editor.save-star')(
      'are there when a region differs from what was loaded, and are gone when it does not',
    ),
    async () => {
      const app = mountApp(WIP, { host });
      const frame = await app.frame();
      await app.settled();
      expect(isDirty()).toBe(false);
      frame.type('note', 'Wind.');
      await app.until(() => expect(isDirty()).toBe(true));
      frame.type('note', 'Calm.');
      await app.until(() => expect(isDirty()).toBe(false));
    },
  );

  it.each<[string, Parameters<JsdomFrame['restructure']>[0]]>([
    [shows('d8.regions-dirty')('appears'), { added: [['row-1', '']] }],
    [shows('d8.regions-dirty')('vanishes'), { removed: ['note'] }],
  ])('are there when a region %s', async (_title, change) => {
    const app = mountApp(WIP, { host });
    (await app.frame()).restructure(change);
    await app.until(() => expect(isDirty()).toBe(true));
  });

  it(shows('d21.leaving d20.in-app')('ask before another page, and stay or go as they are told'), async () => {
    const app = await typed(host, WIP);
    const leave = () => app.user.click(screen.getByRole('link', { name: 'Archives' }));
    await leave();
    await app.until(() => screen.getByRole('alertdialog', { name: 'Leave without saving?' }));
    // This host gives no key for unsaved text.
    text(/If you leave now, they are lost\./);
    await click(app, button('Stay'), () => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(app.address()).toBe(WIP);
    expect((await app.frame()).value('note')).toBe('Wind.');
    await leave();
    await app.until(() => screen.getByRole('alertdialog', { name: 'Leave without saving?' }));
    await click(app, button('Leave'), () => heading('Archives'));
    expect(app.address()).toBe('/archives');
  });

  it('that are saved while the person is asked do not take the answer away', async () => {
    host.on('POST /v1/wips/:id/update', held);
    const app = await typed(host, WIP);
    await click(app, saveButton(), () => expect(host.waiting('POST /v1/wips/:id/update')).toBe(1));
    await app.user.click(screen.getByRole('link', { name: 'Archives' }));
    await app.until(() => screen.getByRole('alertdialog', { name: 'Leave without saving?' }));
    host.release('POST /v1/wips/:id/update');
    await app.until(() => expect(host.seen('GET /v1/wips/:id')).toHaveLength(2));
    await app.settled();
    await click(app, button('Leave'), () => heading('Archives'));
  });

  it(shows('d21.closing')('ask before the tab is closed, and saved ones do not'), async () => {
    const app = await typed(host, WIP);
    const close = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(close()).toBe(false);
    await click(app, saveButton(), () => expect(isDirty()).toBe(false));
    expect(close()).toBe(true);
  });
});

describe('the first save', () => {
  it(
    shows('s2.editor.save-modal s5.save.disabled s5.save.name s2.editor.save-modal-cancel')(
      'asks for a name that is not empty',
    ),
    async () => {
      const app = await typed(host, TEMPLATE);
      await app.user.click(saveButton());
      const dialog = await app.until(() => screen.getByRole('dialog', { name: 'Save' }));
      expect(button('Save')).toHaveAttribute('aria-disabled', 'true');
      await app.user.type(field('Form Name'), '   ');
      expect(button('Save')).toHaveAttribute('aria-disabled', 'true');
      await app.user.click(button('Save'));
      // A browser's own way to send the form in spite of the button.
      dialog.querySelector('form')?.requestSubmit();
      await app.until(() => text('Please enter a name for the saved form'));
      await app.user.type(field('Form Name'), 'x');
      expect(button('Save')).not.toHaveAttribute('aria-disabled');
      await click(app, button('Cancel'), () => expect(screen.queryByRole('dialog')).toBeNull());
      expect(host.seen('POST /v1/templates/:id/wips/save')).toEqual([]);
      expect(isDirty()).toBe(true);
    },
  );

  it(
    shows(
      's4.editor.save-new s7.save s7.save-200-201 s3.new-attributes-empty s1.wips s4.editor.dirty-cleared-save',
      'd17.actor-survives d7.edited s2.editor.banner-save',
    )('makes a WIP under the name, without blanks around it, and goes to it'),
    async () => {
      const app = await typed(host, TEMPLATE);
      await app.user.click(screen.getByRole('radio', { name: 'Attributes' }));
      await nameAndSave(app, '  North pier ');
      await app.until(() => text('Form saved successfully!'));
      expect(app.address()).toBe('/forms/t-board/wips/w-2?success=save');
      expect(host.seen('POST /v1/templates/:id/wips/save')).toMatchObject([
        {
          path: '/v1/templates/t-board/wips/save',
          body: {
            save_name: 'North pier',
            edited_attributes: [
              {
                id: 'note',
                value: 'Wind.',
              },
            ],
            new_attributes: [],
          },
        },
      ]);
      await app.until(() => heading('North pier'));
      expect(isDirty()).toBe(false);
      // The same editor: its view is as it was.
      expect(screen.getByRole('radio', { name: 'Attributes' })).toBeChecked();
      button('Delete');
    },
  );

  it(shows('s7.save-200-201')('counts with 200 as well'), async () => {
    host.on('POST /v1/templates/:id/wips/save', json({ result: { uuid: 'w-harbor' } }, 200));
    const app = await typed(host, TEMPLATE);
    await nameAndSave(app, 'x');
    await app.until(() => text('Form saved successfully!'));
    expect(app.address()).toBe(`${WIP}?success=save`);
  });

  it(
    shows('s8.document.unexpected')(
      'that is answered by a reply without uuid says so, loses nothing, and can be tried again',
    ),
    async () => {
      host.on('POST /v1/templates/:id/wips/save', json({ result: { name: 'x' } }), usual);
      const app = await typed(host, TEMPLATE);
      await nameAndSave(app, 'North pier');
      await app.until(() => text('Unexpected response from server'));
      expect(app.address()).toBe(TEMPLATE);
      expect((await app.frame()).value('note')).toBe('Wind.');
      expect(field('Form Name')).toHaveValue('North pier');
      await click(app, button('Save'), () => text('Form saved successfully!'));
      expect(host.world.wips.at(-1)?.content).toContain('Wind.');
    },
  );
});

describe('a save of a WIP', () => {
  it(
    shows(
      's2.editor.save-direct s4.editor.save-existing s7.update d6.bodies-unread d7.edited s2.editor.banner-save',
      's2.editor.banner-time s2.editor.banner-query s9.success-banner s4.editor.dirty-cleared-save',
    )('sends what differs, in document order, loads again, and says so for 1.5 s'),
    async () => {
      host.on('POST /v1/wips/:id/update', raw('', 204));
      const app = await typed(host, WIP);
      (await app.frame()).type('title', 'Pier');
      await save(app);
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(host.seen('POST /v1/wips/:id/update').map(({ body }) => body)).toEqual([
        {
          save_name: 'Harbor watch',
          edited_attributes: [
            { id: 'title', value: 'Pier' },
            { id: 'note', value: 'Wind.' },
          ],
          new_attributes: [],
        },
      ]);
      expect(app.address()).toBe(`${WIP}?success=save`);
      await app.until(() => expect(host.seen('GET /v1/wips/:id')).toHaveLength(2));
      await app.until(() => expect(isDirty()).toBe(false));
      await app.advance(1499);
      text('Form saved successfully!');
      expect(app.address()).toBe(`${WIP}?success=save`);
      await app.advance(1);
      await app.until(() => expect(isGone('Form saved successfully!')).toBe(true));
      expect(app.address()).toBe(WIP);
    },
  );

  it(
    shows('s2.editor.banner-save s2.editor.banner-time')('is announced when the address says so at the start'),
    async () => {
      const app = await opened(host, `${WIP}?success=save`, () => text('Form saved successfully!'));
      await app.advance(1500);
      await app.until(() => expect(app.address()).toBe(WIP));
    },
  );

  it(shows('d17.typed-meanwhile')('keeps what is typed while it runs, with the asterisk'), async () => {
    host.on('POST /v1/wips/:id/update', held);
    const app = await typed(host, WIP);
    await click(app, saveButton(), () => expect(host.waiting('POST /v1/wips/:id/update')).toBe(1));
    (await app.frame()).type('title', 'Typed meanwhile');
    await app.settled();
    host.release('POST /v1/wips/:id/update');
    await app.until(() => text('Form saved successfully!'));
    await app.until(() => expect(host.seen('GET /v1/wips/:id')).toHaveLength(2));
    await app.settled();
    expect(isDirty()).toBe(true);
    const frame = await app.frame();
    expect([frame.value('title'), frame.value('note')]).toEqual(['Typed meanwhile', 'Wind.']);
    await click(app, saveButton(), () => expect(isDirty()).toBe(false));
    expect(host.seen('POST /v1/wips/:id/update')[1]?.body).toMatchObject({
      edited_attributes: [{ id: 'title', value: 'Typed meanwhile' }],
    });
  });

  it('waits for no document that has left its frame; that is opened again by itself afterwards, with what was typed', async () => {
    host.on('POST /v1/wips/:id/update', held);
    const app = await typed(host, WIP);
    (await app.frame()).restart();
    const gone =
      'The document went to another page by itself. It is opened again soon. What was typed into it last may be missing.';
    await app.until(() => text(gone));
    await app.user.click(saveButton());
    await app.advance(3500);
    await app.until(() => expect(host.waiting('POST /v1/wips/:id/update')).toBe(1));
    await app.advance(500);
    await app.settled();
    expect(app.frames()).toEqual([]);
    host.release('POST /v1/wips/:id/update', json({}, 500));
    await app.until(() => text('Error saving form. Please try again.'));
    text(gone);
    await app.advance(4000);
    await app.until(() => expect(isGone(gone)).toBe(true));
    const frame = await app.frame();
    await app.until(() => expect(frame.value('note')).toBe('Wind.'));
    expect(isDirty()).toBe(true);
  });

  it(shows('s3.new-attributes s7.update')("sends what the document's own function gives"), async () => {
    const app = await typed(host, WIP);
    (await app.frame()).newAttributes = [{ row: 1, cells: ['a'] }];
    await save(app);
    expect(host.seen('POST /v1/wips/:id/update')[0]?.body).toMatchObject({
      new_attributes: [{ row: 1, cells: ['a'] }],
    });
  });

  it.each(['threw', 'timeout', 'not-a-list'] as const)(
    shows('d8.no-rows s3.new-attributes-empty')('tells that rows are missing when that function fails (%s)'),
    async (error) => {
      const app = await typed(host, WIP);
      (await app.frame()).newAttributes = error;
      await click(app, saveButton(), () => text(/Rows that you added were not saved/));
      await app.until(() => text('Form saved successfully!'));
      expect(host.seen('POST /v1/wips/:id/update')[0]?.body).toMatchObject({ new_attributes: [] });
    },
  );

  it('sends the rows that were listed last when that function fails later, and those of now stay unsaved', async () => {
    const app = await typed(host, WIP);
    const frame = await app.frame();
    const rows = [{ row: 1 }, { row: 2 }];
    frame.newAttributes = rows.slice(0, 1);
    await save(app);
    frame.restructure({ added: [['row-2', 'typed']] });
    frame.newAttributes = 'threw';
    await click(app, saveButton(), () => text(/Rows that you added were not saved/));
    await app.until(() => expect(host.seen('POST /v1/wips/:id/update')).toHaveLength(2));
    await app.settled();
    expect(isDirty()).toBe(true);
    frame.newAttributes = rows;
    await click(app, saveButton(), () => expect(isDirty()).toBe(false));
    expect(host.seen('POST /v1/wips/:id/update').map(({ body }) => body)).toMatchObject([
      { new_attributes: rows.slice(0, 1) },
      { new_attributes: rows.slice(0, 1) },
      { new_attributes: rows },
    ]);
  });

  it(shows('d7.edited d8.regions-dirty')('names no region that the loaded HTML does not have'), async () => {
    const app = mountApp(WIP, { host });
    (await app.frame()).restructure({ added: [['row-1', 'typed']] });
    await app.until(() => expect(isDirty()).toBe(true));
    await save(app);
    expect(host.seen('POST /v1/wips/:id/update')[0]?.body).toMatchObject({ edited_attributes: [] });
  });
});
