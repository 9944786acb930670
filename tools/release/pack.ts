import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const packages = join(root, 'packages');

type Manifest = {
  name: string;
  private?: boolean;
  exports: string | Record<string, string>;
  bin?: Record<string, string>;
} & Record<string, unknown>;

/** A source's path as the compiled package has it: `./src/page/page.tsx` is `./page/page.js`. */
const compiled = (path: string, extension: string): string =>
  path.replace(/^\.\/src\//, './').replace(/\.tsx?$/, extension);

const exported = (path: string): string | Record<string, string> =>
  /\.tsx?$/.test(path) ? { types: compiled(path, '.d.ts'), default: compiled(path, '.js') } : compiled(path, '');

/** The manifest of a published package: compiled files instead of the sources, and without `private`. */
function published({ private: _, exports: paths, bin, ...rest }: Manifest): Record<string, unknown> {
  const all = typeof paths === 'string' ? { '.': paths } : paths;
  return {
    ...rest,
    ...(bin && { bin: Object.fromEntries(Object.entries(bin).map(([name, path]) => [name, compiled(path, '.js')])) }),
    exports: Object.fromEntries(Object.entries(all).map(([name, path]) => [name, exported(path)])),
  };
}

/** Compiles every package at once, since one imports the other, and gives the folder with `<package>/src` in it. */
function compileAll(): string {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const out = mkdtempSync(join(root, '.cache', 'pack-'));
  const config = join(out, 'tsconfig.json');
  const options = {
    noEmit: false,
    allowImportingTsExtensions: false,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    target: 'ES2022',
    rootDir: packages,
    outDir: out,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  };
  const exclude = [`${packages}/**/*.test.ts`, `${packages}/**/*.test.tsx`];
  const include = [`${packages}/*/src`];
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions: options, include, exclude }),
  );
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], { stdio: 'inherit' });
  return out;
}

type Tarball = { name: string; file: string; bytes: number };

/**
 * Completes the compiled files of a package to what is published, and packs it.
 * @param name a folder of `packages`
 * @param into the folder for the tarball, which must exist
 * @param dist the folder of its compiled files
 */
function pack(name: string, into: string, dist: string): Tarball {
  const folder = join(packages, name);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`);
  // Style sheets and the like are exported as they are.
  for (const path of Object.values(typeof manifest.exports === 'string' ? {} : manifest.exports)) {
    if (!/\.tsx?$/.test(path)) cpSync(join(folder, path), join(dist, compiled(path, '')));
  }
  const readme = join(folder, 'README.md');
  if (existsSync(readme)) cpSync(readme, join(dist, 'README.md'));
  cpSync(join(packages, 'LICENSE'), join(dist, 'LICENSE'));
  const written = execFileSync('npm', ['pack', '--json', '--offline', '--pack-destination', into], {
    cwd: dist,
    encoding: 'utf8',
  });
  const [found] = JSON.parse(written) as { filename: string; size: number }[];
  if (!found) throw new Error(`npm pack wrote nothing for ${name}: look at ${dist}.`);
  return { name, file: join(into, found.filename), bytes: found.size };
}

/**
 * Packs packages of `packages/` as they are published: compiled JavaScript with types, README and licence.
 * @param into the folder for the tarballs, made if it is not there
 * @param names folders of `packages`
 */
export function packAll(into: string, names: readonly string[] = ['xstate-chart-svg', 'chart-walks']): Tarball[] {
  const out = compileAll();
  try {
    mkdirSync(into, { recursive: true });
    return names.map((name) => pack(name, into, join(out, name, 'src')));
  } finally {
    rmSync(out, { recursive: true });
  }
}

if (import.meta.main) {
  for (const { file, bytes } of packAll(resolve(process.argv[2] ?? join(root, '.cache/packages')))) {
    process.stdout.write(`${file}  ${bytes} bytes\n`);
  }
}
