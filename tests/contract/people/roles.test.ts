import { beforeEach, describe, expect, it } from 'vitest';
import { listManagedRoles } from '#common/calls/roles.ts';
import { demo, type Person, type Reply } from '#tests/support/person.ts';
import { expectRefusal, given, startInside, givenPerson } from '../given.ts';
import { parsed } from '#tests/support/replies.ts';

const server = given(() => startInside(), beforeEach);
const amir = givenPerson(server, demo.administrator, beforeEach);
const sora = givenPerson(server, demo.siteAdministrator, beforeEach);

const read = ({ json }: Reply) => parsed(listManagedRoles, json);
const FILE = 'activity-log.html';
const make = (by: Person, name: string, file_name = FILE): Promise<Reply> =>
  by.post('/v1/roles/create', { name, file_name });

describe('roles', () => {
  it('are made, given and removed, and tell each administrator of their own people alone', async () => {
    const made = read(await make(sora, 'Scribe'));
    const scribe = made.roles.find(({ name }) => name === 'Scribe');
    if (!scribe) throw new Error('It was not made.');
    expect(scribe).toMatchObject({ file_name: FILE, holders: [], elsewhere: 0 });
    for (const username of [demo.writer, demo.foreignReader]) {
      const person = made.people.find((one) => one.username === username);
      await sora.post('/v1/users/roles/create', { user_uuid: person?.uuid, role_uuid: scribe.uuid });
    }
    const seen = read(await amir.get('/v1/roles/all'));
    expect(seen.changeable).toBe(false);
    expect(seen.people.map(({ username }) => username)).not.toContain(demo.foreignReader);
    const own = seen.people.find(({ username }) => username === demo.writer)?.uuid;
    expect(seen.roles.find(({ name }) => name === 'Scribe')).toMatchObject({ holders: [own], elsewhere: 1 });
    expect(seen.files).toContainEqual({ file_name: FILE, name: 'Activity Log' });

    const left = read(await sora.post('/v1/roles/remove', { role_uuid: scribe.uuid }));
    expect(left.roles.map(({ name }) => name)).not.toContain('Scribe');
    expectRefusal(
      await sora.post('/v1/roles/remove', { role_uuid: scribe.uuid }),
      404,
      'This role does not exist, or was deleted.',
    );
  });

  it('are not made twice, nor without a name, nor for a file of no template', async () => {
    expect((await make(sora, 'Scribe')).status).toBe(201);
    expectRefusal(await make(sora, ' Scribe '), 400, `There is a role 'Scribe' for ${FILE} already.`);
    expect((await make(sora, ' ')).status).toBe(400);
    expect((await make(sora, 'Scribe', 'none.html')).status).toBe(404);
  });
});
