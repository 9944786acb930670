import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { messageOf } from '#server/start-error.ts';

/** Milliseconds after which the program is ended: a copy over a slow line takes long, one that hangs must not hold up all later backups. */
const LONGEST = 3_600_000;
/** Characters at the end of its output in which its reason is looked for. */
const KEPT = 2_000;

/** Its failure as long as it has not ended. */
export const NOT_ENDED = 'it has not ended: it still runs, or was cut off';

/**
 * Runs the operator's program after a backup, with the path of its file as the only argument.
 * @param longest milliseconds after which it is ended, with all that it has started
 * @returns why it failed, with the last line that it wrote; null when it ended with 0
 */
export async function runHook(program: string, file: string, longest = LONGEST): Promise<string | null> {
  // A group of its own: a shell's children would outlive their shell.
  const child = spawn(program, [file], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (written = (written + text).slice(-KEPT)));
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group has ended; a process that has left it keeps the output open.
    }
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  }, longest);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    if (code === 0 && !isLate) return null;
    const how = isLate ? `did not end within ${longest / 60_000} minutes` : `ended with ${code ?? signal}`;
    const said = written.trim().split('\n').at(-1) ?? '';
    return `${program} ${how}${said && `: ${said}`}`;
  } catch (error) {
    return `${program} cannot be run (${messageOf(error)})`;
  } finally {
    clearTimeout(limit);
  }
}
