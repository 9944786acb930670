import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `node tools/release/check-units.ts`: systemd itself checks the units of `deploy/` (`systemd-analyze verify`), with
 * this tree as /opt/ready. Its complaints are printed on standard error. Exit code 1 then, and without systemd-analyze.
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

check();
