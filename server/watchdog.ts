import { execFile } from 'node:child_process';
import { request as overHttp } from 'node:http';
import { request as overTls } from 'node:https';
import { parseArgs, promisify } from 'node:util';
import { readSettings, type Settings } from './settings.ts';
import { StartError } from './start-error.ts';

/**
 * `node server/watchdog.ts --tries 3 --seconds 10`: requests /ready from the server of these settings, and has systemd
 * restart it when it accepts calls but answers none. A 503 is an answer: its cause is outside of the process. If
 * nothing listens at the port, the server is still starting, perhaps migrating a large database, or systemd restarts it
 * by itself. Exit code 0 only when the server is ready.
 */

/** Result of a request: a status, no answer within the time, or no server at the port. */
type Answer = number | 'silence' | 'nobody';

const UNIT = 'ready.service';

async function ask({ host, port, tls }: Settings, seconds: number): Promise<Answer> {
  const everywhere = host === '0.0.0.0' || host === '::';
  const options = {
    host: everywhere ? '127.0.0.1' : host,
    port,
    path: '/ready',
    // The certificate names the public host, and nothing secret is sent.
    rejectUnauthorized: false,
    signal: AbortSignal.timeout(seconds * 1000),
  };
  return new Promise((resolve) => {
    const call = (tls ? overTls : overHttp)(options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 'silence');
    });
    call.once('error', () => resolve(options.signal.aborted ? 'silence' : 'nobody'));
    call.end();
  });
}

async function watch(): Promise<string | null> {
  const { values } = parseArgs({ options: { tries: { type: 'string' }, seconds: { type: 'string' } } });
  const [tries, seconds] = [Number(values.tries ?? 3), Number(values.seconds ?? 10)];
  const settings = readSettings(process.env);
  for (let tried = 0; tried < tries; tried += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one question after the other is the point
    const answer = await ask(settings, seconds);
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
