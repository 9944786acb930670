import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { type User, listRoles, listUsers } from '#common/calls/admin.ts';
import { outcomeReply } from '#common/calls/fields.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { demo, signedIn, type Person } from '#tests/support/person.ts';
import { savePath, saving } from '#tests/support/writing.ts';
import { expectRefusal, given, startInside } from '../given.ts';
import { parsed } from '#tests/support/replies.ts';

const RADIO_PLAN = '8a4e2a44-dcd5-4ad5-800c-7f5824e0960a';
const ids = {
  lena: '8bce0ba2-30f6-458c-8715-381096beed40',
  dana: '9830e4ed-5fc2-4780-9fbe-9695c1058ced',
  kofi: '21af50fa-3687-469f-ac23-c8379be2dcb5',
  amir: '0acd22c0-2591-440e-a105-d8bbaf21a5ca',
  tess: 'edf2cc31-3a17-440b-b3ab-bb43be52dcc8',
  ivan: '3b508b02-355f-4cf5-a0d1-3a18f7a71125',
  sora: 'aaad6eee-ca15-4e06-837d-2e12bcfb9b82',
};
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const server = given(() => startInside(), beforeEach);
const signIn = (username: string) => signedIn(server.origin, username);
let admin: Person;
beforeEach(async () => {
  admin = await signIn(demo.administrator);
});

const update = (person: Person, user: string, change: unknown) => person.post(`/v1/users/${user}/update`, change);
async function users(person: Person): Promise<User[]> {
  return parsed(listUsers, (await person.get('/v1/users')).json);
}
const find = async (person: Person, uuid: string) => (await users(person)).find((user) => user.uuid === uuid);

describe('the list of users', () => {
  it('holds the organisation’s own people, without their secrets', async () => {
    const own = await users(admin);
    expect(own.map((user) => user.name)).toEqual([
      'Amir Castellan',
      'Dana Okafor',
      'June Halloran',
      'Kofi Brandt',
      'Lena Marsh',
      'Sora Lindqvist',
    ]);
    expect(own[1]).toEqual({
      uuid: ids.dana,
      email: 'dana.okafor@example.org',
      name: 'Dana Okafor',
      organization_id: '1',
      permission: 2,
    });
    expect((await admin.get('/v1/users')).text).not.toMatch(/argon2|password/);
  });

  it('holds everybody for a site administrator', async () => {
    expect(await users(await signIn(demo.siteAdministrator))).toHaveLength(9);
  });
});

describe('a role', () => {
  it('is given to a user, and opens its template from then on', async () => {
    const roles = parsed(listRoles, (await admin.get('/v1/roles')).json);
    const role = roles.find((one) => one.file_name === 'radio-communications-plan.html');
    expect(role?.name).toBe('Communications Unit Leader');
    const kofi = await signIn(demo.writerWithoutRoles);
    const save = () => kofi.post(savePath(RADIO_PLAN), saving('x'));
    expect((await save()).status).toBe(403);
    for (let twice = 0; twice < 2; twice += 1) {
      const reply = await admin.post('/v1/users/roles/create', { user_uuid: ids.kofi, role_uuid: role?.uuid });
      expect([reply.status, v.parse(outcomeReply, reply.json)]).toEqual([
        200,
        { success: true, message: 'Role created successfully!' },
      ]);
    }
    expect((await save()).status).toBe(201);
  });

  it('is refused in words', async () => {
    for (const [body, status, message] of [
      [{ user_uuid: '', role_uuid: UNKNOWN }, 400, 'User selection is required.'],
      [{ user_uuid: ids.kofi, role_uuid: '' }, 400, 'Role selection is required.'],
      [{ user_uuid: ids.kofi, role_uuid: UNKNOWN }, 404, 'This role does not exist, or was deleted.'],
    ] as const) {
      expectRefusal(await admin.post('/v1/users/roles/create', body), status, message);
    }
  });
});

describe('an update', () => {
  it('changes just the fields that it names', async () => {
    const reply = await update(admin, ids.kofi, { email: 'kofi@example.net', permission: 3 });
    expect([reply.status, v.parse(outcomeReply, reply.json)]).toEqual([
      200,
      { success: true, message: 'User updated successfully!' },
    ]);
    expect(await find(admin, ids.kofi)).toEqual({
      uuid: ids.kofi,
      name: 'Kofi Brandt',
      email: 'kofi@example.net',
      organization_id: '1',
      permission: 3,
    });
    expect((await update(admin, ids.kofi, { organization_id: 1 })).status).toBe(200);
    // A field that an update does not have is not taken over: he can still sign in.
    expect((await update(admin, ids.kofi, { name: 'Kofi Brandt', password_hash: 'x', uuid: UNKNOWN })).status).toBe(
      200,
    );
    await signIn(demo.writerWithoutRoles);
  });

  it('is refused to an administrator in words', async () => {
    for (const [user, change, status, message] of [
      [ids.kofi, {}, 400, 'Nothing to change: fill in at least one field.'],
      [ids.kofi, { permission: 'high' }, 400, 'The permission must be a whole number.'],
      [ids.kofi, { permission: 9 }, 400, 'The permission must be a whole number from 0 to 3.'],
      [ids.kofi, { email: 'x' }, 400, 'This is not an email address: write one such as name@example.org.'],
      [ids.sora, { name: 'x' }, 403, 'You cannot change somebody whose permission level is above your own.'],
      [ids.kofi, { permission: 4 }, 403, 'Level 4 (site administrator) can be given only on the server itself.'],
      [
        ids.kofi,
        { organization_id: 2 },
        403,
        'Only a site administrator (level 4) may move a user to another organization.',
      ],
    ] as const) {
      expectRefusal(await update(admin, user, change), status, message);
    }
  });

  it('never takes an organisation its last administrator', async () => {
    const ivan = await signIn(demo.foreignAdministrator);
    const site = await signIn(demo.siteAdministrator);
    const refusal = { message: 'Ivan Roskilly is the last administrator of active911: make another one first.' };
    for (const [person, change] of [
      [ivan, { permission: 2 }],
      [site, { permission: 2 }],
      [site, { organization_id: 1 }],
    ] as const) {
      const reply = await update(person, ids.ivan, change);
      expect([reply.status, reply.json]).toEqual([400, refusal]);
    }
    expect((await update(ivan, ids.tess, { permission: 3 })).status).toBe(200);
    expect((await update(ivan, ids.ivan, { permission: 2 })).status).toBe(200);
  });

  it('cannot demote the last two administrators at once', async () => {
    const ivan = await signIn(demo.foreignAdministrator);
    await update(ivan, ids.tess, { permission: 3 });
    const site = await signIn(demo.siteAdministrator);
    const replies = await Promise.all([
      update(site, ids.tess, { permission: 2 }),
      update(site, ids.ivan, { permission: 2 }),
    ]);
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('by a site administrator moves a user, whose sessions end', async () => {
    const dana = await signIn(demo.writer);
    const site = await signIn(demo.siteAdministrator);
    expect((await update(site, ids.dana, { organization_id: 2 })).status).toBe(200);
    expect((await find(site, ids.dana))?.organization_id).toBe('2');
    expect((await dana.get('/auth/verify')).status).toBe(401);
    expect((await update(site, ids.dana, { organization_id: 99 })).json).toEqual({
      message: 'There is no organization 99.',
    });
  });

  it('that demotes ends the sessions and streams of the user, one that raises does not', async () => {
    const dana = await signIn(demo.writer);
    const stream = await openStream(dana, RADIO_PLAN);
    expect((await update(admin, ids.dana, { permission: 3 })).status).toBe(200);
    expect((await dana.get('/auth/verify')).json).toMatchObject({ permission: 3 });
    expect((await update(admin, ids.dana, { permission: 1 })).status).toBe(200);
    expect(await stream.next()).toBeNull();
    expect((await dana.get('/auth/verify')).status).toBe(401);
    expect((await dana.post('/auth/refresh-token')).status).toBe(401);
  });

  it('that takes rights ends the sessions with it, or does neither', async () => {
    const dana = await signIn(demo.writer);
    const database = new DatabaseSync(join(server.dataDir, 'ready.db'));
    database.exec(
      "create trigger broken before update of revoked_at on session_families begin select raise(abort, 'broken'); end",
    );
    expect((await update(admin, ids.dana, { permission: 1 })).status).toBe(500);
    expect((await find(admin, ids.dana))?.permission).toBe(2);
    database.exec('drop trigger broken');
    database.close();
    expect((await update(admin, ids.dana, { permission: 1 })).status).toBe(200);
    expect((await dana.get('/auth/verify')).status).toBe(401);
  });
});
