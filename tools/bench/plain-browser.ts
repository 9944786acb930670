import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findBrowser, launchArgs } from '../run/browser.ts';

/** A browser without playwright's connection; a bench attaches its own. */
export type PlainBrowser = {
  /** Address of its inspector: `ws://host:port/…`. */
  readonly address: string;
  close(): Promise<void>;
};

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`the browser ended before it listened: ${said}`)));
  });
}

/** Starts a browser with one empty page. */
export async function startPlainBrowser(): Promise<PlainBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'ready-bench-'));
  const args = [...launchArgs, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
  const child = spawn(await findBrowser(), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const close = async (): Promise<void> => {
    child.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return { address: await addressOf(child), close };
  } catch (error) {
    await close();
    throw error;
  }
}
