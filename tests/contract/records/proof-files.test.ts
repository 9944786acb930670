import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createCheckpoints, proveCheckpoints } from '#server/domain/proof/checkpoints.ts';
import { signingKey } from '#server/domain/proof/signing-key.ts';
import { auditEntry } from '#server/domain/audit/audit.ts';
import { tailOf } from '#server/storage/lifecycle/checkpoint-file.ts';
import { keyFileOf, newKey, readKey, requireKey } from '#server/storage/lifecycle/key-file.ts';
import { startServer } from '#tests/support/hosts/server.ts';
import { engines, openPlace } from '#tests/support/postgres/engines.ts';
import { given, givenDist, givenFolder, runReady } from '../given.ts';

const DAY = 86_400_000;
const dist = givenDist();
const folder = givenFolder();
const newFolder = (): string => mkdtempSync(join(folder, 'place-'));

/** An installation with a key and a function that signs something new. */
async function givenSigner() {
  const data = newFolder();
  const file = join(data, 'checkpoints');
  const env = { READY_DATA: data, READY_CHECKPOINT_FILE: file, READY_DIST: dist };
  const open = await openPlace(env);
  const { storage } = open;
  const warnings: string[] = [];
  const now = () => new Date();
  await signingKey(storage, data, now(), true);
  const checkpoints = createCheckpoints(storage, { data, file, now, warn: (text) => void warnings.push(text) });
  const sign = async (): Promise<void> => {
    await storage.audit.add(auditEntry(now(), null, 'signed_in', {}));
    await checkpoints.sign(false);
  };
  return { data, file, env, open, storage, warnings, sign };
}

describe('a server on PostgreSQL', () => {
  const postgres = given(async () => engines[1]?.start() ?? Promise.reject(new Error('There are two engines.')));
  const start = async (env: Record<string, string>) => {
    const server = await startServer({ dist, args: ['--empty'], env: { ...(await postgres.place()), ...env } });
    await server.stop();
    return server.output();
  };

  it('makes its data folder with the key, or starts without and says that nothing is signed', async () => {
    const data = join(newFolder(), 'not', 'there');
    expect(await start({ READY_DATA: data })).not.toContain('nothing is signed');
    expect([statSync(data).mode & 0o777, statSync(keyFileOf(data)).mode & 0o777]).toEqual([0o700, 0o600]);
    const place = newFolder();
    writeFileSync(join(place, 'file'), '');
    const output = await start({ READY_DATA: join(place, 'file', 'data') });
    expect(output).toMatch(/"level":40.* Until then nothing is signed/);
    // It tries to sign as it stops: that is no error either.
    expect(output).not.toMatch(/"level":50.*(?:signed|records\.key)/);
  }, 60_000);

  it('does not wait long for others before it signs at a stop', async () => {
    const [place, data] = [await postgres.place(), newFolder()];
    const [own, other, patient] = [await openPlace(place), await openPlace(place), await openPlace(place)];
    const now = () => new Date();
    await signingKey(own.storage, data, now(), true);
    await own.storage.audit.add(auditEntry(now(), null, 'signed_in', {}));
    const checkpoints = createCheckpoints(own.storage, { data, file: null, now, warn: (text) => expect.fail(text) });
    await other.storage.transaction(async ({ archives }) => {
      await archives.last('', '');
      const ended = (name: string) => () => name;
      const waits = patient.storage.transaction((stores) => stores.archives.last('', ''));
      const first = await Promise.race([
        waits.then(ended('waits'), ended('waits')),
        checkpoints.sign(false, 50).then(ended('signed'), ended('given up')),
      ]);
      expect(first).toBe('given up');
    });
    expect(await checkpoints.sign(false, 50)).toHaveLength(1);
    await Promise.all([own, other, patient].map((one) => one.close()));
  }, 60_000);

  it('starts though old entries of the audit log cannot be removed in time, and says so', async () => {
    const place = await postgres.place();
    const open = await openPlace(place);
    for (const days of [11, 9, 0])
      await open.storage.audit.add(auditEntry(new Date(Date.now() - days * DAY), null, 'signed_in', {}));
    await sql`create function slow() returns trigger language plpgsql as
      $$ begin raise exception 'it takes too long' using errcode = '57014'; end $$`.execute(open.db);
    await sql`create trigger slow before delete on audit execute function slow()`.execute(open.db);
    await open.close();
    const output = await start({ ...place, READY_AUDIT_DAYS: '10' });
    expect(output).toMatch(/"level":40.*Housekeeping is tried again in an hour. .*it takes too long/);
  }, 60_000);
});

describe('the key of the records', () => {
  it('may be a link to a file elsewhere, which is never replaced by another key', () => {
    const [data, secrets] = [newFolder(), newFolder()];
    const key = requireKey(data, true);
    const [file, secret] = [keyFileOf(data), join(secrets, 'key')];
    renameSync(file, secret);
    symlinkSync(secret, file);
    expect(requireKey(data, true).equals(key)).toBe(true);
    expect(readKey(data)?.warning).toBeNull();
    renameSync(secret, `${secret}.gone`);
    expect(() => requireKey(data, true)).toThrow(/signs the records, and cannot be read: ENOENT/);
    expect([readlinkSync(file), existsSync(secret)]).toEqual([secret, false]);
  });

  it('is refused with open rights that can be changed, and warned of on a volume without modes', () => {
    const data = newFolder();
    const key = requireKey(data, true);
    const file = keyFileOf(data);
    chmodSync(file, 0o640);
    expect(() => requireKey(data, true)).toThrow(`Run: chmod 600 ${file}`);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    const found = readKey(data, () => undefined);
    expect(found?.key.equals(key)).toBe(true);
    expect(found?.warning).toContain(
      `${file} signs the records, and others than its owner can use it. Its mode cannot`,
    );
  });

  it('that takes the place of another without its word signs nothing by itself, so that a copy can be put back', async () => {
    const { data, env, open, sign } = await givenSigner();
    await sign();
    await open.storage.audit.add(auditEntry(new Date(), null, 'signed_in', {}));
    await open.close();
    const first = readFileSync(keyFileOf(data));
    newKey(data).use();
    const another = readFileSync(keyFileOf(data));
    const start = async (): Promise<string> => {
      const server = await startServer({ dist, args: ['--empty'], env });
      await server.stop();
      return server.output();
    };
    const proved = async () => {
      const again = await openPlace(env);
      const { checkpoints, newest } = await proveCheckpoints(again.storage, '');
      await again.close();
      return [checkpoints, newest?.keys];
    };
    const [count, keys] = await proved();
    const words =
      /"level":40.*Nothing is signed: .*records\.key is a key for which no earlier one vouches, .* If there is a copy/;
    expect(await start()).toMatch(words);
    // At the second start, too.
    expect(await start()).toMatch(words);
    expect(await proved()).toEqual([count, keys]);
    writeFileSync(keyFileOf(data), first);
    expect(await start()).not.toContain('Nothing is signed');
    expect(await proved()).toEqual([Number(count) + 1, keys]);

    writeFileSync(keyFileOf(data), another);
    expect((await runReady(env, ['records', 'key', 'rotate'])).error).toContain('Nothing is signed');
    // Nothing has changed since the last checkpoint.
    expect((await runReady(env, ['records', 'checkpoint'])).code).toBe(0);
    expect(await start()).not.toContain('Nothing is signed');
    expect((await proved())[1]).not.toEqual(keys);
  }, 120_000);

  it('that is bad does not end the examination, and one that cannot be put in its place is named', async () => {
    const { data, env, open, sign } = await givenSigner();
    await sign();
    await open.close();
    const file = keyFileOf(data);
    const { use } = newKey(data);
    rmSync(file);
    mkdirSync(file);
    expect(use).toThrow(/^The key that signs the records could not be written to .*records\.key: .* Make the folder/);
    rmdirSync(file);
    writeFileSync(file, 'a', { mode: 0o600 });
    const { said } = await runReady(env, ['doctor']);
    expect(said).toMatch(/^problem .*is no Ed25519 key\. Put your copy of it back/m);
    expect(said).toMatch(/^ok .*and 1 checkpoints fit together/m);
  });
});

describe('the file of checkpoints', () => {
  it('is whole after each place where a process was cut off', async () => {
    const { file, open, storage, warnings, sign } = await givenSigner();
    // Within the base64, before and within the dash, in the first line, and all of it.
    for (const bytes of [1, 2, 3, 40, 120, 128, 129, 130, 200, 300, 0]) {
      await sign();
      const before = readFileSync(file);
      truncateSync(file, Math.max(0, before.length - bytes));
      await sign();
      const notes = (await storage.checkpoints.latest(99)).map(({ note }) => note);
      expect([bytes, readFileSync(file, 'utf8').replaceAll('\n\n\n', '\n\n')]).toEqual([
        bytes,
        notes.map((note) => `${note}\n`).join(''),
      ]);
    }
    expect(await proveCheckpoints(storage, tailOf(file))).toMatchObject({
      checkpoints: 22,
      problems: [],
      warnings: [],
    });
    // Text that is no part of one is left.
    writeFileSync(file, 'Notes of the operator');
    await sign();
    expect(readFileSync(file, 'utf8')).toMatch(/^Notes of the operator\n\nready-/);
    expect(warnings).toEqual([]);
    await open.close();
  });

  it.for([
    ['a folder', (file: string) => mkdirSync(file)],
    ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
    ['a device', (file: string) => symlinkSync('/dev/null', file)],
  ] as const)('that is %s is named in words, and stops nothing', async ([, make]) => {
    const { file, env, open, warnings, sign } = await givenSigner();
    make(file);
    await sign();
    expect(warnings).toEqual([expect.stringContaining('it is a folder, a pipe or a device')]);
    await open.close();
    const words = `READY_CHECKPOINT_FILE: ${file} cannot be read: it is a folder, a pipe or a device`;
    const verified = await runReady(env, ['archive', 'verify']);
    expect([verified.code, verified.said.trim()]).toEqual([1, `${words}.`]);
    expect((await runReady(env, ['doctor'])).said).toContain(`problem  ${words}`);
    const server = await startServer({ dist, args: ['--empty'], env });
    await server.stop();
    expect(server.output()).toContain(words);
  });
});
