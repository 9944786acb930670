import { screen, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { SUBMISSION_QUESTION } from '#common/config/constants.ts';
import { type Answer, dropped, json, refused, usual } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest, type MountedApp } from '#tests/support/jsdom/mount.tsx';
import { boardHtml } from '#tests/support/hosts/plain-world.ts';
import { button, click, isGone, link, opened, target, text } from './person.ts';

const host = hostForEachTest();
const WIP = '/forms/t-board/wips/w-harbor';
const SUBMIT = 'POST /v1/wips/:id/submit';
const RECENT = 'GET /v1/templates/:id/archives/recent';
const LOAD = 'GET /v1/wips/:id';
const PUT_BACK = 'POST /v1/archives/:id/submit';

const onWall = (wip: string, name = 'Corvane Ridge', submitted_on = '2026-03-01T09:31:00Z'): Answer =>
  json({
    success: true,
    archives: { uuid: 'a-9', name, wip_uuid: wip, submitted_by: 'Amir', submitted_on },
  });
/** The document as the host gives it. */
const wip = (revision: number, note: string): Answer =>
  json({
    result: {
      uuid: 'w-harbor',
      wip_name: 'Harbor watch',
      base_name: 'Status Board',
      content: boardHtml('Harbor', note),
      revision,
      updated_on: '2026-03-01T09:40:00Z',
      updated_by: 'Amir',
    },
  });
const made = json({ success: true, result: { archive_uuid: 'a-10' } });
const sent = (): unknown[] => host.seen(SUBMIT).map(({ body }) => body);
const question = (): HTMLElement => screen.getByRole('dialog', { name: 'Put this on the wall?' });
const isAsked = (): boolean => screen.queryByRole('dialog') !== null;
const open = (): Promise<MountedApp> => opened(host, WIP, () => button('Submit to Dashboard'));
const press = (app: MountedApp): Promise<void> => app.user.click(button('Submit to Dashboard'));
const submitted = (): HTMLElement => text('Form submitted successfully!');
const wallNotice = (): HTMLElement => text(/^On the wall:/);

describe('at a host that tells of its wall', () => {
  beforeEach(() => {
    host.world.user['capabilities'] = ['documents.guard', 'archives.author', 'archives.putBack'];
    host.on(LOAD, wip(4, 'Calm.'));
    host.on(SUBMIT, made);
    host.offer(PUT_BACK);
  });

  it.each([
    ['the same document', onWall('w-harbor')],
    ['nothing', json({ success: true })],
    ['what cannot be known', refused(500)],
  ])('is one key where the wall shows %s, and carries the revision that was seen', async (_what, recent) => {
    host.on(RECENT, recent);
    const app = await open();
    await click(app, button('Submit to Dashboard'), submitted);
    expect(isAsked()).toBe(false);
    expect(sent()).toEqual([{ revision: 5 }]);
  });

  it('asks before it replaces another document, named with its time and author; cancelled, nothing is sent', async () => {
    host.on(RECENT, onWall('w-ridge'));
    const app = await open();
    await press(app);
    await app.until(question);
    expect(question()).toHaveTextContent(/The wall shows another document: Corvane Ridge \(submitted .*by Amir\)/);
    expect(question()).toHaveTextContent('Harbor watch will replace it.');
    await click(app, button('Cancel'), () => expect(isAsked()).toBe(false));
    await app.settled();
    expect(sent()).toEqual([]);
    expect(isGone('Form submitted successfully!')).toBe(true);
    await press(app);
    await app.until(question);
    await click(app, button('Replace on the wall'), submitted);
    expect(sent()).toHaveLength(1);
  });

  it('asks once about what a script has written where nobody sees it, with its words', async () => {
    host.on(RECENT, onWall('w-harbor'));
    host.on(LOAD, wip(4, 'Calm.'), wip(5, 'A script was here.'), wip(6, 'And here.'));
    const app = await open();
    const frame = await app.frame();
    const writes = (seq: number, words: string): void =>
      frame.say({ type: 'edits', seq, changes: [['note', words]], unasked: ['note'] });
    writes(101, 'A script was here.');
    await press(app);
    // It is in sight.
    await app.until(submitted);
    frame.hidden.add('note');
    writes(201, 'And here.');
    await press(app);
    await app.until(question);
    expect(question()).toHaveTextContent("The document's script has changed what you cannot see in it:");
    expect(within(question()).getByRole('listitem')).toHaveTextContent('note: And here.');
    await click(app, within(question()).getByRole('button', { name: 'Submit' }), () => expect(sent()).toHaveLength(2));
    await app.settled();
    await press(app);
    await app.until(() => expect(sent()).toHaveLength(3));
    expect(isAsked()).toBe(false);
  });

  it('asks about what the document has kept from being reported', async () => {
    host.on(RECENT, onWall('w-harbor'));
    const app = await open();
    const frame = await app.frame();
    // A row that the document has made is no reason to ask by itself.
    frame.restructure({ added: [['row-1', 'A row.']] });
    await click(app, button('Submit to Dashboard'), submitted);
    expect(isAsked()).toBe(false);
    frame.holds.add('edits');
    frame.type('title', 'Kept silent.');
    await press(app);
    await app.until(question);
    expect(question()).toHaveTextContent(
      "The document's script has changed what you cannot see in it:title: Kept silent.",
    );
  });

  it('asks about texts of rows that nobody can see, until the user has agreed to them', async () => {
    host.on(RECENT, onWall('w-harbor'));
    const app = await open();
    const frame = await app.frame();
    for (const [at, words] of ['A word.', 'Another.'].entries()) {
      frame.hiddenRows.push(['row-1', words]);
      await press(app);
      await app.until(question);
      expect(within(question()).getByRole('listitem')).toHaveTextContent(`row-1: ${words}`);
      await click(app, within(question()).getByRole('button', { name: 'Submit' }), () =>
        expect(sent()).toHaveLength(2 * at + 1),
      );
      await app.settled();
      await press(app);
      await app.until(() => expect(sent()).toHaveLength(2 * at + 2));
      expect(isAsked()).toBe(false);
      await app.settled();
    }
  });

  it('names what came in that the user has not seen, and cancelled brings it into the document', async () => {
    host.on(RECENT, onWall('w-harbor'));
    // Another user has saved between: the host refuses the revision, and has another text.
    host.on(SUBMIT, refused(409, 'This document was saved since. Nothing was submitted.'), made);
    host.on(LOAD, wip(4, 'Calm.'), wip(7, 'Evacuate now.'));
    const app = await open();
    await press(app);
    await app.until(question);
    expect(question()).toHaveTextContent('Somebody else has saved changes you have not seen:');
    expect(within(question()).getByRole('listitem')).toHaveTextContent('note: Evacuate now.');
    await click(app, button('Cancel'), () => expect(isAsked()).toBe(false));
    const frame = await app.frame();
    await app.until(() => expect(frame.value('note')).toBe('Evacuate now.'));
    expect(sent()).toEqual([{ revision: 5 }]);
    // By now it is seen: nothing is odd.
    await press(app);
    await app.until(submitted);
    expect(sent()[1]).toEqual({ revision: 8 });
  });

  it('submits what was agreed to, and nothing newer', async () => {
    host.on(RECENT, onWall('w-harbor'));
    host.on(SUBMIT, refused(409), made);
    host.on(LOAD, wip(4, 'Calm.'), wip(7, 'Evacuate now.'));
    const app = await open();
    await press(app);
    await app.until(question);
    await click(app, within(question()).getByRole('button', { name: 'Submit' }), submitted);
    expect(sent()).toEqual([{ revision: 5 }, { revision: 7 }]);
  });

  it('asks nothing where somebody else has saved just what the user sees, and does not go round for ever', async () => {
    host.on(RECENT, onWall('w-harbor'));
    host.on(SUBMIT, refused(409), refused(409), made);
    host.on(LOAD, wip(4, 'Calm.'), wip(7, 'Calm.'));
    const app = await open();
    await press(app);
    await app.until(() => text('Error submitting form. Please try again.'));
    expect(sent()).toEqual([{ revision: 5 }, { revision: 7 }]);
    expect(isAsked()).toBe(false);
  });

  it('says where it is seen, and puts back what was there, once', async () => {
    host.on(RECENT, onWall('w-ridge'));
    host.on(PUT_BACK, refused(500, 'No.'), json({ success: true }));
    const app = await open();
    await press(app);
    await app.until(question);
    await click(app, button('Replace on the wall'), submitted);
    await app.advance(2_000);
    await app.until(wallNotice);
    expect(target('Template dashboard')).toBe('/template-dashboard/t-board');
    await click(app, button(/^Put back /), () => text('No.'));
    await click(app, button(/^Put back /), () => text(/is back on the wall$/));
    expect(host.seen(PUT_BACK).map(({ path, body }) => [path, body])).toEqual([
      ['/v1/archives/a-9/submit', { instead_of: 'a-10' }],
      ['/v1/archives/a-9/submit', { instead_of: 'a-10' }],
    ]);
    expect(screen.queryByRole('button', { name: /^Put back / })).toBeNull();
    await click(app, button('Close'), () => expect(screen.queryByText(/on the wall$/)).toBeNull());
    text(/\. The wall shows .+, not this text$/);
  });

  it('says which version the wall shows where this one was saved since, until it is submitted', async () => {
    const line = /\. The wall shows the version of /;
    host.on(RECENT, onWall('w-harbor'));
    const app = await open();
    await app.until(() => text(line));
    host.on(RECENT, onWall('w-harbor', 'Harbor watch', '2026-03-01T09:41:00Z'));
    await click(app, button('Submit to Dashboard'), submitted);
    await app.settled();
    expect(isGone(line)).toBe(true);
  });

  it('says nothing of the wall where that shows another WIP', async () => {
    host.on(RECENT, onWall('w-ridge'));
    const app = await open();
    await app.settled();
    expect(host.seen(RECENT)).toHaveLength(1);
    expect(isGone(/The wall shows/)).toBe(true);
  });

  it('has no way back where nothing was there before', async () => {
    host.on(RECENT, json({ success: true }));
    const app = await open();
    await press(app);
    await app.until(submitted);
    await app.advance(2_000);
    await app.until(wallNotice);
    expect(screen.queryByRole('button', { name: /^Put back / })).toBeNull();
  });
});

describe('required regions that are empty', () => {
  beforeEach(() => {
    const content = boardHtml('Harbor', '').replace('id="note"', 'id="note" data-ready-required');
    host.world.wips = [{ uuid: 'w-harbor', template: 't-board', name: 'Harbor watch', content }];
  });

  it('are named, each with a way to it, and the answer after 15 minutes counts for nothing', async () => {
    const app = await open();
    await press(app);
    await app.until(question);
    expect(question()).toHaveTextContent('1 required field is empty:');
    await app.advance(SUBMISSION_QUESTION - 1);
    expect(isAsked()).toBe(true);
    await app.advance(1);
    await app.until(() => text(/^Not submitted: the question was open for 15 minutes/));
    expect(sent()).toEqual([]);
    await press(app);
    await app.until(question);
    await click(app, button('note'), () => expect(isAsked()).toBe(false));
    await app.until(() => expect(document.activeElement?.tagName).toBe('IFRAME'));
    expect(sent()).toEqual([]);
  });

  it('are counted under the title, and a press or Ctrl+F8 leads to the first of them', async () => {
    const app = await open();
    await app.until(() => text(/^1 of 2 filled/));
    await app.user.click(screen.getByRole('radio', { name: 'Attributes' }));
    const note = await app.until(() => screen.getByLabelText('note'));
    await app.user.keyboard('{Control>}{F8}{/Control}');
    await app.until(() => expect(note).toHaveFocus());
    await app.user.tab();
    await click(app, button('1 required left'), () => expect(note).toHaveFocus());
    await app.user.type(note, ' ');
    await app.until(() => expect(button(/^Save/)).toHaveTextContent('*'));
    text(/^1 of 2 filled/);
    await app.user.type(note, 'Calm');
    await app.until(() => text('2 of 2 filled'));
    expect(screen.queryByRole('button', { name: /required left/ })).toBeNull();
  });

  it('lead to their field in the list', async () => {
    const app = await open();
    await app.user.click(screen.getByRole('radio', { name: 'Attributes' }));
    await app.until(() => screen.getByLabelText('note'));
    await press(app);
    await app.until(question);
    await click(app, within(question()).getByRole('button', { name: 'note' }), () => expect(isAsked()).toBe(false));
    await app.until(() => expect(screen.getByLabelText('note')).toHaveFocus());
  });

  it('can be submitted all the same, at a plain host with an empty body', async () => {
    const app = await open();
    await press(app);
    await app.until(question);
    await click(app, within(question()).getByRole('button', { name: 'Submit' }), submitted);
    expect(sent()).toEqual([{}]);
  });
});

describe('a submission that was not answered', () => {
  it('is never sent again by itself, and asks before it is sent once more', async () => {
    host.on(SUBMIT, dropped(), usual);
    const app = await open();
    await press(app);
    await app.until(() => text(/^No answer came\. It may have been submitted all the same/));
    await app.advance(60_000);
    expect(sent()).toHaveLength(1);
    await press(app);
    await app.until(question);
    expect(question()).toHaveTextContent('We don’t know if your last submission arrived.');
    await click(app, within(question()).getByRole('button', { name: 'Submit' }), submitted);
    expect(sent()).toHaveLength(2);
    await app.advance(2_000);
    await press(app);
    await app.until(submitted);
    expect(isAsked()).toBe(false);
    await app.advance(2_000);
    await app.until(() => link('Template dashboard'));
  });
});
