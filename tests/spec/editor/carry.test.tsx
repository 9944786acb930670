import { screen, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { json, refused } from '#tests/support/hosts/fake-answers.ts';
import type { JsdomFrame } from '#tests/support/jsdom/jsdom-frame.ts';
import { hostForEachTest, type MountedApp, mountApp } from '#tests/support/jsdom/mount.tsx';
import type { World } from '#tests/support/hosts/plain-world.ts';
import { bodyOf, diskForEachTest, leave } from '../unsaved/left-text.ts';
import { button, click, heading, isDirty, isGone, link, opened, press, save, target, text } from './person.ts';

const host = hostForEachTest();
diskForEachTest(host);
const NEW = '/forms/t-board';
const FROM_WIP = `${NEW}?from=wip:w-harbor`;
const SAVE = 'POST /v1/templates/t-board/wips/save';

const template = (at: 0 | 1) => host.world.templates[at] as World['templates'][number];
const wip = () => host.world.wips[0] as World['wips'][number];
/** The marks of the document, by region. */
const marksIn = (frame: JsdomFrame): unknown =>
  frame.received.findLast((message) => message.type === 'mark')?.marks ?? 'never marked';
const names = (): string[] => screen.getAllByRole('button').map((one) => one.textContent);

/** A new document, filled from the one WIP of the plain world. */
async function filled(): Promise<{ app: MountedApp; frame: JsdomFrame }> {
  const app = mountApp(FROM_WIP, { host });
  const frame = await app.frame();
  await app.until(() => text(/^Filled from/));
  await app.until(() => expect(frame.value('note')).toBe('Calm.'));
  return { app, frame };
}

describe('New from This', () => {
  it('opens the base with the values of a WIP, unsaved, and says what was carried', async () => {
    const app = await opened(host, '/open-wip/t-board', () => link('New from This: Harbor watch'));
    await app.user.click(link('New from This: Harbor watch'));
    const frame = await app.frame();
    await app.until(() => text('Filled from “\u2068Harbor watch\u2069”: 1 of 1 carried.'));
    await app.until(() => expect(app.address()).toBe(NEW));
    expect(frame.value('note')).toBe('Calm.');
    expect(isDirty()).toBe(true);
    expect(marksIn(frame)).toEqual([['note', 'filled from “\u2068Harbor watch\u2069”', true]]);
    await app.user.click(button(/^Save/));
    await app.user.keyboard('Tonight{Enter}');
    await app.until(() => text('Form saved successfully!'));
    expect(host.seen(SAVE)[0]?.body).toEqual({
      save_name: 'Tonight',
      edited_attributes: [{ id: 'note', value: 'Calm.' }],
      new_attributes: [],
    });
  });

  it('takes all of it back by one act, but for what was typed since', async () => {
    wip().content = wip().content.replace('>Harbor<', '>Harbor North<');
    const { app, frame } = await filled();
    frame.type('note', 'Calm. Wind W 25.');
    await app.until(() => expect(marksIn(frame)).toHaveLength(1));
    await press(app, 'Undo Filling');
    expect([frame.value('title'), frame.value('note')]).toEqual(['Harbor', 'Calm. Wind W 25.']);
    expect(isGone(/^Filled from/)).toBe(true);
    expect(isDirty()).toBe(true);
  });

  it('leaves nothing unsaved when it is taken back', async () => {
    const { app, frame } = await filled();
    await press(app, 'Undo Filling');
    await app.until(() => expect(isDirty()).toBe(false));
    expect([frame.value('note'), marksIn(frame)]).toEqual(['', []]);
  });

  it('names what has no place, when it is asked for, and what the template leaves out', async () => {
    template(0).content = template(0).content.replace('id="note"', 'id="wind" data-ready-carry="no"');
    wip().content = '<p class="editable" id="note">Calm.</p><p class="editable" id="wind">W 25</p>';
    const app = mountApp(FROM_WIP, { host });
    await app.until(() => text(/0 of 1 carried; 1 did not fit; 1 begins empty, as the template asks\.$/));
    await app.user.click(text('What is not here'));
    const list = text('What is not here').parentElement as HTMLElement;
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['note, which did not fit: Calm.', 'wind, which begins empty']);
    expect(names()).not.toContain('Undo Filling');
    await press(app, 'Hide');
    expect(isGone(/carried/)).toBe(true);
  });

  it('carries the rows of the document, and takes them back while nobody has changed them', async () => {
    const rows = '<script type="application/json" id="ready-new-attributes">[{"id":"log-21"}]</script>';
    for (const one of [template(0), wip()]) one.content += '<script>function getNewAttributes() {}</script>';
    wip().content += rows;
    const { app } = await filled();
    text(/1 added row came along\.$/);
    expect((await app.frame()).html).toContain('[{"id":"log-21"}]');
    await press(app, 'Undo Filling');
    await app.until(() => expect(app.frames()[0]?.html).not.toContain('log-21'));
    await app.until(() => expect(isDirty()).toBe(false));
  });

  it('keeps rows that were changed since', async () => {
    const rows = '<script type="application/json" id="ready-new-attributes">[{"id":"log-21"}]</script>';
    for (const one of [template(0), wip()]) one.content += '<script>function getNewAttributes() {}</script>';
    wip().content += rows;
    const { app, frame } = await filled();
    frame.restructure({ added: [['log-22', 'gust']] });
    await app.settled();
    await press(app, 'Undo Filling');
    text('The added rows stay: they were changed or saved since.');
    expect((await app.frame()).html).toContain('log-21');
    expect(frame.value('note')).toBe('');
  });

  it('is kept on the device from the start', async () => {
    const { app } = await filled();
    await app.until(() => {
      vi.advanceTimersByTime(100);
      text('Unsaved (kept on this device)');
    });
    app.unmount();
    const again = await opened(host, NEW, () => button('Restore'));
    await press(again, 'Restore');
    expect((await again.frame()).value('note')).toBe('Calm.');
  });

  it('gives way to text that was kept of an earlier visit', async () => {
    await leave(bodyOf({ edits: [['note', 'Typed before.']], was: [['note', '']] }), {
      place: { template: 't-board', wip: null },
    });
    const { app, frame } = await filled();
    await app.until(() => button('Restore'));
    await press(app, 'Restore');
    await app.until(() => expect(frame.value('note')).toBe('Typed before.'));
    await press(app, 'Undo Filling');
    expect(frame.value('note')).toBe('Typed before.');
  });

  it('opens empty where the other document cannot be read, and says so', async () => {
    host.on('GET /v1/wips/w-harbor', refused(404, 'Not here.'));
    const app = mountApp(FROM_WIP, { host });
    await app.until(() => text(/^The document to fill this one from could not be read/));
    expect([(await app.frame()).value('note'), isDirty()]).toEqual(['', false]);
    expect(app.address()).toBe(FROM_WIP);
  });

  it('is offered for an archive, also for one without a name', async () => {
    const way = () => link('New from This: Harbor watch');
    const app = await opened(host, '/archives?template=t-board&wip=w-harbor', way);
    expect(way().getAttribute('href')).toBe('/forms/t-board?from=archive:a-1');
    host.on('GET /v1/archives/a-1', json({ result: { content: '<p class="editable" id="note">x', name: ' ' } }));
    await click(app, way(), () => text(/^Filled from “\u2068Untitled\u2069”/));
  });

  it('leads from a live document to a new one', async () => {
    const app = await opened(host, '/template-dashboard/t-board', () => link('New from This: Harbor watch'));
    await click(app, link('New from This: Harbor watch'), () =>
      text(/^Filled from “\u2068Harbor watch\u2069” \(.+\): 1/),
    );
    const frame = await app.frame();
    await app.until(() => expect(frame.value('note')).toBe('First.'));
  });

  it('is on the live view of a WIP where the host tells the template of an archive', async () => {
    const app = await opened(host, '/wip-dashboard/w-harbor', () => button('Print Harbor watch'));
    expect(screen.queryByRole('link', { name: /^New from This/ })).toBeNull();
    app.unmount();
    host.on(
      'GET /v1/archives/a-1',
      json({ result: { content: '<p>', name: 'Harbor watch', created_from: 't-board' } }),
    );
    await opened(host, '/wip-dashboard/w-harbor', () => link('New from This: Harbor watch'));
    expect(target('New from This: Harbor watch')).toBe('/forms/t-board?from=archive:a-1');
  });

  it('is not for who only reads', async () => {
    Object.assign(host.world.user, { permission: 1, capabilities: ['archives.author'] });
    await opened(host, '/open-wip/t-board', () => link('Open WIP: Harbor watch'));
    expect(screen.queryByRole('link', { name: /^New from This/ })).toBeNull();
  });
});

describe('Bring Back', () => {
  const WIP = '/forms/t-board/wips/w-harbor';
  const archived = (note: string, of = 'w-harbor') =>
    json({
      result: {
        wip_uuid: of,
        content: `<h1 class="editable" id="title">Harbor</h1><p class="editable" id="note">${note}</p><p class="editable" id="wind">W 25</p>`,
        name: 'Harbor watch',
      },
    });

  it('opens the WIP with what was submitted as unsaved changes, names what has no place, and takes it back', async () => {
    host.on('GET /v1/archives/a-1', archived('Storm.'));
    const app = mountApp(`${WIP}?from=archive:a-1`, { host });
    const frame = await app.frame();
    await app.until(() => text('Filled from “\u2068Harbor watch\u2069”: 1 of 2 carried; 1 did not fit.'));
    await app.until(() => expect(app.address()).toBe(WIP));
    await app.until(() => expect([frame.value('note'), isDirty()]).toEqual(['Storm.', true]));
    await app.user.click(text('What is not here'));
    text('W 25');
    await press(app, 'Undo Filling');
    await app.until(() => expect(isDirty()).toBe(false));
    expect(frame.value('note')).toBe('Calm.');
    expect(host.seen('POST /v1/wips/:id/update')).toEqual([]);
  });

  it('is saved like what was typed', async () => {
    host.on('GET /v1/archives/a-1', archived('Storm.'));
    const app = mountApp(`${WIP}?from=archive:a-1`, { host });
    await app.until(() => text(/1 of 2 carried/));
    await app.settled();
    await save(app);
    expect(host.seen('POST /v1/wips/:id/update')[0]?.body).toMatchObject({
      edited_attributes: [{ id: 'note', value: 'Storm.' }],
    });
  });

  it('changes nothing by the address of another document, where it cannot be read, or for who only reads', async () => {
    host.on('GET /v1/archives/a-1', refused(404, 'Not here.'));
    let app = await opened(host, `${WIP}?from=wip:w-harbor`, () => heading('Harbor watch'));
    await app.settled();
    expect([isGone(/^Filled from/), isDirty()]).toEqual([true, false]);
    app.unmount();
    app = mountApp(`${WIP}?from=archive:a-1`, { host });
    await app.until(() => text(/^The document to fill this one from could not be read/));
    expect(isDirty()).toBe(false);
    app.unmount();
    host.on('GET /v1/archives/a-1', archived('Storm.', 'w-other'));
    app = mountApp(`${WIP}?from=archive:a-1`, { host });
    await app.until(() => text(/^The document to fill this one from could not be read/));
    expect(isDirty()).toBe(false);
    app.unmount();
    host.on('GET /v1/archives/a-1', archived('Storm.'));
    Object.assign(host.world.user, { permission: 1, capabilities: ['archives.author'] });
    app = await opened(host, `${WIP}?from=archive:a-1`, () => heading('Harbor watch'));
    await app.settled();
    expect(isGone(/^Filled from/)).toBe(true);
  });
});

describe('Fill From', () => {
  const shared = (content: string): string =>
    content.replaceAll('class="editable"', 'class="editable" data-ready-shared');

  /** Chooses the one WIP of the other template in the new document. */
  async function fill(app: MountedApp, words = 'harb'): Promise<void> {
    await app.user.click(button('Fill From'));
    await app.until(() => screen.getByRole('combobox', { name: 'Fill from another document' }));
    await app.settled();
    await app.user.keyboard(`${words}{Enter}`);
  }

  it('fills what is empty from any WIP, replaces the rest when it is asked to, and takes all back', async () => {
    template(1).content = shared(template(1).content);
    const app = await opened(host, '/forms/t-brief', () => heading('Daily Brief'));
    const frame = await app.frame();
    await fill(app);
    await app.until(() =>
      text('Filled from “\u2068Harbor watch\u2069”: 1 of 2 carried; 1 holds other text here, which stays.'),
    );
    await app.until(() => expect([frame.value('title'), frame.value('note')]).toEqual(['Brief', 'Calm.']));
    await press(app, 'Replace 1 More');
    await app.until(() => expect(frame.value('title')).toBe('Harbor'));
    text('Filled from “\u2068Harbor watch\u2069”: 2 of 2 carried.');
    await press(app, 'Undo Filling');
    expect([frame.value('title'), frame.value('note'), isDirty()]).toEqual(['Brief', '', false]);
    await fill(app);
    await app.until(() => text(/1 of 2 carried/));
    await app.user.click(button(/^Save/));
    await app.user.keyboard('Tonight{Enter}');
    await app.until(() => text('Form saved successfully!'));
  });

  it('takes back each of two fillings by itself, the last first', async () => {
    template(1).content = shared(template(1).content);
    host.world.wips.push({
      ...wip(),
      uuid: 'w-quay',
      name: 'Quay watch',
      content: wip().content.replace('Calm.', 'Wet.'),
    });
    const app = await opened(host, '/forms/t-brief', () => heading('Daily Brief'));
    const frame = await app.frame();
    await fill(app);
    await app.until(() => text(/Harbor watch.+: 1 of 2 carried/));
    await fill(app, 'quay');
    await app.until(() => text(/Quay watch.+: 0 of 2 carried/));
    await press(app, 'Replace 2 More');
    expect([frame.value('title'), frame.value('note')]).toEqual(['Harbor', 'Wet.']);
    await press(app, 'Undo Filling');
    text(/Harbor watch.+: 1 of 2 carried/);
    expect([frame.value('title'), frame.value('note')]).toEqual(['Brief', 'Calm.']);
    await press(app, 'Undo Filling');
    expect([frame.value('note'), isGone(/^Filled from/), isDirty()]).toEqual(['', true, false]);
  });

  it('is not offered where nothing is shared', async () => {
    await opened(host, NEW, () => heading('Status Board'));
    expect(names()).not.toContain('Fill From');
  });

  it('says that the other document cannot be read', async () => {
    template(1).content = shared(template(1).content);
    const app = await opened(host, '/forms/t-brief', () => heading('Daily Brief'));
    host.on('GET /v1/wips/w-harbor', refused(500, 'No.'));
    await fill(app);
    await app.until(() => text(/^That document could not be read/));
    expect(isDirty()).toBe(false);
  });
});
