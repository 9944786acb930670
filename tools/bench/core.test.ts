import { describe, expect, it } from 'vitest';
import { chosen } from './core.ts';

describe('the parts that a command names', () => {
  const parts = ['save', 'walls'];
  const engines = ['sqlite', 'postgresql'];
  const named =
    (...names: string[]) =>
    (name: string): boolean =>
      names.includes(name);

  it('are those of each group, and all of a group of which it names none', () => {
    expect(chosen(() => true, parts, engines)).toEqual([parts, engines]);
    expect(chosen(named('walls'), parts, engines)).toEqual([['walls'], engines]);
    expect(chosen(named('walls', 'sqlite'), parts, engines)).toEqual([['walls'], ['sqlite']]);
  });

  it('are not guessed from a name that is none of them', () => {
    expect(() => chosen(named('wall'), parts, engines)).toThrow('there are save, walls, sqlite, postgresql');
  });
});
