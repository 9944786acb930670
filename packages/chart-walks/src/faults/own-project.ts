import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';

import { createServer, createServerModuleRunner, type ViteDevServer } from 'vite';
import { filesOf } from 'xstate-chart-svg/files';

import { type Model, PathError } from '../model.ts';
import { bodyChanges, codeChanges } from './code.ts';
import { chartFaults, type Fault, planted, spreadKinds, spreadMachine } from './fault.ts';
import type { FaultyMachine, Project } from './project.ts';
import { explained, type Survivor } from './report.ts';
import { nodesOf, textOf, type Node } from './syntax.ts';

/** Parts of a project that the command must know, from its arguments or from `chart-walks.json`. */
export type Config = {
  /** Files that export models, as globs from the project's folder. */
  models: readonly string[];
  /** Vitest's test files that are run for each fault; by the name of a machine if they are not the same for all. */
  tests?: readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** Code around the charts in which faults are planted, too. */
  code?: readonly string[];
  /** Reasons of changes that make no difference. */
  survivors?: readonly Survivor[];
};

/** Name of the layer of code around the charts. */
const CODE = 'code';
/** Factor by which the maximum of a kind is larger than in a machine: the layer has many files. */
const FILES = 5;
/** Folders that no test needs. */
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'coverage']);

/** A machine with the file that declares it. */
type Found = FaultyMachine & { file: string; exported: string };

const isModel = (value: unknown): value is Model =>
  typeof value === 'object' && value !== null && 'machine' in value && 'options' in value;

/** Loads modules as the project's tests do, by Vite. */
class Loader {
  readonly #server: ViteDevServer;
  readonly #runner: ReturnType<typeof createServerModuleRunner>;

  constructor(server: ViteDevServer) {
    this.#server = server;
    this.#runner = createServerModuleRunner(server.environments.ssr);
  }

  load(file: string): Promise<Record<string, unknown>> {
    return this.#runner.import<Record<string, unknown>>(file);
  }

  /** Files that a file imports, without those of packages. */
  async importsOf(file: string): Promise<string[]> {
    const imports = nodesOf(file, await readFile(file, 'utf8')).flatMap(({ node }) =>
      /^(Import|ExportNamed|ExportAll)/.test(node.type) ? (textOf(node['source'] as Node) ?? []) : [],
    );
    const { pluginContainer } = this.#server.environments.ssr;
    const found = await Promise.all(imports.map((one) => pluginContainer.resolveId(one, file)));
    return found.flatMap((one) => (one && !/node_modules|^\0|^node:/.test(one.id) ? one.id : []));
  }

  async close(): Promise<void> {
    await this.#runner.close();
    await this.#server.close();
  }
}

/** Finds the file that exports a machine: the model's own, or one that it imports. */
async function declaredIn(
  loader: Loader,
  file: string,
  { machine }: Model,
): Promise<{ file: string; exported: string } | null> {
  for (const path of [file, ...(await loader.importsOf(file))]) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- the first that exports it
    const exports = await loader.load(path);
    const exported = Object.keys(exports).find((name) => exports[name] === machine);
    if (exported !== undefined) return { file: path, exported };
  }
  return null;
}

/** Files that patterns name. @param example words that would name some @throws PathError for a pattern without a file */
function namedFiles(root: string, patterns: readonly string[], example: string): string[] {
  let files: string[];
  try {
    files = filesOf(patterns, root);
  } catch (error) {
    throw new PathError(`${(error as Error).message} Write ${example}.`);
  }
  // In the copy of the project such a path would be the project's own file.
  const outside = files.find((file) => file.startsWith('..') || isAbsolute(file));
  if (outside !== undefined) throw new PathError(`${outside} is outside of the project: write ${example}.`);
  return files;
}

/** Loads every machine that the models are of. @throws PathError where there is none, or where its file is not found */
async function machinesOf(root: string, config: Config): Promise<Found[]> {
  const files = namedFiles(root, config.models, "--models 'src/**/*.model.ts'");
  const server = await createServer({
    root,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const loader = new Loader(server);
  try {
    const found: Found[] = [];
    for (const file of files) {
      const path = resolve(root, file);
      // oxlint-disable eslint/no-await-in-loop -- in a fixed order
      for (const model of Object.values(await loader.load(path)).filter(isModel)) {
        const place = await declaredIn(loader, path, model);
        // oxlint-enable eslint/no-await-in-loop
        const name = model.machine.id;
        if (!place)
          throw new PathError(
            `${file} has a model of '${name}', and no file that it imports exports this machine: export the machine itself, not one that .provide() returned.`,
          );
        const own = { name, machine: model.machine, model, exported: place.exported };
        found.push({ ...own, file: relative(root, place.file).replaceAll('\\', '/') });
      }
    }
    if (found.length === 0)
      throw new PathError(`No model is exported by ${files.join(', ')}: write export const … = defineModel(…)({ … }).`);
    return found;
  } finally {
    await loader.close();
  }
}

/**
 * Describes the project in a folder to the command that plants faults.
 * @param root the folder, absolute
 * @param config what it has
 */
export function ownProject(root: string, config: Config): Project {
  let loaded: Promise<Found[]> | null = null;
  const machines = (): Promise<Found[]> => (loaded ??= machinesOf(root, config));
  const tests = config.tests ?? [];
  const testsOf = (machine: string): string[] =>
    namedFiles(
      root,
      'concat' in tests ? (tests as readonly string[]) : ((tests as Record<string, readonly string[]>)[machine] ?? []),
      "--tests 'src/**/*.test.ts'",
    );
  const read = async (file: string): Promise<{ file: string; source: string }> => ({
    file,
    source: await readFile(join(root, file), 'utf8'),
  });

  const ofMachine = async ({ file, ...machine }: Found, most: number): Promise<Fault[]> => {
    const { source } = await read(file);
    const bodies = planted(file, source, machine.name, bodyChanges(file, source));
    return spreadMachine([...chartFaults(machine, file, source), ...bodies], most);
  };
  const ofCode = async (most: number): Promise<Fault[]> => {
    const files = await Promise.all(namedFiles(root, config.code ?? [], "--code 'src/api/*.ts'").map(read));
    const faults = files.flatMap(({ file, source }) =>
      planted(file, source, CODE, [...codeChanges(file, source), ...bodyChanges(file, source)]),
    );
    return spreadKinds(faults, most * FILES);
  };

  return {
    root,
    parts: readdirSync(root, { withFileTypes: true })
      .filter((entry) => !(entry.isDirectory() && (SKIPPED.has(entry.name) || entry.name.startsWith('.'))))
      .filter((entry) => entry.name !== 'node_modules')
      .map(({ name }) => name),
    code: config.code ? [CODE] : [],
    layers: ['rules', 'walks', 'tests'],
    usual: ['rules', 'walks', 'tests'],
    machines,
    faults: async (asked, code, most) => {
      const own = (await machines()).filter(({ name }) => asked.some((one) => one.name === name));
      const charts = await Promise.all(own.map((machine) => ofMachine(machine, most)));
      return [...charts.flat(), ...(code.length > 0 ? await ofCode(most) : [])];
    },
    stagesOf: ({ machine, chart }) => {
      const files = testsOf(machine);
      const ofModel = chart === null ? [] : ['rules', 'walks'].map((layer) => ({ layer, files: [], pattern: null }));
      return [...ofModel, ...(files.length > 0 ? [{ layer: 'tests', files, pattern: null }] : [])];
    },
    whyOf: explained(config.survivors ?? []),
    most: 2,
    limit: 120_000,
  };
}
