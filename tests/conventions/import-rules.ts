import { posix } from 'node:path';

import type { Import, Source } from './source.ts';

/** One layer of the code and what it may import. */
type Layer = {
  name: string;
  /** Its folders, and patterns of its files; a file belongs to the first layer that matches. */
  where: readonly string[];
  /** Content of the layer, for the table of docs/architecture.md. */
  holds: string;
  /** Layers it may import, its own included where it may. */
  layers: readonly string[];
  /** Layers from which it may import types only. */
  types?: readonly string[];
  /** Packages it may import. */
  packages: readonly RegExp[];
};

const react = /^react(\/jsx-runtime)?$/;
const router = /^react-router-dom$/;

/** Documents, as page and server both read them: each layer imports those before it. */
const SHARED_DOCUMENT: readonly string[] = ['text', 'regions', 'html', 'plan'];

const layers: readonly Layer[] = [
  {
    name: 'common config',
    where: ['common/config/'],
    holds:
      'every number of the specification, the settings, the capabilities of a host, the one table of the screens: addresses, first calls, access',
    layers: ['common config'],
    packages: [],
  },
  {
    name: 'calls',
    where: ['common/calls/'],
    holds: 'requests and replies of the calls as schemas',
    layers: ['common config', 'calls'],
    packages: [/^valibot$/],
  },
  {
    name: 'text',
    where: ['common/document/text/'],
    holds: 'text without a document: link notation, line breaks, search, differences',
    layers: ['text'],
    packages: [/^diff$/],
  },
  {
    name: 'regions',
    where: ['common/document/regions/'],
    holds: 'values, types and names of regions, in a live DOM or in a parsed file',
    layers: ['text', 'regions'],
    packages: [],
  },
  {
    name: 'html',
    where: ['common/document/html/'],
    holds: 'the regions of an HTML text, found in its tree',
    layers: ['common config', 'text', 'regions', 'html'],
    packages: [/^parse5$/, /^valibot$/],
  },
  {
    name: 'plan',
    where: ['common/document/plan/'],
    holds: 'an HTML text as places of values, and with other values in them',
    layers: ['text', 'regions', 'html', 'plan'],
    packages: [/^valibot$/],
  },
  {
    name: 'proof',
    where: ['common/proof/'],
    holds: 'checks a bundle of records without a server',
    layers: ['proof'],
    packages: [],
  },
  {
    name: 'config',
    where: ['src/config/'],
    holds: "numbers of the page's own: documents, walls, browsers",
    layers: ['common config', 'config'],
    packages: [],
  },
  {
    name: 'failure',
    where: ['src/api/failure.ts', 'src/api/streams/tab-messages.ts'],
    holds: 'the failure of a call, and the messages between tabs, as plain data',
    layers: ['calls'],
    packages: [/^valibot$/],
  },
  {
    name: 'api',
    where: ['src/api/'],
    holds: 'one client, one file a resource, event streams, agreements between tabs',
    layers: ['common config', 'config', 'calls', 'failure', 'api'],
    packages: [/^valibot$/, /^wretch(\/|$)/],
  },
  {
    name: 'frame',
    where: ['src/document/frame/'],
    holds: "the bridge that runs inside the document's frame",
    layers: ['common config', 'config', ...SHARED_DOCUMENT, 'document', 'frame'],
    packages: [],
  },
  {
    name: 'document',
    where: ['src/document/'],
    holds: "the application's side of a document's frame",
    layers: ['common config', 'config', ...SHARED_DOCUMENT, 'document'],
    packages: [/^valibot$/, /^parse5$/, /^diff$/],
  },
  {
    name: 'machines',
    where: ['src/machines/'],
    holds: 'one statechart a file, and `messages.ts`, the whole error catalogue',
    layers: ['common config', 'config', 'failure', ...SHARED_DOCUMENT, 'document', 'machines'],
    types: ['calls'],
    packages: [/^xstate$/],
  },
  {
    name: 'primitives',
    where: ['src/ui/primitives/'],
    holds: 'our own controls around Radix, design tokens',
    layers: ['primitives'],
    packages: [react, /^react-dom$/, /^@radix-ui\//, /^cmdk$/, /^lucide-react$/, /^get-nonce$/],
  },
  {
    name: 'hooks',
    where: [
      'src/ui/**/use-!(address|list).ts',
      'src/ui/**/*-context.ts',
      'src/ui/lists/when-idle.ts',
      'src/ui/shared/{field-texts,keyboard-use,keys,leave-guard,phase}.ts',
    ],
    holds: "the only place that knows both React and XState: a screen's hook is beside it",
    layers: ['common config', 'config', ...SHARED_DOCUMENT, 'document', 'machines', 'hooks'],
    types: ['calls'],
    packages: [react, /^xstate$/, /^@xstate\/react$/],
  },
  {
    name: 'page',
    where: ['src/ui/trusted-types.ts'],
    holds: "setup that the page's policy requires before anything renders",
    layers: ['common config', 'config'],
    packages: [/^get-nonce$/],
  },
  {
    name: 'screens',
    where: ['src/ui/'],
    holds: "thin views: they render a hook's values",
    layers: ['common config', 'config', ...SHARED_DOCUMENT, 'proof', 'document', 'primitives', 'hooks', 'screens'],
    packages: [react, router, /^lucide-react$/],
  },
  {
    name: 'routes',
    where: ['src/routes/'],
    holds:
      "one file a screen (`<feature>/<screen>.route.ts`): the screen, its machine and the machine's implementations; the route tree, the access rule, the history that can be blocked",
    layers: [
      'common config',
      'config',
      'calls',
      'failure',
      'api',
      ...SHARED_DOCUMENT,
      'document',
      'machines',
      'primitives',
      'hooks',
      'screens',
      'routes',
    ],
    types: ['app'],
    packages: [react, router, /^idb$/, /^xstate$/],
  },
  {
    name: 'app',
    where: ['src/app.ts'],
    holds: 'the composition root: the client, the refresh gate and the root actor (`auth`, `refresh`)',
    layers: ['common config', 'config', 'api', 'machines'],
    packages: [/^xstate$/],
  },
  {
    name: 'page script',
    where: ['src/page/page-script.ts', 'src/page/old-browser.ts'],
    holds:
      'the script in the page itself: starts the session check and the first calls, shows a message in a browser that is too old ([ADR 15](adr/0015-the-door.md))',
    layers: ['common config', 'config'],
    types: ['api'],
    packages: [],
  },
  {
    name: 'verify',
    where: ['src/page/verify.ts'],
    holds:
      'the script of `verify.html`, which checks a bundle from a disk ([ADR 80](adr/0080-holds-retention-and-a-page-that-checks.md))',
    layers: ['text', 'proof'],
    packages: [],
  },
  {
    name: 'shell',
    where: ['src/page/shell.tsx'],
    holds: 'rendered by the build: the page until the application starts',
    layers: ['common config', 'config', 'app', 'hooks', 'primitives', 'screens', 'routes'],
    packages: [react, router, /^react-dom\/server$/],
  },
  {
    name: 'wall',
    where: ['src/wall/'],
    holds:
      'the worker of screens in wall mode, and the page that it shows when the host is not reachable ([ADR 25](adr/0025-a-page-for-when-the-host-is-away.md))',
    layers: ['common config', 'config'],
    packages: [],
  },
  {
    name: 'inspect',
    where: ['src/inspect/'],
    holds:
      "watches the actors: the living charts at `/__charts`, Stately's inspector; in development and with `READY_CHARTS=1` only",
    layers: ['inspect'],
    types: ['hooks'],
    packages: [/^xstate$/, /^xstate-chart-svg\/(page|page\.css\?url|report)$/, /^@statelyai\/inspect$/],
  },
  {
    name: 'main',
    where: ['src/main.tsx', 'src/vite-env.d.ts'],
    holds: 'starts the application in the page',
    layers: ['common config', 'config', 'app', 'page', 'hooks', 'inspect', 'primitives', 'routes'],
    packages: [react, /^react-dom(\/client)?$/, router, /^xstate$/],
  },
  {
    name: 'settings',
    where: [
      'server/settings.ts',
      'server/setting-names.ts',
      'server/app-origins.ts',
      'server/built.ts',
      'server/identity-settings.ts',
      'server/loopback.ts',
      'server/start-error.ts',
      'server/tls-files.ts',
    ],
    holds: "the server's settings, read once at the start, and the files that they name",
    layers: ['common config', 'settings'],
    types: [...SHARED_DOCUMENT],
    packages: [/^node:/],
  },
  {
    name: 'stores',
    where: ['server/storage/stores/', 'server/storage/schema.ts'],
    holds:
      "the tables, the types of their records, and every query of both databases: the port of the server's rules, which get the stores of an open database and import their types",
    layers: ['storage', 'stores'],
    types: ['calls'],
    packages: [/^kysely$/],
  },
  {
    name: 'storage',
    where: ['server/storage/'],
    holds: 'an open database: its two engines, migrations, the cache, backups',
    layers: [...SHARED_DOCUMENT, 'proof', 'settings', 'stores', 'storage'],
    packages: [/^node:/, /^kysely$/, /^lru-cache$/, /^pg$/, /^valibot$/],
  },
  {
    name: 'domain',
    where: ['server/domain/'],
    holds: "the server's rules: access, sessions, documents",
    layers: ['common config', 'calls', ...SHARED_DOCUMENT, 'proof', 'storage', 'domain'],
    types: ['settings', 'stores'],
    packages: [/^node:/, /^csv-parse\/sync$/, /^lru-cache$/, /^openid-client$/, /^otpauth$/, /^valibot$/, /^yazl$/],
  },
  {
    name: 'events',
    where: ['server/events/'],
    holds: 'event streams, and the events of all processes',
    layers: ['events'],
    types: ['settings', 'stores', 'storage'],
    packages: [/^node:/],
  },
  {
    name: 'http',
    where: ['server/http/'],
    holds:
      'calls and pages: `routes/` (one file a resource), `guards/` (access), `ops/` (monitoring, OpenAPI, the files)',
    layers: ['common config', 'calls', ...SHARED_DOCUMENT, 'settings', 'storage', 'domain', 'events', 'http'],
    types: ['stores'],
    packages: [
      /^node:/,
      /^fastify$/,
      /^@fastify\//,
      /^lru-cache$/,
      /^prom-client$/,
      /^qrcode-generator$/,
      /^valibot$/,
      /^@valibot\/to-json-schema$/,
    ],
  },
  {
    name: 'server',
    where: ['server/'],
    holds: 'the reference server: its composition root, the command line, the demo',
    layers: ['common config', ...SHARED_DOCUMENT, 'proof', 'settings', 'storage', 'domain', 'events', 'http', 'server'],
    types: ['stores'],
    packages: [/^node:/, /^valibot$/],
  },
];

/** One feature: a folder of this name in `src/machines`, `src/ui` and `src/routes`. `imports`: further features that it may import. */
type Feature = { name: string; holds: string; imports: readonly string[] };

/** Features that every other one may import. */
const COMMON: readonly string[] = ['shared', 'session', 'lists'];

const features: readonly Feature[] = [
  // Only the root actor's type.
  { name: 'shared', holds: 'code that several features use', imports: ['app'] },
  { name: 'lists', holds: 'cards, search, sorting and further pages of any list', imports: [] },
  { name: 'app', holds: 'the root actor, the frame around every screen', imports: ['unsaved'] },
  { name: 'session', holds: 'sign-in, sign-up, the check and the renewal of the session', imports: [] },
  { name: 'account', holds: "a user's own password, second factor and sessions", imports: [] },
  {
    name: 'documents',
    holds: 'dashboard, templates to pick, WIP list, quick open',
    imports: ['app', 'set-up', 'unsaved'],
  },
  { name: 'document', holds: "a document in its frame: the application's side", imports: [] },
  { name: 'editor', holds: 'editing one document', imports: ['document', 'documents', 'live', 'records', 'unsaved'] },
  { name: 'unsaved', holds: 'text that the host does not have', imports: [] },
  { name: 'archives', holds: 'submissions, from the newest back', imports: ['document'] },
  { name: 'records', holds: 'all submissions: search, one record, comparisons', imports: ['archives', 'document'] },
  { name: 'live', holds: 'live panes, event streams, earlier moments, wall mode', imports: ['document'] },
  { name: 'boards', holds: 'boards of several panes, playlists', imports: ['live'] },
  { name: 'displays', holds: 'screens without a user', imports: ['boards', 'live'] },
  { name: 'people', holds: 'users, roles and permission levels', imports: [] },
  { name: 'templates', holds: 'managing templates, the workshop', imports: ['document'] },
  { name: 'audit', holds: "the audit log, the server's usage", imports: [] },
  { name: 'set-up', holds: 'the first steps of a new installation', imports: [] },
];

/** Packages that one place only may import, wherever else a layer would let them in. */
const singlePlaces: readonly { specifier: RegExp; files: RegExp; why: string }[] = [
  {
    specifier: /^(@xstate\/graph|xstate\/graph)$/,
    files: /^packages\/chart-walks\/(src\/graph|example\/light)\.ts$/,
    why: 'graph functions come from packages/chart-walks/src/graph.ts (ADR 0001)',
  },
  {
    specifier: /^@xstate\/react$/,
    files: /^(src\/ui\/[\w/-]+\/(use-[\w-]+|leave-guard)\.ts$|packages\/[\w-]+\/example\/|tests\/|tools\/)/,
    why: 'only hooks bind charts to React',
  },
  {
    specifier: /^wretch(\/|$)/,
    files: /^(src\/api\/client(\.test)?\.ts|tools\/bench\/page\/floor\.tsx)$/,
    why: 'there is one client: src/api/client.ts',
  },
  {
    specifier: /^idb$/,
    files: /^src\/routes\/unsaved\/unsaved-disk\.ts$/,
    why: 'there is one database: src/routes/unsaved/unsaved-disk.ts',
  },
];

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const layerOf = (path: string): Layer | null =>
  layers.find(({ where }) =>
    where.some((one) => (one.endsWith('/') ? path.startsWith(one) : posix.matchesGlob(path, one))),
  ) ?? null;

/** The table of the layers in docs/architecture.md, row by row. */
export function layerRows(): string[] {
  return layers.map(({ name, where, holds, layers: loads, types = [] }) => {
    const imports = [...loads.filter((other) => other !== name), ...types.map((other) => `types of ${other}`)];
    return `| ${name} | ${where.map((path) => `\`${path.replace('|', String.raw`\|`)}\``).join(', ')} | ${holds} | ${imports.join(', ') || '–'} |`;
  });
}

/** The table of the features in docs/architecture.md, row by row. */
export const featureRows = (): string[] =>
  features.map(({ name, holds, imports }) => `| ${name} | ${holds} | ${imports.join(', ') || '–'} |`);

/** Returns the file of the project that a specifier leads to, or null for a package. `?raw` and the like are dropped. */
export function target(from: string, specifier: string): string | null {
  const [path = ''] = specifier.split('?');
  if (path.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), path));
  const [, name, rest] = /^#(\w+)\/(.+)$/.exec(path) ?? [];
  if (!name || !rest) return null;
  return /^(common|server|tests)$/.test(name) ? `${name}/${rest}` : `src/${name}/${rest}`;
}

function layerProblem(source: Source, found: Import): string | null {
  const layer = layerOf(source.path);
  // A test is beside the file that it tests and may import the test support; the rule is for the tested file.
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

/** The feature of a machine, a view or a route; null for what no feature has, as the primitives and the router. */
const featureOf = (path: string): string | null => {
  const feature = /^src\/(?:machines|ui|routes)\/([\w-]+)\//.exec(path)?.[1] ?? null;
  return feature === 'primitives' ? null : feature;
};

function featureProblem(source: Source, found: Import): string | null {
  const [from, to] = [featureOf(source.path), featureOf(target(source.path, found.specifier) ?? '')];
  if (isTest(source.path) || from === null || to === null || from === to) return null;
  const feature = features.find(({ name }) => name === from);
  if (!feature) return `${source.path} belongs to no feature of architecture.md`;
  if ((from !== 'shared' && COMMON.includes(to)) || feature.imports.includes(to)) return null;
  return `the feature ${from} may not import the feature ${to} ('${found.specifier}')`;
}

/** The feature whose code a module of a built file is: a document's frame and the streams are those of their features. */
const builtFeatureOf = (path: string): string | null => {
  if (path.startsWith('src/document/host/')) return 'document';
  return /^src\/api\/streams\/(?!host-clock|connectivity)/.test(path) ? 'live' : featureOf(path);
};

/** The features that a feature may import, those that these may import, and so on, with itself and the common ones. */
function featuresWithin(feature: string, known = new Set<string>(COMMON)): Set<string> {
  if (known.has(feature)) return known;
  known.add(feature);
  for (const next of features.find(({ name }) => name === feature)?.imports ?? []) featuresWithin(next, known);
  return known;
}

/**
 * Lists the code that a screen loads with its files although its feature may not import it.
 * @param route path of the screen's route
 * @param modules paths of all modules in the files that the browser loads for it
 * @returns a sentence for each feature that the files have too much
 */
export function loadProblems(route: string, modules: readonly string[]): string[] {
  const allowed = featuresWithin(featureOf(route) ?? '');
  const loaded = new Set(modules.map(builtFeatureOf).filter((one) => one !== null));
  return [...loaded].filter((one) => !allowed.has(one)).map((one) => `${route} loads code of the feature ${one}`);
}

/** The folder under `src` or `server` that a file is in. */
const part = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/');

function formProblems(source: Source, found: Import): string[] {
  const problems: string[] = [];
  const { specifier } = found;
  const place = singlePlaces.find((single) => single.specifier.test(specifier));
  if (place && !place.files.test(source.path)) problems.push(place.why);
  const path = target(source.path, specifier);
  if (
    path !== null &&
    specifier.startsWith('..') &&
    /^(src|server)\//.test(source.path) &&
    part(path) !== part(source.path) &&
    // A file in `src` itself has no such name.
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
 * Lists the problems of a file's imports and exports.
 * @param source a file of the project
 * @returns a sentence for each problem, with path and line
 */
export function importProblems(source: Source): string[] {
  const problems = source.imports.flatMap((found) => {
    const broken = [layerProblem(source, found), featureProblem(source, found)].filter((one) => one !== null);
    return [...broken, ...formProblems(source, found)].map((text) => `${source.path}:${found.line} ${text}`);
  });
  if (/^(common|src)\//.test(source.path) && !isTest(source.path) && !layerOf(source.path)) {
    problems.push(`${source.path} belongs to no layer of architecture.md`);
  }
  // The files that a package's manifest names are what others see of it.
  const isPublic = /^packages\/[\w-]+\/src\/([\w-]+\/)?index\.ts$/.test(source.path);
  if (!isPublic && source.exports.length > 1 && source.exports.every((entry) => entry.reExport)) {
    problems.push(`${source.path} is a barrel: it only re-exports`);
  }
  if (source.path.startsWith('packages/')) {
    const [folder = ''] = /^packages\/[\w-]+\//.exec(source.path) ?? [];
    for (const { specifier, line } of source.imports) {
      const isOutside =
        specifier.startsWith('.') && !posix.join(posix.dirname(source.path), specifier).startsWith(folder);
      if (specifier.startsWith('#') || isOutside)
        problems.push(`${source.path}:${line} a package may not import '${specifier}', which is not in it`);
    }
  }
  return problems;
}

/**
 * Neighbouring folders whose files import each other: one of the two arrows shows that a file is in the wrong folder.
 * @param sources files of the project
 * @returns each pair once, with an import in each direction
 */
export function mutualFolders(sources: readonly Source[]): string[] {
  const arrows = new Map<string, string>();
  for (const { path, imports } of sources.filter((source) => !isTest(source.path))) {
    const from = posix.dirname(path);
    for (const to of imports.map(({ specifier }) => target(path, specifier)).filter((one) => one !== null)) {
      const areNeighbours = posix.dirname(from) === posix.dirname(posix.dirname(to)) && from !== posix.dirname(to);
      if (areNeighbours) arrows.set(`${from} ${posix.dirname(to)}`, `${path} -> ${to}`);
    }
  }
  return [...arrows].flatMap(([pair, arrow]) => {
    const [from = '', to = ''] = pair.split(' ');
    const back = from < to ? arrows.get(`${to} ${from}`) : undefined;
    return back === undefined ? [] : [`${arrow}, ${back}`];
  });
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
