import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * `node tools/release/check-units.ts [release later-release]`: systemd itself checks the units of `deploy/`
 * (`systemd-analyze verify`), with this tree as /opt/ready. With two releases a systemd of its own, in namespaces over
 * this machine's root, of whose files it changes none, installs one, restarts a killed and a stopped server, writes a
 * backup, upgrades, goes back, and uninstalls; root alone may do that. Complaints are printed on standard error. Exit
 * code 1 then, and without systemd.
 */
function check(): void {
  const root = resolve(import.meta.dirname, '../..');
  const folder = mkdtempSync(join(tmpdir(), 'ready-units-'));
  try {
    const names = readdirSync(join(root, 'deploy')).filter((name) => /\.(service|timer)$/.test(name));
    const files = names.map((name) => join(folder, name));
    for (const name of names) {
      const text = readFileSync(join(root, 'deploy', name), 'utf8');
      writeFileSync(join(folder, name), text.replaceAll('/opt/ready', root));
    }
    const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
    if (error) {
      console.error(`systemd-analyze cannot be run (${error.message}).`);
    } else if (stderr) {
      console.error(stderr.trimEnd());
    }
    // It also ends with 0 after mere warnings, such as about an unknown name.
    if (error || stderr || status !== 0) process.exitCode = 1;
    else console.log(`systemd finds nothing wrong with ${names.join(', ')}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a root and its systemd. @param 0 an empty folder @param the others the files that it gets */
const BOOT = `set -e
mount --make-rprivate /
mount -t tmpfs none "$0"
cd "$0"
mkdir above work root
mount -t overlay none -o lowerdir=/,upperdir="$0/above",workdir="$0/work" root
cd root
mount -t proc proc proc
for name in run tmp; do mount -t tmpfs none $name; done
# The kernel's settings are the machine's own: to be read only.
mount --rbind /dev dev
mount --bind /sys sys
mount -o remount,bind,ro sys
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
if [ -f /sys/fs/cgroup/cgroup.controllers ]; then mount -t cgroup2 none sys/fs/cgroup; else
  mount -t tmpfs none sys/fs/cgroup
  mkdir sys/fs/cgroup/unified sys/fs/cgroup/systemd
  mount -t cgroup2 none sys/fs/cgroup/unified
  mount -t cgroup -o none,name=systemd none sys/fs/cgroup/systemd
fi
mkdir release
cp "$@" release
ip link set lo up
# Within the new root, so that no link leads out of it.
exec env -i container=trial PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot . sh -c '
  rm -rf /etc/fstab /etc/systemd/system/*.wants /etc/systemd/system/ready* /opt/ready* /var/lib/ready /var/backups/ready /etc/ready
  for unit in console-getty getty@ systemd-udevd; do ln -sf /dev/null /etc/systemd/system/$unit.service; done
  exec /lib/systemd/systemd --unit=multi-user.target'`;

const PID = 'systemctl show -p MainPID --value ready';
const ANSWERS = `/opt/ready/node_modules/.bin/node -e 'fetch("http://127.0.0.1:4000/ready").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))'`;
/** Until another process than the one of before answers. */
const AGAIN = `for one in $(seq 120); do [ "$(systemctl is-active ready)" = active ] && [ "$(${PID})" != "$old" ] && ${ANSWERS} && exit 0; sleep 0.5; done; systemctl status ready ready-watchdog --no-pager; exit 1`;

/** The steps of a trial, in words and as a shell does them. */
const steps = (release: string, later: string): [string, string][] => [
  ['it starts', 'for one in $(seq 60); do systemctl is-system-running --quiet && exit 0; sleep 0.5; done; exit 1'],
  [
    'installs',
    `cd /release && mkdir r && tar xzf ${release} -C r --strip-components=1 && r/install --name ready.example.org`,
  ],
  ['restarts what is killed', `old=$(${PID}) && kill -9 $old && ${AGAIN}`],
  ['restarts what hangs', `old=$(${PID}) && kill -STOP $old && { systemctl start ready-watchdog; ${AGAIN}; }`],
  ['writes a backup', 'systemctl start ready-backup && ls /var/backups/ready/ready-*'],
  ['upgrades', `ready upgrade /release/${later} --watch=3 && systemctl is-active ready`],
  ['goes back', 'ready upgrade --back && systemctl is-active ready'],
  ['uninstalls', 'sh /release/r/install --uninstall && ! systemctl is-active ready && [ -e /var/lib/ready/ready.db ]'],
];

/** The number of the systemd that a process has started, once it runs. @throws after 20 s */
async function systemdIn(pid: number): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      const inside = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
      if (readlinkSync(`/proc/${inside}/exe`).endsWith('systemd')) return inside;
    } catch {
      // Not yet.
    }
    // oxlint-disable-next-line no-await-in-loop -- until it is there
    await wait(200);
  }
  throw new Error('systemd did not start.');
}

/** Walks the steps in a systemd that ends with this process. @param files a release, and a later one */
async function start(files: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ready-systemd-'));
  const spaces = ['--mount', '--pid', '--uts', '--ipc', '--cgroup', '--net', '--fork', '--kill-child'];
  // However this process ends, the other one ends with it.
  const machine = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', 'unshare', ...spaces, 'sh', '-c', BOOT, folder, ...files.map((file) => resolve(file))],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  try {
    const inside = await systemdIn(machine.pid ?? 0);
    const [release = '', later = ''] = files.map((file) => basename(file));
    for (const [words, command] of steps(release, later)) {
      const spacesOf = ['-t', inside, '-m', '-p', '-u', '-i', '-C', '-n', '-r', '-w'];
      const ran = spawnSync('nsenter', [...spacesOf, 'sh', '-c', command], { encoding: 'utf8', timeout: 300_000 });
      if (ran.status !== 0) throw new Error(`systemd: ${words}: ${ran.stdout}${ran.stderr}`);
      console.log(`systemd: ${words}`);
    }
  } finally {
    machine.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

check();
const releases = process.argv.slice(2);
if (releases.length > 0) {
  if (releases.length !== 2 || process.getuid?.() !== 0)
    throw new Error('Run this as root, with a release and a later one.');
  await start(releases);
}
