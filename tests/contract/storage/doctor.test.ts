import { once } from 'node:events';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createServer } from 'node:tls';
import { sql } from 'kysely';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { examine } from '#server/cli/doctor/doctor.ts';
import { inspectSettings } from '#server/settings.ts';
import { selfSigned } from '#tests/support/hosts/certificate.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import { engines, openPlace } from '#tests/support/postgres/engines.ts';
import { commandsOf, given, givenDist, givenFolder, runReady, startInside } from '../given.ts';

const DAY = 86_400_000;
const dist = givenDist();
const folder = givenFolder();

const written = async (name: string, html: string): Promise<string> => {
  await writeFile(join(folder, name), html);
  return join(folder, name);
};

describe.each(engines)('doctor on $name', ({ start }) => {
  const engine = given(start);

  it('finds what is amiss with roles and templates', async () => {
    const env = { ...(await engine.place()), READY_DIST: dist };
    const { ready, done, refused } = commandsOf(() => env);
    await refused(1, /There is no installation in /, 'doctor');
    const html = '<title>Twice</title><p class="editable" id="a">x</p>\n<p class="editable" id="a">x</p>';
    const document = await written('twice.html', html);
    await done('org', 'add', 'Harbor');
    await done('user', 'add', 'chief', '--org', '1', '--level', '4');
    await done('user', 'add', 'scribe', '--org', '1');
    await done('template', 'import', document);
    await done('role', 'add', 'Scribe', '--file', 'twice.html');
    const nobody = /^warning {2}nobody holds the role Scribe: .*role assign.*role remove/m;
    const held = async (): Promise<boolean> => !nobody.test((await ready('doctor')).said);
    expect(await held()).toBe(false);
    await done('role', 'assign', 'Scribe', 'scribe');
    expect(await held()).toBe(true);
    await done('user', 'disable', 'scribe');
    expect(await held()).toBe(false);
    const { said } = await ready('doctor');
    expect(said).toMatch(/^warning {2}template Twice: The id 'a' stands in lines 1, 2/m);
  });

  it('finds what a database lacks, and what is in it and cannot be used; such a server is not ready', async () => {
    const place = await engine.place();
    const env = { ...place, READY_DIST: dist };
    const { done, refused } = commandsOf(() => env);
    await done('org', 'add', 'Harbor');
    await done('user', 'add', 'chief', '--org', '1', '--level', '4');
    await done('user', 'add', 'scribe', '--org', '1');
    await done(
      'template',
      'import',
      await written('sound.html', '<title>Sound</title><p class="editable" id="a">x</p>'),
    );
    const change = async (statement: string): Promise<void> => {
      const open = await openPlace(place);
      await sql.raw(statement).execute(open.db);
      await open.close();
    };
    const readiness = async (): Promise<number> => {
      const server = await startInside(place, { seed: false });
      try {
        // The look goes on beside the start.
        await expect.poll(async () => (await rawCall(server.origin, { path: '/ready' })).status).toBe(503);
        return 503;
      } finally {
        await server[Symbol.asyncDispose]();
      }
    };
    await change(`update users set password_hash = 'x' where username = 'scribe'`);
    await refused(1, /^problem {2}scribe cannot sign in, /m, 'doctor');
    await change(`update template_versions set plan = '{'`);
    await refused(1, /^problem {2}template Sound: its documents cannot be saved/m, 'doctor');
    expect(await readiness()).toBe(503);
    await change('drop index archives_by_name');
    await refused(1, /^problem {2}the database lacks index archives_by_name, which/m, 'doctor');
    await change('alter table displays drop column address');
    await refused(
      1,
      /^problem {2}the database lacks column displays\.address, index archives_by_name, which/m,
      'doctor',
    );
    await change('drop table sign_in_refusals');
    await refused(
      1,
      /lacks column displays\.address, table sign_in_refusals, index archives_by_name, which/m,
      'doctor',
    );
    expect(await readiness()).toBe(503);
    // The lack of a table that every start needs is reported too, and the rest is checked.
    await change('drop table usage');
    await refused(
      1,
      /^problem {2}the database lacks [^]*^problem {2}The database .*changed by hand: [^]*^ok/m,
      'doctor',
    );
    await expect(startInside(place, { seed: false })).rejects.toThrow(/^The database .*was changed by hand: .*usage/);
    await change('delete from migrations');
    const words = /^The database in the .* does not say which version of Ready wrote it/;
    await expect(startInside(place, { seed: false })).rejects.toThrow(words);
    await refused(1, /^problem {2}The database in the .* does not say which version of Ready wrote it/m, 'doctor');
  });

  it('leaves a database of an earlier version as it is, and says so', async () => {
    const place = await engine.place();
    const open = await openPlace(place);
    const newest = open.db.selectFrom('migrations').select(({ fn }) => fn.max('number').as('number'));
    const { number } = await newest.executeTakeFirstOrThrow();
    await open.db.deleteFrom('migrations').where('number', '=', number).execute();
    await open.close();
    const { code, said } = await runReady({ ...place, READY_DIST: dist }, ['doctor']);
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^problem {2}The database is of an earlier version .* keeps a copy\.$/m) as string,
    ]);
  });
});

it('says every setting that is wrong, and looks at the rest all the same', async () => {
  const env = { READY_DATA: join(folder, 'settings'), READY_DIST: join(folder, 'unbuilt') };
  expect((await runReady(env, ['org', 'add', 'Harbor'])).code).toBe(0);
  const wrong = { READY_SESSION_DAYS: '0', READY_TRUST_PROXY: '10.0.0.0/33', READY_DATTA: 'x', DATABASE_URI: 'x' };
  const { code, error } = await runReady({ ...env, ...wrong }, ['doctor']);
  expect([code, error]).toEqual([
    1,
    expect.stringMatching(
      /^problem {2}READY_TRUST_PROXY must[^]*^problem {2}READY_SESSION_DAYS must[^]*^problem {2}READY_DATTA is no setting of Ready: READY_DATA may be meant[^]*^warning {2}DATABASE_URI[^]*^problem {2}the application is not built[^]*^ok {7}the database is sound[^]*^warning {2}Harbor: 0 users/m,
    ) as string,
  ]);
  expect(error).toContain('nobody can sign in yet');
  // Another installation is not looked at in the place of the one that was meant.
  const elsewhere = await runReady({ ...env, DATABASE_URL: 'postgres//ready' }, ['doctor']);
  expect(elsewhere.error).toMatch(/^problem {2}DATABASE_URL must be an address/m);
  expect(elsewhere.error).not.toContain('Harbor');
});

/** The findings about the certificate, so many days from now. */
async function certificateFindings(env: Record<string, string>, days: number): Promise<string[]> {
  const inspected = inspectSettings({ READY_DATA: join(folder, 'nothing'), ...env });
  const findings = await examine({ ...inspected, now: new Date(Date.now() + days * DAY) });
  return findings.filter(({ text }) => text.includes('certificate')).map(({ state, text }) => `${state}: ${text}`);
}

it('knows when a certificate ends, and for whom it is', async () => {
  const { cert, key } = selfSigned();
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await writeFile(certFile, cert);
  await writeFile(keyFile, key);
  const files = { READY_TLS_CERT: certFile, READY_TLS_KEY: keyFile };
  const at = (days: number, publicUrl: string) => certificateFindings({ ...files, READY_PUBLIC_URL: publicUrl }, days);
  // It is valid for 30 days.
  const localhost = 'https://localhost:4000';
  expect(await at(-0.5, localhost)).toEqual([
    expect.stringMatching(/^warning: the certificate ends on .*, in 30 days/),
  ]);
  expect(await at(20, localhost)).toEqual([expect.stringMatching(/^warning: .* in 9 days: renew it$/)]);
  expect(await at(31, localhost)).toEqual([expect.stringMatching(/^problem: the certificate ended on /)]);
  expect(await at(-2, localhost)).toEqual([expect.stringMatching(/^problem: the certificate is valid from /)]);
  expect(await at(1, 'https://127.0.0.1:4000')).toHaveLength(1);
  expect(await at(1, 'https://ready.example.org')).toEqual([
    expect.stringMatching(/^warning: /),
    expect.stringMatching(/^problem: the certificate is not for ready\.example\.org, but for DNS:localhost/),
  ]);
});

it('asks the address of the site for its certificate where a proxy ends TLS', async () => {
  const proxy = createServer(selfSigned());
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = v.parse(v.object({ port: v.number() }), proxy.address());
  const found = (days: number) => certificateFindings({ READY_PUBLIC_URL: `https://localhost:${port}` }, days);
  expect(await found(31)).toEqual([expect.stringMatching(/^problem: the certificate ended on /)]);
  proxy.close();
  await once(proxy, 'close');
  expect(await found(1)).toEqual([
    expect.stringMatching(/^warning: https:\/\/localhost:\d+ shows no certificate just now \(ECONNREFUSED\)/),
  ]);
});

it.each([
  ['nowhere.invalid', 'This machine has no address nowhere.invalid. Set HOST to one that it has, such as 127.0.0.1.'],
  ['203.0.113.7', 'This machine has no address 203.0.113.7. Set HOST to one that it has, such as 127.0.0.1.'],
  ['localhost', null],
])('says whether a server could listen on HOST=%s', async (host, sentence) => {
  const env = { HOST: host, READY_PUBLIC_URL: 'https://localhost:1', READY_DATA: join(folder, 'nothing') };
  const findings = await examine({ ...inspectSettings(env), now: new Date() });
  const said = findings.filter(({ state, text }) => state === 'problem' && text.includes('address'));
  expect(said.map(({ text }) => text)).toEqual(sentence === null ? [] : [sentence]);
});

it('names files that belong to another user than the data folder', async () => {
  const [data, foreign] = [join(folder, 'owners'), join(folder, 'owners', 'ready.db')];
  await mkdir(data);
  await writeFile(foreign, '');
  const isRoot = process.getuid?.() === 0;
  const found = async (where: string): Promise<string[]> => {
    const { settings } = inspectSettings({ READY_DATA: where });
    // With an unknown place only the surroundings are examined.
    const findings = await examine({ settings, problems: [], isPlaceUnknown: true, now: new Date() });
    return findings.map(({ text }) => text).filter((text) => /another user|cannot be seen/.test(text));
  };
  expect(await found(data)).toEqual([]);
  // Only root gives files away; the folder of all temporary files is root's, and holds files of others.
  if (isRoot) await chown(foreign, 65_534, 65_534);
  expect(await found(isRoot ? data : tmpdir())).toEqual([
    expect.stringMatching(isRoot ? /^ready\.db in .* belongs to another user than the folder/ : basename(folder)),
  ]);
  expect(await found(join(folder, 'nowhere'))).toEqual([]);
});

it('says in words what it is not let look at, and goes on', async () => {
  // Root may look into any folder: the machine refuses this one to everybody.
  const data = join(folder, 'x'.repeat(300));
  const findings = await examine({ ...inspectSettings({ READY_DATA: data, READY_DIST: dist }), now: new Date() });
  expect(findings.filter(({ state }) => state === 'problem').map(({ text }) => text)).toEqual([
    expect.stringMatching(/^whose the files in .* are cannot be seen: ENAMETOOLONG/),
    expect.stringMatching(/^whether there is an installation in .* cannot be seen .* Run this as the user/i),
  ]);
});
