import { screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { type Answer, dropped, hold, htmlPage, json, refused, usual } from '#tests/support/fault-answers.ts';
import type { FaultHost } from '#tests/support/fault-host.ts';
import { type MountedApp, mountApp, hostForEachTest } from '#tests/support/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, field, heading, isGone, text } from './person.ts';

const faults = hostForEachTest();
const TEMPLATE = '/forms/t-board';
const WIP = '/forms/t-board/wips/w-harbor';

const save = (): HTMLElement => screen.getAllByRole('button', { name: /^Save/ })[0] ?? button('Save');
const isDirty = (): boolean => save().textContent?.includes('*') ?? false;
const denied = (what: string): string =>
  `Permission denied: You do not have sufficient permissions to ${what}. ` +
  'Please contact your administrator or check your account permissions.';

/** Opens a document and types into its note. */
async function typed(host: FaultHost, path: string, note = 'Wind.'): Promise<MountedApp> {
  const app = mountApp(path, { host });
  (await app.frame()).type('note', note);
  await app.until(() => expect(isDirty()).toBe(true));
  return app;
}

async function nameAndSave(app: MountedApp, name: string): Promise<void> {
  await app.user.click(save());
  await app.until(() => screen.getByRole('dialog', { name: 'Save' }));
  await app.user.type(field('Form Name'), name);
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
}

describe('unsaved changes', () => {
  it(
    shows(
      's4.editor.dirty-set',
      's4.editor.dirty-cleared-load',
      's2.editor.save-star',
    )('are there when a region differs from what was loaded, and are gone when it does not'),
    async () => {
      const app = mountApp(WIP, { host: faults.current });
      const frame = await app.frame();
      await app.settled();
      expect(isDirty()).toBe(false);
      frame.type('note', 'Wind.');
      await app.until(() => expect(isDirty()).toBe(true));
      frame.type('note', 'Calm.');
      await app.until(() => expect(isDirty()).toBe(false));
    },
  );

  it(shows('d8.regions-dirty')('are there when a region appears'), async () => {
    const app = mountApp(WIP, { host: faults.current });
    (await app.frame()).restructure({ added: [['row-1', '']] });
    await app.until(() => expect(isDirty()).toBe(true));
  });

  it(shows('d8.regions-dirty')('are there when a region vanishes'), async () => {
    const app = mountApp(WIP, { host: faults.current });
    (await app.frame()).restructure({ removed: ['note'] });
    await app.until(() => expect(isDirty()).toBe(true));
  });

  it(shows('d21.leaving', 'd20.in-app')('ask before another page, and stay or go as they are told'), async () => {
    const host = faults.current;
    const app = await typed(host, WIP);
    const leave = () => app.user.click(screen.getByRole('link', { name: 'Archives' }));
    await leave();
    await app.until(() => screen.getByRole('alertdialog', { name: 'Leave without saving?' }));
    await app.user.click(button('Stay'));
    await app.until(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(app.address()).toBe(WIP);
    expect((await app.frame()).value('note')).toBe('Wind.');
    await leave();
    await app.until(() => screen.getByRole('alertdialog', { name: 'Leave without saving?' }));
    await app.user.click(button('Leave'));
    await app.until(() => heading('Archives'));
    expect(app.address()).toBe('/archives');
  });

  it(shows('d21.closing')('ask before the tab is closed, and saved ones do not'), async () => {
    const app = await typed(faults.current, WIP);
    const close = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(close()).toBe(false);
    await app.user.click(save());
    await app.until(() => expect(isDirty()).toBe(false));
    expect(close()).toBe(true);
  });
});

describe('the first save', () => {
  it(
    shows(...(['s2.editor.save-modal', 's5.save.disabled', 's5.save.name', 's2.editor.save-modal-cancel'] as const))(
      'asks for a name that is not empty',
    ),
    async () => {
      const host = faults.current;
      const app = await typed(host, TEMPLATE);
      await app.user.click(save());
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
      await app.user.click(button('Cancel'));
      await app.until(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(host.seen('POST /v1/templates/:id/wips/save')).toEqual([]);
      expect(isDirty()).toBe(true);
    },
  );

  it(
    shows(
      ...(['s4.editor.save-new', 's7.save', 's7.save-200-201', 's3.new-attributes-empty', 's1.wips'] as const),
      ...(['s4.editor.dirty-cleared-save', 'd17.actor-survives', 'd7.edited', 's2.editor.banner-save'] as const),
    )('makes a WIP under the name, without blanks around it, and goes to it'),
    async () => {
      const host = faults.current;
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
    const host = faults.current;
    host.on('POST /v1/templates/:id/wips/save', json({ result: { uuid: 'w-harbor' } }, 200));
    const app = await typed(host, TEMPLATE);
    await nameAndSave(app, 'x');
    await app.until(() => text('Form saved successfully!'));
    expect(app.address()).toBe(`${WIP}?success=save`);
  });

  it.each<[string, Answer, string]>([
    [
      shows('s8.document.unexpected')('a reply without uuid'),
      json({ result: { name: 'x' } }),
      'Unexpected response from server',
    ],
    [shows('s8.document.unexpected', 'd6.malformed')('a page of HTML'), htmlPage(), 'Unexpected response from server'],
    [shows('s8.document.403-save')('403'), refused(403, 'x'), denied('save this template')],
    [shows('s8.document.saving')('a broken connection'), dropped(), 'Error saving form. Please try again.'],
    [shows('s8.document.server-message')('413 with words'), refused(413, 'Too large.'), 'Too large.'],
  ])('that is answered by %s says so, loses nothing, and can be tried again', async (_title, answer, message) => {
    const host = faults.current;
    host.on('POST /v1/templates/:id/wips/save', answer, usual);
    const app = await typed(host, TEMPLATE);
    await nameAndSave(app, 'North pier');
    await app.until(() => text(message));
    expect(app.address()).toBe(TEMPLATE);
    expect((await app.frame()).value('note')).toBe('Wind.');
    expect(field('Form Name')).toHaveValue('North pier');
    await app.user.click(button('Save'));
    await app.until(() => text('Form saved successfully!'));
    expect(host.world.wips.at(-1)?.content).toContain('Wind.');
  });
});

describe('a save of a WIP', () => {
  it(
    shows(
      ...(['s2.editor.save-direct', 's4.editor.save-existing', 's7.update', 'd6.bodies-unread', 'd7.edited'] as const),
      ...(['s2.editor.banner-save', 's2.editor.banner-time', 's2.editor.banner-query', 's9.success-banner'] as const),
      's4.editor.dirty-cleared-save',
    )('sends what differs, in document order, loads again, and says so for 1.5 s'),
    async () => {
      const host = faults.current;
      host.on('POST /v1/wips/:id/update', htmlPage(200));
      const app = await typed(host, WIP);
      (await app.frame()).type('title', 'Pier');
      await app.user.click(save());
      await app.until(() => text('Form saved successfully!'));
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
    shows('s2.editor.banner-save', 's2.editor.banner-time')('is announced when the address says so at the start'),
    async () => {
      const app = mountApp(`${WIP}?success=save`, { host: faults.current });
      await app.until(() => text('Form saved successfully!'));
      await app.advance(1500);
      await app.until(() => expect(app.address()).toBe(WIP));
    },
  );

  it(shows('d17.typed-meanwhile')('keeps what is typed while it runs, with the asterisk'), async () => {
    const host = faults.current;
    const update = hold();
    host.on('POST /v1/wips/:id/update', update.answer);
    const app = await typed(host, WIP);
    await app.user.click(save());
    await app.until(() => expect(update.waiting()).toBe(1));
    (await app.frame()).type('title', 'Typed meanwhile');
    await app.settled();
    update.release();
    await app.until(() => text('Form saved successfully!'));
    await app.until(() => expect(host.seen('GET /v1/wips/:id')).toHaveLength(2));
    await app.settled();
    expect(isDirty()).toBe(true);
    const frame = await app.frame();
    expect([frame.value('title'), frame.value('note')]).toEqual(['Typed meanwhile', 'Wind.']);
    await app.user.click(save());
    await app.until(() => expect(isDirty()).toBe(false));
    expect(host.seen('POST /v1/wips/:id/update')[1]?.body).toMatchObject({
      edited_attributes: [{ id: 'title', value: 'Typed meanwhile' }],
    });
  });

  it.each<[string, Answer, string]>([
    [shows('s8.document.403-save')('403'), refused(403, 'x'), denied('save this template')],
    [shows('s8.document.saving')('a broken connection'), dropped(), 'Error saving form. Please try again.'],
    [shows('s8.document.saving')('502 as HTML'), htmlPage(502), 'Error saving form. Please try again.'],
    [
      shows('s8.document.server-message')('409 with words'),
      refused(409, 'Somebody was faster.'),
      'Somebody was faster.',
    ],
  ])('that is answered by %s says so and loses nothing', async (_title, answer, message) => {
    const host = faults.current;
    host.on('POST /v1/wips/:id/update', answer, usual);
    const app = await typed(host, WIP);
    await app.user.click(save());
    await app.until(() => text(message));
    expect(isDirty()).toBe(true);
    expect(isGone('Form saved successfully!')).toBe(true);
    expect((await app.frame()).value('note')).toBe('Wind.');
    await app.user.click(save());
    await app.until(() => text('Form saved successfully!'));
    expect(isGone(message)).toBe(true);
  });

  it(shows('s3.new-attributes', 's7.update')("sends what the document's own function gives"), async () => {
    const host = faults.current;
    const app = await typed(host, WIP);
    (await app.frame()).newAttributes = [{ row: 1, cells: ['a'] }];
    await app.user.click(save());
    await app.until(() => text('Form saved successfully!'));
    expect(host.seen('POST /v1/wips/:id/update')[0]?.body).toMatchObject({
      new_attributes: [{ row: 1, cells: ['a'] }],
    });
  });

  it.each(['threw', 'timeout', 'not-a-list'] as const)(
    shows('d8.no-rows', 's3.new-attributes-empty')('tells that rows are missing when that function fails (%s)'),
    async (error) => {
      const host = faults.current;
      const app = await typed(host, WIP);
      (await app.frame()).newAttributes = error;
      await app.user.click(save());
      await app.until(() => text(/Rows that you added were not saved/));
      await app.until(() => text('Form saved successfully!'));
      expect(host.seen('POST /v1/wips/:id/update')[0]?.body).toMatchObject({ new_attributes: [] });
    },
  );

  it(shows('d7.edited', 'd8.regions-dirty')('names no region that the loaded HTML does not have'), async () => {
    const host = faults.current;
    const app = mountApp(WIP, { host });
    (await app.frame()).restructure({ added: [['row-1', 'typed']] });
    await app.until(() => expect(isDirty()).toBe(true));
    await app.user.click(save());
    await app.until(() => text('Form saved successfully!'));
    expect(host.seen('POST /v1/wips/:id/update')[0]?.body).toMatchObject({ edited_attributes: [] });
  });
});
