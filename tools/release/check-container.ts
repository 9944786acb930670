import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { tmpdir } from 'node:os';

/**
 * `node tools/release/check-container.ts`, as root on Linux: makes what `deploy/Dockerfile` describes, and starts it as
 * `deploy/compose.yaml` does: as its user, on a root file system that can only be read, with its volumes, without a
 * network. Its health check, a first user, a backup, `doctor` and a stop must succeed.
 *
 * A builder makes it (`docker`, `podman` or `buildah`) if there is one that gets the base image. Else the steps are run one by
 * one in an empty root, in which this machine's `/usr` and `/etc` take the place of the base image. Exit code 1 when
 * anything fails; the last line says which of the two it was.
 */

const context = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'ready-container-'));

type Step = { name: string; rest: string };

/** The instructions, with continued lines joined and arguments of the file filled in. */
function readSteps(): Step[] {
  const lines = readFileSync(join(context, 'deploy/Dockerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n');
  const steps = lines
    .filter((line) => line.trim() !== '')
    .map((line) => ({ name: /^\w+/.exec(line)?.[0] ?? '', rest: line.replace(/^\w+\s+/, '').trim() }));
  const [, image = ''] = /^NODE_IMAGE=(.*)$/.exec(steps.find(({ name }) => name === 'ARG')?.rest ?? '') ?? [];
  return steps.map(({ name, rest }) => ({ name, rest: rest.replace(/\$\{NODE_IMAGE\}/, image) }));
}

/** Facts of an image about its start. */
type Image = {
  root: string;
  workdir: string;
  user: string;
  env: string[];
  health: string[];
  command: string[];
  stop: string;
};

const words = (json: string): string[] => JSON.parse(json.slice(json.indexOf('['))) as string[];

/** The part of an image that its instructions alone say. */
function describe(steps: readonly Step[]): Omit<Image, 'root'> {
  const last = steps.slice(steps.findLastIndex(({ name }) => name === 'FROM'));
  const of = (wanted: string): string => last.findLast(({ name }) => name === wanted)?.rest ?? '';
  return {
    workdir: of('WORKDIR'),
    user: of('USER'),
    env: of('ENV').split(/\s+/),
    health: words(of('HEALTHCHECK')),
    command: words(of('CMD')),
    stop: of('STOPSIGNAL').replace('SIG', ''),
  };
}

const quiet = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore', timeout: 120_000 }).status === 0;

const run = (program: string, args: readonly string[]): void =>
  void execFileSync(program, args, { cwd: context, stdio: ['ignore', 'inherit', 'inherit'] });

/** The root of an image that a builder makes; null if there is none, or none that gets the base image. */
function built(steps: readonly Step[]): { by: string; root: string } | null {
  const image = steps.find(({ name }) => name === 'FROM')?.rest.split(' ')[0] ?? '';
  for (const by of ['docker', 'podman', 'buildah']) {
    if (!quiet(by, ['--version'])) continue;
    if (!quiet(by, ['pull', image])) {
      console.log(`${by} is here, but cannot get the base image.`);
      continue;
    }
    const root = join(folder, 'image');
    const archive = join(folder, 'image.tar');
    run(by, ['build', '-f', 'deploy/Dockerfile', '-t', 'ready-check', '.']);
    const from = by === 'buildah' ? ['from'] : ['create'];
    const container = execFileSync(by, [...from, 'ready-check'], { encoding: 'utf8' }).trim();
    mkdirSync(root);
    if (by === 'buildah') {
      const mounted = execFileSync(by, ['mount', container], { encoding: 'utf8' }).trim();
      run('cp', ['-a', `${mounted}/.`, root]);
    } else {
      run(by, ['export', '-o', archive, container]);
      run('tar', ['-xf', archive, '-C', root]);
      rmSync(archive);
    }
    run(by, ['rm', container]);
    return { by, root };
  }
  return null;
}

/** Lines of a shell that put programs of this machine into a root, as a base image would. */
function mounts(root: string, isBuild: boolean): string {
  const own = join(folder, 'etc');
  const home = process.env['HOME'] ?? '/';
  const shared = isBuild ? ['.npm', '.npmrc'].filter((name) => existsSync(join(home, name))) : [];
  return [
    'set -eu',
    `mount --bind ${root} ${root}`,
    ...['usr', 'etc'].flatMap((name) => [
      `mount --bind /${name} ${root}/${name}`,
      `mount -o remount,bind,ro ${root}/${name}`,
    ]),
    ...['passwd', 'group'].map((name) => `mount --bind ${own}/${name} ${root}/etc/${name}`),
    `mount --bind ${process.execPath} ${root}/base/node`,
    ...shared.map((name) => `mount --bind ${join(home, name)} ${root}/root/${name}`),
  ].join('\n');
}

/** An empty root, with places for what is mounted into it. */
function emptyRoot(root: string): void {
  for (const name of ['usr', 'etc', 'dev', 'proc', 'tmp', 'base', 'root/.npm'])
    mkdirSync(join(root, name), { recursive: true });
  for (const name of ['bin', 'sbin', 'lib', 'lib64'])
    if (existsSync(`/${name}`)) run('ln', ['-s', `usr/${name}`, join(root, name)]);
  for (const name of ['base/node', 'root/.npmrc']) writeFileSync(join(root, name), '');
}

/** Runs a command in a root as its superuser. */
function runIn(root: string, workdir: string, command: string): void {
  const inside = `cd ${workdir}; export HOME=/root PATH=/base:$PATH; ${command}`;
  const script = `${mounts(root, true)}
mount --bind /dev ${root}/dev; mount -t proc proc ${root}/proc; mount -t tmpfs tmpfs ${root}/tmp
exec chroot ${root} /bin/sh -ec '${inside.replaceAll("'", `'\\''`)}'`;
  run('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script]);
}

/** Copies what `COPY` names. @param from a stage's root, else the context without what .dockerignore names */
function copy(from: string | null, sources: readonly string[], to: string): void {
  const isInto = sources.length > 1 || to.endsWith('/');
  for (const source of sources) {
    const path = join(from ?? context, source);
    if (source !== '.') {
      const target = isInto
        ? join(to, basename(source))
        : statSync(path).isDirectory() || !existsSync(to) || !statSync(to).isDirectory()
          ? to
          : join(to, basename(source));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(path, target, { recursive: true, verbatimSymlinks: true });
      continue;
    }
    const ignored = readFileSync(join(context, 'deploy/Dockerfile.dockerignore'), 'utf8').trim().split('\n');
    for (const name of readdirSync(path)) {
      if (ignored.some((pattern) => pattern === name || (pattern.startsWith('*') && name.endsWith(pattern.slice(1)))))
        continue;
      cpSync(join(path, name), join(to, name), { recursive: true });
    }
  }
}

/** Runs the instructions one by one. @returns the root of the last stage */
function walked(steps: readonly Step[]): string {
  mkdirSync(join(folder, 'etc'));
  writeFileSync(join(folder, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/nonexistent:/bin/sh\n');
  writeFileSync(join(folder, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  const stages = new Map<string, string>();
  let [root, workdir] = ['', '/'];
  for (const { name, rest } of steps) {
    console.log(`${name} ${rest}`);
    if (name === 'FROM') {
      [root, workdir] = [join(folder, `stage-${stages.size}`), '/'];
      emptyRoot(root);
      stages.set(/ AS (\S+)$/.exec(rest)?.[1] ?? '', root);
    } else if (name === 'WORKDIR') {
      workdir = rest;
      mkdirSync(join(root, workdir), { recursive: true });
    } else if (name === 'RUN') {
      runIn(root, workdir, rest);
    } else if (name === 'COPY') {
      const [, stage] = /^--from=(\S+) /.exec(rest) ?? [];
      const paths = rest.replace(/^--from=\S+ /, '').split(/\s+/);
      const target = paths.pop() ?? '';
      copy(
        stage === undefined ? null : (stages.get(stage) ?? ''),
        paths,
        `${join(root, workdir, target)}${target.endsWith('/') ? '/' : ''}`,
      );
    } else if (!['ARG', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'STOPSIGNAL', 'CMD'].includes(name)) {
      throw new Error(`${name} is no instruction that this walk knows.`);
    }
  }
  return root;
}

const quoted = (list: readonly string[]): string => list.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');

/** Starts an image's root as a container would be, and uses it. */
function tryIt({ root, workdir, user, env, health, command, stop }: Image, isWalked: boolean): void {
  for (const name of ['data', 'backups']) {
    mkdirSync(join(folder, name), { mode: 0o700 });
    run('chown', ['1000:1000', join(folder, name)]);
  }
  const inside = (list: readonly string[]): string =>
    `setpriv --reuid=${user} --regid=${user} --clear-groups --no-new-privs --bounding-set=-all -- ` +
    `env -i PATH="/base:$PATH" ${quoted([...env, 'READY_PUBLIC_URL=https://ready.example.org'])} ${quoted(list)}`;
  const ready = (...list: string[]): string => inside(['node', 'server/cli/main.ts', ...list]);
  const script = `
cd ${workdir}
test "$(${inside(['id', '-u'])})" = 1000
! ${inside(['touch', `${workdir}/x`, '/x'])} 2>/dev/null
${inside(command)} & server=$!
for second in $(seq 60); do if ${inside(health)}; then break; fi; kill -0 $server; sleep 1; done
${inside(health)}
${ready('org', 'add', 'Harbor Fire')}
${ready('user', 'add', 'chief', '--org', 'Harbor Fire', '--level', '4')} >/dev/null
${ready('backup', '--keep', '2', '/backups')}
${ready('version')}
${ready('doctor')}
kill -${stop} $server
wait $server`;
  const outside = `${isWalked ? mounts(root, false) : `set -eu\nmount --bind ${root} ${root}`}
mkdir -p ${root}/dev ${root}/proc ${root}/tmp
mount -o remount,bind,ro ${root}
mount --bind /dev ${root}/dev; mount -t proc proc ${root}/proc; mount -t tmpfs -o mode=1777 tmpfs ${root}/tmp
for name in data backups; do mount --bind ${folder}/$name ${root}/$name; done
ip link set lo up
exec chroot ${root} /bin/sh -euc '${script.replaceAll("'", `'\\''`)}'`;
  run('unshare', ['--mount', '--net', '--pid', '--fork', '--kill-child', 'sh', '-c', outside]);
}

try {
  if (process.getuid?.() !== 0) throw new Error('Run this as root: it mounts file systems.');
  const steps = readSteps();
  const image = built(steps);
  const root = image?.root ?? walked(steps);
  tryIt({ root, ...describe(steps) }, image === null);
  const how =
    image === null ? 'its steps were walked on this machine in place of the base image' : `${image.by} built it`;
  console.log(`The container starts, works, and stops, with a root that can only be read: ${how}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
