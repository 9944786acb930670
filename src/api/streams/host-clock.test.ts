import { expect, it } from 'vitest';
import { createHostClock } from './host-clock.ts';

const at = (time: string): number => Date.parse(`2026-03-01T${time}Z`);
const header = (time: string): string => new Date(at(time)).toUTCString();

function given() {
  let steady = 1_000;
  // The browser is a year ahead.
  const clock = createHostClock(
    () => steady,
    () => at('10:00:00') + 31_536_000_000 + steady,
  );
  return { clock, pass: (ms: number) => void (steady += ms), after: (ms: number) => at('10:00:00') + ms };
}

it("takes the browser's clock until the host has told its own", () => {
  const { clock, after } = given();
  expect([clock.lastWord(), clock.now()]).toEqual([null, after(31_536_001_000)]);
  clock.noteWord(null);
  expect(clock.lastWord()).toBe(after(31_536_001_000));
  clock.noteWord(header('10:00:00'));
  expect([clock.lastWord(), clock.now()]).toEqual([after(0), after(0)]);
});

it('goes on by itself, and keeps the moment of the last word', () => {
  const { clock, pass, after } = given();
  clock.noteWord(header('10:00:00'));
  pass(90_000);
  expect([clock.lastWord(), clock.now()]).toEqual([after(0), after(90_000)]);
  clock.noteWord(null);
  expect(clock.lastWord()).toBe(after(90_000));
});

it('is not put back by a reply that was on its way for long, nor by what is no date, and is by a clock that was set', () => {
  const { clock, pass, after } = given();
  clock.noteWord(header('10:00:00'));
  pass(10_000);
  clock.noteWord(header('10:00:02'));
  clock.noteWord('soon');
  expect(clock.now()).toBe(after(10_000));
  clock.noteWord(header('09:00:00'));
  expect(clock.now()).toBe(after(-3_600_000));
  // After a sleep that the steady clock has not counted.
  clock.noteWord(header('18:00:00'));
  expect(clock.now()).toBe(after(28_800_000));
});
