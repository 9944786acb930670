import { screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { dropped, refused, usual } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { button, click, isGone, opened, press, text } from '../editor/person.ts';

const host = hostForEachTest();

/** Each screen's read that does not come, and what is said then. */
const SCREENS = [
  { path: '/dashboard', route: 'GET /v1/templates', says: 'Error fetching templates. Please try again.' },
  { path: '/select-template', route: 'GET /v1/templates', says: 'Error fetching templates. Please try again.' },
  { path: '/open-wip/t-board', route: 'GET /v1/templates/:id/wips', says: 'Error loading WIPs. Please try again.' },
  { path: '/archives', route: 'GET /v1/templates', says: 'Error loading templates. Please try again.' },
  { path: '/forms/t-board/wips/w-harbor', route: 'GET /v1/wips/:id', says: 'Error fetching form. Please try again.' },
  { path: '/admin/create-role', route: 'GET /v1/users', says: 'Error loading users. Please try again.' },
] as const;

describe.each(SCREENS)('$path without a network', ({ path, route, says }) => {
  it('is loaded by itself when the network is back, and takes its words back', async () => {
    host.world.user['permission'] = 3;
    host.on(route, dropped(), usual);
    const app = await opened(host, path, () => text(says));
    window.dispatchEvent(new Event('online'));
    await app.until(() => expect(isGone(says)).toBe(true));
    expect(host.seen(route)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    // There is nothing to try again any more.
    window.dispatchEvent(new Event('online'));
    await app.settled();
    expect(host.seen(route)).toHaveLength(2);
  });

  it('is loaded when the person comes back to the page, or presses Try Again', async () => {
    host.world.user['permission'] = 3;
    host.on(route, refused(503), dropped(), usual);
    const app = await opened(host, path, () => button('Try Again'));
    document.dispatchEvent(new Event('visibilitychange'));
    await app.until(() => expect(host.seen(route)).toHaveLength(2));
    await app.until(() => text(says));
    await press(app, 'Try Again');
    await app.until(() => expect(isGone(says)).toBe(true));
  });
});

it('a document that the host does not have is not asked for again by itself', async () => {
  host.on('GET /v1/wips/:id', refused(404));
  const app = await opened(host, '/forms/t-board/wips/w-harbor', () => button('Try Again'));
  window.dispatchEvent(new Event('online'));
  await app.settled();
  expect(host.seen('GET /v1/wips/:id')).toHaveLength(1);
  await click(app, button('Try Again'), () => expect(host.seen('GET /v1/wips/:id')).toHaveLength(2));
});
