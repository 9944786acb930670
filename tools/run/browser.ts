import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { chromium } from 'playwright-core';
import type { Browser, LaunchOptions } from 'playwright-core';

import { onPath, versionOf } from './programs.ts';

const isRoot = process.getuid?.() === 0;

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const debianPackages = ['chromium', 'fonts-liberation', 'fonts-noto-cjk'];
const shellPackage = 'chromium-headless-shell';

/** Error if no browser is installed and none can be. Its message is one sentence that says what to do. */
export class BrowserMissingError extends Error {
  /** @param reason the problem of the browser that was named, if one was */
  constructor(reason = 'No Chrome or Chromium was found and none could be installed') {
    super(`${reason}: install Chrome or Chromium, or set READY_CHROMIUM to the path of one.`);
    this.name = 'BrowserMissingError';
  }
}

/** The flags of every browser that a script or a test starts. Root and containers cannot use Chromium's own sandbox. */
export const launchArgs: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // As every desktop browser does; the headless shell needs the flag.
  '--site-per-process',
  ...(isRoot || process.env['CI'] ? ['--no-sandbox'] : []),
];

async function isUsable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    // Windows' chrome.exe opens a window for --version; on other systems the answer distinguishes a browser from a stub
    // that only prints how to install one, and from a browser whose libraries are missing.
    if (process.platform === 'win32') return true;
    return /\b(Chromium|Chrome)\b.* \d+\./.test(await versionOf(path));
  } catch {
    return false;
  }
}

function usualPlaces(env: NodeJS.ProcessEnv): string[] {
  if (process.platform === 'darwin') {
    const roots = ['/Applications', join(env['HOME'] ?? '', 'Applications')];
    return roots.flatMap((root) =>
      ['Google Chrome', 'Chromium'].map((name) => join(root, `${name}.app`, 'Contents', 'MacOS', name)),
    );
  }
  if (process.platform === 'win32') {
    const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']];
    return roots.flatMap((root) =>
      root ? ['Google\\Chrome', 'Chromium'].map((name) => join(root, name, 'Application', 'chrome.exe')) : [],
    );
  }
  return ['/opt/google/chrome/chrome', ...names.map((name) => join('/snap/bin', name))];
}

/**
 * Finds the first usable browser that is installed on this machine.
 * @param env source of PATH and the like
 * @returns its path, or null
 * @throws {BrowserMissingError} when READY_CHROMIUM names something that is not a browser
 */
export async function installedBrowser(env: NodeJS.ProcessEnv = process.env): Promise<string | null> {
  const named = env['READY_CHROMIUM'];
  if (named) {
    if (await isUsable(named)) return named;
    throw new BrowserMissingError(`READY_CHROMIUM names '${named}', which is not a browser that starts`);
  }
  return firstUsable([...onPath(names, env), ...usualPlaces(env), chromium.executablePath()]);
}

async function firstUsable(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if (path && (await isUsable(path))) return path;
  return null;
}

/** Runs an installer with its output on standard error, so that a command's own last line stays the last. */
function install(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

/**
 * Installs packages if this process may do that: as root, on a system of Debian's kind.
 * @param packages their names
 * @returns true if they are installed now
 */
export async function installFromDebian(packages: readonly string[]): Promise<boolean> {
  if (!isRoot || process.platform !== 'linux') return false;
  await install('apt-get', ['-qq', 'update']);
  return install('apt-get', ['-qq', '-y', 'install', '--no-install-recommends', ...packages]);
}

function installFromPlaywright(): Promise<boolean> {
  const manifest = createRequire(import.meta.url).resolve('playwright-core/package.json');
  return install(process.execPath, [join(dirname(manifest), 'cli.js'), 'install', '--no-shell', 'chromium']);
}

/**
 * Finds a Chrome or Chromium: READY_CHROMIUM, an installed one, else Debian's package (as root), else Playwright's own
 * download.
 * @returns the path of its executable
 * @throws {BrowserMissingError} when none is installed and none can be
 */
export async function findBrowser(): Promise<string> {
  const there = await installedBrowser();
  if (there) return there;
  const fromDebian = async (): Promise<boolean> =>
    (await installFromDebian([...debianPackages, shellPackage])) || installFromDebian(debianPackages);
  for (const attempt of [fromDebian, installFromPlaywright]) {
    if (!(await attempt())) continue;
    const installed = await installedBrowser();
    if (installed) return installed;
  }
  throw new BrowserMissingError();
}

/**
 * Finds the headless shell: the same engine without the browser's own windows, whose contexts cost a third.
 * @param env source of READY_SHELL, READY_CHROMIUM and PATH
 * @returns its path; if there is none, that of the whole browser
 * @throws {BrowserMissingError} when neither is installed and none can be
 */
export async function findShell(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const named = env['READY_SHELL'] ?? env['READY_CHROMIUM'];
  return named ?? (await firstUsable(onPath(shells, env))) ?? findBrowser();
}

/**
 * Starts a headless browser; close it when done.
 * @param options Playwright's own, which override ours; `args` are added to `launchArgs`
 * @throws {BrowserMissingError} when there is none
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = options.executablePath ?? (await findShell());
  return chromium.launch({
    headless: true,
    ...options,
    executablePath,
    args: [...launchArgs, ...(options.args ?? [])],
  });
}
