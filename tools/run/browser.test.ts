import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { BrowserMissingError, findShell, installedBrowser } from './browser.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ready-browser-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function program(name: string, body: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
  return path;
}

describe('installedBrowser', () => {
  it('takes the browser that READY_CHROMIUM names before any other', async () => {
    await program('chromium', 'echo Chromium 150.0.1');
    const named = await program('mine', 'echo Google Chrome 151.0.2');
    expect(await installedBrowser({ READY_CHROMIUM: named, PATH: folder })).toBe(named);
  });

  it('says so when READY_CHROMIUM names something that is not a browser', async () => {
    const named = await program('not-a-browser', 'echo hello');
    const attempt = installedBrowser({ READY_CHROMIUM: named, PATH: folder });
    await expect(attempt).rejects.toThrow(BrowserMissingError);
    await expect(attempt).rejects.toThrow(named);
  });

  it('passes over a stub that only says how to install a browser', async () => {
    await program('chromium', 'echo "install the snap first" >&2; exit 1');
    const real = await program('google-chrome', 'echo Google Chrome 151.0.2');
    expect(await installedBrowser({ PATH: folder })).toBe(real);
  });
});

describe('findShell', () => {
  it('takes the headless shell where there is one, and the browser that READY_CHROMIUM names before it', async () => {
    const whole = await program('chromium', 'echo Chromium 150.0.1');
    const shell = await program('chromium-headless-shell', 'echo Chromium 150.0.1');
    expect(await findShell({ PATH: folder })).toBe(shell);
    expect(await findShell({ PATH: folder, READY_CHROMIUM: whole })).toBe(whole);
    expect(await installedBrowser({ PATH: folder })).toBe(whole);
  });
});
