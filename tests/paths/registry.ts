import { globSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import type { ScreenSpec, WalkedScreen } from './drivers/screen-walk.ts';
import { type Model, PathError } from 'chart-walks';

const root = resolve(import.meta.dirname, '..', '..');
/** @param stem a file's name, as `wip-list`; gives the name in code, `wipList` */
export const camel = (stem: string): string => stem.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const FOLDERS = { machine: 'src/machines', model: 'tests/paths/models', screen: 'tests/paths/oracles' } as const;

/** Orders files by their own names, whatever their folders. */
const byName = (one: string, other: string): number => (basename(one) < basename(other) ? -1 : 1);

/** Loads the exports of the files of a kind, by the name of their machine: `wip-list.model.ts` has `wipListModel`. */
async function load(kind: keyof typeof FOLDERS): Promise<Map<string, { file: string; value: unknown }>> {
  const found = new Map<string, { file: string; value: unknown }>();
  for (const file of globSync(`${FOLDERS[kind]}/**/*.${kind}.ts`, { cwd: root }).toSorted(byName)) {
    const machine = camel(basename(file, `.${kind}.ts`));
    const name = machine + camel(`-${kind}`);
    // oxlint-disable-next-line eslint/no-await-in-loop -- in a fixed order
    const module = (await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)) as Record<string, unknown>;
    const value = module[name];
    if (value === undefined) throw new PathError(`${file} does not export '${name}': write export const ${name} = ….`);
    found.set(machine, { file, value });
  }
  return found;
}

/** Every machine of the application with its model, in a fixed order, and with what its screen shows where it has one. */
export type Entry = {
  name: string;
  stem: string;
  /** Its path from the project's root. */
  file: string;
  machine: AnyStateMachine;
  model: Model | null;
  screen: WalkedScreen | null;
};

/** @returns all machines of `src/machines`; a machine that has no model yet comes with null */
export async function entries(): Promise<Entry[]> {
  const [machines, models, screens] = [await load('machine'), await load('model'), await load('screen')];
  for (const [name, { file }] of [...models, ...screens]) {
    if (!machines.has(name)) throw new PathError(`${file} is about no machine: there is no '${name}'.`);
  }
  return [...machines].map(([name, { file, value }]) => {
    const screen = screens.get(name);
    return {
      name,
      stem: basename(file, '.machine.ts'),
      file,
      machine: value as AnyStateMachine,
      model: (models.get(name)?.value ?? null) as Model | null,
      screen: screen ? { ...(screen.value as ScreenSpec), file: screen.file } : null,
    };
  });
}

/**
 * @param entry a machine
 * @returns its model
 * @throws PathError with what to write when there is none
 */
export function modelOf({ name, stem, model }: Entry): Model {
  if (model) return model;
  throw new PathError(
    `The machine '${name}' has no model: write tests/paths/models/<feature>/${stem}.model.ts with export const ${name}Model = defineModel(${name}Machine)({ … }).`,
  );
}

/**
 * @param all every machine
 * @param name the one that is asked for
 * @throws PathError with the names that there are
 */
export function entryOf(all: readonly Entry[], name: string): Entry {
  const found = all.find((entry) => entry.name === name || entry.stem === name);
  if (found) return found;
  throw new PathError(`There is no machine '${name}': write one of ${all.map((entry) => entry.name).join(', ')}.`);
}
