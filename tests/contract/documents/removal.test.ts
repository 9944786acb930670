import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createServer } from '#server/app.ts';
import { purgeAudit } from '#server/domain/audit/audit-purge.ts';
import { dropContent } from '#server/domain/documents/drop-content.ts';
import { readSettings } from '#server/settings.ts';
import { proveAudit } from '#server/storage/lifecycle/audit-proof.ts';
import { proveArchives } from '#server/storage/lifecycle/archive-proof.ts';
import { archiveChecksum, packText } from '#server/storage/archive-record.ts';
import { auditStore } from '#server/storage/stores/audit.ts';
import { engines, openPlace } from '#tests/support/postgres/engines.ts';
import { startServer } from '#tests/support/hosts/server.ts';
import { given, givenDist, givenFolder, runReady } from '../given.ts';
import { at as minute, organisation, startStored, template, wip } from './stored.ts';

const DAY = 86_400_000;
const folder = givenFolder();
const dist = givenDist();
const entry = { action: 'signed_in', actor: null, organisation: null, subject: null, address: null } as const;

describe.each(engines)('the content of archives on $name', ({ start }) => {
  const engine = given(start);

  it('goes with the last archive that names it, and the records prove themselves as before', async () => {
    const place = await engine.place();
    const stored = await startStored(place);
    const { storage } = stored;
    const add = async (html: string, day: number): Promise<string> => {
      const { checksum } = await storage.archives.last(template, organisation.uuid);
      const record = await stored.archiveOf(randomUUID(), `2026-01-0${day}T00:00:00.000Z`, checksum, html);
      const made = { ...record, template_version: stored.version, made_of: stored.version };
      await storage.archives.add({ ...made, checksum: archiveChecksum(made) });
      return record.uuid;
    };
    const [first, second, third, fourth] = [
      await add('<a>', 1),
      await add('<b>', 2),
      await add('<a>', 3),
      await add('<c>', 4),
    ];
    const sizes = await Promise.all(['<a>', '<b>', '<c>'].map(async (html) => (await packText(html)).length));
    const checksum = (await storage.archives.last(template, organisation.uuid)).checksum ?? '';
    const drop = async (code: number, word: string, ...args: string[]): Promise<Record<string, unknown>> => {
      const said = await runReady(place, ['archive', 'drop-content', ...args, word, '--yes', word, '--json']);
      expect([said.code, said.error]).toEqual([code, '']);
      return JSON.parse(said.out) as Record<string, unknown>;
    };
    const proved = async (more: object): Promise<void> => {
      const said = await runReady(place, ['archive', 'verify', '--holds', checksum, '--json']);
      expect([said.code, JSON.parse(said.out)]).toEqual([
        0,
        expect.objectContaining({ archives: 4, last: checksum, ...more }),
      ]);
    };
    await stored.open.close();
    // Content stays that a wall shows, or another archive names.
    expect(await drop(1, fourth, '--archive')).toMatchObject({ archives: 0, shown: 1 });
    expect(await drop(0, '2026-01-03', '--before')).toMatchObject({ archives: 2, bytes: sizes[1], shown: 0 });
    await proved({ dropped: 2 });
    expect(await drop(0, wip, '--of')).toMatchObject({ archives: 1, bytes: sizes[0], shown: 1 });
    expect(await drop(0, wip, '--force', '--of')).toMatchObject({ archives: 1, bytes: sizes[2], shown: 0 });
    await proved({ dropped: 4 });
    expect(await drop(0, wip, '--force', '--of')).toMatchObject({ archives: 0, bytes: 0 });

    const again = await openPlace(place);
    const removed = (await again.storage.audit.list(9)).filter(({ action }) => action === 'content_removed');
    expect(removed.map(({ subject, detail }) => [subject, detail?.split(',')[0]])).toEqual([
      [wip, '1 archives'],
      [wip, '1 archives'],
      [wip, '2 archives'],
    ]);
    const { archives } = again.storage;
    for (const uuid of [first, second, third, fourth])
      expect(await archives.packed(uuid)).toMatchObject({ packed: null, dropped_at: expect.any(String) as string });
    await again.close();

    // So it is in a copy, and a changed record is found there.
    const lines = `${folder}/${randomUUID()}.ndjson`;
    expect((await runReady(place, ['export', lines])).code).toBe(0);
    const other = await engine.place();
    expect(await runReady(other, ['import', lines])).toMatchObject({ code: 0 });
    const copy = await openPlace(other);
    expect((await proveArchives(copy.storage.archives, checksum)).problems).toEqual([]);
    await copy.db.updateTable('archives').set({ name: 'Two' }).where('uuid', '=', second).execute();
    expect((await proveArchives(copy.storage.archives)).problems).toEqual([expect.stringContaining(second)]);
    await copy.close();
  });

  it('stays where the record is not what was submitted, unless that is meant', async () => {
    const place = await engine.place();
    const stored = await startStored(place);
    const { archives } = stored.storage;
    const uuids = [randomUUID(), randomUUID()];
    for (const [index, uuid] of uuids.entries()) {
      const { checksum } = await archives.last(template, organisation.uuid);
      await archives.add(await stored.archiveOf(uuid, minute(index), checksum));
    }
    const [changed = ''] = uuids;
    await stored.open.db.updateTable('archives').set({ name: 'Two' }).where('uuid', '=', changed).execute();
    const now = (): Date => new Date();
    expect(await dropContent(stored.storage, { archive: changed }, {}, now)).toMatchObject({
      archives: 0,
      problems: [`Record no. 1 (Two, submitted on ${minute(0)}, ${changed}) was changed: its checksum is another one.`],
    });
    const both = [1, 2].map(() => dropContent(stored.storage, { archive: changed }, { isForced: true }, now));
    expect(
      (await Promise.all(both)).map(({ archives: dropped }) => dropped).toSorted((one, other) => one - other),
    ).toEqual([0, 1]);
    await stored.open.close();
  });
});

describe.each(engines)('the audit log on $name', ({ start }) => {
  const engine = given(start);

  it('loses its oldest part alone, and only by the purge, which it notes', async () => {
    const place = await engine.place();
    const open = await openPlace(place);
    const { storage, db } = open;
    const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
    for (const day of days) await storage.audit.add({ ...entry, at: `${day}T12:00:00.000Z`, detail: day });
    const details = async (): Promise<unknown[]> => (await storage.audit.list(9)).map(({ detail }) => detail);
    const gone = await purgeAudit(storage, new Date('2026-01-02T00:00:00Z'), new Date('2026-01-04T00:00:00Z'));
    expect(gone).toBe(1);
    const purged: unknown = expect.stringMatching(/^1 entries from before 2026-01-02T00:00:00.000Z;/);
    const kept = [purged, '2026-01-03', '2026-01-02'];
    expect(await details()).toEqual(kept);
    for (const forbidden of ["update audit set detail = ''", 'delete from audit']) {
      await expect(sql.raw(forbidden).execute(db)).rejects.toThrow('the audit log only grows');
    }
    expect(await details()).toEqual(kept);
    // A purge that finds nothing leaves nothing behind.
    expect(await purgeAudit(storage, new Date('2026-01-02T00:00:00Z'), new Date())).toBe(0);
    expect(await storage.audit.list(9, { since: '2026-01-03T00:00:00.000Z' })).toHaveLength(2);
    await open.close();

    const ready = (...args: string[]) => runReady(place, ['audit', 'purge', ...args, '--json']);
    expect((await ready('--before', '2026-01-03')).code).toBe(2);
    const { code, out } = await ready('--before', '2026-01-03', '--yes', '2026-01-03');
    expect([code, JSON.parse(out)]).toEqual([0, { ok: true, before: '2026-01-03T00:00:00.000Z', gone: 1 }]);
    const listed = JSON.parse((await runReady(place, ['audit', '--json'])).out) as { entries: { action: string }[] };
    expect(listed.entries.map(({ action }) => action)).toEqual(['audit_purged', 'audit_purged', 'signed_in']);
    // The copy has the date of the purge too: it keeps the same entries, and no more can be removed.
    const lines = `${folder}/${place['DATABASE_URL'] === undefined ? 'one' : 'two'}.ndjson`;
    expect((await runReady(place, ['export', lines])).code).toBe(0);
    const other = await engine.place();
    // An empty installation with an attempt to sign in, as after a start, contains an entry already.
    const there = await openPlace(other);
    for (const name of ['marks', 'audit_kept_since']) await there.storage.settings.set(name, '2020-01-01');
    await there.storage.audit.add({ ...entry, action: 'sign_in_failed', detail: null, at: '2026-01-01T00:00:00.000Z' });
    await sql`create table recipes (name text)`.execute(there.db);
    await there.close();
    expect(await runReady(other, ['import', lines])).toMatchObject({ code: 0, error: '' });
    const copy = await openPlace(other);
    expect(await copy.storage.settings.get('audit_kept_since')).toBe('2026-01-03T00:00:00.000Z');
    expect(await copy.storage.audit.list(9)).toHaveLength(3);
    // A table that is not ours is left alone.
    expect((await sql`select * from recipes`.execute(copy.db)).rows).toEqual([]);
    await expect(sql`delete from audit`.execute(copy.db)).rejects.toThrow('the audit log only grows');
    await copy.close();
  });

  it('proves itself after purges that left parts, and names what was changed, taken out or put in', async () => {
    const open = await openPlace(await engine.place());
    const { storage, db } = open;
    await storage.organisations.add(organisation);
    const own = organisation.uuid;
    // A clock that was ahead leaves an entry between those that go.
    for (const [day, of] of [
      ['01', null],
      ['02', own],
      ['09', own],
      ['02', null],
      ['03', own],
      ['08', null],
      ['08', own],
    ] as const)
      await storage.audit.add({ ...entry, organisation: of, at: `2026-01-${day}T12:00:00.000Z`, detail: day });
    const problems = async () => (await proveAudit(storage.audit)).problems;
    for (const day of ['02', '04', '04']) await purgeAudit(storage, new Date(`2026-01-${day}`), new Date('2026-01-10'));
    expect(
      (await storage.audit.list(9)).map(({ action, detail }) => (action === 'signed_in' ? detail : action)),
    ).toEqual(['audit_purged', 'audit_purged', 'audit_purged', '08', '08', '09']);
    expect(await problems()).toEqual([]);
    // Nothing that others add at the same time divides a chain.
    await Promise.all(
      Array.from({ length: 20 }, () =>
        storage.transaction(({ audit }) => audit.add({ ...entry, at: '2026-01-10', detail: null })),
      ),
    );
    expect(await problems()).toEqual([]);
    const all = await storage.audit.chained(0);
    const [ahead, another] = [all[0], all[8]];
    const purge = all.find((one) => one.action === 'audit_purged' && one.organisation === own);
    const unlock =
      open.engine.name === 'sqlite'
        ? ['drop trigger audit_no_update', 'drop trigger audit_no_delete']
        : ['alter table audit disable trigger audit_only_grows'];
    for (const text of unlock) await sql.raw(text).execute(db);
    const broken = async (change: string, number: number | undefined): Promise<string[]> => {
      const found: string[] = [];
      await db
        .transaction()
        .execute(async (transaction) => {
          await sql.raw(`${change} where number = ${number ?? 0}`).execute(transaction);
          found.push(...(await proveAudit(auditStore(transaction, open.engine, null))).problems);
          throw new Error('undone');
        })
        .catch((error: unknown) => error);
      return found;
    };
    const changed = `Entry no. 2 of the audit log (signed_in, 2026-01-09T12:00:00.000Z) was changed: its checksum is another one.`;
    expect(await broken("update audit set detail = ''", ahead?.number)).toEqual([changed]);
    expect(await broken('delete from audit', another?.number)).toEqual([
      expect.stringContaining('does not follow the one before it: one was removed, put in or moved there.'),
    ]);
    // Without the entry that notes a purge nothing says why entries are missing.
    expect(await broken('delete from audit', purge?.number)).toContainEqual(
      expect.stringMatching(/^Entry no\. 2 .* does not follow/),
    );
    expect(await problems()).toEqual([]);
    await open.close();
  });

  it('is purged in pieces, each of which is proved, so that nobody waits for all of it', async () => {
    const open = await openPlace(await engine.place());
    const { storage } = open;
    await storage.organisations.add(organisation);
    const old = Array.from({ length: 1_500 }, (_, index) => ({
      ...entry,
      organisation: index % 3 === 0 ? organisation.uuid : null,
      at: '2026-01-01',
      detail: null,
    }));
    await storage.transaction(({ audit }) => audit.addNow([...old, { ...entry, at: '2026-01-03', detail: null }]));
    const { audit } = storage;
    const transaction: typeof storage.transaction = async (work) => {
      const result = await storage.transaction(work);
      expect((await proveAudit(audit)).problems).toEqual([]);
      return result;
    };
    expect(await purgeAudit({ transaction, audit }, new Date('2026-01-02'), new Date('2026-01-04'))).toBe(1_500);
    const counts = (await audit.list(9)).map(({ detail }) => detail?.replace(/ entries from .*/, '') ?? null);
    expect(counts).toEqual(['166', '334', '666', '334', null]);
    await open.close();
  });

  it('is kept for as many days as the operator says, and for ever when nothing is said', async () => {
    const place = await engine.place();
    const now = new Date();
    const open = await openPlace(place);
    for (const days of [1, 9, 11, 400]) {
      const at = new Date(now.getTime() - days * DAY).toISOString();
      await open.storage.audit.add({ ...entry, at, detail: `${days} days` });
    }
    await open.close();
    const kept = async (env: Record<string, string>, ahead = 0): Promise<unknown[]> => {
      const settings = readSettings({ PORT: '0', LOG_LEVEL: 'silent', NODE_ENV: 'production', ...place, ...env });
      const server = await createServer({
        settings,
        seed: false,
        spa: false,
        now: () => new Date(now.getTime() + ahead),
      });
      await server.close();
      const after = await openPlace({ ...place, ...env });
      const all = await after.storage.audit.list(9);
      await after.close();
      const others = all.filter(({ action }) => action !== 'checkpoint_signed');
      return others.map(({ action, detail }) => (action === 'audit_purged' ? action : detail));
    };
    expect(await kept({})).toEqual(['400 days', '11 days', '9 days', '1 days']);
    // A clock that is wrong by years takes nothing away.
    expect(await kept({ READY_AUDIT_DAYS: '10' }, 1000 * DAY)).toEqual(await kept({}));
    const other = await engine.place();
    const wrong = await openPlace(other);
    // A user signs in meanwhile, or tries to, also twice.
    for (const [days, detail] of [
      [-500, 'old'],
      [-1, 'right'],
      [1000, 'ahead'],
      [1000, 'ahead'],
    ] as const) {
      const at = new Date(now.getTime() + days * DAY).toISOString();
      await wrong.storage.audit.add({ ...entry, at, detail });
    }
    await wrong.close();
    expect(await kept({ ...other, READY_AUDIT_DAYS: '10' }, 1000 * DAY)).toEqual(['ahead', 'ahead', 'right', 'old']);
    // It is right again: what was noted ahead of time keeps nothing.
    expect(await kept({ ...other, READY_AUDIT_DAYS: '10' })).toEqual(['audit_purged', 'ahead', 'ahead', 'right']);
    expect(await kept({ READY_AUDIT_DAYS: '10' })).toEqual(['audit_purged', '9 days', '1 days']);
    expect(await kept({ READY_AUDIT_DAYS: '10' })).toEqual(['audit_purged', '9 days', '1 days']);
  });

  it('says so where it leaves alone what a wrong clock would take away', async () => {
    const place = await engine.place();
    const open = await openPlace(place);
    for (const days of [500, 400, 0]) {
      const at = new Date(Date.now() - days * DAY).toISOString();
      await open.storage.audit.add({ ...entry, at, detail: null });
    }
    await open.close();
    const server = await startServer({ dist, args: ['--empty'], env: { ...place, READY_AUDIT_DAYS: '365' } });
    await server.stop();
    expect(
      server.output().match(/"level":40.*takes nothing away of the audit log .*: audit purge --before 20/g),
    ).toHaveLength(1);
    const after = await openPlace(place);
    expect(await after.storage.audit.list(9, { action: 'signed_in' })).toHaveLength(3);
    await after.close();
  });
});
