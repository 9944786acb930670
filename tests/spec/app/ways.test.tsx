import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { json } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { heading, isGone, opened, text } from '../editor/person.ts';

const host = hostForEachTest();

const LISTS = ['users.manage', 'roles.manage', 'templates.manage', 'audit.read', 'displays'];
const PLAIN = ['Dashboard', 'Templates', 'Archives'];
const TEMPLATES_TO_SET_UP = ['Manage Templates', 'Audit', 'Set up'];
const WALLS = 'Walls: Boards /boards, Displays /admin/displays';
const FURTHER = 'Manage Templates /templates, Audit /admin/audit, Set up /admin/set-up';

/** Lists the links behind More, those of a group in one line. */
function more(): string[] {
  const menu = text('More').closest('details')?.lastElementChild;
  const linkText = (link: Element): string => `${link.textContent} ${link.getAttribute('href')}`;
  return [...(menu?.children ?? [])].map((part) =>
    part.matches('a')
      ? linkText(part)
      : `${part.querySelector('p')?.textContent}: ${[...part.querySelectorAll('a')].map(linkText).join(', ')}`,
  );
}

describe('the screens that the bar, More and quick open lead to', () => {
  it.each([
    { who: 'an administrator at a plain host', permission: 3, capabilities: [], behind: null, pages: ['User Roles'] },
    { who: 'a reader at a host with lists for administrators', permission: 1, capabilities: LISTS, behind: null },
    {
      who: 'a writer at a host with everything',
      permission: 2,
      capabilities: [...LISTS, 'records', 'boards', 'account'],
      behind: ['Records /records', 'Walls: Boards /boards', 'Account /account'],
      pages: ['Records', 'Boards', 'Account'],
    },
    {
      who: 'an administrator at a host with everything',
      permission: 3,
      capabilities: [...LISTS, 'records', 'boards', 'account'],
      behind: ['Records /records', WALLS, `Administration: People /admin/people, ${FURTHER}`, 'Account /account'],
      pages: ['Records', 'User Roles', 'Boards', 'Displays', 'People', 'Roles', ...TEMPLATES_TO_SET_UP, 'Account'],
    },
    {
      who: 'an administrator at a host with roles alone',
      permission: 3,
      capabilities: ['roles.manage'],
      behind: ['Administration: People /admin/roles'],
      pages: ['User Roles', 'Roles'],
    },
  ])('$who', async ({ permission, capabilities, behind, pages = [] }) => {
    Object.assign(host.world.user, { permission, capabilities });
    host.offer('GET /v1/boards');
    host.on('GET /v1/boards', json({ boards: [] }));
    const app = await opened(host, '/archives', () => heading('Archives'));
    if (behind === null) expect(isGone('More')).toBe(true);
    else await app.until(() => expect(more()).toEqual(behind));
    expect(screen.queryByRole('link', { name: 'User Roles' }) === null).toBe(permission < 3);
    await app.user.keyboard('{Control>}k{/Control}');
    const group = await app.until(() => within(screen.getByRole('dialog')).getByRole('group', { name: 'Pages' }));
    await app.settled();
    const names = within(group)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names).toEqual([...PLAIN, ...pages, 'View Live: Command Docs']);
  });
});
