import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A disk of 64 MB for one test, in a mount name space that ends with the process that holds it. */
export type SmallDisk = {
  /** Start of a command that runs where the disk is mounted. */
  there: readonly string[];
  /** Its folder's path outside of that name space. */
  outside: string;
  /** Sets if files opened in its folder from now on can be written. */
  allowWriting(isAllowed: boolean): void;
};

/**
 * Makes a disk.
 * @param folder mount point within the name space
 * @returns null if this user may not mount
 */
export async function smallDisk(folder: string): Promise<SmallDisk | null> {
  const script = 'mkdir "$0" && mount -t tmpfs -o size=64m none "$0" && echo mounted && exec cat';
  const holder = spawn('unshare', ['--map-root-user', '--mount', 'sh', '-c', script, folder]);
  const isMounted = await new Promise<boolean>((done) => {
    holder.stdout.once('data', () => done(true));
    holder.once('error', () => done(false)).once('close', () => done(false));
  });
  onTestFinished(() => void holder.kill());
  if (!isMounted) return null;
  const pid = String(holder.pid);
  const there = ['nsenter', '--target', pid, '--user', '--preserve-credentials', '--mount'];
  const [enter = '', ...options] = there;
  return {
    there,
    outside: join('/proc', pid, 'root', folder),
    allowWriting(isAllowed) {
      const lock = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"';
      const { status, stderr } = spawnSync(enter, [...options, 'sh', '-c', isAllowed ? 'umount "$0"' : lock, folder]);
      if (status !== 0) throw new Error(`${folder} could not be mounted anew: ${String(stderr)}`);
    },
  };
}
