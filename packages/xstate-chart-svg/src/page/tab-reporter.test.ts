import { expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { TabReporter } from './tab-reporter.ts';
import type { PageRequest, Report } from './wire.ts';

it('a tab that has left says nothing more, whatever its actors do and whoever asks, until it is back', () => {
  const said: string[] = [];
  let ask = (_request: PageRequest): void => undefined;
  const reporter = new TabReporter('one', {
    post: ({ kind }: Report) => said.push(kind),
    onMessage: (listener) => {
      ask = listener;
      return () => undefined;
    },
  });
  const machine = createMachine({
    id: 'lamp',
    initial: 'off',
    states: { off: { on: { press: 'on' } }, on: { on: { press: 'off' } } },
  });
  const actor = createActor(machine, { inspect: reporter.inspect }).start();
  actor.send({ type: 'press' });
  expect(said).toEqual(['began', 'moved']);
  reporter.leave();
  actor.send({ type: 'press' });
  ask({ kind: 'ask' });
  expect(said).toEqual(['began', 'moved', 'left']);
  reporter.comeBack();
  actor.send({ type: 'press' });
  expect(said).toEqual(['began', 'moved', 'left', 'present', 'moved']);
});
