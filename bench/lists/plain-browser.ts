import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { findBrowser, launchArgs } from '../../scripts/browser.ts';
import { Inspector, targets } from './inspector.ts';
import { signIn } from './session.ts';

/** A browser that nothing is attached to but what a bench attaches itself. */
export type PlainBrowser = {
  /** Of its inspector. */
  readonly endpoint: string;
  /** Its only page, signed in. */
  readonly page: Inspector;
  close(): Promise<void>;
};

function endpointOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /DevTools listening on ws:\/\/([^/\s]+)/.exec(said)?.[1];
      if (address) resolve(`http://${address}`);
    });
    child.once('exit', () => reject(new Error(`the browser ended before it listened: ${said}`)));
  });
}

/**
 * A browser with a signed-in page. Playwright signs in and lets go of it.
 * @param origin the server's address
 */
export async function plainBrowser(origin: string): Promise<PlainBrowser> {
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
    const endpoint = await endpointOf(child);
    const attached = await chromium.connectOverCDP(endpoint);
    const page = attached.contexts()[0]?.pages()[0];
    if (!page) throw new Error('the browser began without a page');
    await signIn(page, origin);
    await attached.close();
    const target = (await targets(endpoint)).find(({ type }) => type === 'page');
    if (!target) throw new Error('the browser has lost its page');
    return { endpoint, page: await Inspector.open(target), close };
  } catch (error) {
    await close();
    throw error;
  }
}
