import { screen } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { hostForEachTest } from '#tests/support/jsdom/mount.tsx';
import { button, click, field, heading, opened } from './person.ts';

const host = hostForEachTest();
const TEMPLATE = 'لوحة الحالة';
const WIP = 'نوبة Harbor الليلية';
const ABOUT = 'للجدار.';

/** Expects that each place of some words has the direction of the words, but for those that only a screen reader reads. */
function reads(words: string): void {
  const places = screen
    .getAllByText(words)
    .filter((place) => place.localName !== 'title' && !place.closest('option:not([dir])'));
  expect(places.length).toBeGreaterThan(0);
  for (const place of places) expect(place.closest('[dir=auto],bdi'), place.outerHTML).not.toBeNull();
}

beforeEach(() => {
  const [template, wip, archive] = [host.world.templates[0], host.world.wips[0], host.world.archives[0]];
  if (!template || !wip || !archive) throw new Error('The plain world has one of each.');
  Object.assign(template, { name: TEMPLATE, description: ABOUT });
  Object.assign(wip, { name: WIP, description: ABOUT });
  Object.assign(archive, { name: WIP });
});

describe('what people wrote is read in the direction of its first letter', () => {
  it('on the dashboard and in the lists', async () => {
    await opened(host, '/dashboard', () => reads(TEMPLATE));
    reads(ABOUT);
  });

  it('in the choice of a template', async () => {
    const app = await opened(host, '/select-template', () => screen.getByRole('combobox'));
    await click(app, screen.getByRole('combobox'), () => reads(TEMPLATE));
  });

  it('in the list of WIPs', async () => {
    await opened(host, '/open-wip/t-board', () => reads(WIP));
    reads(TEMPLATE);
  });

  it('in the editor, its fields and its questions', async () => {
    const app = await opened(host, '/forms/t-board/wips/w-harbor', () => heading(WIP));
    for (const words of [WIP, TEMPLATE, ABOUT]) reads(words);
    await app.frame();
    await click(app, screen.getByRole('radio', { name: 'Attributes' }), () =>
      screen.getByRole('textbox', { name: 'note' }),
    );
    for (const name of ['title', 'note']) {
      expect(screen.getByRole('textbox', { name })).toHaveAttribute('dir', 'auto');
      reads(name);
    }
    expect(screen.getByRole('searchbox')).toHaveAttribute('dir', 'auto');
  });

  it('where a document is given its name', async () => {
    const app = await opened(host, '/forms/t-board', () => heading(TEMPLATE));
    (await app.frame()).type('note', 'ريح');
    await click(app, button(/^Save/), () => expect(field('Form Name')).toHaveAttribute('dir', 'auto'));
  });

  it('on a live wall', async () => {
    await opened(host, '/wip-dashboard/w-harbor', () => reads(WIP));
  });

  it('among the archives, and in the window of one', async () => {
    const app = await opened(host, '/archives?template=t-board&wip=w-harbor', () => button(`View Content: ${WIP}`));
    reads(WIP);
    await click(app, button(`View Content: ${WIP}`), () => screen.getByRole('dialog', { name: WIP }));
    reads(WIP);
  });
});
