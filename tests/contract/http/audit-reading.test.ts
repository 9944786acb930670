import { beforeEach, describe, expect, it } from 'vitest';
import { type AuditPage, readAudit, readUsage } from '#common/calls/audit.ts';
import { AUDIT_PAGE } from '#common/config/constants.ts';
import { openForCommand } from '#server/storage/lifecycle/open.ts';
import { demo, Person, signedIn } from '#tests/support/person.ts';
import { save } from '#tests/support/writing.ts';
import { given, runReady, startInside, givenPerson } from '../given.ts';
import { parsed } from '#tests/support/replies.ts';

const DAY = 86_400_000;
let time = Date.now();
const server = given(() => startInside({}, { now: () => new Date(time) }), beforeEach);
const amir = givenPerson(server, demo.administrator, beforeEach);
const sora = givenPerson(server, demo.siteAdministrator, beforeEach);
const pageOf = async (by: Person, query = ''): Promise<AuditPage> =>
  parsed(readAudit, (await by.get(`/v1/audit?${query}`)).json);
const actionsOf = async (by: Person, query = ''): Promise<string[]> =>
  (await pageOf(by, query)).entries.map(({ action }) => action);

describe('the audit log in the browser', () => {
  it('tells who did what to whom, when and from where, as the command line does', async () => {
    await new Person(server.origin).post('/auth/login', { username: 'lena', password: 'wrong' });
    await amir.post('/v1/users/create', { username: 'rana', name: 'Rana Ortiz', permission: 2 });
    const { entries } = await pageOf(amir);
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'user_added', actor: 'amir', subject: 'rana', detail: 'permission 2', address: null },
      { action: 'sign_in_failed', actor: null, subject: 'lena', address: '127.0.0.1' },
    ]);
    expect(Math.abs((entries[0]?.at ?? 0) - time)).toBeLessThan(5_000);
    const { out } = await runReady(server.place, ['audit', '--json', '--last', '2']);
    expect((JSON.parse(out) as { entries: { action: string }[] }).entries.map(({ action }) => action)).toEqual(
      entries.slice(0, 2).map(({ action }) => action),
    );
  });

  it('is that of one’s organization, and of all for a site administrator', async () => {
    await signedIn(server.origin, demo.foreignWriter);
    expect(await actionsOf(sora, `person=${demo.foreignWriter}`)).toEqual(['signed_in']);
    expect(await actionsOf(amir, `person=${demo.foreignWriter}`)).toEqual([]);
    expect(await actionsOf(amir, 'person=amir')).toEqual(['signed_in']);
  });

  it('is found by person, action and days', async () => {
    time += 2 * DAY;
    Object.assign(amir, await signedIn(server.origin, demo.administrator));
    await signedIn(server.origin, demo.writer);
    const since = new Date(time - DAY).toISOString();
    expect(await actionsOf(amir, `since=${since}`)).toEqual(['signed_in', 'signed_in']);
    expect(await actionsOf(amir, `until=${since}&action=signed_in&person=dana`)).toEqual([]);
    expect(await actionsOf(amir, `until=${since}&action=signed_in`)).toEqual(['signed_in', 'signed_in']);
    expect(await actionsOf(amir, 'action=signed_out')).toEqual([]);
    expect(await actionsOf(amir, 'person=nobody')).toEqual([]);
    for (const wrong of ['since=yesterday', 'action=everything', 'before=x', 'person=a&person=b']) {
      expect((await amir.get(`/v1/audit?${wrong}`)).status).toBe(400);
    }
  });

  it('comes in pages that have all of it once', async () => {
    const { storage } = await openForCommand(server.settings, new Date(time).toISOString());
    const dana = await storage.users.byUsername(demo.writer);
    await storage.transaction(async ({ audit }) => {
      for (let at = 0; at < AUDIT_PAGE + 5; at += 1) {
        await audit.add({
          at: new Date(time).toISOString(),
          action: 'signed_out',
          actor: dana?.uuid ?? '',
          organisation: dana?.organisation ?? '',
          subject: null,
          address: null,
          detail: String(at),
        });
      }
    });
    await storage.close();
    const first = await pageOf(amir, 'action=signed_out');
    const second = await pageOf(amir, `action=signed_out&before=${first.next ?? ''}`);
    expect([first.entries.length, second.entries.length, second.next]).toEqual([AUDIT_PAGE, 5, null]);
    const details = [...first.entries, ...second.entries].map(({ detail }) => Number(detail));
    expect(details).toEqual(Array.from({ length: AUDIT_PAGE + 5 }, (_, at) => AUDIT_PAGE + 4 - at));
  });
});

it('beside the log an administrator sees what is used of the budgets: their organization, or all and the server', async () => {
  const of = async (by: Person) => parsed(readUsage, (await by.get('/v1/usage')).json);
  const before = await of(amir);
  await save(await signedIn(server.origin, demo.writer), 'A new one', {});
  const after = await of(amir);
  expect(after).toMatchObject({ organizations: [{ name: 'Ready' }], server: null });
  expect(after.organizations[0]?.wips).toBe((before.organizations[0]?.wips ?? 0) + 1);
  expect(after.organizations[0]?.stored).toBeGreaterThan(before.organizations[0]?.stored ?? 0);
  const all = await of(sora);
  expect(all.organizations.map(({ name }) => name)).toEqual(['Ready', 'active911']);
  expect(all.server?.database).toBeGreaterThan(0);
  expect(all.server?.version).toMatch(/^\d+\.\d+\.\d+/);
});
