import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { type Answer, held, json, raw, refused } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest, type MountedApp, mountApp } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, heading, press, target, text } from '../editor/person.ts';

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
const NOW = new Date().toISOString();
const wips = json({
  templates: [
    { uuid: 'w-1', name: 'Monday', description: 'Draft of the morning', updated_on: NOW, updated_by: 'Sora Lind' },
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
      expect(within(list).getByText('Saved by')).toHaveTextContent(/^Saved .+ by Sora Lind$/);
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
      host.release(DELETE, raw('', 204));
      await app.until(() => heading('Available WIPs (1)'));
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(names()).toEqual(['Tuesday']);
      expect(host.seen(WIPS)).toHaveLength(1);
      await app.until(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    },
  );

  it(shows('s2.wip-list.empty')('says how to make the first one'), async () => {
    const app = open(json([]));
    await app.until(() => heading('Available WIPs (0)'));
    text('No WIPs found for this template. Create one by editing the base template and saving it.');
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
