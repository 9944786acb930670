import { expect, it } from 'vitest';
import { createLine, type Bounds } from './line.ts';

/** A queue in which work ends when the test decides. */
function given(bounds: Bounds) {
  const line = createLine(bounds);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (who: string, name: string, waiting: AbortSignal | null = null): Promise<string> =>
    line.run({ who, waiting }, async () => {
      begun.push(name);
      await new Promise<void>((end) => void ends.push(end));
      return name;
    });
  /** Ends one piece of work after the other. */
  const endAll = async (): Promise<void> => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await new Promise(setImmediate);
    }
  };
  return { line, begun, run, endAll };
}

it('gives everybody who waits a turn before anybody gets a second one', async () => {
  const { line, begun, run, endAll } = given({ atOnce: 2 });
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'].map((name) => run(name.slice(0, 1), name));
  expect(begun).toEqual(['a1', 'a2']);
  await endAll();
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5']);
  expect((await Promise.all(all))[7]).toBe('c1');
  expect(line.isIdle()).toBe(true);
});

it('refuses what would wait beyond its bounds, and goes on behind work that fails', async () => {
  const { line, begun, run, endAll } = given({ atOnce: 1, most: 3, each: 2, full: 'Too many.' });
  const failed = line.run({ who: 'a', waiting: null }, async () => {
    throw new Error('failed');
  });
  const waits = [run('a', 'a1'), run('a', 'a2'), run('b', 'b1')];
  const busy = { kind: 'busy', message: 'Too many.', retryAfter: 1 };
  await expect(run('a', 'a3')).rejects.toMatchObject(busy);
  await expect(failed).rejects.toThrow('failed');
  waits.push(run('c', 'c1'));
  await expect(run('c', 'c2')).rejects.toMatchObject(busy);
  await endAll();
  expect(await Promise.all(waits)).toEqual(['a1', 'a2', 'b1', 'c1']);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1']);
});

it('never begins work for which nobody waits any more', async () => {
  const { line, begun, run, endAll } = given({ atOnce: 1, most: 1 });
  const gone = new AbortController();
  const first = run('a', 'a1', gone.signal);
  const second = run('a', 'a2', gone.signal);
  gone.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  await expect(run('a', 'a3', gone.signal)).rejects.toThrow('gone');
  const third = run('b', 'b1');
  await endAll();
  // Work that has started is completed.
  expect(await Promise.all([first, third])).toEqual(['a1', 'b1']);
  expect(begun).toEqual(['a1', 'b1']);
  expect(line.isIdle()).toBe(true);
});
