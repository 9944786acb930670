import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { type Answer, dropped, held, htmlPage, json, refused } from '#tests/support/fake-answers.ts';
import { hostForEachTest, type MountedApp, mountApp } from '#tests/support/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, heading, link, press, target, text } from './person.ts';

const host = hostForEachTest();

const TEMPLATES = 'GET /v1/templates';
const WIPS = 'GET /v1/templates/t-a/wips';
const DELETE = 'GET /v1/wips/w-1/delete';
const QUESTION = 'Are you sure you want to delete "Monday"? This action cannot be undone.';
const templates = json({
  templates: [
    { uuid: 't-b', name: 'Other' },
    { uuid: 't-a', name: 'Briefing' },
  ],
});
const wips = json({
  templates: [
    { uuid: 'w-1', name: 'Monday', description: 'Draft of the morning' },
    { uuid: 'w-2', name: 'Tuesday' },
  ],
});
const names = () => screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent);
const says = (app: MountedApp, words: string) =>
  app.until(() => expect(screen.getByRole('alert')).toHaveTextContent(words));

function open(list: Answer): MountedApp {
  host.on(TEMPLATES, templates);
  host.on(WIPS, list);
  return mountApp('/open-wip/t-a', { host });
}

async function openBoth(): Promise<MountedApp> {
  const app = open(wips);
  await app.until(() => heading('Available WIPs (2)'));
  return app;
}

describe('WIP list', () => {
  it(
    shows(
      's2.wip-list.name s2.wip-list.open-base s2.wip-list.switch-base s2.wip-list.count s2.wip-list.entry',
      's2.wip-list.open',
    )('names the template and shows its WIPs with their ways on'),
    async () => {
      await openBoth();
      expect(screen.getByRole('heading', { level: 1, name: 'Briefing' })).toBeVisible();
      expect(target('Open Base')).toBe('/forms/t-a');
      expect(target('Switch Base')).toBe('/select-template');
      const list = screen.getByRole('list', { name: 'Available WIPs (2)' });
      expect(names()).toEqual(['Monday', 'Tuesday']);
      expect(within(list).getByText('Draft of the morning')).toBeVisible();
      expect(target('Open WIP: Monday')).toBe('/forms/t-a/wips/w-1');
    },
  );

  it(
    shows('s2.wip-list.delete-confirm s4.wip-list.delete d20.in-app')(
      'deletes after a question, once, and takes the WIP away only when the host did it',
    ),
    async () => {
      const app = await openBoth();
      host.on(DELETE, held);
      await press(app, 'Delete: Monday');
      expect(screen.getByRole('alertdialog', { name: QUESTION })).toBeVisible();
      await press(app, 'Cancel');
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(host.seen(DELETE)).toEqual([]);

      await press(app, 'Delete: Monday');
      await press(app, 'Delete');
      await press(app, 'Delete');
      await app.user.keyboard('{Escape}');
      expect(screen.getByRole('alertdialog', { name: QUESTION })).toBeVisible();
      expect(button('Delete')).toHaveAttribute('aria-busy', 'true');
      expect([host.seen(DELETE).length, host.seen(WIPS).length]).toEqual([1, 1]);
      host.release(DELETE, htmlPage());
      await app.until(() => heading('Available WIPs (1)'));
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(names()).toEqual(['Tuesday']);
      expect(host.seen(WIPS)).toHaveLength(1);
      await app.until(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    },
  );

  it(
    shows(
      's8.document.delete-default',
      's8.document.delete-message',
    )('alerts when it was not deleted, in the words of the host or its own, and keeps the WIP'),
    async () => {
      const app = await openBoth();
      for (const [reply, words] of [
        [refused(409, 'Somebody is editing it.'), 'Somebody is editing it.'],
        [dropped(), 'Error deleting WIP. Please try again.'],
      ] as const) {
        host.on(DELETE, reply);
        await press(app, 'Delete: Monday');
        await press(app, 'Delete');
        expect(screen.getByRole('alertdialog', { name: words })).toBeVisible();
        await press(app, 'OK');
        expect(screen.queryByRole('alertdialog')).toBeNull();
        expect(names()).toEqual(['Monday', 'Tuesday']);
      }
    },
  );

  it(shows('s2.wip-list.empty')('says how to make the first one'), async () => {
    const app = open(json([]));
    await app.until(() => heading('Available WIPs (0)'));
    text('No WIPs found for this template. Create one by editing the base template and saving it.');
  });

  it(shows('s8.lists.not-found')('says when there is no such template, whichever call tells'), async () => {
    const app = open(held);
    host.on(TEMPLATES, held);
    await app.until(() => expect([host.waiting(TEMPLATES), host.waiting(WIPS)]).toEqual([1, 1]));
    host.release(TEMPLATES, json({ templates: [{ uuid: 't-b', name: 'Other' }] }));
    await says(app, 'Template not found.');
    expect(host.waiting(WIPS)).toBe(0);
    link('Switch Base');
    host.on(TEMPLATES, held);
    await press(app, 'Try Again');
    host.release(WIPS, refused(404, 'No such thing.'));
    await says(app, 'Template not found.');
  });

  it(shows('s8.lists.loading-wips s8.lists.fetching')('says which list did not come, and asks again'), async () => {
    const app = open(refused(500));
    await says(app, 'Error loading WIPs. Please try again.');
    host.on(TEMPLATES, htmlPage());
    host.on(WIPS, wips);
    await press(app, 'Try Again');
    await says(app, 'Error fetching templates. Please try again.');
    host.on(TEMPLATES, templates);
    await press(app, 'Try Again');
    expect(names()).toEqual(['Monday', 'Tuesday']);
  });

  it(shows('s8.lists.no-template')('asks for nothing when the address names no template'), async () => {
    const app = mountApp('/open-wip/%20', { host });
    await says(app, 'No template specified.');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    link('Switch Base');
    expect(host.requests.map(({ path }) => path)).toEqual(['/auth/verify']);
  });

  it(shows('s6.open-screens')('is open to every level, and says what a host says that refuses'), async () => {
    host.world.user = { username: 'lena', permission: 0 };
    const app = open(refused(403, 'Ask your administrator.'));
    await says(app, 'Ask your administrator.');
    expect(app.address()).toBe('/open-wip/t-a');
  });

  it('shows nothing of the template before, where a person jumps from list to list in their history', async () => {
    const app = await openBoth();
    host.on('GET /v1/templates/t-b/wips', held);
    window.history.replaceState(null, '', '/open-wip/t-b');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await app.until(() => text('Loading works in progress'));
    expect(screen.queryByText('Monday')).toBeNull();
  });
});
