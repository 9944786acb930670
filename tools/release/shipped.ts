import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import * as v from 'valibot';
import { parseFiles } from '../../tests/conventions/source.ts';

const names = v.optional(v.record(v.string(), v.string()), {});
const entry = v.object({
  version: v.optional(v.string(), ''),
  license: v.optional(v.string(), ''),
  integrity: v.optional(v.string(), ''),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: v.optional(v.record(v.string(), v.object({ optional: v.optional(v.boolean(), false) })), {}),
});
type Entry = v.InferOutput<typeof entry>;
const lockfile = v.pipe(v.string(), v.parseJson(), v.object({ packages: v.record(v.string(), entry) }));
const manifest = v.pipe(v.string(), v.parseJson(), v.object({ dependencies: names }));

/** A package whose code runs as a part of Ready: installed with the server, or built into the page. */
export type Shipped = {
  name: string;
  version: string;
  /** SPDX identifier; empty when the package has none. */
  licence: string;
  /** SHA-512 of the package, in hex. */
  hash: string;
  onServer: boolean;
  inPage: boolean;
  /** The shipped packages that require it; empty for one that this project chose. */
  wantedBy: string[];
};

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * Entry points in the browser: the application, its lazy routes, the page's own scripts, and the script of a document's
 * frame.
 */
const BEGINS =
  /^src\/(main\.tsx|page\/(page-script|old-browser)\.ts|document\/frame\/bridge\.ts|routes\/[^/]+\/[^/]+\.route\.ts)$/;
/** A folder that is in the page in development only, and in builds that request it. */
const WATCHING = 'src/inspect/';

/** The packages that the page's own modules import, and its font. */
export function pagePackages(): string[] {
  const sources = new Map(parseFiles('{common,src}/**/*.{ts,tsx}').map((source) => [source.path, source]));
  const found = new Set<string>();
  const seen = new Set<string>();
  const open = [...sources.keys()].filter((path) => BEGINS.test(path));
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path) || path.startsWith(WATCHING)) continue;
    seen.add(path);
    for (const { specifier, typeOnly } of sources.get(path)?.imports ?? []) {
      if (typeOnly || /^(node|virtual):/.test(specifier)) continue;
      if (specifier.startsWith('.')) open.push(posix.join(posix.dirname(path), specifier));
      else if (specifier.startsWith('#'))
        open.push(specifier.startsWith('#common/') ? specifier.slice(1) : `src/${specifier.slice(1)}`);
      else found.add(packageOf(specifier));
    }
  }
  for (const [, file = ''] of readFileSync('src/ui/primitives/font.css', 'utf8').matchAll(/url\('([^']+)/g))
    found.add(packageOf(file));
  return [...found].toSorted();
}

/** Finds the package that a place of the lock file requires: as Node resolves it, from the inside out. */
function placeOf(packages: Record<string, Entry>, from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (at === '') return null;
  }
}

function wantedOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Entry): string[] {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
}

function reachedFrom(packages: Record<string, Entry>, roots: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const open = roots.map((name) => placeOf(packages, '', name));
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const one = place === null ? undefined : packages[place];
    if (place === null || !one || reached.has(place)) continue;
    reached.add(place);
    for (const name of wantedOf(one)) open.push(placeOf(packages, place, name));
  }
  return reached;
}

const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * The packages that ship with Ready, by name.
 * @param packageJson the text of package.json, whose `dependencies` are the server's
 * @param lock the text of package-lock.json
 * @param page the packages that the page imports
 */
export function shippedPackages(packageJson: string, lock: string, page: readonly string[]): Shipped[] {
  const { packages } = v.parse(lockfile, lock);
  const { dependencies } = v.parse(manifest, packageJson);
  const server = reachedFrom(packages, Object.keys(dependencies));
  const built = reachedFrom(packages, page);
  const places = [...new Set([...server, ...built])];
  const chosen = new Set([...Object.keys(dependencies), ...page]);
  const shipped = new Map<string, Shipped>();
  for (const place of places) {
    const one = packages[place];
    if (!one) continue;
    const name = nameOf(place);
    const wantedBy = places.filter((other) =>
      wantedOf(packages[other] ?? one).some((wanted) => placeOf(packages, other, wanted) === place),
    );
    const before = shipped.get(`${name}@${one.version}`);
    shipped.set(`${name}@${one.version}`, {
      name,
      version: one.version,
      licence: one.license,
      hash: Buffer.from(/^sha512-(.+)$/.exec(one.integrity)?.[1] ?? '', 'base64').toString('hex'),
      onServer: server.has(place) || before?.onServer === true,
      inPage: built.has(place) || before?.inPage === true,
      wantedBy: chosen.has(name) ? [] : [...new Set([...(before?.wantedBy ?? []), ...wantedBy.map(nameOf)])].toSorted(),
    });
  }
  return [...shipped.values()].toSorted((one, other) =>
    `${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1,
  );
}

/**
 * Licences under which a package may ship: they require that their notice is kept, and nothing of programs that are
 * built with them.
 */
const PERMISSIVE = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'OFL-1.1'];

/** True if a licence, in SPDX form, lets a package ship with Ready. */
export function mayShip(licence: string): boolean {
  const bare = licence.replace(/[()]/g, '');
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((one) => PERMISSIVE.includes(one.trim())));
}

/** Maximum of packages that are named as requiring another one. */
const NAMED = 3;

/** The cells of one package in docs/packages.md. */
export function cellsOf({ name, version, licence, onServer, inPage, wantedBy }: Shipped): string[] {
  const where = [onServer ? 'server' : '', inPage ? 'page' : ''].filter((one) => one !== '').join(', ');
  const why =
    wantedBy.length === 0
      ? '[why](adr/README.md#why-each-dependency-is-here)'
      : `for ${wantedBy
          .slice(0, NAMED)
          .map((one) => `\`${one}\``)
          .join(', ')}${wantedBy.length > NAMED ? ` and ${wantedBy.length - NAMED} more` : ''}`;
  return [`\`${name}\``, version, licence, where, why];
}
