import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Template } from '#common/calls/templates.ts';
import { templatePickerMachine } from '#machines/documents/template-picker.machine.ts';
import { held, htmlPage, json, refused } from '#tests/support/hosts/fake-answers.ts';
import { hostForEachTest, type MountedApp, mountApp } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, choose, heading, isGone, opened, press, target, text, titlesIn } from '../editor/person.ts';

const host = hostForEachTest();

const TEMPLATES = 'GET /v1/templates';
const WIPS_A = 'GET /v1/templates/t-a/wips';
const WIPS_B = 'GET /v1/templates/t-b/wips';
const templates = json({
  templates: [
    { uuid: 't-a', name: 'Briefing', description: 'What everybody has to know.', file_name: 'briefing.html' },
    { uuid: 't-b', name: null, description: null, file_name: null },
  ],
});

async function open(): Promise<MountedApp> {
  host.on(TEMPLATES, templates);
  host.on(WIPS_A, held);
  host.on(WIPS_B, held);
  return opened(host, '/select-template', () => button('Select Template'));
}

describe('select base template', () => {
  it(
    shows(
      's2.select.dropdown s2.select.description s2.select.wips-heading s2.select.create-card s2.select.wip-card',
      's2.select.open-wip',
    )('shows the choice, what it is, and its WIPs'),
    async () => {
      const app = await open();
      expect(isGone('Available Works in Progress')).toBe(true);
      await choose(app, /^Template/, 'Briefing');
      expect(text('What everybody has to know.')).toBeVisible();
      expect(document.querySelector('form')?.elements.namedItem('template')).toHaveValue('t-a');

      const wips = [
        { uuid: 'w/1', name: 'Monday', description: 'Draft of the morning' },
        { wip_uuid: 'w-2', uuid: 't-a', wip_name: null },
        { name: 'without identity' },
      ];
      host.release(WIPS_A, json({ wips }));
      await app.settled();
      const list = screen.getByRole('list', { name: 'Available Works in Progress' });
      expect(titlesIn(list)).toEqual(['Create WIP', 'Monday', 'Untitled']);
      expect(target('Create WIP')).toBe('/forms/t-a');
      expect(within(list).getByText('Draft of the morning')).toBeVisible();
      const links = within(list).getAllByRole('link', { name: /^Open WIP/ });
      expect(links.map((one) => one.getAttribute('href'))).toEqual(['/forms/t-a/wips/w%2F1', '/forms/t-a/wips/w-2']);
    },
  );

  it(
    shows('s2.select.button s2.select.wips-heading s1.choose')('leads to the editor of the choice, once'),
    async () => {
      const app = mountApp('/home', { host });
      await choose(app, /^Template/, 'Status Board');
      await app.until(() => heading('Available Works in Progress'));
      const entries = window.history.length;
      await app.user.dblClick(button('Select Template'));
      await app.until(() => heading('Status Board'));
      expect(app.address()).toBe('/forms/t-board');
      expect(window.history.length).toBe(entries + 1);
    },
  );

  it(
    shows('s5.select.required d24.select-enabled')('answers in words when nothing is chosen, until something is'),
    async () => {
      const app = await open();
      expect(button('Select Template')).not.toHaveAttribute('aria-disabled');
      await press(app, 'Select Template');
      expect(screen.getByRole('combobox')).toHaveAccessibleDescription('Please select a template.');
      expect(screen.getByRole('combobox')).toHaveFocus();
      expect(app.address()).toBe('/select-template');
      await choose(app, /^Template/, 'Untitled');
      expect(isGone('Please select a template.')).toBe(true);
      await press(app, 'Select Template');
      expect(app.address()).toBe('/forms/t-b');
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

  it(
    shows('s2.select.empty s8.lists.fetching')('says when there is none, and when the templates do not come'),
    async () => {
      host.on(TEMPLATES, held, held, json({ templates: [] }));
      const app = await opened(host, '/select-template', () => expect(host.waiting(TEMPLATES)).toBe(1));
      text('Loading templates');
      host.release(TEMPLATES, htmlPage());
      await app.until(() =>
        expect(screen.getByRole('alert')).toHaveTextContent('Error fetching templates. Please try again.'),
      );
      await press(app, 'Try Again');
      expect(screen.queryByRole('alert')).toBeNull();
      host.release(TEMPLATES, refused(503, 'The store is being moved.'));
      await app.until(() => expect(screen.getByRole('alert')).toHaveTextContent('The store is being moved.'));
      await press(app, 'Try Again');
      expect(text('No templates available')).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Select Template' })).toBeNull();
    },
  );
});
