import { screen, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { JOB_LOOK, PEOPLE_FILE_SIZE_MAX, PERSON_BANNER, SEARCH_PAUSE } from '#common/config/constants.ts';
import { dropped, json, refused } from '#tests/support/hosts/fake-answers.ts';
import { type MountedApp, hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { button, click, heading, isGone, link, opened, press, target, text } from '../editor/person.ts';

const host = hostForEachTest();

const roles = [
  { uuid: 'r-1', name: 'Planner', file_name: 'plan.html' },
  { uuid: 'r-2', name: 'Medic', file_name: 'medic.html' },
];
const organizations = [
  { organization_id: 1, name: 'Ready' },
  { organization_id: 2, name: 'Harbour' },
];
const person = (uuid: string, name: string, more: object = {}) => ({
  uuid,
  username: name.split(' ')[0]?.toLowerCase(),
  name,
  email: `${uuid}@example.org`,
  organization_id: 1,
  organization: 'Ready',
  permission: 2,
  roles: [] as string[],
  last_sign_in: null as string | null,
  disabled: false,
  locked: false,
  one_time_until: null as string | null,
  ...more,
});
let people: ReturnType<typeof person>[] = [];

beforeEach(() => {
  people = [
    person('u-dana', 'Dana Ruiz', { permission: 3, last_sign_in: new Date(Date.now() - 7_200_000).toISOString() }),
    person('u-june', 'June Halloran', { roles: ['r-2'], locked: true }),
    person('u-sora', 'Sora Lind', { permission: 4 }),
  ];
  Object.assign(host.world.user, { permission: 3, capabilities: ['users.manage', 'lists.pages', 'account'] });
  host.offer(
    'GET /v1/organizations',
    'POST /v1/users/create',
    'POST /v1/users/import',
    'POST /v1/users/import/check',
    'POST /v1/users/import/read',
    'POST /v1/users/import/drop',
    'POST /v1/users/roles/delete',
    'POST /v1/users/:id/disable',
    'POST /v1/users/:id/enable',
    'POST /v1/users/:id/unlock',
    'POST /v1/users/:id/sign-out',
    'POST /v1/users/:id/one-time-password',
  );
  host.on('GET /v1/users', () => json({ users: people, next: null, count: people.length }));
  host.on('POST /v1/users/import/read', json({ job: null }));
  host.on('POST /v1/users/import/drop', json({ success: true }));
  host.on('GET /v1/roles', json({ roles }));
  host.on('GET /v1/organizations', () => json({ organizations: organizations.slice(0, 1) }));
});

const open = (): Promise<MountedApp> => opened(host, '/admin/people', () => heading('People (3)'));
const inside = (element: HTMLElement) => within(element);
type Inside = ReturnType<typeof inside>;
/** The row of a person, opened. */
async function rowOf(app: MountedApp, name: string): Promise<Inside> {
  const row = heading(name).closest('li') as HTMLElement;
  await app.user.click(heading(name));
  await app.until(() => within(row).getByRole('form'));
  return inside(row);
}
const changed = (uuid: string, more: object) => json({ user: { ...people.find((one) => one.uuid === uuid), ...more } });
const bodyOf = (route: Parameters<typeof host.seen>[0]): unknown => host.seen(route).at(-1)?.body;

describe('people', () => {
  it('are reached behind More by administrators, and nobody else', async () => {
    const app = await opened(host, '/dashboard', () => heading('Command Docs'));
    await click(app, text('More'), () => link('People'));
    await click(app, link('People'), () => heading('People (3)'));
    app.unmount();
    const asked = host.seen('GET /v1/users').length;
    Object.assign(host.world.user, { permission: 2 });
    await opened(host, '/admin/people', () => text('Only administrators can manage people.'));
    expect(host.seen('GET /v1/users')).toHaveLength(asked);
  });

  it('are listed with their level, roles, last sign-in and what keeps them out', async () => {
    people.push(person('u-rana', 'Rana Ortiz', { disabled: true, one_time_until: new Date(0).toISOString() }));
    await opened(host, '/admin/people', () => heading('People (4)'));
    expect(heading('Dana Ruiz').closest('summary')).toHaveTextContent('Dana RuizdanaAdministratorSigned in 2 h ago');
    expect(heading('June Halloran').closest('summary')).toHaveTextContent(
      'June HalloranjuneLocked out by failed sign-insBasic UserMedicNever signed in',
    );
    expect(heading('Rana Ortiz').closest('summary')).toHaveTextContent('Disabled · One-time password ended');
  });

  it('say when they do not come, and are asked for again', async () => {
    host.on('GET /v1/users', refused(500), json({ users: people, next: null, count: 3 }));
    const app = await opened(host, '/admin/people', () => text('Error loading users. Please try again.'));
    await click(app, button('Try Again'), () => heading('People (3)'));
  });
});

describe('a new person', () => {
  async function filled(app: MountedApp): Promise<Inside> {
    await press(app, 'New Person');
    const form = inside(screen.getByRole('form', { name: 'New person' }));
    await app.user.click(form.getByRole('button', { name: 'Add Person' }));
    form.getByText('Enter a name.');
    await app.user.type(form.getByLabelText('Name'), ' Rana Ortiz ');
    await app.user.click(form.getByRole('button', { name: 'Add Person' }));
    form.getByText('Enter a username.');
    await app.user.type(form.getByLabelText('Username'), ' rana ');
    // A blank that a field for addresses keeps, as word processors copy it.
    await app.user.type(form.getByLabelText('Email (optional)'), '\u00a0');
    return form;
  }

  it('is added with a one-time password, which is shown until it is put away', async () => {
    host.on('POST /v1/users/create', refused(400, "There is a user 'rana' already."), () =>
      json({ user: person('u-rana', 'Rana Ortiz', { disabled: true }), password: 'abcde-fghjk' }, 201),
    );
    const app = await open();
    const form = await filled(app);
    await click(app, button('Add Person'), () => text("There is a user 'rana' already."));
    await app.user.selectOptions(form.getByLabelText('Level'), 'Reader');
    await click(app, button('Add Person'), () =>
      screen.getByRole('dialog', { name: 'One-time password for Rana Ortiz' }),
    );
    expect(bodyOf('POST /v1/users/create')).toEqual({ username: 'rana', name: 'Rana Ortiz', permission: 1 });
    text(/^Hand it over now: it is not shown again\. They sign in as rana.* They are disabled: enable them, too\.$/);
    await app.user.keyboard('{Escape}');
    text('abcde-fghjk');
    const copies = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no'));
    await click(app, button('Copy'), () => text('The browser did not copy it. Select it and copy it yourself.'));
    await click(app, button('Copy'), () => text('Copied.'));
    expect(copies).toHaveBeenLastCalledWith('abcde-fghjk');
    await click(app, button('Done'), () => heading('People (4)'));
    expect(isGone('abcde-fghjk')).toBe(true);
    heading('Rana Ortiz');
  });

  it('counts among three hundred, who are searched by the host', async () => {
    host.on('GET /v1/users', ({ query }) =>
      query.includes('q=')
        ? json({ users: people.slice(1, 2), next: null, count: 1 })
        : json({ users: people, next: 'c-1', count: 300 }),
    );
    host.on('POST /v1/users/create', json({ user: person('u-rana', 'Rana Ortiz'), password: 'abcde-fghjk' }, 201));
    const app = await opened(host, '/admin/people', () => heading('People (300)'));
    await filled(app);
    await click(app, button('Add Person'), () => screen.getByRole('dialog'));
    await press(app, 'Done');
    heading('People (301)');
    await app.user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'june');
    await app.settled();
    await app.advance(SEARCH_PAUSE);
    await app.until(() => text('1 of 301 people'));
    expect(screen.queryByRole('heading', { name: 'Dana Ruiz' })).toBeNull();
    heading('June Halloran');
  });

  it('can be put into another organization by who administers several', async () => {
    host.on('GET /v1/organizations', json({ organizations }));
    host.on('POST /v1/users/create', json({ user: person('u-rana', 'Rana Ortiz'), password: 'abcde-fghjk' }, 201));
    const app = await open();
    const form = await filled(app);
    expect(form.getByLabelText('Organization')).toHaveDisplayValue('Ready');
    await app.user.selectOptions(form.getByLabelText('Organization'), 'Harbour');
    await app.user.type(form.getByLabelText('Email (optional)'), 'rana@example.org');
    await click(app, button('Add Person'), () => screen.getByRole('dialog'));
    expect(bodyOf('POST /v1/users/create')).toMatchObject({ organization_id: 2, email: 'rana@example.org' });
  });
});

describe('a person', () => {
  it('is renamed at once, and lowered or moved after a question', async () => {
    host.on('GET /v1/organizations', json({ organizations }));
    host.on('POST /v1/users/:id/update', ({ body }) => changed('u-june', body as object));
    const app = await open();
    const row = await rowOf(app, 'June Halloran');
    await app.user.clear(row.getByLabelText('Username'));
    await app.user.type(row.getByLabelText('Username'), ' june.h ');
    await app.user.type(row.getByLabelText('Name'), ' ');
    await app.user.type(row.getByLabelText('Email (optional)'), '\u00a0');
    await click(app, button('Save June Halloran'), () => text('June Halloran is saved.'));
    expect(bodyOf('POST /v1/users/:id/update')).toEqual({ username: 'june.h' });
    await app.advance(PERSON_BANNER);
    expect(isGone('June Halloran is saved.')).toBe(true);

    await app.user.selectOptions(row.getByLabelText('Level'), 'Reader');
    await click(app, button('Save June Halloran'), () =>
      text('Make June Halloran a Reader? They are signed out at once.'),
    );
    await press(app, 'Cancel');
    expect(host.seen('POST /v1/users/:id/update')).toHaveLength(1);
    await app.user.selectOptions(row.getByLabelText('Organization'), 'Harbour');
    await click(app, button('Save June Halloran'), () =>
      text('Move June Halloran to Harbour? They are signed out at once; their documents stay where they are.'),
    );
    await click(app, button('Move'), () => text('June Halloran is saved.'));
    expect(bodyOf('POST /v1/users/:id/update')).toEqual({ organization_id: 2, permission: 1 });
  });

  it('without a name is called as they sign in: is disabled after a question, and enabled again', async () => {
    for (const one of people) one.name = '';
    host.on('POST /v1/users/:id/disable', dropped(), () => {
      people = people.map((one) => (one.uuid === 'u-june' ? { ...one, disabled: true } : one));
      return changed('u-june', {});
    });
    host.on('POST /v1/users/:id/enable', () => changed('u-june', { disabled: false }));
    const app = await open();
    await rowOf(app, 'june');
    const disable = async (isThere: () => unknown): Promise<void> => {
      await click(app, button('Disable june'), () =>
        text('Disable june? They are signed out at once; their documents stay.'),
      );
      await click(app, button('Disable'), isThere);
    };
    await disable(() => text('No answer came. It may have been done all the same: reload the page to see.'));
    await disable(() => text('june is disabled.'));
    await click(app, button('Enable june'), () => text('june can sign in again.'));
  });

  it('gets a one-time password, is signed out everywhere, and is let in again after failed sign-ins', async () => {
    host.on('POST /v1/users/:id/one-time-password', () =>
      json({ user: { ...people[1], one_time_until: '2999-01-01T00:00:00Z' }, password: 'abcde-fghjk' }),
    );
    host.on('POST /v1/users/:id/sign-out', () => changed('u-june', {}));
    host.on('POST /v1/users/:id/unlock', () => changed('u-june', { locked: false }));
    const app = await open();
    await rowOf(app, 'June Halloran');
    await click(app, button('One-Time Password for June Halloran'), () =>
      text('Make a one-time password for June Halloran? Their present password ends, and they are signed out at once.'),
    );
    await click(app, button('Make Password'), () => text('abcde-fghjk'));
    await press(app, 'Done');
    await click(app, button('Sign Out Everywhere: June Halloran'), () =>
      text('Sign June Halloran out everywhere? They can sign in again at once.'),
    );
    await click(app, button('Sign Out'), () => text('June Halloran is signed out everywhere.'));
    await click(app, button('Unlock June Halloran'), () => text(/^June Halloran can try to sign in again/));
    expect(screen.queryByRole('button', { name: 'Unlock June Halloran' })).toBeNull();
  });

  it('gets a role and loses one', async () => {
    host.on('POST /v1/users/roles/create', () => changed('u-june', { roles: ['r-1', 'r-2'] }));
    host.on('POST /v1/users/roles/delete', () => changed('u-june', { roles: ['r-1'] }));
    const app = await open();
    const row = await rowOf(app, 'June Halloran');
    await click(app, row.getByRole('checkbox', { name: 'Planner' }), () =>
      expect(row.getByRole('checkbox', { name: 'Planner' })).toBeChecked(),
    );
    await click(app, row.getByRole('checkbox', { name: 'Medic' }), () =>
      expect(row.getByRole('checkbox', { name: 'Medic' })).not.toBeChecked(),
    );
    expect(bodyOf('POST /v1/users/roles/delete')).toEqual({ user_uuid: 'u-june', role_uuid: 'r-2' });
  });

  it('of a higher level cannot be changed, and oneself not be put out', async () => {
    const app = await open();
    await app.user.click(heading('Sora Lind'));
    await app.until(() => text('Only somebody of their level or above can change them.'));
    await rowOf(app, 'Dana Ruiz');
    expect(target('Your Password and Sessions')).toBe('/account');
    expect(target('User Management for Dana Ruiz')).toBe('/admin/create-role?user=u-dana');
    expect(screen.queryByRole('button', { name: 'Disable Dana Ruiz' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'One-Time Password for Dana Ruiz' })).toBeNull();
  });
});

describe('a file of people', () => {
  const line = { line: 2, username: 'rana', name: 'Rana Ortiz', level: '', organization: '', roles: '', problem: null };
  const file = (words: BlobPart[], name = 'people.csv'): File => new File(words, name, { type: 'text/csv' });
  async function choosing(app: MountedApp, chosen: File, shows: () => unknown): Promise<void> {
    await app.user.upload(screen.getByLabelText('File of people'), chosen);
    await app.until(shows);
  }

  it('is checked before anybody is added, and says what is wrong with a line', async () => {
    host.on('POST /v1/users/import/check', refused(400, 'The file names nobody.'), () =>
      json({ lines: [line, { ...line, line: 3, problem: "There is a user 'rana' already." }], unused: ['phone'] }),
    );
    const app = await open();
    await press(app, 'Import People');
    await choosing(app, file(['nothing']), () => text('The file names nobody.'));
    await choosing(app, file(['username,name,phone']), () => text(/^people\.csv: 1 of 2 lines cannot be added\./));
    text(/Not used: phone\.$/);
    expect(screen.getAllByRole('row')[1]).toHaveTextContent("3There is a user 'rana' already.Rana OrtizranaBasic User");
    expect(button('Add 2 people')).toHaveAttribute('aria-disabled', 'true');
    await press(app, 'Cancel');
    expect(screen.queryByRole('table')).toBeNull();
    await choosing(app, file(['x'.repeat(PEOPLE_FILE_SIZE_MAX + 1)]), () => text(/^The file is too large/));
  });

  const job = { uuid: 'j', state: 'running', total: 60, done: 0, message: null, result: null };
  const result = { people: [{ username: 'rana', name: '=Rana', password: 'abcde-fghjk' }], one_time_until: null };

  it('adds them, and shows their one-time passwords until they are put away', async () => {
    host.on('POST /v1/users/import/check', json({ lines: [line], unused: [] }));
    host.on('POST /v1/users/import', dropped(), json({ job }, 202));
    const app = await open();
    await press(app, 'Import People');
    // As a spreadsheet on Windows writes it.
    await choosing(app, file([new Uint8Array([0x6a, 0xf6, 0x72, 0x67])]), () =>
      text('people.csv: 1 person can be added.'),
    );
    expect(bodyOf('POST /v1/users/import/check')).toEqual({ csv: 'jörg' });
    // Of a Polish one: no file says so, the reader sees it.
    await choosing(app, file([new Uint8Array([0xb3, 0x75, 0x6b])]), () =>
      expect(host.seen('POST /v1/users/import/check')).toHaveLength(2),
    );
    expect(bodyOf('POST /v1/users/import/check')).toEqual({ csv: '³uk' });
    await app.user.selectOptions(screen.getByLabelText(/^Encoding of the file/), 'windows-1250');
    await app.until(() => expect(host.seen('POST /v1/users/import/check')).toHaveLength(3));
    expect(bodyOf('POST /v1/users/import/check')).toEqual({ csv: 'łuk' });
    const encoded = [
      ['windows-1251', [0xcb, 0xfe, 0xea], 'Люк'],
      ['windows-1254', [0xfe, 0x61], 'şa'],
      ['big5', [0xb8, 0xf4, 0xa5, 0x64], '路卡'],
      ['macintosh', [0x6a, 0x9a, 0x72, 0x67], 'jörg'],
    ] as const;
    for (const [encoding, bytes, csv] of encoded) {
      await choosing(app, file([new Uint8Array(bytes)]), () => screen.getByLabelText(/^Encoding of the file/));
      await app.user.selectOptions(screen.getByLabelText(/^Encoding of the file/), encoding);
      await app.until(() => expect(bodyOf('POST /v1/users/import/check')).toEqual({ csv }));
    }
    // A program may leave out the mark.
    for (const bytes of [
      [0xff, 0xfe, 0x42, 0x01],
      [0xfe, 0xff, 0x01, 0x42],
      [0x6c, 0x00, 0x42, 0x01],
      [0x00, 0x6c, 0x01, 0x42],
    ]) {
      await choosing(app, file([new Uint8Array(bytes)]), () =>
        expect(bodyOf('POST /v1/users/import/check')).toEqual({
          csv: bytes.length > 0 && (bytes[0] ?? 0) > 0xf0 ? 'ł' : 'lł',
        }),
      );
      await app.until(() => expect(screen.queryByLabelText(/^Encoding of the file/)).toBeNull());
    }
    const seen = host.seen('POST /v1/users/import/check').length;
    await choosing(app, file(['\ufeffrana']), () =>
      expect(host.seen('POST /v1/users/import/check')).toHaveLength(seen + 1),
    );
    await app.until(() => expect(screen.queryByLabelText(/^Encoding of the file/)).toBeNull());
    await app.until(() => button('Add 1 person'));
    await click(app, button('Add 1 person'), () =>
      text('No answer came, and nobody is being added. Please try again.'),
    );
    host.on('POST /v1/users/import/read', json({ job: { ...job, done: 24 } }), dropped(), () => {
      people.push(person('u-rana', 'Rana Ortiz'));
      return json({ job: { ...job, state: 'done', result } });
    });
    await click(app, button('Add 1 person'), () => text('Adding people: 0 of 60'));
    expect(bodyOf('POST /v1/users/import')).toEqual({
      csv: 'rana',
      key: expect.stringMatching(/^[\da-f]{64}$/) as string,
    });
    await app.advance(JOB_LOOK);
    await app.until(() => text('Adding people: 24 of 60'));
    expect(screen.getByRole('progressbar', { name: 'Adding people: 24 of 60' })).toHaveValue(24);
    await app.advance(JOB_LOOK);
    await app.until(() => text(/^No answer came\. The server goes on by itself/));
    await app.advance(JOB_LOOK);
    await app.until(() => text('abcde-fghjk'));
    expect(bodyOf('POST /v1/users/import/read')).toEqual({
      key: (bodyOf('POST /v1/users/import') as { key: string }).key,
    });
    await app.user.keyboard('{Escape}');
    const copies = vi.spyOn(navigator.clipboard, 'writeText');
    await click(app, button('Copy All'), () => text('Copied.'));
    const table = '"username","name","one-time password"\r\n"rana","\'=Rana","abcde-fghjk"\r\n';
    expect(copies).toHaveBeenLastCalledWith(table);
    expect(decodeURIComponent(link('Save as CSV').getAttribute('href') ?? '')).toContain(table);
    await click(app, button('Done'), () => heading('People (4)'));
    expect(isGone('abcde-fghjk')).toBe(true);
    expect(host.seen('POST /v1/users/import/drop')).toHaveLength(1);
  });

  it('is found again where the page was left meanwhile, with how it ended', async () => {
    host.on('POST /v1/users/import/read', json({ job: { ...job, done: 24 } }));
    (await opened(host, '/admin/people', () => text('Adding people: 24 of 60'))).unmount();
    host.on('POST /v1/users/import/read', json({ job: { ...job, state: 'done', result } }));
    const app = await opened(host, '/admin/people', () => text('abcde-fghjk'));
    await press(app, 'Done');
    app.unmount();
    host.on('POST /v1/users/import/read', json({ job: { ...job, state: 'done' } }));
    (
      await opened(host, '/admin/people', () => text(/^60 people were added\. Their one-time passwords are shown only/))
    ).unmount();
    host.on('POST /v1/users/import/read', json({ job: { ...job, state: 'failed', message: 'The server stopped.' } }));
    await opened(host, '/admin/people', () => text('Nobody was added. The server stopped.'));
    expect(host.seen('POST /v1/users/import/drop')).toHaveLength(2);
  });
});

it('the form of User Management begins with the person of the row', async () => {
  const app = await open();
  const row = await rowOf(app, 'June Halloran');
  await click(app, row.getByRole('link', { name: 'User Management for June Halloran' }), () =>
    heading('User Management'),
  );
  await app.until(() => screen.getAllByRole('combobox', { name: /^User/ }));
  for (const select of screen.getAllByRole('combobox', { name: /^User/ })) expect(select).toHaveValue('u-june');
  text('Now: u-june@example.org');
});
