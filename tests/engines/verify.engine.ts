import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBundle, zipOf } from '#tests/support/proof-bundle.ts';
import type { Engine, EngineWindow } from './engine.ts';
import { startEngine } from './start.ts';

const { files, signer } = makeBundle(300, 3);
let engine: Engine;
let window: EngineWindow;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ready-bundle-'));
  const records = files.get('records.jsonl')?.toString() ?? '';
  const cut = records.split('\n').toSpliced(150, 1).join('\n');
  await writeFile(join(folder, 'records.zip'), await zipOf(files));
  await writeFile(join(folder, 'cut.zip'), await zipOf(new Map(files).set('records.jsonl', Buffer.from(cut))));
  engine = await startEngine();
  window = await engine.open();
  await window.goto(pathToFileURL(resolve('dist/verify.html')).href);
});
afterAll(async () => {
  await engine.end();
  await rm(folder, { recursive: true });
});

const said = (): Promise<unknown> =>
  window.run(`[document.querySelector('#state').textContent,document.querySelector('#result').textContent].join(' ')`);
const ZIP = 'input:not([webkitdirectory])';

// A folder: in tests/e2e/verify.test.ts, and for Firefox in verify-folder.firefox.ts.
test('a bundle is checked by the page from a disk', async () => {
  await window.give(ZIP, join(folder, 'records.zip'));
  await expect
    .poll(said)
    .toMatch(new RegExp(`^Everything fits\\. 300 records are as they were submitted.*${signer.fingerprint}`));
  await window.give(ZIP, join(folder, 'cut.zip'));
  await expect.poll(said).toMatch(/^This does not fit: Record no\. 152 .* does not follow the one before it/);
});

test('a browser that does not know Ed25519 proves nothing, and says which does', async () => {
  await window.run(`void (crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError')))`);
  await window.give(ZIP, join(folder, 'records.zip'));
  await expect.poll(said).toMatch(/^Not proved\. This browser does not know Ed25519, .* Take a newer browser: Chrome/);
});
