import { screen, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dropped, json, refused } from '#tests/support/hosts/fake-answers.ts';
import { boardHtml } from '#tests/support/hosts/plain-world.ts';
import type { JsdomFrame } from '#tests/support/jsdom/jsdom-frame.ts';
import { hostForEachTest, type MountedApp } from '#tests/support/jsdom/mount.tsx';
import { diskForEachTest } from '../unsaved/left-text.ts';
import { button, click, heading, isDirty, opened, press, save, text } from './person.ts';

const host = hostForEachTest();
const WIP = '/forms/t-board/wips/w-harbor';
const FIELD = 'GET /v1/records/field';
const valueOf = (value: string | null, archive: string) => ({
  value,
  archive_uuid: archive,
  wip_uuid: 'w-harbor',
  name: 'Harbor watch',
  submitted_on: '2026-01-31T14:37:00.000Z',
  submitted_by: 'Dana Okafor',
  until: null,
});

beforeEach(() => {
  Object.assign(host.world.user, { permission: 2, capabilities: ['records'] });
  host.offer(FIELD);
  host.on(
    FIELD,
    json({ values: [valueOf('Storm.', 'a-3'), valueOf(null, 'a-2'), valueOf('Calm.', 'a-1')], next: null, count: 3 }),
  );
});

const open = async (path = WIP, title = 'Harbor watch'): Promise<{ app: MountedApp; frame: JsdomFrame }> => {
  const app = await opened(host, path, () => heading(title));
  const frame = await app.frame();
  await app.settled();
  return { app, frame };
};
const sheet = (): HTMLElement => screen.getByRole('dialog', { name: /^History of/ });
const kept = (frame: JsdomFrame): unknown => frame.received.findLast(({ type }) => type === 'release');

describe('the history of a field in the editor', () => {
  it('opens by a key of the document, and a value is used as if it were typed', async () => {
    const { app, frame } = await open();
    frame.say({ type: 'caret', id: 'note' });
    frame.say({ type: 'hotkey', key: 'history', held: 1 });
    await app.until(() => within(sheet()).getByText('Storm.'));
    expect(sheet().textContent).toContain('History of “\u2068note\u2069”');
    expect(host.seen(FIELD).at(-1)?.query).toBe('?template=t-board&region=note&wip=w-harbor');
    // Neither a value that is not there nor the present one can be used.
    const uses = within(sheet()).getAllByRole('button', { name: 'Use This Value' });
    expect(uses).toHaveLength(1);
    await app.user.click(uses[0] as HTMLElement);
    await app.until(() => expect(frame.value('note')).toBe('Storm.'));
    expect([screen.queryByRole('dialog'), isDirty()]).toEqual([null, true]);
    expect(frame.received.findLast(({ type }) => type === 'focus')).toEqual({ type: 'focus', id: 'note' });
    await save(app);
    expect(host.seen('POST /v1/wips/:id/update').at(-1)?.body).toMatchObject({
      edited_attributes: [{ id: 'note', value: 'Storm.' }],
    });
  });

  it('of radio buttons are answers, and one is used by choosing its button', async () => {
    const radios = [
      ['yes', ' checked'],
      ['no', ''],
      ['unknown', ''],
    ].map(
      ([id, checked]) =>
        `<input type="radio" name="safe" class="editable" id="${id}" aria-label="Safe, ${id}"${checked}>`,
    );
    const [wip] = host.world.wips;
    if (wip) wip.content = boardHtml() + radios.join('');
    host.on(
      FIELD,
      json({ values: ['yes', 'Safe', 'no', ''].map((value, at) => valueOf(value, `a-${at}`)), next: null, count: 4 }),
    );
    const { app, frame } = await open();
    frame.say({ type: 'caret', id: 'unknown' });
    await app.settled();
    await click(app, button('History of This Field'), () => within(sheet()).getByText('Safe'));
    expect(host.seen(FIELD).at(-1)?.query).toBe('?template=t-board&region=yes&wip=w-harbor');
    // The present answer, one that no button has, and none cannot be used.
    await app.user.click(within(sheet()).getByRole('button', { name: 'Use This Value' }));
    // In a browser the other buttons of the group change with it.
    await app.until(() => expect(frame.value('no')).toBe('true'));
    expect(isDirty()).toBe(true);
  });

  it('opens from the list of regions too, by its key and by the button', async () => {
    const { app, frame } = await open();
    await click(app, screen.getByRole('radio', { name: 'Attributes' }), () =>
      screen.getByRole('textbox', { name: 'note' }),
    );
    await app.user.click(screen.getByRole('textbox', { name: 'note' }));
    await app.user.keyboard('{Shift>}{F2}{/Shift}');
    await app.until(() => within(sheet()).getByText('Storm.'));
    await press(app, 'Close');
    await click(app, button('History of This Field'), () => within(sheet()).getByText('Storm.'));
    await app.user.click(within(sheet()).getByRole('button', { name: 'Use This Value' }));
    await app.until(() => expect(screen.getByRole('textbox', { name: 'note' })).toHaveValue('Storm.'));
    await app.until(() => expect(frame.value('note')).toBe('Storm.'));
  });

  it('says what did not come, and that there is nothing', async () => {
    const { app, frame } = await open();
    host.on(FIELD, dropped(), json({ values: [], next: null, count: 0 }));
    frame.say({ type: 'caret', id: 'note' });
    await app.settled();
    await click(app, button('History of This Field'), () =>
      text('The values of this field did not come. Please try again.'),
    );
    await click(app, button('Try Again'), () => text('No value of this field is on record.'));
  });

  it('is of all documents for a new one, and of its first region before another was reached', async () => {
    const { app } = await open('/forms/t-board', 'Status Board');
    await click(app, button('History of This Field'), () => within(sheet()).getByText('Storm.'));
    expect(host.seen(FIELD).at(-1)?.query).toBe('?template=t-board&region=title');
    expect(within(sheet()).queryByRole('checkbox')).toBeNull();
  });

  it('gives the text back that was typed after its key, where there is none', async () => {
    Object.assign(host.world.user, { capabilities: [] });
    const { app, frame } = await open();
    frame.say({ type: 'hotkey', key: 'history', held: 1 });
    await app.until(() => expect(kept(frame)).toMatchObject({ no: 1, isForPage: false }));
    expect(screen.queryByRole('button', { name: 'History of This Field' })).toBeNull();
    expect(host.seen(FIELD)).toEqual([]);
  });
});

describe('a value that was used from the history', () => {
  diskForEachTest(host);

  it('is sent with what it replaces, and kept on the device, as what was typed', async () => {
    Object.assign(host.world.user, { capabilities: ['records', 'documents.guard'] });
    host.on('POST /v1/wips/:id/update', refused(409));
    const { app, frame } = await open();
    await app.until(() => expect(button('Submit to Dashboard')).toBeEnabled());
    frame.say({ type: 'caret', id: 'note' });
    await app.settled();
    await click(app, button('History of This Field'), () => within(sheet()).getByText('Storm.'));
    await app.user.click(within(sheet()).getByRole('button', { name: 'Use This Value' }));
    await app.until(() => {
      vi.advanceTimersByTime(100);
      text('Unsaved (kept on this device)');
    });
    expect(frame.value('note')).toBe('Storm.');
    await click(app, button(/^Save/), () => expect(host.seen('POST /v1/wips/:id/update')).toHaveLength(1));
    expect(host.seen('POST /v1/wips/:id/update')[0]?.body).toMatchObject({
      edited_attributes: [{ id: 'note', value: 'Storm.', was: 'Calm.' }],
    });
    app.unmount();
    await opened(host, WIP, () => button('Restore'));
  });
});
