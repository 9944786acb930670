import { globSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '#server/storage/engines/sqlite.ts';
import { inFull } from '../../../tools/test/suites.ts';
import { freePort } from '../../../tools/run/free-port.ts';
import { Person } from '#tests/support/person.ts';
import { save, submit } from '#tests/support/writing.ts';
import { givenFolder, runProgram } from '../given.ts';
import { connect, engines } from '#tests/support/postgres/engines.ts';
import { productionTree } from './releases.ts';

/** Makes a version that knows one migration more than the one that is installed. */
async function givenNewer(versions: string): Promise<string> {
  const folder = join(versions, '0.2.0');
  await cp(join(versions, '0.1.0'), folder, { recursive: true, verbatimSymlinks: true });
  const rewrite = async (file: string, from: RegExp, to: string): Promise<void> => {
    const before = await readFile(join(folder, file), 'utf8');
    expect(before).toMatch(from);
    await writeFile(join(folder, file), before.replace(from, to));
  };
  await rewrite('package.json', /"version": "0\.1\.0"/, '"version": "0.2.0"');
  await rewrite(
    'server/storage/migrations/migrations.ts',
    /\n\];\s*$/,
    `\n  { number: 99, name: 'later', up: async (db) => void (await db.schema.alterTable('wips').addColumn('later', 'text').execute()) },\n];\n`,
  );
  await writeFile(join(folder, 'release.json'), '{"name":"ready","version":"0.2.0"}');
  return folder;
}

/** Names of the documents in the database that a way back has replaced. @param schema of PostgreSQL */
async function namesAside(place: Readonly<Record<string, string>>, schema: string | undefined): Promise<string[]> {
  const { READY_DATA: data = '' } = place;
  const files = globSync(join(data, 'ready.db.before-restore-*')).filter((file) => /(\d\d|Z)$/.test(file));
  expect(files).toHaveLength(schema === undefined ? 1 : 0);
  const db = schema === undefined ? openSqlite(files[0] ?? '').db : connect(place).db.withSchema(schema);
  onTestFinished(() => db.destroy());
  return (await db.selectFrom('wips').select('name').execute()).map(({ name }) => name);
}

inFull(it.each(engines))(
  '$name: takes a newer format, and goes back to the data of before when the loss is counted and meant',
  async ({ start }) => {
    const base = givenFolder();
    const [program, versions] = ['program', 'program-versions'].map((name) => join(base, name)) as [string, string];
    const unit = join(base, 'ready.service');
    /** Runs the installation's own command. */
    const ready = (...args: string[]) =>
      runProgram(join(program, 'deploy/ready'), args, {
        cwd: base,
        env: { PATH: process.env['PATH'] ?? '', READY_UNIT: unit },
      });
    const engine = await start();
    onTestFinished(() => engine[Symbol.asyncDispose]());
    const place = await engine.place();
    await productionTree(join(versions, '0.1.0'));
    await mkdir(join(versions, '0.1.0/node_modules/.bin'), { recursive: true });
    await symlink(process.execPath, join(versions, '0.1.0/node_modules/.bin/node'));
    await symlink(relative(base, join(versions, '0.1.0')), program);
    const port = await freePort();
    const settings = Object.entries({ HOST: '127.0.0.1', PORT: port, LOG_LEVEL: 'error', ...place });
    const lines = settings.map(([name, value]) => `Environment=${name}=${value}`);
    await writeFile(unit, [`WorkingDirectory=${program}`, ...lines].join('\n'));
    onTestFinished(async () => void (await ready('stop')));
    expect(await ready('org', 'add', 'Harbor Fire')).toMatchObject({ code: 0 });
    const added = await ready('user', 'add', 'chief', '--org', 'Harbor Fire', '--level', '4');
    expect(await ready('template', 'import', join(program, 'templates'))).toMatchObject({ code: 0 });
    const password = /: (\S+)$/m.exec(added.out)?.[1] ?? '';
    const origin = `http://127.0.0.1:${port}`;
    const signIn = async (): Promise<Person> => {
      const person = new Person(origin);
      await expect
        .poll(() =>
          fetch(`${origin}/ready`).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200);
      expect(await person.post('/auth/login', { username: 'chief', password })).toMatchObject({ status: 200 });
      return person;
    };

    expect(await ready('start')).toMatchObject({ code: 0 });
    const before = await save(await signIn(), 'Before');
    const upgraded = await ready('upgrade', `--folder=${await givenNewer(versions)}`, '--watch=1');
    expect(upgraded).toEqual({
      code: 0,
      error: '',
      out: expect.stringMatching(
        /^Backup, verified.*\nVersion 0\.2\.0 works on a copy of the data( \(of the embedded database, since PostgreSQL has no other\))?\.\n/,
      ) as string,
    });
    const chief = await signIn();
    expect((await chief.get(`/v1/wips/${before.uuid}?html=true`)).status).toBe(200);
    const after = await save(chief, 'After');
    const archive = await submit(chief, (await save(chief, 'Submitted')).uuid);

    const asked = await ready('upgrade', '--back');
    expect(asked).toMatchObject({
      code: 1,
      error: expect.stringMatching(
        /^Version 0\.1\.0 cannot read the newer database, so it gets the data of then, without what was written since \S+: 1 submissions, 2 saved documents, \d+ entries of the audit log\. .* ready upgrade --back --yes=0\.1\.0$/m,
      ) as string,
    });
    expect(await ready('upgrade', '--back', '--yes=0.3.0')).toMatchObject({ code: 1 });
    expect((await chief.get(`/v1/archives/${archive}`)).status).toBe(200);

    const back = await ready('upgrade', '--back', '--yes=0.1.0');
    expect(back).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        'Version 0.1.0 runs again, with the data of then; everybody signs in again.',
      ) as string,
    });
    const again = await signIn();
    const statusOf = async (uuid: string): Promise<number> => (await again.get(`/v1/wips/${uuid}?html=true`)).status;
    expect([await statusOf(before.uuid), await statusOf(after.uuid)]).toEqual([200, 404]);
    expect((await chief.get(`/v1/wips/${before.uuid}?html=true`)).status).toBe(401);
    const [, schema] = /The newer tables are in the schema (\w+)\./.exec(back.out) ?? [];
    expect(await namesAside(place, schema)).toContain('After');
  },
);
