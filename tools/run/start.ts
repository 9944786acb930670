import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** Builds when the sources have changed, in a process of its own: the server does not keep the bundler's memory. */
async function buildIfNeeded(): Promise<number> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../build/build.ts'), '--if-needed'], {
    stdio: 'inherit',
  });
  // Ctrl+C reaches the build too: this process only waits for its end.
  const ignore = (): void => {};
  process.on('SIGINT', ignore);
  const code = await new Promise<number | null>((done) => child.once('exit', done));
  process.off('SIGINT', ignore);
  return code ?? 130;
}

const code = await buildIfNeeded();
if (code === 0) await import('../../server/process.ts');
else process.exitCode = code;
