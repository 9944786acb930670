import type { AnyStateMachine } from 'xstate';
import { fromPromise, setup } from 'xstate';
import { describe, expect, it } from 'vitest';

import { readEnv } from '#config/env.ts';
import { createApp } from '../../src/app.ts';
import { runningMachines, unprovided } from './composition-rules.ts';

const modules = import.meta.glob<Record<string, AnyStateMachine>>('/src/machines/*.machine.ts', { eager: true });
const written = new Map<string, AnyStateMachine>();
for (const module of Object.values(modules)) {
  for (const machine of Object.values<AnyStateMachine>(module)) written.set(machine.id, machine);
}

const app = createApp({ env: readEnv({}), readCookies: () => '' });
await app.loadMachines();
const tops: [string, AnyStateMachine][] = [
  ['root', app.root.logic],
  ['login', app.loginMachine],
  ...Object.entries(app.machines),
];
const running = tops.flatMap(([name, machine]) => runningMachines(machine, name));

describe('the composition root', () => {
  it('gives every chart that it runs all its actors and actions', () => {
    const forgotten = running.flatMap((one) => {
      const own = written.get(one.machine.id);
      return own ? unprovided(one, own) : [`${one.trail}: '${one.machine.id}' is not in src/machines`];
    });
    expect(forgotten).toEqual([]);
  });

  it('runs every chart that there is', () => {
    const ids = new Set(running.map((one) => one.machine.id));
    expect([...written.keys()].filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe('the check finds', () => {
  const child = setup({
    actors: { call: fromPromise<void, undefined>(() => Promise.reject(new Error('none'))) },
  }).createMachine({
    id: 'child',
  });
  const parent = setup({ actors: { child }, actions: { tell: () => {}, say: () => 'a word' } }).createMachine({
    id: 'parent',
  });

  it('an actor and an action that nobody gave, in a child too', () => {
    const found = runningMachines(parent, 'top').flatMap((one) =>
      unprovided(one, one.machine.id === 'child' ? child : parent),
    );
    expect(found).toEqual([
      "top: the action 'tell' has no implementation",
      "top > child: the actor 'call' has no implementation",
    ]);
  });

  it('nothing when both are given', () => {
    const given = parent.provide({
      actors: { child: child.provide({ actors: { call: fromPromise(() => Promise.resolve()) } }) },
      actions: { tell: () => 'told' },
    });
    const found = runningMachines(given, 'top').flatMap((one) =>
      unprovided(one, one.machine.id === 'child' ? child : parent),
    );
    expect(found).toEqual([]);
  });
});
