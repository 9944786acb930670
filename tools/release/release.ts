import { execFileSync, spawn } from 'node:child_process';
import { createHash, createPrivateKey, sign } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import * as v from 'valibot';

/**
 * `npm run release`: writes `release/ready-<version>-linux-<arch>.tar.gz`, which has all that a machine needs: the
 * program, the built page, the server's packages, Node, and the list of packages with their licences. The same tree and
 * the same Node give the same bytes. A key in READY_RELEASE_KEY (Ed25519, PEM) signs it.
 */
const { values: options } = parseArgs({
  options: {
    /** Processor of the machines: `x64` or `arm64`. */
    arch: { type: 'string', default: process.arch },
    /** Version in place of that of package.json. */
    number: { type: 'string' },
    /** Folder of the sources, with their packages and the built page. */
    tree: { type: 'string', default: resolve(import.meta.dirname, '../..') },
    out: { type: 'string', default: resolve(import.meta.dirname, '../../release') },
    /** Node of that processor, in place of that of npm's package. */
    node: { type: 'string' },
    /** Packs in a tenth of the time, into a file that is a fifth larger. */
    fast: { type: 'boolean', default: false },
  },
});
const tree = resolve(options.tree);
const out = resolve(options.out);

/** Parts of the tree that run, or that an operator reads. */
const PROGRAM = [
  'package.json',
  '{CHANGELOG,README,SECURITY}.md',
  'tools/run/require-node.mjs',
  '{common,server,templates,deploy,dist}/**/*',
  'docs/*.{md,json}',
  'docs/images/**/*',
];
/** Files of packages that nothing reads at run time. A licence stays, whatever its name ends with. */
const UNREAD = /\.(map|d\.[cm]?ts|flow|markdown|md|yml|html|tsbuildinfo)$/i;
const LICENCE = /(^|\/)(licen[cs]e|notice|copying)[^/]*$/i;
/** Processors by the machine's number in the head of a program (ELF). */
const MACHINES: Readonly<Record<string, number>> = { x64: 62, arm64: 183 };

const locked = v.object({
  dev: v.optional(v.boolean(), false),
  devOptional: v.optional(v.boolean(), false),
  link: v.optional(v.boolean(), false),
  optional: v.optional(v.boolean(), false),
  version: v.optional(v.string(), ''),
});
const json = v.pipe(v.string(), v.parseJson());
const lockfile = v.pipe(json, v.object({ packages: v.record(v.string(), locked) }));
const manifest = v.pipe(json, v.looseObject({ version: v.string() }));

const fail = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

const filesIn = (folder: string, patterns: readonly string[]): string[] =>
  globSync([...patterns], { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: tree, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The commit, and the second that all files get as their time. */
function originOf(): { commit: string | null; epoch: string } {
  const given = process.env['SOURCE_DATE_EPOCH'];
  try {
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
    const commit = `${git('rev-parse', 'HEAD')}${isChanged ? '-changed' : ''}`;
    return { commit, epoch: given ?? git('log', '-1', '--format=%ct') };
  } catch {
    if (given === undefined) fail(`${tree} has no history: name its time in seconds, SOURCE_DATE_EPOCH=1700000000.`);
    return { commit: null, epoch: given ?? '' };
  }
}

/** The path of a Node for the chosen processor: that of the package `node`, or npm's package for another one. */
function nodeFor(arch: string, version: string, scratch: string): string {
  if (options.node !== undefined) return resolve(options.node);
  const own = join(tree, 'node_modules', 'node', 'bin', 'node');
  if (arch === process.arch && existsSync(own)) return own;
  const name = `node-linux-${arch}@${version}`;
  process.stdout.write(`Fetches ${name}\n`);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', scratch, name], { cwd: scratch, stdio: 'inherit' });
  execFileSync('tar', ['-xzf', `node-linux-${arch}-${version}.tgz`, 'package/bin/node'], { cwd: scratch });
  return join(scratch, 'package', 'bin', 'node');
}

function requireProgramFor(arch: string, file: string): void {
  const head = readFileSync(file).subarray(0, 20);
  if (head.readUInt16LE(18) !== MACHINES[arch]) fail(`${file} is no program for ${arch}.`);
}

/** Copies all parts into a folder. */
function stage(folder: string, arch: string, node: string): string {
  const put = (from: string, to: string): void => {
    const target = join(folder, to);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(from, target);
  };
  for (const path of filesIn(tree, PROGRAM)) if (!/\.test\.tsx?$/.test(path)) put(join(tree, path), path);
  const { packages } = v.parse(lockfile, readFileSync(join(tree, 'package-lock.json'), 'utf8'));
  for (const [path, { dev, devOptional, optional, link }] of Object.entries(packages)) {
    if (path === '' || dev || devOptional || optional || link || /\/node(-bin-setup)?$/.test(path)) continue;
    if (!existsSync(join(tree, path))) fail(`${path} is missing: run npm ci.`);
    const own = filesIn(join(tree, path), ['**/*']).filter((file) => !file.startsWith('node_modules/'));
    for (const file of own) if (!UNREAD.test(file) || LICENCE.test(file)) put(join(tree, path, file), join(path, file));
  }
  // The first thing that an operator looks for.
  put(join(tree, 'deploy', 'install'), 'install');
  requireProgramFor(arch, node);
  put(node, 'node_modules/.bin/node');
  chmodSync(join(folder, 'node_modules/.bin/node'), 0o755);
  const own = v.parse(manifest, readFileSync(join(tree, 'package.json'), 'utf8'));
  const version = options.number ?? own.version;
  if (!/^\d+\.\d+\.\d+$/.test(version)) fail(`A version has three numbers, such as 1.2.3, not '${version}'.`);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...own, version }, null, 2)}\n`);
  return version;
}

/** Notes what it is, and the checksums of all files; signs those. */
function describe(folder: string, facts: { version: string; arch: string; commit: string | null; node: string }): void {
  const paths = filesIn(folder, ['**/*', '**/.*', '**/.*/**/*']);
  const all = [...new Set(paths)].toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const bytes = all.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify({ name: 'ready', ...facts, bytes })}\n`);
  const lines = [...all, 'release.json'].map(
    (path) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex')}  ${path}\n`,
  );
  const sums = join(folder, 'SHA256SUMS');
  writeFileSync(sums, lines.join(''));
  const key = process.env['READY_RELEASE_KEY'];
  if (key === undefined) return;
  const signature = sign(null, readFileSync(sums), createPrivateKey(readFileSync(key)));
  writeFileSync(join(folder, 'SHA256SUMS.sig'), `${signature.toString('base64')}\n`);
}

/** Packs a folder with sorted names, one owner, one time, and two kinds of permissions. */
async function pack(parent: string, name: string, epoch: string, target: string): Promise<void> {
  // The first ones say whether the rest fits a machine, and are read without it.
  const first = ['release.json', 'SHA256SUMS', 'SHA256SUMS.sig', 'install'];
  const leading = first.filter((path) => existsSync(join(parent, name, path))).map((path) => `${name}/${path}`);
  const same = ['--format=ustar', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  const rest = leading.map((path) => `--exclude=${path}`);
  const modes = '--mode=u=rwX,go=rX';
  const tar = spawn('tar', ['-cf', '-', '-C', parent, ...same, modes, ...leading, ...rest, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gzip = spawn('gzip', ['-n', options.fast ? '-1' : '-9'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const endOf = (child: typeof tar | typeof gzip) => new Promise<number | null>((done) => child.once('close', done));
  const ended = Promise.all([endOf(tar), endOf(gzip)]);
  await Promise.all([pipeline(tar.stdout, gzip.stdin), pipeline(gzip.stdout, createWriteStream(`${target}.part`))]);
  if ((await ended).some((code) => code !== 0)) fail('tar or gzip could not pack the release.');
  renameSync(`${target}.part`, target);
}

async function release(): Promise<void> {
  const { arch } = options;
  if (!(arch in MACHINES)) fail(`There is no release for ${arch}: --arch ${Object.keys(MACHINES).join(' or ')}.`);
  if (!existsSync(join(tree, 'dist', 'index.html'))) fail(`The page is not built in ${tree}: npm run build.`);
  const { commit, epoch } = originOf();
  mkdirSync(out, { recursive: true });
  const scratch = mkdtempSync(join(out, '.parts-'));
  try {
    const { packages } = v.parse(lockfile, readFileSync(join(tree, 'package-lock.json'), 'utf8'));
    const node = packages['node_modules/node']?.version ?? '';
    const parts = join(scratch, 'parts');
    const version = stage(parts, arch, nodeFor(arch, node, scratch));
    // `ready version` reads it.
    if (commit !== null) writeFileSync(join(parts, 'COMMIT'), `${commit}\n`);
    describe(parts, { version, arch, commit, node });
    const name = `ready-${version}-linux-${arch}`;
    renameSync(parts, join(scratch, name));
    const target = join(out, `${name}.tar.gz`);
    await pack(scratch, name, epoch, target);
    process.stdout.write(`Wrote ${target} (${(statSync(target).size / 1_000_000).toFixed(1)} MB)\n`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

await release();
