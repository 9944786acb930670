import { posix } from 'node:path';

import type { Import, Source } from './source.ts';

/** One part of the house and what it may import (architecture.md, "What may import what"). */
type Layer = {
  name: string;
  /** Which files belong to it; the first layer that matches wins. */
  files: RegExp;
  /** Layers it may import, its own included where it may. */
  layers: readonly string[];
  /** Layers of which it may import types only. */
  types?: readonly string[];
  /** Packages it may import. */
  packages: readonly RegExp[];
};

const react = /^react(\/jsx-runtime)?$/;
const router = /^react-router-dom$/;

const layers: readonly Layer[] = [
  { name: 'config', files: /^src\/config\//, layers: ['config'], packages: [] },
  { name: 'contract', files: /^src\/api\/contract\//, layers: ['config', 'contract'], packages: [/^valibot$/] },
  { name: 'failure', files: /^src\/api\/failure\.ts$/, layers: [], packages: [] },
  {
    name: 'api',
    files: /^src\/api\//,
    layers: ['config', 'contract', 'failure', 'api'],
    packages: [/^valibot$/, /^wretch(\/|$)/],
  },
  { name: 'frame', files: /^src\/document\/frame\//, layers: ['config', 'document', 'frame'], packages: [] },
  {
    name: 'document',
    files: /^src\/document\//,
    layers: ['config', 'document'],
    packages: [/^valibot$/, /^parse5$/],
  },
  {
    name: 'machines',
    files: /^src\/machines\//,
    layers: ['config', 'failure', 'machines'],
    types: ['contract', 'document'],
    packages: [/^xstate$/],
  },
  {
    name: 'hooks',
    files: /^src\/ui\/hooks\//,
    layers: ['config', 'document', 'machines', 'hooks'],
    types: ['contract', 'app'],
    packages: [react, /^xstate$/, /^@xstate\/react$/],
  },
  // What the page itself needs before anything renders.
  { name: 'page', files: /^src\/ui\/[\w-]+\.ts$/, layers: ['config'], packages: [/^get-nonce$/] },
  {
    name: 'primitives',
    files: /^src\/ui\/primitives\//,
    layers: ['primitives'],
    packages: [react, /^react-dom$/, /^@radix-ui\//, /^lucide-react$/, /^get-nonce$/],
  },
  {
    name: 'screens',
    files: /^src\/ui\/screens\//,
    layers: ['config', 'document', 'primitives', 'hooks', 'screens'],
    packages: [react, router, /^lucide-react$/],
  },
  {
    name: 'routes',
    files: /^src\/routes\//,
    layers: ['config', 'primitives', 'hooks', 'screens', 'routes'],
    packages: [react, router],
  },
  {
    name: 'app',
    files: /^src\/app(-screens|-drafts)?\.ts$/,
    layers: ['config', 'contract', 'failure', 'api', 'document', 'machines', 'app'],
    packages: [/^xstate$/],
  },
  // The script that stands in the page itself.
  { name: 'page script', files: /^src\/page-script\.ts$/, layers: ['config'], types: ['api', 'routes'], packages: [] },
  // What the build runs to draw the page's shell.
  {
    name: 'shell',
    files: /^src\/shell\.tsx$/,
    layers: ['config', 'app', 'hooks', 'primitives', 'screens', 'routes'],
    packages: [react, router, /^react-dom\/server$/],
  },
  // In development and in builds with READY_CHARTS=1 only.
  {
    name: 'inspect',
    files: /^src\/inspect\//,
    layers: ['primitives', 'inspect'],
    types: ['hooks'],
    packages: [react, /^react-dom\/client$/, /^xstate$/, /^@statelyai\/inspect$/, /^virtual:ready-charts$/],
  },
  {
    name: 'main',
    files: /^src\/(main\.tsx|vite-env\.d\.ts)$/,
    layers: ['config', 'app', 'page', 'hooks', 'inspect', 'primitives', 'routes'],
    packages: [react, /^react-dom(\/client)?$/, router, /^xstate$/],
  },
  {
    name: 'server',
    files: /^server\//,
    layers: ['config', 'contract', 'document', 'server'],
    packages: [/^node:/, /^fastify$/, /^@fastify\//, /^kysely$/, /^parse5$/, /^pino$/, /^pg$/, /^valibot$/],
  },
];

/** Packages that one place only may import, wherever else a layer would let them in. */
const singlePlaces: readonly { specifier: RegExp; files: RegExp; why: string }[] = [
  {
    specifier: /^(@xstate\/graph|xstate\/graph)$/,
    files: /^tests\/paths\/engine\/graph\.ts$/,
    why: 'graph functions come from tests/paths/engine/graph.ts (ADR 0001)',
  },
  {
    specifier: /^@xstate\/react$/,
    files: /^(src\/ui\/hooks|tests|bench)\//,
    why: 'only src/ui/hooks binds charts to React',
  },
  {
    specifier: /^wretch(\/|$)/,
    files: /^(src\/api\/client(\.test)?\.ts|bench\/page\/floor\.tsx)$/,
    why: 'there is one client: src/api/client.ts',
  },
];

const toolConfigs = /^[\w.-]+\.config\.ts$/;
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const layerOf = (path: string): Layer | null => layers.find((layer) => layer.files.test(path)) ?? null;

/** Where a specifier leads: a file of the project, or null for a package. `?raw` and the like are dropped. */
export function target(from: string, specifier: string): string | null {
  const [path = ''] = specifier.split('?');
  if (path.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), path));
  const [, name, rest] = /^#(\w+)\/(.+)$/.exec(path) ?? [];
  if (!name || !rest) return null;
  return name === 'server' || name === 'tests' ? `${name}/${rest}` : `src/${name}/${rest}`;
}

function layerProblem(source: Source, found: Import): string | null {
  const layer = layerOf(source.path);
  // A test stands beside what it tests and may reach for the test support; what it tests is held to the rule.
  if (!layer || isTest(source.path)) return null;
  const path = target(source.path, found.specifier);
  if (path === null) {
    return layer.packages.some((allowed) => allowed.test(found.specifier))
      ? null
      : `${layer.name} may not import the package '${found.specifier}'`;
  }
  const to = layerOf(path);
  // Styles and data beside the file that uses them belong to its own folder's layer; templates are the server's data.
  if (!to) return `${layer.name} may not import '${path}', which belongs to no layer`;
  if (layer.layers.includes(to.name)) return null;
  if (layer.types?.includes(to.name)) {
    return found.typeOnly ? null : `${layer.name} may import types only from ${to.name} ('${found.specifier}')`;
  }
  return `${layer.name} may not import ${to.name} ('${found.specifier}')`;
}

/** The folder under `src` or `server` that a file is in. */
const part = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/');

function formProblems(source: Source, found: Import): string[] {
  const problems: string[] = [];
  const { specifier } = found;
  const place = singlePlaces.find((single) => single.specifier.test(specifier));
  if (place && !place.files.test(source.path)) problems.push(place.why);
  if (found.bare && !specifier.endsWith('.css')) problems.push(`'${specifier}' is imported for a side effect`);
  const path = target(source.path, specifier);
  if (
    path !== null &&
    specifier.startsWith('..') &&
    /^(src|server)\//.test(source.path) &&
    part(path) !== part(source.path) &&
    // What stands in `src` itself has no such name.
    part(path) !== 'src'
  ) {
    problems.push(`'${specifier}' leaves its folder: use a subpath import (#…)`);
  }
  if (/^[.#]/.test(specifier) && !/\.(ts|tsx|mjs|css|json|svg|html)(\?\w+)?$/.test(specifier)) {
    problems.push(`'${specifier}' lacks its extension`);
  }
  return problems;
}

/**
 * What is wrong with a file's imports and exports.
 * @param source a file of the project
 * @returns a sentence for each problem, with path and line
 */
export function importProblems(source: Source): string[] {
  const problems = source.imports.flatMap((found) => {
    const layer = layerProblem(source, found);
    return [...(layer ? [layer] : []), ...formProblems(source, found)].map(
      (text) => `${source.path}:${found.line} ${text}`,
    );
  });
  if (source.path.startsWith('src/') && !isTest(source.path) && !layerOf(source.path)) {
    problems.push(`${source.path} belongs to no layer of architecture.md`);
  }
  if (source.exports.some((entry) => entry.name === 'default') && !toolConfigs.test(source.path)) {
    problems.push(`${source.path} has a default export`);
  }
  if (source.exports.length > 1 && source.exports.every((entry) => entry.reExport)) {
    problems.push(`${source.path} is a barrel: it only re-exports`);
  }
  return problems;
}

/**
 * Import cycles among files, those of types included: a cycle of types also says that two files are one.
 * @param sources files of the project
 * @returns each cycle once, as a trail of paths
 */
export function cycles(sources: readonly Source[]): string[] {
  const graph = new Map<string, string[]>();
  for (const source of sources) {
    const targets = source.imports.map((found) => target(source.path, found.specifier)).filter((path) => path !== null);
    graph.set(source.path, targets);
  }
  const found = new Set<string>();
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      const ring = trail.slice(at);
      const first = ring.indexOf(ring.toSorted()[0] ?? path);
      found.add([...ring.slice(first), ...ring.slice(0, first), ring[first]].join(' -> '));
      return;
    }
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return [...found];
}
