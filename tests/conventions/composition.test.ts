import type { AnyStateMachine } from 'xstate';
import { fromPromise, setup } from 'xstate';
import { describe, expect, it, vi } from 'vitest';

import type { CallOptions } from '#api/client.ts';
import type { Call } from '#common/calls/call.ts';
import { readEnv } from '#common/config/env.ts';
import { screens } from '#common/config/paths.ts';
import { boardTurnerMachine } from '#machines/live/board-turner.machine.ts';
import { journalDoorMachine } from '#machines/unsaved/journal-door.machine.ts';
import { leaveGuardMachine } from '#machines/shared/leave-guard.machine.ts';
import { pageTurnerMachine } from '#machines/live/page-turner.machine.ts';
import { createEventStreams } from '#routes/live/event-streams.ts';
import { liveWall } from '#routes/live/live-archive.ts';
import { past } from '#routes/live/past.ts';
import { due } from '#routes/account/due.ts';
import { secondFactor } from '#routes/account/second-factor.ts';
import { screenAt } from '#routes/prefetch.ts';
import { quickOpen } from '#routes/documents/quick-open.ts';
import type { ScreenRoute } from '#routes/screen-route.ts';
import { auditFile } from '#routes/audit/audit.route.ts';
import { takeAway } from '#routes/records/take-away.ts';
import { logoutQuestion } from '#routes/unsaved/logout-question.ts';
import { unsavedList } from '#routes/unsaved/unsaved-list.ts';
import { createApp } from '../../src/app.ts';
import { screens as demoScreens } from '../e2e/screens.ts';
import { runningMachines, unprovided } from './composition-rules.ts';
import { readSource } from './source.ts';

const modules = import.meta.glob<Record<string, AnyStateMachine>>('/src/machines/**/*.machine.ts', { eager: true });
const written = new Map<string, AnyStateMachine>();
for (const module of Object.values(modules)) {
  for (const machine of Object.values<AnyStateMachine>(module)) written.set(machine.id, machine);
}

const files = import.meta.glob<ScreenRoute>('/src/routes/*/*.route.ts', { eager: true, import: 'route' });
const app = createApp({ env: readEnv({}), readCookies: () => '' });
const tops: [string, AnyStateMachine][] = [
  ['root', app.root.logic],
  // They have nothing to be implemented; `ui/shared/leave-guard.ts`, `use-board-turner.ts`, `use-page-turner.ts` and
  // `routes/unsaved/unsaved-store.ts` start them.
  ['leave guard', leaveGuardMachine],
  ['board turner', boardTurnerMachine],
  ['journal door', journalDoorMachine],
  ['page turner', pageTurnerMachine],
  ['unsaved list', unsavedList(app)],
  ['logout question', logoutQuestion.machine(app)],
  ['quick open', quickOpen.machine(app)],
  ['file of the audit log', auditFile(app)],
  ['records taken away', takeAway(app)],
  ['duty before anything else', due.machine(app)],
  ['second factor', secondFactor(app)],
  ...Object.entries(files).map(([file, { machine }]): [string, AnyStateMachine] => [file, machine(app)]),
  // Around every live screen.
  ['wall mode', liveWall(app)],
  ['earlier moments', past(app)],
  ['streams', createEventStreams({ host: '', tabs: null, isMultiplexed: () => false }).leader.logic],
];
const running = tops.flatMap(([name, machine]) => runningMachines(machine, name));

/** Fits every type: each of its fields is it again, and so are what it returns as a function and its one entry as a list. */
const returned = Object.assign((): unknown => anything, { q: '' });
const anything: unknown = new Proxy(returned, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return () => 'x';
    if (name === Symbol.iterator) return () => [anything].values();
    return name === 'then' ? undefined : anything;
  },
});

describe('the composition root', () => {
  it('gives every chart that it runs all its actors and actions', () => {
    const forgotten = running.flatMap((one) => {
      const own = written.get(one.machine.id);
      return own ? unprovided(one, own) : [`${one.trail}: '${one.machine.id}' is not in src/machines`];
    });
    expect(forgotten).toEqual([]);
  });

  it.each(['no', 'every'])('ends each read with its actor, at a host with %s capability', async (which) => {
    const { signal } = new AbortController();
    const reads: { of: string; path: string; signal: AbortSignal | undefined }[] = [];
    let of = '';
    const read = async ({ method, path }: Call, options: CallOptions | undefined): Promise<never> => {
      if (method === 'GET') reads.push({ of, path, signal: options?.signal });
      if (reads.filter((one) => one.of === of).length < 9) return anything as never;
      throw new Error('There is always another page.');
    };
    app.client.call = (call, _given, options) => read(call, options);
    const user = which === 'no' ? null : { capabilities: anything };
    if (app.auth) vi.spyOn(app.auth, 'getSnapshot').mockReturnValue({ context: { user } } as never);
    for (const { trail, machine } of running) {
      for (const [name, logic] of Object.entries(machine.implementations.actors)) {
        const { config } = logic as { config?: (given: object) => unknown };
        if (!config || !/^(?:async )?\(\{[^)]*\bsignal\b/.test(String(config))) continue;
        of = `${trail} > ${name}`;
        // oxlint-disable-next-line no-await-in-loop -- each read belongs to the last actor. Most fail, without a page
        await new Promise((resolve) => resolve(config({ input: anything, signal }))).catch(() => undefined);
      }
    }
    expect(reads.length).toBeGreaterThan(50);
    expect(reads.filter((one) => one.signal !== signal)).toEqual([]);
  });

  it('is looked at on every screen (tests/e2e/screens.ts)', () => {
    const seen = new Set(demoScreens.map(({ path }) => screenAt(path.replace(/[?#].*/, ''))));
    expect(Object.keys(screens).filter((name) => !seen.has(name))).toEqual([]);
  });

  it('has a file for every screen, and an address for every file', () => {
    const names = Object.keys(files).map((file) => file.replace(/^.*\/(.+)\.route\.ts$/, '$1'));
    expect(names.toSorted()).toEqual(Object.keys(screens).toSorted());
  });

  it('runs every chart that there is', () => {
    const ids = new Set(running.map((one) => one.machine.id));
    expect([...written.keys()].filter((id) => !ids.has(id))).toEqual([]);
  });

  it('has every chart with its children in docs/architecture.md', () => {
    const lines = readSource('docs/architecture.md').match(/^ ?\w+.* ── .*$/gm) ?? [];
    const listed = lines.map((line) => line.trim().replace(/ \(.*?\)/, ''));
    const children = new Map<string, Set<string>>();
    for (const { machine, parent } of running) {
      if (parent) children.set(parent.id, (children.get(parent.id) ?? new Set()).add(machine.id));
    }
    expect(listed.toSorted()).toEqual(
      [...children].map(([id, ids]) => `${id} ── ${[...ids].toSorted().join(' · ')}`).toSorted(),
    );
  });
});

describe('the check finds', () => {
  const child = setup({
    actors: { call: fromPromise<void, undefined>(() => Promise.reject(new Error('none'))) },
  }).createMachine({
    id: 'child',
  });
  const parent = setup({ actors: { child }, actions: { send: () => {}, say: () => 'a word' } }).createMachine({
    id: 'parent',
  });

  const forgottenIn = (machine: AnyStateMachine): string[] =>
    runningMachines(machine, 'top').flatMap((one) => unprovided(one, one.machine.id === 'child' ? child : parent));

  it('an actor and an action that nobody gave, in a child too', () => {
    expect(forgottenIn(parent)).toEqual([
      "top: the action 'send' has no implementation",
      "top > child: the actor 'call' has no implementation",
    ]);
  });

  it('nothing when both are given', () => {
    const given = parent.provide({
      actors: { child: child.provide({ actors: { call: fromPromise(() => Promise.resolve()) } }) },
      actions: { send: () => 'done' },
    });
    expect(forgottenIn(given)).toEqual([]);
  });
});
