import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { PressWait } from './press-wait.ts';

const activation = { isActive: false };
beforeEach(() => {
  vi.useFakeTimers();
  activation.isActive = false;
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('navigator', { userActivation: activation });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a press that the browser tells of after the message counts; one that never was does not', () => {
  const wait = new PressWait();
  const print = vi.fn<() => void>();
  wait.once(print);
  vi.advanceTimersByTime(300);
  expect(print).not.toHaveBeenCalled();
  activation.isActive = true;
  vi.advanceTimersByTime(50);
  expect(print).toHaveBeenCalledTimes(1);
  activation.isActive = false;
  wait.once(print);
  vi.advanceTimersByTime(2_000);
  activation.isActive = true;
  vi.advanceTimersByTime(2_000);
  expect(print).toHaveBeenCalledTimes(1);
});

test('of many that a document asks for one waits, and none when it has gone', () => {
  const wait = new PressWait();
  const print = vi.fn<() => void>();
  for (let at = 0; at < 20; at += 1) wait.once(print);
  activation.isActive = true;
  vi.advanceTimersByTime(1_000);
  expect(print).toHaveBeenCalledTimes(1);
  activation.isActive = false;
  wait.once(print);
  wait.drop();
  activation.isActive = true;
  vi.advanceTimersByTime(1_000);
  expect(print).toHaveBeenCalledTimes(1);
});
