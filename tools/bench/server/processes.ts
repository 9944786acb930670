import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Clock ticks in a second, as the kernel reports them whatever its own are. */
const TICKS = 100;

async function ps(pid: number, field: 'time' | 'rss'): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-o', `${field}=`, '-p', String(pid)]);
  return stdout.trim();
}

/** Seconds of processor time of a process, of all its threads together. */
export async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat !== null) {
    const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  }
  // Without /proc: [hours:]minutes:seconds.
  return (await ps(pid, 'time')).split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** Bytes of a process's resident memory. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  return Number(status === null ? await ps(pid, 'rss') : /VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024;
}

/** Maximum of a process's resident memory during some work, read each 20 ms. */
export async function peakBytes(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = await residentBytes(pid);
  const timer = setInterval(() => {
    void residentBytes(pid).then((bytes) => (peak = Math.max(peak, bytes)));
  }, 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(peak, await residentBytes(pid));
}
