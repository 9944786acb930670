import { globSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import { type Model, PathError } from './engine/model.ts';

const root = resolve(import.meta.dirname, '..', '..');
const camel = (stem: string): string => stem.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

async function load(folder: string, kind: 'machine' | 'model'): Promise<Map<string, { stem: string; value: unknown }>> {
  const found = new Map<string, { stem: string; value: unknown }>();
  for (const file of globSync(`${folder}/*.${kind}.ts`, { cwd: root }).toSorted()) {
    const stem = basename(file, `.${kind}.ts`);
    const name = `${camel(stem)}${kind === 'machine' ? 'Machine' : 'Model'}`;
    const module = (await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)) as Record<string, unknown>;
    const value = module[name];
    if (value === undefined) throw new PathError(`${file} does not export '${name}': write export const ${name} = ….`);
    found.set(camel(stem), { stem, value });
  }
  return found;
}

/** Every machine of the application with its model, in a fixed order. */
export type Entry = { name: string; stem: string; machine: AnyStateMachine; model: Model | null };

/** @returns all machines of `src/machines`; a machine that has no model yet comes with null */
export async function entries(): Promise<Entry[]> {
  const [machines, models] = [await load('src/machines', 'machine'), await load('tests/paths/models', 'model')];
  return [...machines].map(([name, { stem, value }]) => {
    const model = (models.get(name)?.value ?? null) as Model | null;
    return { name, stem, machine: value as AnyStateMachine, model };
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
    `The machine '${name}' has no model: write tests/paths/models/${stem}.model.ts with export const ${name}Model = defineModel(${name}Machine)({ … }).`,
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
