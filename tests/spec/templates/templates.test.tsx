import { fireEvent, screen, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { JOB_LOOK, TEMPLATE_BANNER } from '#common/config/constants.ts';
import { NO_REGIONS } from '#common/document/html/blanks.ts';
import { dropped, json, refused } from '#tests/support/hosts/fake-answers.ts';
import { type MountedApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { button, click, field, heading, isGone, link, opened, press, target, text } from '../editor/person.ts';

const host = hostForEachTest();

const template = (uuid: string, name: string, more: object = {}) => ({
  uuid,
  name,
  description: '',
  file_name: `${uuid}.html`,
  version: 1,
  regions: 12,
  changed_on: '2020-05-04T10:00:00Z',
  changed_by: 'Amir Castellan',
  organization: 'Ready' as string | null,
  changeable: true,
  can_put_back: false,
  has_role: false,
  on_wall: false,
  removed_on: null as string | null,
  ...more,
});
let templates: ReturnType<typeof template>[] = [];
let mayOfferToAll = false;
let pair = { left: null as string | null, right: null as string | null };
/** The administrator's last publishing. */
let publishing: { state: string; total: number; message?: string; result?: object } | null = null;
const all = () =>
  json({
    templates,
    may_offer_to_all: mayOfferToAll,
    command_docs: pair,
    publishing: publishing && { uuid: 'j', done: 1, ...publishing },
  });
/** Begins a publishing that ends before the list is read again. */
const begins = (...names: string[]) => {
  publishing = { state: 'running', total: names.length };
  const reply = all();
  publishing = { state: 'done', total: names.length, result: { names } };
  return reply;
};

const examined = (file_name: string, more: object = {}) => ({
  file_name,
  name: 'Night log',
  description: '',
  content: '<p class="editable" id="who">x</p>',
  regions: ['who'],
  embedded: [] as string[],
  problems: [] as string[],
  outside: [] as string[],
  notes: [] as string[],
  moves: null as object | null,
  ...more,
});
const checked = (...documents: ReturnType<typeof examined>[]) => json({ documents });

beforeEach(() => {
  mayOfferToAll = false;
  publishing = null;
  pair = { left: null, right: null };
  templates = [
    template('t-brief', 'Daily Brief', { on_wall: true }),
    template('t-log', 'Activity Log', { can_put_back: true, version: 3, has_role: true }),
    template('t-board', 'Status Board', { organization: null, changeable: false }),
    template('t-old', 'Old Form', { removed_on: '2021-05-04T10:00:00Z' }),
  ];
  Object.assign(host.world.user, { permission: 3, capabilities: ['templates.manage'] });
  host.offer(
    'GET /v1/templates/all',
    'POST /v1/templates/check',
    'POST /v1/templates/blanks',
    'POST /v1/templates/create',
    'POST /v1/templates/create/drop',
    'POST /v1/templates/shipped',
    'POST /v1/templates/:id/replace',
    'POST /v1/templates/:id/put-back',
    'POST /v1/templates/:id/move',
    'POST /v1/templates/:id/command',
    'POST /v1/templates/:id/remove',
    'POST /v1/templates/:id/restore',
  );
  host.on('GET /v1/templates/all', all);
  host.on('POST /v1/templates/create/drop', () => {
    publishing = null;
    return all();
  });
});

const open = (): Promise<MountedApp> => opened(host, '/templates', () => heading('Templates (3)'));
const bodyOf = (route: Parameters<typeof host.seen>[0]): unknown => host.seen(route).at(-1)?.body;
const names = (): (string | null)[] =>
  within(screen.getByRole('list', { name: 'Templates (3)' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);
/** Opens the row of a template. */
async function rowOf(app: MountedApp, name: string): Promise<void> {
  await app.user.click(heading(name));
  await app.until(() => button(`Replace ${name}`));
}
const choose = async (app: MountedApp, ...files: File[]): Promise<void> =>
  app.user.upload(screen.getByLabelText('File of the template'), files);
const htmlFile = (name = 'night.html') => new File(['<p>x</p>'], name, { type: 'text/html' });

describe('the templates', () => {
  it('are reached behind More by administrators, and nobody else', async () => {
    const app = await opened(host, '/dashboard', () => heading('Command Docs'));
    await click(app, text('More'), () => link('Manage Templates'));
    await click(app, link('Manage Templates'), () => heading('Templates (3)'));
    app.unmount();
    Object.assign(host.world.user, { permission: 2 });
    await opened(host, '/templates', () => text('Only administrators can manage templates.'));
    expect(host.seen('GET /v1/templates/all')).toHaveLength(1);
  });

  it('are listed in their order with what each is, the removed ones apart', async () => {
    await open();
    expect(names()).toEqual(['Daily Brief', 'Activity Log', 'Status Board']);
    expect(heading('Daily Brief').closest('summary')).toHaveTextContent(
      /^Daily Brieft-brief\.html12 fields.*2020.* Amir CastellanReadyOn the wall$/,
    );
    expect(heading('Status Board').closest('summary')).toHaveTextContent(/All organizations$/);
    heading('Removed (1)');
    expect(heading('Old Form').closest('summary')).toHaveTextContent(/Removed May 4, 2021$/);
  });

  it('say when they do not come, and are asked for again', async () => {
    host.on('GET /v1/templates/all', dropped(), all);
    const app = await opened(host, '/templates', () => text('Error loading templates. Please try again.'));
    await click(app, button('Try Again'), () => heading('Templates (3)'));
  });

  it('are taken from what is shipped where there is none', async () => {
    templates = [];
    host.on('POST /v1/templates/shipped', () => {
      templates = [template('t-brief', 'Daily Brief')];
      return all();
    });
    const app = await opened(host, '/templates', () => text('There is no template yet.'));
    await click(app, button('Add Ready’s Templates'), () => heading('Templates (1)'));
    text('Ready’s templates are here.');
  });

  it('are searched where there are sixty', async () => {
    templates = Array.from({ length: 60 }, (_one, at) => template(`t-${at}`, `Plan ${at}`));
    const app = await opened(host, '/templates', () => heading('Templates (60)'));
    await app.user.type(screen.getByRole('searchbox', { name: 'Search templates' }), 'plan 59');
    await app.until(() => text('1 of 60 templates'));
    heading('Plan 59');
  });
});

describe('a template', () => {
  it('is put up or down, before the one that is there', async () => {
    host.on('POST /v1/templates/:id/move', ({ body }) => {
      const { before } = body as { before: string | null };
      const [log] = templates.filter(({ uuid }) => uuid === 't-log');
      const others = templates.filter(({ uuid }) => uuid !== 't-log');
      const at = before === null ? others.length : others.findIndex(({ uuid }) => uuid === before);
      templates = others.toSpliced(at, 0, ...(log ? [log] : []));
      return all();
    });
    const app = await open();
    await rowOf(app, 'Activity Log');
    await click(app, button('Up: Activity Log'), () =>
      expect(names()).toEqual(['Activity Log', 'Daily Brief', 'Status Board']),
    );
    expect(bodyOf('POST /v1/templates/:id/move')).toEqual({ before: 't-brief' });
    await press(app, 'Up: Activity Log');
    expect(host.seen('POST /v1/templates/:id/move')).toHaveLength(1);
    const down = button('Down: Activity Log');
    await click(app, down, () => expect(names()).toEqual(['Daily Brief', 'Activity Log', 'Status Board']));
    expect(bodyOf('POST /v1/templates/:id/move')).toEqual({ before: 't-board' });
    expect(button('Down: Activity Log')).toHaveFocus();
    await click(app, button('Down: Activity Log'), () =>
      expect(names()).toEqual(['Daily Brief', 'Status Board', 'Activity Log']),
    );
    expect(bodyOf('POST /v1/templates/:id/move')).toEqual({ before: null });
  });

  it('is chosen for a pane of Command Docs, of which the dashboard knows at once', async () => {
    pair = { left: 't-brief', right: null };
    host.on('POST /v1/templates/:id/command', () => {
      pair = { left: 't-brief', right: 't-log' };
      return all();
    });
    const app = await open();
    expect(heading('Daily Brief').closest('summary')).toHaveTextContent(/On the wall, Command Docs \(left\)$/);
    await rowOf(app, 'Activity Log');
    await click(app, button('Command Docs right: Activity Log'), () =>
      text('Activity Log is on the right of Command Docs.'),
    );
    expect(bodyOf('POST /v1/templates/:id/command')).toEqual({ pane: 'right' });
    await app.until(() =>
      expect(heading('Activity Log').closest('summary')).toHaveTextContent(/Command Docs \(right\)$/),
    );
    expect(button('Command Docs right: Activity Log')).toHaveFocus();
    await click(app, link('Dashboard'), () =>
      expect(target('View Live: Command Docs')).toBe('/multiple-dashboard/t-brief/t-log'),
    );
  });

  it('is removed after a question, and restored', async () => {
    const stands = (removed_on: string | null) => () => {
      templates = templates.map((one) => (one.uuid === 't-brief' ? { ...one, removed_on } : one));
      return all();
    };
    host.on('POST /v1/templates/:id/remove', dropped(), stands('2021-05-04T10:00:00Z'));
    host.on('POST /v1/templates/:id/restore', stands(null));
    const app = await open();
    const remove = async (isThere: () => unknown): Promise<void> => {
      await click(app, button('Remove Daily Brief'), () =>
        text(
          'Remove Daily Brief? Nobody is offered it any more. Its documents and archives stay, and it can be restored.',
        ),
      );
      await click(app, button('Remove'), isThere);
    };
    await rowOf(app, 'Daily Brief');
    await remove(() => text('No answer came. It may have been done all the same: reload the page to see.'));
    await remove(() => text('Daily Brief is removed. Its documents and archives stay.'));
    heading('Removed (2)');
    await app.advance(TEMPLATE_BANNER);
    expect(isGone('Daily Brief is removed. Its documents and archives stay.')).toBe(true);
    await click(app, heading('Daily Brief'), () => button('Restore Daily Brief'));
    await click(app, button('Restore Daily Brief'), () => text('Daily Brief is offered again.'));
  });

  it('is put back to what it was before, by the version that was seen, and called by its file where it has no name', async () => {
    for (const one of templates) one.name = '';
    host.on('POST /v1/templates/:id/put-back', refused(400, 'Somebody else has replaced it.'), all);
    const app = await open();
    await rowOf(app, 't-log.html');
    text(/^Only holders of its role change its documents/);
    const putBack = async (isThere: () => unknown): Promise<void> => {
      await click(app, button('Put Back the Version Before of t-log.html'), () =>
        text(
          'Put back what t-log.html was before? New documents are made of that. Those that are there stay as they are.',
        ),
      );
      await click(app, button('Put Back'), isThere);
    };
    await putBack(() => text('Somebody else has replaced it.'));
    await putBack(() => text('t-log.html is what it was before.'));
    expect(bodyOf('POST /v1/templates/:id/put-back')).toEqual({ version: 3 });
  });

  it('of all organizations is changed by site administrators alone', async () => {
    const app = await open();
    await app.user.click(heading('Status Board'));
    await app.until(() => text('It is for all organizations: a site administrator (level 4) changes it.'));
    expect(screen.queryByRole('button', { name: 'Replace Status Board' })).toBeNull();
  });
});

describe('an upload', () => {
  it('of many documents is checked in pieces: a call of all of them would not end in time', async () => {
    const files = Array.from({ length: 25 }, (_, no) => htmlFile(`${no}.html`));
    let sent = 0;
    host.on('POST /v1/templates/check', () => {
      const piece = files.slice(sent, (sent += 10));
      return checked(...piece.map(({ name }) => examined(name)));
    });
    const app = await open();
    await press(app, 'New Template');
    await choose(app, ...files);
    await app.until(() => text(/25 documents, ready to be published/));
    expect(host.seen('POST /v1/templates/check')).toHaveLength(3);
  });

  it('is checked, looked at in a frame, named and published', async () => {
    host.on('POST /v1/templates/check', () =>
      checked(examined('night.html', { embedded: ['img/logo.png'], notes: ['Line 1: look at it.'] })),
    );
    host.on('POST /v1/templates/create', refused(400, 'There is one already.'), () => {
      templates = [...templates, template('t-night', 'Night watch')];
      return begins('Night watch');
    });
    const app = await open();
    await press(app, 'New Template');
    expect(button('Choose a File')).toHaveFocus();
    await choose(app, htmlFile());
    await app.until(() => text('night.html: 1 document, ready to be published.'));
    expect(host.seen('POST /v1/templates/check')).toHaveLength(1);
    text('Now in the document: img/logo.png.');
    text('Line 1: look at it.');
    await press(app, 'Preview night.html');
    const frame = await app.frame();
    expect([frame.mode, frame.html]).toEqual(['view', '<p class="editable" id="who">x</p>']);
    await click(app, button('Close'), () => expect(screen.queryByRole('dialog')).toBeNull());
    await app.user.clear(field('Name'));
    await app.user.type(field('Name'), 'Night watch');
    await click(app, button('Publish'), () => text('There is one already.'));
    await click(app, button('Publish'), () => text('Adding templates: 1 of 1'));
    expect(heading('Manage Templates')).toHaveFocus();
    await app.advance(JOB_LOOK);
    await app.until(() => text('Night watch is published.'));
    expect(bodyOf('POST /v1/templates/create')).toMatchObject({
      documents: [{ file_name: 'night.html', name: 'Night watch', content: '<p class="editable" id="who">x</p>' }],
      for_all: false,
      allow_outside: false,
    });
    heading('Templates (4)');
  });

  it('that cannot be used as it is says why, and what can be done', async () => {
    const problem = "The id 'a' stands twice: ‘Give other ids’ calls what is no field 'a-2'.";
    host.on(
      'POST /v1/templates/check',
      refused(400, 'There is nothing in it.'),
      () => checked(examined('a.html', { problems: [problem] })),
      () => checked(examined('a.html', { outside: ['Line 1 asks for https://x.example/.'] })),
    );
    host.on('POST /v1/templates/create', () => begins('Night log'));
    const app = await open();
    await press(app, 'New Template');
    await choose(app, htmlFile());
    await app.until(() => text('There is nothing in it.'));
    await choose(app, htmlFile());
    await app.until(() => text('night.html: 1 document. It cannot be published as it is.'));
    text(problem);
    await press(app, 'Publish');
    await click(app, button('Give Other Ids'), () => text('Line 1 asks for https://x.example/.'));
    expect(host.seen('POST /v1/templates/check').at(-1)?.query).toBe('?rename_ids=true');
    await app.user.click(screen.getByLabelText(/^Publish it all the same/));
    await click(app, button('Publish'), () => text('Adding templates: 1 of 1'));
    await app.advance(JOB_LOOK);
    await app.until(() => text('Night log is published.'));
    expect(bodyOf('POST /v1/templates/create')).toMatchObject({ allow_outside: true });
    expect(host.seen('POST /v1/templates/create')).toHaveLength(1);
  });

  it('of several documents leaves out what is not wanted, and is for all where a site administrator says so', async () => {
    mayOfferToAll = true;
    const several = ['a', 'b', 'c'].map((one) => examined(`${one}.html`, { name: one.toUpperCase() }));
    host.on('POST /v1/templates/check', () => checked(...several, examined('d.html', { problems: ['Nothing.'] })));
    host.on('POST /v1/templates/create', () => begins('A', 'C'));
    const app = await open();
    await press(app, 'New Template');
    await choose(app, htmlFile());
    await app.until(() => text('night.html: 4 documents, 3 of them ready to be published.'));
    await app.user.click(screen.getAllByRole('checkbox', { name: 'Publish it' })[1] as HTMLElement);
    await app.user.click(screen.getByRole('checkbox', { name: /^For all organizations/ }));
    await click(app, button('Publish 2 Templates'), () => text('Adding templates: 1 of 2'));
    await app.advance(JOB_LOOK);
    await app.until(() => text('2 templates are published.'));
    expect(bodyOf('POST /v1/templates/create')).toMatchObject({
      documents: [{ name: 'A' }, { name: 'C' }],
      for_all: true,
    });
  });

  it('is found again where the page was left, and names what could not be taken until that is dismissed', async () => {
    publishing = { state: 'running', total: 3 };
    (await opened(host, '/templates', () => text('Adding templates: 1 of 3'))).unmount();
    const app = await open();
    expect(screen.getByRole('progressbar', { name: 'Adding templates: 1 of 3' })).toHaveValue(1);
    host.on('GET /v1/templates/all', dropped(), all);
    await app.advance(JOB_LOOK);
    await app.until(() => text('Error loading templates. Please try again.'));
    publishing = { state: 'failed', total: 3, message: 'plan.html: It has no fields.' };
    await app.advance(JOB_LOOK);
    await app.until(() => text('Nothing was published. plan.html: It has no fields.'));
    heading('Templates (3)');
    const seen = host.seen('GET /v1/templates/all').length;
    await app.advance(5 * JOB_LOOK);
    expect(host.seen('GET /v1/templates/all')).toHaveLength(seen);
    await click(app, button('Dismiss'), () => expect(isGone('Nothing was published.')).toBe(true));
    expect(host.seen('POST /v1/templates/create/drop')).toHaveLength(1);
  });

  it('that cannot be read, or is too large, is not sent', async () => {
    const app = await open();
    await press(app, 'New Template');
    fireEvent.drop(button('Choose a File'), { dataTransfer: { items: [] } });
    await app.until(() => text(/^The files could not be read/));
    await choose(app, new File([new Uint8Array(5_000_001)], 'big.html'));
    await app.until(() => text(/^The files come to more than 5 MB/));
    expect(host.seen('POST /v1/templates/check')).toHaveLength(0);
    await press(app, 'Cancel');
    expect(screen.queryByRole('button', { name: 'Choose a File' })).toBeNull();
  });

  it('replaces a template, and says what becomes of its regions', async () => {
    host.on(
      'POST /v1/templates/check',
      () => checked(examined('a.html'), examined('b.html')),
      () =>
        checked(
          examined('menu.html', {
            moves: {
              came: ['soup'],
              went: ['who', 'where'],
              moved: ['what'],
              same: [
                { from: 'cook', to: 'chef', from_name: 'Cook', to_name: 'Cook', by_name: true },
                { from: 'a', to: 'b', from_name: 'A', to_name: 'B', by_name: false },
                { from: 'door', to: 'gate', from_name: 'Door', to_name: 'Gate', by_name: false },
              ],
            },
          }),
        ),
    );
    host.on('POST /v1/templates/:id/replace', all);
    const app = await open();
    await rowOf(app, 'Activity Log');
    await press(app, 'Replace Activity Log');
    await choose(app, htmlFile('two.zip'));
    await app.until(() => text('There are several documents in it. Upload the one that is to take its place.'));
    await choose(app, htmlFile('menu.html'));
    await app.until(() => text('New fields: soup.'));
    expect(host.seen('POST /v1/templates/check').at(-1)?.query).toBe('?replaces=t-log');
    text(/^Fields that go: who, where\. Documents that are there keep them/);
    const proposed = within(
      screen.getByRole('group', { name: /^These fields have other ids now\. Those that you tick/ }),
    );
    expect(proposed.getAllByRole('checkbox', { checked: true })).toEqual([proposed.getByLabelText('Cook → Cook')]);
    await app.user.click(proposed.getByLabelText('Door → Gate'));

    text('Fields in another order: what.');
    expect(screen.queryByLabelText('Name')).toBeNull();
    const form = screen.getByRole('form', { name: 'What the check found' });
    await click(app, within(form).getByRole('button', { name: 'Replace Activity Log' }), () =>
      text('Activity Log is replaced. What it was before can be put back.'),
    );
    expect(bodyOf('POST /v1/templates/:id/replace')).toEqual({
      version: 3,
      file_name: 'menu.html',
      content: '<p class="editable" id="who">x</p>',
      allow_outside: false,
      keep_ids: [
        { from: 'cook', to: 'chef' },
        { from: 'door', to: 'gate' },
      ],
    });
    expect(target('New document of Activity Log')).toBe('/forms/t-log');
  });
});

describe('the workshop', () => {
  const content = '<p>Name: ____</p><p>Note</p>';
  const found = () =>
    json({
      blanks: [
        {
          kind: 'line',
          label: 'Name',
          own_id: null,
          offered: true,
          tag: -1,
          pieces: [[9, 13]],
          changes: [[9, 13, '<span class="editable"', '></span>']],
        },
        {
          kind: 'text',
          label: 'Note',
          own_id: null,
          offered: false,
          tag: 19,
          pieces: [],
          changes: [[19, 19, ' class="editable"', '']],
        },
      ],
      ids: ['name'],
      more: false,
    });
  const box = (name: string | RegExp): HTMLElement => screen.getByRole('checkbox', { name });
  async function inWorkshop(): Promise<MountedApp> {
    host.on(
      'POST /v1/templates/check',
      checked(examined('plan.html', { content, regions: [], problems: [NO_REGIONS] })),
    );
    const app = await open();
    await app.user.click(button('New Template'));
    await choose(app, htmlFile('plan.html'));
    await app.until(() => button('Find Them'));
    await app.user.click(button('Find Them'));
    return app;
  }

  it('says first that a file has no places yet, and keeps what else is wrong with it in red', async () => {
    const without = (name: string, ...others: string[]) =>
      examined(name, { content, regions: [], problems: [NO_REGIONS, ...others] });
    const two = checked(without('a.html', 'Rename the file.'), without('b.html'));
    host.on('POST /v1/templates/check', checked(without('plan.html')), two);
    const app = await open();
    await app.user.click(button('New Template'));
    await choose(app, htmlFile('plan.html'));
    await app.until(() => button('Find Them'));
    const form = screen.getByRole('form', { name: 'What the check found' });
    within(form).getByText('This file has no places to fill in yet.');
    expect(within(form).queryByText('What keeps it from being published')).toBeNull();
    await choose(app, htmlFile('two.zip'));
    await app.until(() => text('Rename the file.'));
    expect(screen.getAllByText('This file has no places to fill in yet.').length).toBe(2);
    text('two.zip: 2 documents. They have no places to fill in yet.');
  });

  it('says when the document was not looked through, and does it again', async () => {
    host.on('POST /v1/templates/blanks', refused(500), found);
    const app = await inWorkshop();
    await app.until(() => heading('Not Looked Through'));
    await click(app, button('Try Again'), () => text('1 marked. 1 blank found.'));
    expect(bodyOf('POST /v1/templates/blanks')).toEqual({ content });
  });

  it('gives the document back with what was marked, to be checked like any other', async () => {
    host.on('POST /v1/templates/blanks', found);
    const app = await inWorkshop();
    await app.until(() => text('1 marked. 1 blank found.'));
    await app.user.click(box('List the other texts of the document, too (1)'));
    await app.user.click(box('Note'));
    text('2 marked. 1 blank found.');
    // The id of another element of the document is not given again.
    text('name-2');
    await app.user.click(box('Name'));
    await app.user.keyboard('{Control>}z{/Control}');
    text('2 marked. 1 blank found.');
    await app.user.clear(screen.getByLabelText('Name of Name'));
    await app.user.type(screen.getByLabelText('Name of Name'), 'Chère Équipe{Enter}');
    text('chere-equipe');
    await app.user.click(button('Preview'));
    await app.until(() => expect(app.frames().at(-1)?.value('note')).toBe('Note'));
    expect(app.frames().at(-1)?.value('chere-equipe')).toBe('');
    await app.user.click(button('Close'));
    // Marks outlive a host that does not answer.
    host.on('POST /v1/templates/check', dropped(), () => checked(examined('plan.html')));
    await click(app, button('Use These Marks'), () => text('The files were not checked. Please try again.'));
    text('chere-equipe');
    await click(app, button('Use These Marks'), () => text(/1 document, ready to be published\.$/));
    expect(host.seen('POST /v1/templates/check')).toHaveLength(3);
  });

  it('asks before marks are lost, also on the way to another page', async () => {
    host.on('POST /v1/templates/blanks', found);
    const app = await inWorkshop();
    await app.until(() => text('1 marked. 1 blank found.'));
    await app.user.click(box('Name'));
    await click(app, link('Dashboard'), () => text('Leave without these marks?'));
    await press(app, 'Cancel');
    text('0 marked. 1 blank found.');
    await click(app, button('Cancel'), () => text('Leave without these marks?'));
    await click(app, button('Leave'), () => heading('Manage Templates'));
  });
});
