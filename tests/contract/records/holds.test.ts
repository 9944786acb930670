import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { purgeOldAudit } from '#server/domain/audit/audit-purge.ts';
import { dropContent } from '#server/domain/documents/drop-content.ts';
import { setHold } from '#server/domain/holds.ts';
import { applyRetention, retainHourly } from '#server/domain/documents/retention.ts';
import { proveArchives } from '#server/storage/lifecycle/archive-proof.ts';
import type { Storage } from '#server/storage/storage.ts';
import { demo } from '#tests/support/person.ts';
import { engines, openPlace } from '#tests/support/postgres/engines.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { abroad, author, organisation, startStored, template, wip, type Stored } from '../documents/stored.ts';
import {
  commandsOf,
  expectRefusal,
  forThisTest,
  given,
  givenFolder,
  givenPerson,
  runReady,
  startInside,
} from '../given.ts';

const folder = givenFolder();
const day = (number: number): string => `2026-01-0${number}T00:00:00.000Z`;
const REASON = 'Inquest 12';
const HELD = /held since \d{4}-\d\d-\d\d by the command line: Inquest 12/;

async function addArchive(stored: Stored, number: number): Promise<string> {
  const { storage } = stored;
  const { checksum } = await storage.archives.last(template, organisation.uuid);
  const record = await stored.archiveOf(randomUUID(), day(number), checksum, `<p>${number}`);
  await storage.archives.add(record);
  return record.uuid;
}

const contents = async (storage: Storage): Promise<string[]> =>
  (await storage.archives.withContent({ before: '2999' }, 0, 99)).map(({ submitted_on }) => submitted_on);

describe.each(engines)('a hold on $name', ({ start }) => {
  const engine = given(start);

  it.each([
    ['a document', ['--wip', wip], 3],
    ['a template', ['--template', template, '--org', '7'], 3],
    ['a period', ['--from', '2026-01-02', '--to', '2026-01-03', '--org', 'Harbor'], 1],
  ])('of %s stops every way of removal until it is released, and stays listed', async (_what, held, count) => {
    const place = await engine.place();
    const stored = await startStored(place);
    const all = [await addArchive(stored, 1), await addArchive(stored, 2), await addArchive(stored, 3)];
    await stored.addWip(randomUUID(), { updated_at: day(2) });
    const noted = { actor: null, organisation: organisation.uuid, subject: wip, address: null, detail: null } as const;
    for (const number of [1, 2])
      await stored.storage.audit.add({ ...noted, action: 'document_submitted', at: day(number) });
    const lately = new Date(Date.now() - 86_400_000).toISOString();
    await stored.storage.audit.add({ ...noted, subject: null, organisation: null, action: 'signed_in', at: lately });
    await stored.storage.users.remove(author, day(4));
    await stored.open.close();
    const { done, refused } = commandsOf(() => place);

    await refused(
      2,
      /Say what is held, in one way: --wip, --template, or --from and --to/,
      'records',
      'hold',
      '--reason',
      REASON,
    );
    await refused(2, /Say why/, 'records', 'hold', ...held);
    const { hold } = (await done('records', 'hold', ...held, '--reason', REASON)) as { hold: { uuid: string } };
    const drop = ['archive', 'drop-content', '--force', '--of', wip, '--yes', wip];
    await refused(1, HELD, ...drop);
    await refused(1, HELD, 'audit', 'purge', '--before', '2026-01-04', '--yes', '2026-01-04');
    await refused(1, HELD, 'org', 'remove', 'Harbor', '--documents-too', '--yes', 'Harbor');
    const open = await openPlace(place);
    expect(await contents(open.storage)).toHaveLength(count);
    expect(await purgeOldAudit(open.storage, 30, new Date())).toMatch(HELD);
    const retained = await applyRetention(open.storage, 1, {}, () => new Date(day(9)));
    expect(retained).toMatchObject([{ archives: 0, held: count }]);
    // Another organization's is not covered.
    const elsewhere = await setHold(
      open.storage,
      { actor: null, at: new Date() },
      { template, reason: 'x' },
      abroad.uuid,
    );
    expect(elsewhere.organisation).toBe(abroad.uuid);
    await open.close();

    await done('records', 'hold', '--release', hold.uuid, '--reason', 'Closed');
    await refused(1, /was released on .* already/, 'records', 'hold', '--release', hold.uuid, '--reason', 'Closed');
    const listed = await runReady(place, ['records', 'hold']);
    expect(listed.out).toMatch(new RegExp(`${hold.uuid}.*Inquest 12 \\(released on .* by the command line: Closed\\)`));
    expect(await done(...drop)).toMatchObject({ archives: count, held: 0 });
    await done('audit', 'purge', '--before', '2026-01-04', '--yes', '2026-01-04');
    const lines = `${folder}/${randomUUID()}.ndjson`;
    await done('export', lines);
    await done('org', 'remove', 'Harbor', '--documents-too', '--yes', 'Harbor');
    const other = await engine.place();
    expect(await runReady(other, ['import', lines])).toMatchObject({ code: 0 });
    const copy = await openPlace(other);
    expect(await copy.storage.holds.list(null)).toHaveLength(2);
    const proof = await proveArchives(copy.storage.archives);
    expect(proof).toMatchObject({ archives: all.length, dropped: 3, problems: [] });
    const actions = (await copy.storage.audit.list(99)).map(({ action }) => action);
    expect(actions.filter((one) => one.startsWith('record_'))).toEqual([
      'record_released',
      'record_held',
      'record_held',
    ]);
    await copy.close();
  });

  it('that is set while a removal runs is before it or after it', async () => {
    const stored = await forThisTest(startStored(await engine.place()));
    const { storage } = stored;
    await addArchive(stored, 1);
    await addArchive(stored, 2);
    // Transactions of the embedded database run one after another, and reads with them.
    const isEmbedded = stored.place['DATABASE_URL'] === undefined;
    const other = isEmbedded ? stored.open : await openPlace(stored.place);
    const others = async (): Promise<unknown> => isEmbedded || (await contents(storage));
    const by = { actor: null, at: new Date() };
    const forced = { isForced: true };
    // Before: the removal begins while the hold is being set.
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const setting = storage.transaction(async (stores) => {
      const hold = await setHold(stores, by, { wip, reason: REASON }, organisation.uuid);
      begun.resolve();
      await end.promise;
      return hold;
    });
    await begun.promise;
    const removal = dropContent(other.storage, { wip }, forced, () => new Date());
    const isDone = await Promise.race([removal.then(() => true), others().then(() => false)]);
    end.resolve();
    const hold = await setting;
    expect([isDone, (await removal).archives]).toEqual([false, 0]);
    expect(await contents(storage)).toHaveLength(2);
    await storage.holds.release(hold.uuid, { by: null, at: day(9), reason: 'x' });
    // After: the hold is asked for while the removal runs, and is not there before its end.
    const seen: number[] = [];
    let late: Promise<unknown> = Promise.resolve();
    const slow: Storage = {
      ...other.storage,
      transaction: (work) =>
        other.storage.transaction(async (stores) => {
          const result = await work(stores);
          late = storage
            .transaction((mine) => setHold(mine, by, { wip, reason: REASON }, organisation.uuid))
            .then(async () => void seen.push((await contents(storage)).length));
          await others();
          return result;
        }),
    };
    expect((await dropContent(slow, { wip }, forced, () => new Date())).archives).toBe(2);
    await late;
    expect(seen).toEqual([0]);
    if (other !== stored.open) await other.close();
  });

  it('is one of at most 200 of its organization that are not released', async () => {
    const { storage } = await forThisTest(startStored(await engine.place()));
    const by = { actor: null, at: new Date() };
    const setIn = async (uuid: string) => setHold(storage, by, { template, reason: 'x' }, uuid);
    for (let number = 0; number < 200; number += 1) await setIn(organisation.uuid);
    await expect(setIn(organisation.uuid)).rejects.toThrow('There are 200 holds already');
    expect((await setIn(abroad.uuid)).organisation).toBe(abroad.uuid);
  });

  it('looks at an archive that is not as it was submitted once, not again in each hour', async () => {
    const stored = await startStored(await engine.place());
    for (const number of [1, 2, 3]) await addArchive(stored, number);
    const { storage, db } = stored.open;
    await sql`update archives set name = 'Changed' where submitted_on = ${day(1)}`.execute(db);
    const seen: string[] = [];
    const proof = (uuid: string) => {
      seen.push(uuid);
      return storage.archives.proof(uuid);
    };
    const watched = { ...storage, archives: { ...storage.archives, proof } };
    const known = new Map<string, string>();
    await applyRetention(watched, 30, { known }, () => new Date());
    expect([seen.splice(0).length, known.size, await contents(storage)]).toEqual([3, 1, [day(1), day(3)]]);
    await applyRetention(watched, 30, { known }, () => new Date());
    // That which walls show.
    expect(seen).toHaveLength(1);
    await stored.open.close();
  });

  it('leaves what retention removes by the days of a template or of the installation, after a dry run', async () => {
    const place = await engine.place();
    const stored = await startStored(place);
    for (const number of [1, 2, 3]) await addArchive(stored, number);
    await stored.open.close();
    const { done, refused } = commandsOf(() => ({ ...place, READY_RECORD_DAYS: '30' }));
    const forEver = await runReady(place, ['records', 'retention']);
    expect(forEver.out).toMatch(/^All contents are kept for ever/);
    const would = await done('records', 'retention', '--dry-run');
    expect(would).toMatchObject({ templates: [{ uuid: template, days: 30, archives: 2, shown: 1 }] });
    await refused(2, /--template <uuid> and --days/, 'records', 'retention', '--days', '7');
    await done('records', 'retention', '--template', template, '--days', '36500');
    expect(await done('records', 'retention')).toMatchObject({ templates: [{ days: 36500, archives: 0 }] });
    await done('records', 'retention', '--template', template, '--days', 'none');
    // A server does the same each hour, but not when its clock may be ahead.
    const open = await openPlace(place);
    expect(await retainHourly(open.storage, 30, new Map(), () => new Date('2090-01-01'))).toMatch(
      /the clock may be wrong/,
    );
    expect(await contents(open.storage)).toHaveLength(3);
    await retainHourly(open.storage, null, new Map(), () => new Date());
    expect(await contents(open.storage)).toHaveLength(3);
    await open.close();
    await refused(1, /That is not '2'/, 'records', 'retention', '--yes', '3');
    await done('records', 'retention', '--yes', '2');
    const again = await openPlace(place);
    expect(await contents(again.storage)).toEqual([day(3)]);
    expect(await proveArchives(again.storage.archives)).toMatchObject({ archives: 3, dropped: 2, problems: [] });
    const noted = (await again.storage.audit.list(99)).filter(({ action }) => action === 'retention_applied');
    expect(noted.map(({ subject, detail }) => [subject, detail?.split(',')[0]])).toEqual([
      [wip, '2 archives'],
      [template, 'contents are kept for the default number of days from now on'],
      [template, 'contents are kept for 36500 days from now on'],
    ]);
    await retainHourly(again.storage, 30, new Map(), () => new Date());
    await again.close();
    expect(await done('records', 'retention')).toMatchObject({ templates: [{ archives: 0, shown: 1 }] });
  });
});

describe('the calls of holds', () => {
  const server = given(() => startInside());
  const admin = givenPerson(server, demo.administrator);
  const site = givenPerson(server, demo.siteAdministrator);
  const dana = givenPerson(server, demo.writer);
  const tess = givenPerson(server, demo.foreignWriter);
  let document = { uuid: '' };
  let archive = '';
  beforeAll(async () => {
    document = await save(dana, 'Held', { 'incident-name': 'North' });
    archive = await submit(dana, document.uuid);
  });
  type Listed = { holds: Record<string, unknown>[] };
  const holds = async (query = '') => ((await admin.get(`/v1/records/holds${query}`)).json as Listed).holds;
  const isHeld = async () =>
    ((await dana.get(`/v1/records/${archive}`)).json as { record: { held: unknown } }).record.held;

  it('set, list and release one, and say so on the record', async () => {
    const set = await admin.post('/v1/records/holds/create', {
      wip: document.uuid.toUpperCase(),
      reason: ` ${REASON} `,
    });
    expect([set.status, await isHeld()]).toEqual([201, true]);
    const { hold } = set.json as { hold: { uuid: string; set_by: string } };
    expect(hold).toMatchObject({
      wip: document.uuid,
      template: null,
      from: null,
      to: null,
      reason: REASON,
      released_on: null,
    });
    const refusal = await dana.get(`/v1/wips/${document.uuid}/delete`);
    expect([refusal.status, refusal.json]).toEqual([
      400,
      {
        message: expect.stringMatching(
          new RegExp(`^This document is held since .* by ${hold.set_by}: Inquest 12\\. An admin`),
        ) as string,
      },
    ]);
    expect(await holds(`?archive=${archive}`)).toEqual([hold]);
    const other = await submit(dana, (await save(dana, 'Free', {})).uuid);
    expect(await holds(`?archive=${other}`)).toEqual([]);
    const released = await site.post(`/v1/records/holds/${hold.uuid}/release`, { reason: 'Closed' });
    expect(released.json).toMatchObject({
      hold: {
        ...hold,
        released_by: expect.any(String) as string,
        release_reason: 'Closed',
        released_on: expect.any(String) as string,
      },
    });
    expect([await isHeld(), (await holds()).map(({ uuid }) => uuid)]).toEqual([null, [hold.uuid]]);
    const already = await admin.post(`/v1/records/holds/${hold.uuid}/release`, { reason: 'Closed' });
    expectRefusal(already, 400, `This hold was released on ${new Date().toISOString().slice(0, 10)} already.`);
    expect((await dana.get(`/v1/wips/${document.uuid}/delete`)).status).toBe(200);
  });

  it('keep a document one of whose submissions a period covers, and hold in the organization of a record', async () => {
    const { uuid } = await save(tess, 'Day', {});
    const submitted = await submit(tess, uuid);
    const recordOf = async () =>
      ((await tess.get(`/v1/records/${submitted}`)).json as { record: { submitted_on: string; held: unknown } }).record;
    const from = Date.parse((await recordOf()).submitted_on);
    await expect.poll(() => Date.now()).toBeGreaterThan(from + 1);
    expect((await tess.post(`/v1/wips/${uuid}/update`, saving('Day', { 'incident-name': 'Later' }))).status).toBe(200);
    // A site administrator is of another organization.
    const period = { from: new Date(from).toISOString(), to: new Date(from + 1).toISOString() };
    const elsewhere = await site.post('/v1/records/holds/create', { ...period, reason: 'x' });
    expect([elsewhere.status, (await recordOf()).held]).toEqual([201, null]);
    const set = await site.post('/v1/records/holds/create', { ...period, archive: submitted, reason: 'x' });
    expect([set.status, (await recordOf()).held]).toEqual([201, true]);
    expect((await tess.get(`/v1/wips/${uuid}/delete`)).status).toBe(400);
    const { hold } = set.json as { hold: { uuid: string } };
    await site.post(`/v1/records/holds/${hold.uuid}/release`, { reason: 'x' });
    expect((await tess.get(`/v1/wips/${uuid}/delete`)).status).toBe(200);
  });

  it('are refused for what is another organization’s, or in no one way', async () => {
    for (const [body, words] of [
      [{ reason: 'x' }, "Say what is held, in one way: 'wip', 'template', or 'from' and 'to'."],
      [
        { wip: archive, template: archive, reason: 'x' },
        "Say what is held, in one way: 'wip', 'template', or 'from' and 'to'.",
      ],
      [{ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z', reason: 'x' }, "'from' must be before 'to'."],
      [
        { from: 'yesterday', to: '2026-01-01T00:00:00Z', reason: 'x' },
        "'from' must be a moment in UTC or with an offset, such as 2026-01-31T14:00:00Z.",
      ],
      [{ wip: archive, reason: '' }, 'The reason must have 1 to 500 characters.'],
    ] as const)
      expectRefusal(await admin.post('/v1/records/holds/create', body), 400, words);
    expectRefusal(
      await admin.post('/v1/records/holds/create', { wip: archive, reason: 'x' }),
      404,
      'This document does not exist, or was deleted.',
    );
    const { uuid } = await save(tess, 'Theirs', {});
    expectRefusal(
      await admin.post('/v1/records/holds/create', { wip: uuid, reason: 'x' }),
      403,
      'This document belongs to another organization.',
    );
  });
});
