import { createActor, SimulatedClock } from 'xstate';
import { beforeEach, expect, it } from 'vitest';
import { PAGE_REST, PAGE_TURN } from '#common/config/constants.ts';
import { pageTurnerMachine, type PageTurnerRef } from './page-turner.machine.ts';

let clock: SimulatedClock;
let turner: PageTurnerRef;
let shown: number[];

beforeEach(() => {
  clock = new SimulatedClock();
  shown = [];
  turner = createActor(pageTurnerMachine, { clock });
  turner.on('page.turned', ({ page }) => shown.at(-1) !== page && shown.push(page));
  turner.start();
});

const pages = (pane: string, count: number): void => turner.send({ type: 'pages.reported', pane, count });
const changed = (pane: string, page: number): void => turner.send({ type: 'page.wanted', pane, page });
const turns = (count: number): void => {
  for (let turn = 0; turn < count; turn += 1) clock.increment(PAGE_TURN);
};

it('turns all panes from page to page, and from the last one of the longest to the first, when they are in sight', () => {
  pages('left', 3);
  pages('right', 2);
  turns(4);
  expect(shown).toEqual([0]);
  turner.send({ type: 'panes.shown' });
  clock.increment(PAGE_TURN - 1);
  expect(shown).toEqual([0]);
  clock.increment(1);
  turns(2);
  expect(shown).toEqual([0, 1, 2, 0]);
});

it('rests for a minute after each hand', () => {
  turner.send({ type: 'panes.shown' });
  pages('left', 3);
  turner.send({ type: 'next.requested' });
  clock.increment(PAGE_REST - 1);
  turner.send({ type: 'page.touched' });
  clock.increment(PAGE_REST - 1);
  turner.send({ type: 'previous.requested' });
  clock.increment(PAGE_REST);
  clock.increment(PAGE_TURN - 1);
  expect(shown).toEqual([0, 1, 0]);
  clock.increment(1);
  expect(shown).toEqual([0, 1, 0, 1]);
});

it('keeps its place, and its time, when a document is fitted anew or gets another number of pages, and ends where all is seen', () => {
  turner.send({ type: 'panes.shown' });
  pages('left', 4);
  turns(2);
  clock.increment(PAGE_TURN - 1);
  pages('left', 4);
  pages('right', 2);
  pages('left', 5);
  expect(shown).toEqual([0, 1, 2]);
  clock.increment(1);
  turns(1);
  expect(shown).toEqual([0, 1, 2, 3, 4]);
  pages('left', 3);
  expect(shown).toEqual([0, 1, 2, 3, 4, 2]);
  pages('left', 1);
  pages('right', 1);
  turns(10);
  turner.send({ type: 'next.requested' });
  expect(shown.slice(5)).toEqual([2, 1, 0]);
});

it('begins with what has changed where it was not in sight', () => {
  pages('left', 3);
  changed('left', 1);
  expect(shown).toEqual([0, 1]);
  turner.send({ type: 'panes.shown' });
  turns(2);
  expect(shown).toEqual([0, 1, 2, 0]);
});

it('shows what has changed at once, and then what was still to be shown', () => {
  pages('left', 4);
  pages('right', 2);
  turner.send({ type: 'panes.shown' });
  turns(1);
  changed('left', 3);
  // The pane's last page is visible already.
  changed('right', 1);
  turns(3);
  expect(shown).toEqual([0, 1, 3, 1, 2, 3]);
});

it('says when each page was shown for its time, also after jumps, and anew when a document grows', () => {
  pages('left', 3);
  turner.send({ type: 'panes.shown' });
  const isOver = (): boolean => turner.getSnapshot().hasTag('over');
  clock.increment(PAGE_TURN / 2);
  changed('left', 2);
  turns(2);
  expect([isOver(), turner.getSnapshot().hasTag('ending')]).toEqual([false, true]);
  turns(1);
  expect(isOver()).toBe(true);
  pages('left', 4);
  expect(isOver()).toBe(false);
});

it('shows each page for its time within two rounds, whatever changes meanwhile and however often', () => {
  const COUNT = 5;
  const whole = new Map<number, number>();
  let since = 0;
  turner.send({ type: 'panes.shown' });
  pages('left', COUNT);
  turner.on('page.turned', () => (since = 0));
  let seed = 7;
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647);
  const second = 1_000;
  let passed = 0;
  for (; whole.size < COUNT; passed += second) {
    // Changes arrive every few seconds, on the first and the last page.
    if (next() % 3 === 0) changed('left', next() % 2 === 0 ? 0 : COUNT - 1);
    since += second;
    if (since === PAGE_TURN) whole.set(turner.getSnapshot().context.at, passed);
    clock.increment(second);
    expect(passed, `never whole: all but ${[...whole.keys()].join()}`).toBeLessThan(COUNT * 5 * PAGE_TURN);
  }
});

it('forgets a change that waits under a hand when its pane has that page no more', () => {
  turner.send({ type: 'panes.shown' });
  pages('left', 4);
  pages('right', 4);
  turner.send({ type: 'page.touched' });
  changed('left', 3);
  pages('left', 1);
  clock.increment(PAGE_REST);
  expect(shown).toEqual([0]);
});
