// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchConnectivity } from './connectivity.ts';

let events: string[] = [];
let stop: () => void = () => undefined;
let isHidden = false;
beforeEach(() => {
  events = [];
  isHidden = false;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  stop = watchConnectivity(({ type }) => events.push(type));
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
const restored = new PageTransitionEvent('pageshow', { persisted: true });
/** Lets the clock jump without timers, as on a sleeping machine. @param seconds the time */
const sleep = (seconds: number): void => void vi.setSystemTime(Date.now() + seconds * 1_000);

it('tells that the network goes and comes, until it is stopped', () => {
  for (const type of ['offline', 'online']) window.dispatchEvent(new Event(type));
  expect(events).toEqual(['network.lost', 'connection.suspected']);
  stop();
  for (const type of ['offline', 'online']) window.dispatchEvent(new Event(type));
  window.dispatchEvent(restored);
  sleep(60);
  vi.advanceTimersByTime(60_000);
  expect(events).toHaveLength(2);
});

it('tells of a machine that has slept: what it shows is old, and what is open may be dead', () => {
  vi.advanceTimersByTime(60_000);
  sleep(19);
  vi.advanceTimersByTime(5_000);
  expect(events).toEqual([]);
  sleep(21);
  vi.advanceTimersByTime(5_000);
  expect(events).toEqual(['network.lost', 'connection.suspected']);
});

it('does not take a page that nobody looks at for a machine that slept', () => {
  isHidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  sleep(60);
  isHidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(5_000);
  expect(events).toEqual([]);
});

it('tells of a page that was frozen', () => {
  document.dispatchEvent(new Event('resume'));
  window.dispatchEvent(restored);
  const woke = ['network.lost', 'connection.suspected'];
  expect(events).toEqual([...woke, ...woke]);
});
