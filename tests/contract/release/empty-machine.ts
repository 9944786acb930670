import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Programs of a small Debian that the install and the upgrade use: no npm, no git, no compiler, no systemd. */
const PROGRAMS =
  'sh tar gzip sha256sum sed awk grep find wc cp mv ln rm mkdir mktemp chmod chown cat tr uname install cmp dirname basename id env sort head ' +
  'tail df sync sleep printf setpriv setsid flock realpath xargs ls mount umount';

/** Forwards a socket's connections into the network of the machine. */
const FORWARD = `require('node:net').createServer((from) => {
  const to = require('node:net').connect(Number(process.argv[2]), '127.0.0.1');
  from.on('error', () => to.destroy()).pipe(to).on('error', () => from.destroy()).pipe(from);
}).listen(process.argv[1], () => console.log('forwards'));`;

/** Result of a shell command. */
export type Ran = { code: number | null; said: string };

/** A machine with an empty root, a network of its own that leads nowhere, and processes of its own. */
export type EmptyMachine = AsyncDisposable & {
  /** Its root, seen from outside. */
  root: string;
  /** Address of its server, from outside too, and that address's port. */
  origin: string;
  port: number;
  /** Runs a shell command in it, as root. */
  run(command: string): Promise<Ran>;
  /** Starts one, to be killed by `kill9`. */
  start(command: string): ChildProcess;
  /** Kills its processes whose command line has this text, as `kill -9`. @returns how many there were */
  kill9(text: string): Promise<number>;
};

/** @param root a folder that does not exist yet @returns null if this user may not make one */
export async function emptyMachine(root: string): Promise<EmptyMachine | null> {
  for (const name of [
    'bin',
    'usr/lib',
    'usr/lib64',
    'usr/sbin',
    'etc',
    'proc',
    'dev',
    'files',
    'tmp',
    'run',
    'opt',
    'root',
    'var/lib',
    'var/backups',
  ])
    await mkdir(join(root, name), { recursive: true });
  // SQLite's temporary files are there, and the service's user writes them.
  await chmod(join(root, 'tmp'), 0o1777);
  await symlink('usr/lib', join(root, 'lib'));
  await symlink('usr/lib64', join(root, 'lib64'));
  for (const name of PROGRAMS.split(' ')) {
    const places = [...(process.env['PATH'] ?? '').split(delimiter), '/sbin'].map((folder) => join(folder, name));
    const found = places.find((place) => existsSync(place));
    if (found === undefined) throw new Error(`This machine has no ${name}.`);
    await copyFile(await realpath(found), join(root, 'bin', name));
  }
  await writeFile(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  await writeFile(join(root, 'etc/group'), 'root:x:0:\n');
  for (const name of ['null', 'urandom', 'random']) await writeFile(join(root, 'dev', name), '');
  const script = `set -e; mount --make-rprivate /; cd "$0"
    for folder in usr/lib usr/lib64; do mount --bind /$folder $folder; mount -o remount,bind,ro $folder; done
    for name in null urandom random; do mount --bind /dev/$name dev/$name; done
    mount -t proc proc proc; mount -t tmpfs none run; ip link set lo up; echo mounted; exec cat`;
  const holder = spawn('unshare', ['--mount', '--net', '--pid', '--fork', '--kill-child', 'sh', '-c', script, root]);
  const isMounted = await new Promise<boolean>((done) => {
    holder.stdout.once('data', () => done(true));
    holder.once('error', () => done(false)).once('close', () => done(false));
  });
  if (!isMounted) return null;
  const children = await readFile(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8');
  const inside = ['--target', children.trim(), '--net'];
  const socket = join(root, 'forward');
  const outer = createServer((from) => {
    const to = connect(socket);
    from.on('error', () => to.destroy()).pipe(to);
    to.on('error', () => from.destroy()).pipe(from);
  }).listen(0, '127.0.0.1');
  await once(outer, 'listening');
  const { port } = outer.address() as AddressInfo;
  const forward = spawn('nsenter', [...inside, process.execPath, '-e', FORWARD, socket, String(port)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(forward.stdout, 'data');
  const start = (command: string): ChildProcess =>
    spawn(
      'nsenter',
      [...inside, '--mount', '--pid', 'env', '-i', 'PATH=/bin:/usr/sbin', 'chroot', root, 'sh', '-c', command],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env['PATH'] },
      },
    );
  const run = async (command: string): Promise<Ran> => {
    const child = start(`{ ${command}; } 2>&1`);
    const ended = once(child, 'close') as Promise<[number | null]>;
    const said = await (child.stdout ? text(child.stdout) : '');
    return { said, code: (await ended)[0] };
  };
  return {
    root,
    origin: `http://127.0.0.1:${port}`,
    port,
    run,
    start,
    async kill9(part) {
      const found = `grep -lE '${part}' /proc/[0-9]*/cmdline 2>/dev/null | grep -v self | sed 's|[^0-9]||g' | while read -r pid; do
        [ "$pid" = $$ ] || { kill -9 "$pid" 2>/dev/null && echo killed; }; done`;
      return (await run(found)).said.split('killed').length - 1;
    },
    async [Symbol.asyncDispose]() {
      outer.close();
      forward.kill();
      const ended = once(holder, 'close');
      holder.kill('SIGKILL');
      await ended;
      await rm(root, { recursive: true, force: true });
    },
  };
}
