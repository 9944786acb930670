import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { keepWithin, mostOf, usedOf } from '#server/domain/budgets.ts';
import { openForCommand } from '#server/storage/lifecycle/open.ts';
import { engines } from '#tests/support/postgres/engines.ts';
import { demo, signedIn, type Reply } from '#tests/support/person.ts';
import { archivesOf, save, savedIn, savePath, saving } from '#tests/support/writing.ts';
import { expectRefusal, forThisTest, given, startInside } from '../given.ts';
import { at, author, organisation, startStored, template } from './stored.ts';

const REGION = 'incident-name';
/** Nearly half of the least budget, and no longer when it is packed: no two are the same. */
const large = (mark: string): Record<string, string> => ({ [REGION]: mark.repeat(400_000) });
const megabyte = { READY_PERSON_MB_A_DAY: '1', READY_ORGANIZATION_MB_A_DAY: '2' };

it('say once a day of a person, and of an organization, that a budget is nearly used up', async () => {
  const place = { READY_DATA: await mkdtemp(join(tmpdir(), 'ready-budget-')) };
  const stored = await startStored(place);
  const said: string[] = [];
  const budgets = { ofPerson: 100_000, ofOrganisation: 400_000, wips: null };
  let moment = new Date('2026-03-01T12:00:00.000Z');
  const within = keepWithin(
    stored.storage,
    budgets,
    (text) => said.push(text),
    () => moment,
  );
  const add = (mark: string): Promise<void> =>
    within.transaction(({ wips }) =>
      wips.add({
        uuid: randomUUID(),
        template,
        organisation: organisation.uuid,
        name: 'One',
        description: '',
        template_version: stored.version,
        author,
        created_at: at(0),
        updated_at: at(0),
        values: JSON.stringify({ a: mark.repeat(38_900) }),
        rows: null,
        line_breaks: 'marked',
      }),
    );
  await add('a');
  expect(said).toEqual([]);
  await add('b');
  expect(said).toEqual([
    `The user ${author} has stored 0.1 MB today, of 0.1 MB that it may: doctor says who wrote most`,
  ]);
  await expect(add('c')).rejects.toThrow('You have stored');
  expect(said).toHaveLength(1);
  moment = new Date('2026-03-02T12:00:00.000Z');
  await add('d');
  await add('e');
  expect(said).toHaveLength(2);
  await stored.open.close();
  await rm(place.READY_DATA, { recursive: true });
});

describe.each(engines)('budgets on $name', ({ start }) => {
  const engine = given(start);

  it('refuse in words what goes beyond what a person or an organization may store on a day, and nothing of it is stored', async () => {
    let moment = new Date('2026-03-01T23:00:00.000Z');
    const place = await engine.place();
    const server = await forThisTest(startInside({ ...place, ...megabyte }, { now: () => moment }));
    const { storage } = await openForCommand(server.settings, moment.toISOString());
    const { budgets } = server.settings;
    const dana = await signedIn(server.origin, demo.writer);
    const june = await signedIn(server.origin, demo.otherWriter);
    const tess = await signedIn(server.origin, demo.foreignWriter);
    const create = (person: typeof dana, mark: string): Promise<Reply> =>
      person.post(savePath(), saving(`Large ${mark}`, large(mark)));
    const later = 'What you typed is still here: save it after midnight (UTC), or ask your administrator.';

    expect((await create(dana, 'a')).status).toBe(201);
    expect((await mostOf(storage, budgets, moment))?.isNearly).toBe(false);
    const kept = savedIn(await create(dana, 'b'));
    const most = await mostOf(storage, budgets, moment);
    expect(most).toMatchObject({
      isNearly: true,
      text: expect.stringMatching(/0\.8 MB today, most of it by dana \(0\.8 MB\)$/) as string,
    });
    const wips = await dana.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips`);
    const refused = await create(dana, 'c');
    expectRefusal(refused, 429, `You have stored 1 MB today, which is all for one day. ${later}`);
    expect(refused.headers.get('retry-after')).toBe('3600');
    const grown = { [REGION]: 'd'.repeat(700_000) };
    expect((await dana.post(`/v1/wips/${kept.uuid}/update`, saving('Grown', grown))).status).toBe(429);
    expect((await dana.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips`)).json).toEqual(wips.json);
    // A save that takes no more room than before is saved.
    expect((await dana.post(`/v1/wips/${kept.uuid}/update`, saving('Other', large('e')))).status).toBe(200);

    expect([(await create(june, 'f')).status, (await create(june, 'g')).status]).toEqual([201, 201]);
    const amir = await signedIn(server.origin, demo.administrator);
    expectRefusal(
      await create(amir, 'i'),
      429,
      `Your organization has stored 2 MB today, which is all for one day. ${later}`,
    );
    // Another organization's budget is its own.
    expect((await create(tess, 'j')).status).toBe(201);
    expect(await usedOf(storage, budgets, moment)).toMatchObject({ wips: expect.any(Number) as number });

    moment = new Date('2026-03-02T00:00:00.000Z');
    const again = await signedIn(server.origin, demo.writer);
    expect((await create(again, 'c')).status).toBe(201);
    await storage.close();
  });

  it('count submissions by what they add to what is there', async () => {
    const server = await forThisTest(startInside({ ...(await engine.place()), ...megabyte }));
    const dana = await signedIn(server.origin, demo.writer);
    const { uuid } = await save(dana, 'Submitted often', { [REGION]: 'x' });
    const now = new Date();
    const { storage } = await openForCommand(server.settings, now.toISOString());
    const used = async (): Promise<number> => (await storage.usage.list(now.toISOString().slice(0, 10)))[0]?.bytes ?? 0;
    const sizes: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const before = await used();
      expect((await dana.post(`/v1/wips/${uuid}/submit`)).status).toBe(200);
      sizes.push((await used()) - before);
    }
    const [first = 0, ...more] = sizes;
    expect(more).toEqual([more[0], more[0]]);
    expect(first).toBeGreaterThan(more[0] ?? 0);
    // A loop of them ends too.
    await storage.usage.add(now.toISOString().slice(0, 10), {
      user: ((await dana.get('/auth/verify')).json as { uuid: string }).uuid,
      organisation: (await storage.wips.head(uuid))?.organisation ?? '',
      bytes: 1_000_000 - (await used()),
    });
    expect((await dana.post(`/v1/wips/${uuid}/submit`)).status).toBe(429);
    expect(await archivesOf(dana, uuid)).toHaveLength(3);
    await storage.close();
  });

  it('end the number of documents of an organization, and go on when some are deleted', async () => {
    const server = await forThisTest(startInside({ ...(await engine.place()), READY_DOCUMENTS_MAX: '9' }));
    const mine = await signedIn(server.origin, demo.foreignWriter);
    const create = (): Promise<Reply> => mine.post(savePath(), saving('One more'));
    let last = await create();
    let uuid = '';
    for (; last.status === 201; last = await create()) ({ uuid } = savedIn(last));
    expectRefusal(
      last,
      507,
      'Your organization has 9 documents, which is as many as it may have. What you typed is still here: delete documents that are not needed any more, then save it.',
    );
    expect((await mine.post(`/v1/wips/${uuid}/update`, saving('Saved'))).status).toBe(200);
    expect((await mine.get(`/v1/wips/${uuid}/delete`)).status).toBe(200);
    expect((await create()).status).toBe(201);
  });
});
