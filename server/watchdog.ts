import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { askReady } from './ask-ready.ts';
import { readSettings } from './settings.ts';
import { StartError } from './start-error.ts';

/**
 * `node server/watchdog.ts --tries 3 --seconds 10`: requests /ready from the server of these settings, and has systemd
 * restart it when it accepts calls but answers none. A 503 is an answer: its cause is outside of the process. If
 * nothing listens at the port, the server is still starting, perhaps migrating a large database, or systemd restarts it
 * by itself. Exit code 0 only when the server is ready.
 */

const UNIT = 'ready.service';

async function watch(): Promise<string | null> {
  const { values } = parseArgs({ options: { tries: { type: 'string' }, seconds: { type: 'string' } } });
  const [tries, seconds] = [Number(values.tries ?? 3), Number(values.seconds ?? 10)];
  const settings = readSettings(process.env);
  for (let tried = 0; tried < tries; tried += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one question after the other is the point
    const answer = await askReady(settings, seconds);
    if (answer === 200) return null;
    if (answer === 'nobody')
      return 'Nobody listens at the port of Ready: it is starting, or systemd restarts it by itself.';
    if (answer !== 'silence') {
      return `Ready answers ${answer} to /ready: it cannot do its work, and a restart would not help. See: journalctl -u ready, and ready doctor.`;
    }
  }
  await promisify(execFile)('systemctl', ['restart', UNIT]);
  return `Ready did not answer /ready ${tries} times within ${seconds} s: it was started again.`;
}

try {
  const problem = await watch();
  if (problem !== null) {
    process.stderr.write(`${problem}\n`);
    process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof StartError) && !(error instanceof Error && 'cmd' in error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
