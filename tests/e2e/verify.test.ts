import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { makeBundle, zipOf } from '#tests/support/proof-bundle.ts';
import { it } from './app-test.ts';

it('checks a bundle in a page from a disk: its ZIP and its folder, without a network', async ({
  person: { page },
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'ready-bundle-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  // More lines than are read at once.
  const { files, notes, signer } = makeBundle(2_000, 3);
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, 'records', name)), { recursive: true });
    await writeFile(join(folder, 'records', name), bytes);
  }
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(resolve('dist/verify.html')).href);
  const policy = await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content');
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; base-uri/);
  const [state, result] = [page.getByRole('status'), page.locator('#result')];
  const giveZip = async (name: string, bytes: Buffer): Promise<void> => {
    await page.getByLabel('The ZIP').setInputFiles({ name, mimeType: 'application/zip', buffer: bytes });
  };
  await giveZip('records.zip', await zipOf(files));
  await expect.poll(() => state.textContent()).toBe('Everything fits.');
  expect(await result.textContent()).toMatch(
    new RegExp(`^2,000 records are as they were submitted.*${signer.fingerprint}, which signed the newest checkpoint`),
  );
  await page.getByLabel('Or its folder').setInputFiles(join(folder, 'records'));
  await expect.poll(() => result.textContent()).toMatch(/^2,000 records/);
  await page.getByLabel(/^A checkpoint that you kept/).fill(notes[0] ?? '');
  const lines = (files.get('records.jsonl')?.toString() ?? '').split('\n');
  await giveZip(
    'records.zip',
    await zipOf(new Map(files).set('records.jsonl', Buffer.from(lines.toSpliced(1_500, 1).join('\n')))),
  );
  await expect.poll(() => state.textContent()).toBe('This does not fit:');
  await expect
    .poll(() => result.textContent())
    .toMatch(/^Record no\. 1502 \(Name 1501 .*does not follow the one before it/);
  await giveZip('records.zip', Buffer.from('PK'));
  await expect.poll(() => result.textContent()).toMatch(/^This is no ZIP file, or it is damaged or cut off\./);
  await giveZip('picture.png', Buffer.from('x'));
  await expect.poll(() => result.textContent()).toBe('This is no bundle of Ready: records.jsonl is missing.');
  await page.evaluate(() => {
    crypto.subtle.importKey = () => Promise.reject(new Error('no Ed25519'));
  });
  await giveZip('records.zip', await zipOf(files));
  await expect.poll(() => state.textContent()).toBe('Not proved.');
  expect(await result.getAttribute('data-fits')).toBe('null');
  expect(asked.filter((address) => !/^(file|blob):/.test(address))).toEqual([]);
});
