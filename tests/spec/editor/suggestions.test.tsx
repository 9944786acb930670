import { fireEvent, screen } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { SUGGESTIONS_AGAIN, SUGGESTIONS_FRESH } from '#common/config/constants.ts';
import { held, json, refused } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest, type MountedApp } from '#tests/support/jsdom/mount.tsx';
import { click, heading, opened } from './person.ts';

const host = hostForEachTest();
const WIP = '/forms/t-board/wips/w-harbor';
const SUGGESTIONS = 'GET /v1/templates/:id/suggestions';
const suggestionsReply = (...values: string[]) =>
  json({
    success: true,
    regions: [
      { id: 'name', values: ['Stormhaven'] },
      { id: 'note', values },
    ],
  });

const options = (): string[] => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const note = (): HTMLElement => screen.getByRole('textbox', { name: 'note' });

beforeEach(() => {
  host.world.user['capabilities'] = ['regions.suggestions'];
  host.offer(SUGGESTIONS);
  host.on(SUGGESTIONS, suggestionsReply('Calm sea', 'Storm', 'Rough sea'));
});

const openWip = (): Promise<MountedApp> => opened(host, WIP, () => heading('Harbor watch'));
/** Opens the list of regions, with the keyboard in an empty note. */
async function listed(): Promise<MountedApp> {
  const app = await openWip();
  await app.frame();
  await click(app, screen.getByRole('radio', { name: 'Attributes' }), note);
  await app.until(() => expect(screen.getByRole('list', { name: 'Fields' }).nextElementSibling).not.toBeNull());
  await app.settled();
  await app.user.clear(note());
  await app.settled();
  return app;
}
/** The values that are offered, once what was pressed has come to its end. */
async function offers(app: MountedApp, values: string[]): Promise<void> {
  await app.until(() => expect(options()).toEqual(values));
}
async function typing(app: MountedApp, keys: string): Promise<void> {
  await app.user.keyboard(keys);
  await app.settled();
}

describe('values used before, in the document', () => {
  it('are read when somebody types, once for all regions, again when they are old, and for another template', async () => {
    const app = await openWip();
    const frame = await app.frame();
    await app.settled();
    expect(host.seen(SUGGESTIONS)).toEqual([]);
    frame.suggest('title');
    frame.suggest('note');
    const given = { type: 'suggestions', id: 'note', values: ['Calm sea', 'Storm', 'Rough sea'] };
    await app.until(() => expect(frame.received).toContainEqual(given));
    expect(host.seen(SUGGESTIONS)).toMatchObject([{ path: '/v1/templates/t-board/suggestions' }]);
    await app.advance(SUGGESTIONS_FRESH - 1);
    frame.suggest('note');
    await app.settled();
    expect(host.seen(SUGGESTIONS)).toHaveLength(1);
    await app.advance(1);
    host.on(SUGGESTIONS, suggestionsReply('Fog'));
    frame.suggest('note');
    await app.until(() => expect(frame.received).toContainEqual({ ...given, values: ['Fog'] }));
    // By Forward: the same screen with a document of another template.
    host.on(SUGGESTIONS, suggestionsReply('Rain'));
    window.history.pushState(null, '', '/forms/t-brief');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await app.until(() => heading('Daily Brief'));
    const next = await app.frame();
    next.suggest('note');
    await app.until(() => expect(next.received).toContainEqual({ ...given, values: ['Rain'] }));
    expect(next.received.filter(({ type }) => type === 'suggestions')).toHaveLength(1);
  });

  it('are no matter where they do not come: nothing is said, and they are asked for again after a minute', async () => {
    host.on(SUGGESTIONS, refused(503, 'Busy.'), suggestionsReply('Fog'));
    const app = await openWip();
    const frame = await app.frame();
    frame.suggest('note');
    await app.until(() => expect(host.seen(SUGGESTIONS)).toHaveLength(1));
    await app.settled();
    expect(
      screen
        .queryAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(''),
    ).toBe('');
    frame.suggest('note');
    await app.settled();
    expect(host.seen(SUGGESTIONS)).toHaveLength(1);
    await app.advance(SUGGESTIONS_AGAIN);
    frame.suggest('note');
    await app.until(() => expect(frame.received).toContainEqual({ type: 'suggestions', id: 'note', values: ['Fog'] }));
  });

  it('are asked for at no plain host, and told to no document in which nobody types', async () => {
    const app = await openWip();
    const frame = await app.frame();
    // The document is given the keyboard when it is opened.
    await app.settled();
    screen.getByRole('radio', { name: 'Attributes' }).focus();
    frame.say({ type: 'suggest', id: 'note' });
    await app.settled();
    expect(host.seen(SUGGESTIONS)).toEqual([]);
    app.unmount();
    host.world.user['capabilities'] = [];
    const plain = await openWip();
    (await plain.frame()).suggest('note');
    await plain.settled();
    expect(host.seen(SUGGESTIONS)).toEqual([]);
    expect(host.strangers).toEqual([]);
  });
});

describe('values used before, in the list of regions', () => {
  it('are offered while one types, and taken by the arrows and Enter, or by a press', async () => {
    const app = await listed();
    await offers(app, []);
    await typing(app, 'se');
    await offers(app, ['Calm sea', 'Rough sea']);
    expect(note()).not.toHaveAttribute('aria-activedescendant');
    await typing(app, '{ArrowDown}{ArrowDown}');
    const rough = screen.getByRole('option', { name: 'Rough sea' });
    await app.until(() => expect(rough).toHaveAttribute('aria-selected', 'true'));
    expect(note()).toHaveAttribute('aria-activedescendant', rough.id);
    await typing(app, '{Enter}');
    await app.until(() => expect(note()).toHaveValue('Rough sea'));
    expect((await app.frame()).value('note')).toBe('Rough sea');
    await offers(app, []);
    expect(note()).not.toHaveAttribute('aria-controls');
    await app.user.clear(note());
    await typing(app, 'st');
    await offers(app, ['Storm']);
    await click(app, screen.getByRole('option', { name: 'Storm' }), () => expect(note()).toHaveValue('Storm'));
    expect(note()).toHaveFocus();
  });

  it('are taken by nobody who goes on: Enter breaks the line, Tab leaves, and a list that was closed stays so', async () => {
    const app = await listed();
    await typing(app, 'st{Enter}x');
    expect(note()).toHaveValue('st\nx');
    await app.user.clear(note());
    await typing(app, 'st{Escape}');
    await offers(app, []);
    await typing(app, 'o');
    await offers(app, []);
    await typing(app, '{Alt>}{ArrowDown}{/Alt}');
    await offers(app, ['Storm']);
    await typing(app, '{Tab}');
    await offers(app, []);
    expect(note()).toHaveValue('sto');
    note().focus();
    await app.user.clear(note());
    await typing(app, 'st');
    await offers(app, ['Storm']);
    await typing(app, '{Control>}a{/Control}{Backspace}');
    await offers(app, []);
    await typing(app, '{Alt>}{ArrowDown}{/Alt}{ArrowUp}');
    await app.until(() => expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Rough sea'));
  });

  it('are said to be none where there are none, until Escape or a letter', async () => {
    host.on(SUGGESTIONS, held);
    const app = await listed();
    const nothing = (count: number) =>
      app.until(() => expect(screen.queryAllByText('Nothing to offer here.')).toHaveLength(count));
    // For the eye, and for screen readers.
    await typing(app, '{Alt>}{ArrowDown}{/Alt}');
    await nothing(0);
    host.release(SUGGESTIONS, suggestionsReply());
    await nothing(2);
    await typing(app, '{Escape}');
    await nothing(0);
    await typing(app, '{Alt>}{ArrowDown}{/Alt}');
    await nothing(2);
    await typing(app, 'x');
    await nothing(0);
  });

  it('keep nobody waiting on a slow host, and are searched for in no other field', async () => {
    host.on(SUGGESTIONS, held);
    const app = await listed();
    await typing(app, 'st');
    expect(note()).toHaveValue('st');
    await offers(app, []);
    host.release(SUGGESTIONS, suggestionsReply('Storm'));
    await offers(app, ['Storm']);
    await app.user.click(screen.getByRole('searchbox'));
    await typing(app, 'st');
    await offers(app, []);
  });
});

it('Ctrl+; writes the time into a field of the list at any host, and says where none fits', async () => {
  host.world.user['capabilities'] = [];
  const [board] = host.world.wips;
  if (board)
    board.content = `<p class="editable" id="note"></p><p class="editable" id="count" data-ready-type="number">7</p>
      <p class="editable" id="day" data-ready-type="date"></p><input class="editable" id="tick" type="checkbox">
      <p class="editable" id="level" data-ready-type="choice" data-ready-options="A|B"></p>
      <input class="editable" id="amount" type="number"><select class="editable" id="pick"><option>a</select>`;
  const app = await listed();
  const frame = await app.frame();
  const press = async (name: string): Promise<void> => {
    screen.getByLabelText(name).focus();
    fireEvent.keyDown(screen.getByLabelText(name), { key: ';', code: 'Semicolon', ctrlKey: true });
    await app.settled();
  };
  const says = (count: number) =>
    app.until(() => expect(screen.queryAllByText('Neither a time nor a date fits here.')).toHaveLength(count));
  await app.until(() => expect(screen.getByLabelText('day').dataset['type']).toBe('date'));
  await press('note');
  await app.until(() => expect(frame.value('note')).toMatch(/^\d\d:\d\d$/));
  await press('day');
  await app.until(() => expect(frame.value('day')).toMatch(/^\d{4}-\d\d-\d\d$/));
  for (const [name, value] of [
    ['count', '7'],
    ['level', ''],
    ['tick', 'false'],
    ['amount', ''],
    ['pick', 'a'],
  ] as const) {
    await press(name);
    await says(2);
    expect(frame.value(name)).toBe(value);
    await typing(app, '{Escape}');
    await says(0);
  }
  expect(host.strangers).toEqual([]);
});
