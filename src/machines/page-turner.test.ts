import { type AnyActorRef, createActor, createMachine, SimulatedClock } from 'xstate';
import { beforeEach, expect, it } from 'vitest';
import { PAGE_REST, PAGE_TURN } from '#config/constants.ts';
import { pageTurnerMachine } from './page-turner.machine.ts';

let clock: SimulatedClock;
let turner: AnyActorRef;
let shown: number[];

beforeEach(() => {
  clock = new SimulatedClock();
  shown = [];
  const document = createMachine({
    invoke: { id: 'pageTurner', src: pageTurnerMachine },
    on: { 'page.turned': { actions: ({ event }) => shown.push(event['page'] as number) } },
  });
  turner = createActor(document, { clock }).start().getSnapshot().children['pageTurner'] as AnyActorRef;
});

const pages = (count: number): void => turner.send({ type: 'pages.told', count });

it('turns from page to page, and from the last one to the first', () => {
  pages(3);
  clock.increment(PAGE_TURN - 1);
  expect(shown).toEqual([0]);
  for (const time of [1, PAGE_TURN, PAGE_TURN]) clock.increment(time);
  expect(shown).toEqual([0, 1, 2, 0]);
});

it('rests for a minute after each hand', () => {
  pages(3);
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

it('stays at its page where it is fitted anew in as many, begins at the first one otherwise, and ends where all of it is seen', () => {
  pages(3);
  clock.increment(PAGE_TURN);
  pages(3);
  expect(shown).toEqual([0, 1, 1]);
  pages(2);
  expect(shown).toEqual([0, 1, 1, 0]);
  pages(1);
  clock.increment(10 * PAGE_TURN);
  turner.send({ type: 'next.requested' });
  expect(shown).toEqual([0, 1, 1, 0]);
});
