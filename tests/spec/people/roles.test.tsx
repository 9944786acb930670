import { screen, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { TEMPLATE_BANNER } from '#common/config/constants.ts';
import { dropped, json, refused } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { button, click, field, heading, isGone, link, opened, text } from '../editor/person.ts';

const host = hostForEachTest();

const people = ['Dana Ruiz', 'Lena Weiss', 'Omar Haddad', 'June Halloran'].map((name, at) => ({
  uuid: `u-${at}`,
  username: name.slice(0, 4).toLowerCase(),
  name,
  organization: 'Ready',
  disabled: at === 2,
}));
const role = (uuid: string, name: string, file_name: string, ...holders: string[]) => ({
  uuid,
  name,
  file_name,
  holders,
  elsewhere: 0,
});
let roles: ReturnType<typeof role>[] = [];
let changeable = true;
const files = [{ file_name: 'log.html', name: 'Activity Log' }];
const all = () => json({ roles, people, files, changeable });

beforeEach(() => {
  changeable = true;
  roles = [role('r-radio', 'Radio Officer', 'radio.html', 'u-0', 'u-2'), role('r-log', 'Scribe', 'log.html')];
  Object.assign(host.world.user, { permission: 4, capabilities: ['roles.manage'] });
  host.offer('GET /v1/roles/all', 'POST /v1/roles/create', 'POST /v1/roles/remove', 'POST /v1/users/roles/delete');
  host.on('GET /v1/roles/all', all);
});

const open = () => opened(host, '/admin/roles', () => heading('Roles (2)'));
const holders = (): string[] =>
  within(screen.getByRole('list', { name: 'Holders of Radio Officer' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent ?? '');

describe('the roles', () => {
  it('are a tab of People behind More, and for administrators alone', async () => {
    const app = await opened(host, '/dashboard', () => heading('Command Docs'));
    await click(app, text('More'), () => screen.getByRole('group', { name: 'Administration' }));
    within(screen.getByRole('group', { name: 'Administration' })).getByRole('link', { name: 'People' });
    expect(screen.queryByRole('group', { name: 'Walls' })).toBeNull();
    await click(app, link('People'), () => heading('Roles (2)'));
    expect(screen.queryByRole('navigation', { name: 'People and roles' })).toBeNull();
    app.unmount();
    Object.assign(host.world.user, { capabilities: ['roles.manage', 'users.manage'] });
    host.offer('GET /v1/organizations', 'POST /v1/users/import/read');
    const both = await opened(host, '/dashboard', () => heading('Command Docs'));
    await click(both, text('More'), () => link('People'));
    await click(both, link('People'), () => link('Roles'));
    await click(both, link('Roles'), () => heading('Roles (2)'));
    expect(link('Roles')).toHaveAttribute('aria-current', 'page');
    both.unmount();
    Object.assign(host.world.user, { permission: 2 });
    await opened(host, '/admin/roles', () => text('Only administrators can manage roles.'));
    expect(host.seen('GET /v1/roles/all')).toHaveLength(2);
  });

  it('are found by who holds them, and say when they do not come', async () => {
    roles.push(
      ...Array.from({ length: 18 }, (_one, at) => role(`r-${at}`, at === 0 ? ' ' : `Role ${at}`, 'other.html')),
    );
    host.on('GET /v1/roles/all', dropped(), all);
    const app = await opened(host, '/admin/roles', () => text('Error loading roles. Please try again.'));
    await click(app, button('Try Again'), () => heading('Roles (20)'));
    expect(heading('Radio Officer').closest('summary')).toHaveTextContent(/radio\.html2 people$/);
    heading('Without a name');
    await app.user.type(screen.getByRole('searchbox', { name: 'Search roles' }), 'dana');
    await app.until(() => isGone('Scribe'));
    heading('Radio Officer');
  });

  it('are given and taken', async () => {
    host.on('POST /v1/users/roles/create', () => {
      roles = [role('r-radio', 'Radio Officer', 'radio.html', 'u-0', 'u-1', 'u-2')];
      return json({ success: true, user: { uuid: 'u-1' } });
    });
    host.on('POST /v1/users/roles/delete', () => {
      roles = [role('r-radio', 'Radio Officer', 'radio.html', 'u-1')];
      return json({ success: true, user: { uuid: 'u-0' } });
    });
    const app = await open();
    await app.user.click(heading('Radio Officer'));
    await app.until(() => expect(holders()).toEqual(['Dana Ruiz', 'Omar Haddad (disabled)']));
    await app.user.selectOptions(field('Give this role to'), 'Lena Weiss (lena)');
    await click(app, button('Give'), () => text('Lena Weiss holds Radio Officer.'));
    expect(holders()).toContain('Lena Weiss');
    expect(field('Give this role to')).toHaveValue('');
    expect(button('Give')).toHaveFocus();
    expect(host.seen('POST /v1/users/roles/create')[0]?.body).toEqual({ user_uuid: 'u-1', role_uuid: 'r-radio' });
    await click(app, button('Take Radio Officer from Dana Ruiz'), () =>
      text('Dana Ruiz does not hold Radio Officer any more.'),
    );
    expect(holders()).toEqual(['Lena Weiss']);
    // The holder after the one who has gone.
    expect(button('Take Radio Officer from Lena Weiss')).toHaveFocus();
    await app.advance(TEMPLATE_BANNER);
    expect(isGone('Dana Ruiz does not hold Radio Officer any more.')).toBe(true);
    // It is read at first and after each act, and never by itself.
    expect(host.seen('GET /v1/roles/all')).toHaveLength(3);
  });

  it('do not say that nothing was changed where one was given and their list does not come', async () => {
    host.on('GET /v1/roles/all', all, refused(503, 'Busy.'), all);
    host.on('POST /v1/users/roles/create', json({ success: true, user: { uuid: 'u-1' } }));
    const app = await open();
    await app.user.click(heading('Scribe'));
    await app.until(() => field('Give this role to'));
    await app.user.selectOptions(field('Give this role to'), 'Lena Weiss (lena)');
    await click(app, button('Give'), () => text(/^No answer came\. It may have been done all the same/));
  });

  it('are made by site administrators, for a template', async () => {
    host.on('POST /v1/roles/create', () => {
      roles = [...roles, role('r-new', 'Planner', 'log.html')];
      return all();
    });
    const app = await open();
    await click(app, button('Make Role'), () => text('Enter a name.'));
    expect(field('Name of the role')).toHaveFocus();
    await app.user.type(field('Name of the role'), 'Planner');
    await click(app, button('Make Role'), () => expect(isGone('Enter a name.')).toBe(true));
    expect(field('Opens the documents of')).toHaveAccessibleDescription('Choose a template.');
    await app.user.selectOptions(field('Opens the documents of'), 'log.html');
    await click(app, button('Make Role'), () => heading('Roles (3)'));
    text('Planner is here. Only its holders and administrators change documents of log.html.');
    expect(field('Name of the role')).toHaveValue('');
    expect(host.seen('POST /v1/roles/create')[0]?.body).toEqual({ name: 'Planner', file_name: 'log.html' });
    app.unmount();
    changeable = false;
    await opened(host, '/admin/roles', () => text(/a site administrator \(level 4\) makes and removes them/));
    expect(screen.queryByRole('button', { name: 'Make Role' })).toBeNull();
  });

  it('are removed after a question that says what follows', async () => {
    host.on('POST /v1/roles/remove', refused(404, 'This role does not exist, or was deleted.'), () => {
      roles = roles.slice(1);
      return all();
    });
    const app = await open();
    await click(app, heading('Radio Officer'), () => button('Remove Radio Officer'));
    await click(app, button('Remove Radio Officer'), () =>
      text('Remove Radio Officer? 2 people hold it. Everybody who may write then changes documents of radio.html.'),
    );
    await click(app, button('Remove'), () => text('This role does not exist, or was deleted.'));
    // Another user may have removed it.
    expect(host.seen('GET /v1/roles/all')).toHaveLength(2);
    await click(app, button('Remove Radio Officer'), () => button('Remove'));
    await click(app, button('Remove'), () => heading('Roles (1)'));
    text('Radio Officer is removed.');
    expect(host.seen('POST /v1/roles/remove')[1]?.body).toEqual({ role_uuid: 'r-radio' });
  });
});
