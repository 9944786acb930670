import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { type FakeHost, type FakeReply, failed, htmlPage, ok } from '#tests/support/fake-host.ts';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { hostWithPerson, showScreen } from '#tests/support/render-screen.tsx';
import { shows } from '#tests/support/shows.ts';
import { WipListScreen } from '#ui/screens/wip-list.tsx';

prepareJsdom();

const TEMPLATES = 'GET /v1/templates';
const WIPS = 'GET /v1/templates/t-a/wips';
const DELETE = 'GET /v1/wips/w-1/delete';
const QUESTION = 'Are you sure you want to delete "Monday"? This action cannot be undone.';
const templates = ok({
  templates: [
    { uuid: 't-b', name: 'Other' },
    { uuid: 't-a', name: 'Briefing' },
  ],
});
const wips = ok({
  templates: [
    { uuid: 'w-1', name: 'Monday', description: 'Draft of the morning' },
    { uuid: 'w-2', name: 'Tuesday' },
  ],
});
const release = (host: FakeHost, call: string, reply: FakeReply) => act(async () => host.release(call, reply));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const names = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);

async function showList(list: FakeReply = wips): Promise<FakeHost> {
  const host = hostWithPerson(2);
  host.answer(TEMPLATES, templates);
  host.answer(WIPS, list);
  host.hold(DELETE);
  await showScreen(<WipListScreen />, { pattern: '/open-wip/:base_template', address: '/open-wip/t-a' });
  return host;
}

describe('WIP list', () => {
  it(
    shows(
      's2.wip-list.name',
      's2.wip-list.open-base',
      's2.wip-list.switch-base',
      's2.wip-list.count',
      's2.wip-list.entry',
      's2.wip-list.open',
    )('names the template and shows its WIPs with their ways on'),
    async () => {
      await showList();
      expect(screen.getByRole('heading', { level: 1, name: 'Briefing' })).toBeVisible();
      expect(screen.getByRole('link', { name: 'Open Base' })).toHaveAttribute('href', '/forms/t-a');
      expect(screen.getByRole('link', { name: 'Switch Base' })).toHaveAttribute('href', '/select-template');
      const list = screen.getByRole('list', { name: 'Available WIPs (2)' });
      expect(names()).toEqual(['Monday', 'Tuesday']);
      expect(within(list).getByText('Draft of the morning')).toBeVisible();
      expect(within(list).getByRole('link', { name: 'Open WIP: Monday' })).toHaveAttribute(
        'href',
        '/forms/t-a/wips/w-1',
      );
    },
  );

  it(
    shows(
      's2.wip-list.delete-confirm',
      's4.wip-list.delete',
      'd20.in-app',
    )('deletes after a question, once, and takes the WIP away only when the host did it'),
    async () => {
      const host = await showList();
      press('Delete: Monday');
      expect(screen.getByRole('alertdialog', { name: QUESTION })).toBeVisible();
      press('Cancel');
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(host.asked(DELETE)).toHaveLength(0);

      press('Delete: Monday');
      press('Delete');
      press('Delete');
      fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' });
      expect(screen.getByRole('alertdialog', { name: QUESTION })).toBeVisible();
      expect(screen.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-busy', 'true');
      expect(host.asked(DELETE)).toHaveLength(1);
      expect(host.asked(WIPS)).toHaveLength(1);
      await release(host, DELETE, htmlPage);
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(names()).toEqual(['Tuesday']);
      expect(screen.getByRole('heading', { name: 'Available WIPs (1)' })).toBeVisible();
      expect(host.asked(WIPS)).toHaveLength(1);
      await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    },
  );

  it(
    shows(
      's8.document.delete-default',
      's8.document.delete-message',
    )('alerts when it was not deleted, in the words of the host or its own, and keeps the WIP'),
    async () => {
      const host = await showList();
      for (const [reply, text] of [
        [failed(409, 'Somebody is editing it.'), 'Somebody is editing it.'],
        ['dropped', 'Error deleting WIP. Please try again.'],
      ] as const) {
        press('Delete: Monday');
        press('Delete');
        await release(host, DELETE, reply);
        expect(screen.getByRole('alertdialog', { name: text })).toBeVisible();
        press('OK');
        expect(screen.queryByRole('alertdialog')).toBeNull();
        expect(names()).toEqual(['Monday', 'Tuesday']);
      }
    },
  );

  it(shows('s2.wip-list.empty')('says how to make the first one'), async () => {
    await showList(ok([]));
    expect(screen.getByRole('heading', { name: 'Available WIPs (0)' })).toBeVisible();
    expect(
      screen.getByText('No WIPs found for this template. Create one by editing the base template and saving it.'),
    ).toBeVisible();
  });

  it(shows('s8.lists.not-found')('says when there is no such template, whichever call tells'), async () => {
    const host = hostWithPerson(2);
    host.hold(TEMPLATES);
    host.hold(WIPS);
    await showScreen(<WipListScreen />, { pattern: '/open-wip/:base_template', address: '/open-wip/t-a' });
    expect([host.waiting(TEMPLATES), host.waiting(WIPS)]).toEqual([1, 1]);
    await release(host, TEMPLATES, ok({ templates: [{ uuid: 't-b', name: 'Other' }] }));
    expect(screen.getByRole('alert')).toHaveTextContent('Template not found.');
    expect(host.waiting(WIPS)).toBe(0);
    expect(screen.getByRole('link', { name: 'Switch Base' })).toBeVisible();
    press('Try Again');
    await release(host, WIPS, failed(404, 'No such thing.'));
    expect(screen.getByRole('alert')).toHaveTextContent('Template not found.');
  });

  it(shows('s8.lists.loading-wips', 's8.lists.fetching')('says which list did not come, and asks again'), async () => {
    const host = await showList(failed(500));
    expect(screen.getByRole('alert')).toHaveTextContent('Error loading WIPs. Please try again.');
    host.answer(TEMPLATES, htmlPage);
    host.answer(WIPS, wips);
    await act(async () => press('Try Again'));
    expect(screen.getByRole('alert')).toHaveTextContent('Error fetching templates. Please try again.');
    host.answer(TEMPLATES, templates);
    await act(async () => press('Try Again'));
    expect(names()).toEqual(['Monday', 'Tuesday']);
  });

  it(shows('s8.lists.no-template')('asks for nothing when the address names no template'), async () => {
    const host = hostWithPerson(2);
    await showScreen(<WipListScreen />, { pattern: '/open-wip', address: '/open-wip' });
    expect(screen.getByRole('alert')).toHaveTextContent('No template specified.');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Switch Base' })).toBeVisible();
    expect(host.requests.map(({ path }) => path)).toEqual(['/auth/verify']);
  });
});
