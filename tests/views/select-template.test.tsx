import { act, fireEvent, screen, within } from '@testing-library/react';
import { createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';

import type { Template } from '#api/contract/templates.ts';
import { templatePickerMachine } from '#machines/template-picker.machine.ts';
import { type FakeHost, type FakeReply, failed, htmlPage, ok } from '#tests/support/fake-host.ts';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { chooseInSelect } from '#tests/support/radix-select.ts';
import { hostWithPerson, showScreen } from '#tests/support/render-screen.tsx';
import { shows } from '#tests/support/shows.ts';
import { SelectTemplateScreen } from '#ui/screens/select-template.tsx';

prepareJsdom();

const TEMPLATES = 'GET /v1/templates';
const WIPS_A = 'GET /v1/templates/t-a/wips';
const WIPS_B = 'GET /v1/templates/t-b/wips';
const templates = ok({
  templates: [
    { uuid: 't-a', name: 'Briefing', description: 'What everybody has to know.', file_name: 'briefing.html' },
    { uuid: 't-b', name: null, description: null, file_name: null },
  ],
});
const release = (host: FakeHost, call: string, reply: FakeReply) => act(async () => host.release(call, reply));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function showPicker(): Promise<{ host: FakeHost; went: { to: string[] } }> {
  const host = hostWithPerson(2);
  host.answer(TEMPLATES, templates);
  host.hold(WIPS_A);
  host.hold(WIPS_B);
  const went = await showScreen(<SelectTemplateScreen />);
  return { host, went };
}

describe('select base template', () => {
  it(
    shows(
      's2.select.dropdown',
      's2.select.description',
      's2.select.wips-heading',
      's2.select.create-card',
      's2.select.wip-card',
      's2.select.open-wip',
      's2.select.button',
    )('shows the choice, what it is, and its WIPs, and goes to the editor once'),
    async () => {
      const { host, went } = await showPicker();
      expect(screen.queryByText('Available Works in Progress')).toBeNull();
      chooseInSelect(/^Template/, 'Briefing');
      expect(screen.getByText('What everybody has to know.')).toBeVisible();
      expect(document.querySelector('form')?.elements.namedItem('template')).toHaveValue('t-a');

      const wips = [
        { uuid: 'w/1', name: 'Monday', description: 'Draft of the morning' },
        { wip_uuid: 'w-2', uuid: 't-a', wip_name: null },
        { name: 'without identity' },
      ];
      await release(host, WIPS_A, ok({ wips }));
      const list = screen.getByRole('list', { name: 'Available Works in Progress' });
      const cards = within(list).getAllByRole('listitem');
      expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
        'Create WIP',
        'Monday',
        'Untitled',
      ]);
      expect(within(list).getByRole('link', { name: 'Create WIP' })).toHaveAttribute('href', '/forms/t-a');
      expect(within(list).getByText('Draft of the morning')).toBeVisible();
      const open = within(list).getAllByRole('link', { name: /^Open WIP/ });
      expect(open.map((link) => link.getAttribute('href'))).toEqual(['/forms/t-a/wips/w%2F1', '/forms/t-a/wips/w-2']);

      press('Select Template');
      press('Select Template');
      expect(went.to).toEqual(['/forms/t-a']);
      expect(screen.getByText('Monday')).toBeVisible();
    },
  );

  it(
    shows('s5.select.required', 'd24.select-enabled')('answers in words when nothing is chosen, until something is'),
    async () => {
      const { went } = await showPicker();
      expect(screen.getByRole('button', { name: 'Select Template' })).not.toHaveAttribute('aria-disabled');
      press('Select Template');
      expect(screen.getByRole('combobox')).toHaveAccessibleDescription('Please select a template.');
      expect(screen.getByRole('combobox')).toHaveFocus();
      expect(went.to).toEqual([]);
      chooseInSelect(/^Template/, 'Untitled');
      expect(screen.queryByText('Please select a template.')).toBeNull();
      press('Select Template');
      expect(went.to).toEqual(['/forms/t-b']);
    },
  );

  it(shows('s5.select.not-found')('does not go to a template that is not among them'), async () => {
    const machine = templatePickerMachine.provide({
      actors: { listTemplates: fromPromise<Template[], undefined>(() => Promise.resolve([])) },
    });
    const actor = createActor(machine);
    const went: string[] = [];
    actor.on('navigation.requested', ({ to }) => void went.push(to));
    actor.start();
    await Promise.resolve();
    actor.send({ type: 'template.chosen', template: 'gone' });
    actor.send({ type: 'selection.submitted' });
    expect(actor.getSnapshot().context.problem).toBe('Selected template not found.');
    expect(went).toEqual([]);
  });

  it('never shows the WIPs of another choice', async () => {
    const { host } = await showPicker();
    chooseInSelect(/^Template/, 'Briefing');
    chooseInSelect(/^Template/, 'Untitled');
    expect([host.waiting(WIPS_A), host.waiting(WIPS_B)]).toEqual([0, 1]);
    await release(host, WIPS_B, ok([{ uuid: 'w-b', name: 'Of the second' }]));
    expect(screen.getByText('Of the second')).toBeVisible();
    chooseInSelect(/^Template/, 'Briefing');
    expect(screen.queryByText('Of the second')).toBeNull();
    await release(host, WIPS_A, failed(500));
    expect(screen.queryByText('Of the second')).toBeNull();
  });

  it(
    shows('s2.select.empty', 's8.lists.fetching')('says when there is none, and when the templates do not come'),
    async () => {
      const host = hostWithPerson(2);
      host.hold(TEMPLATES);
      await showScreen(<SelectTemplateScreen />);
      expect(screen.getByText('Loading templates')).toBeInTheDocument();
      await release(host, TEMPLATES, htmlPage);
      expect(screen.getByRole('alert')).toHaveTextContent('Error fetching templates. Please try again.');
      press('Try Again');
      expect(screen.queryByRole('alert')).toBeNull();
      await release(host, TEMPLATES, failed(503, 'The store is being moved.'));
      expect(screen.getByRole('alert')).toHaveTextContent('The store is being moved.');
      press('Try Again');
      await release(host, TEMPLATES, ok({ templates: [] }));
      expect(screen.getByText('No templates available')).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Select Template' })).toBeNull();
    },
  );

  it(shows('s8.lists.loading-wips')('says when the WIPs do not come, and can still create one'), async () => {
    const { host } = await showPicker();
    chooseInSelect(/^Template/, 'Briefing');
    await release(host, WIPS_A, 'dropped');
    expect(screen.getByText('Error loading WIPs. Please try again.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create WIP' })).toHaveAttribute('href', '/forms/t-a');
    press('Try Again');
    await release(host, WIPS_A, ok({ templates: [{ uuid: 'w-1', name: 'Monday' }] }));
    expect(screen.getByText('Monday')).toBeVisible();
    expect(screen.queryByText('Error loading WIPs. Please try again.')).toBeNull();
  });
});
