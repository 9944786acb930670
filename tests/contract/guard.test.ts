import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { saveConflict, submitConflict } from '#api/contract/conflicts.ts';
import { planOf } from '#document/make-plan.ts';
import { doJob } from '#server/domain/document-jobs.ts';
import { demo, type Person, type Reply } from '#tests/support/person.ts';
import { archivesOf, load, save, saving, valueIn } from '#tests/support/writing.ts';
import { given, givenPerson, startInside } from './given.ts';

const server = given(() => startInside());
const dana = givenPerson(server, demo.writer);
const amir = givenPerson(server, demo.administrator);

type Edit = { id: string; value: string; was?: string };

/** A save that says what its edits were made of. */
const update = (person: Person, wip: string, edits: Edit[], rows: { is?: unknown[]; was?: unknown[] } = {}) =>
  person.post(`/v1/wips/${wip}/update`, {
    ...saving('Guarded', {}, rows.is),
    edited_attributes: edits,
    ...(rows.was && { new_attributes_was: rows.was }),
  });
const conflictIn = (reply: Reply) => v.parse(saveConflict, reply.json);
/** The people's names in the demo. */
const names = { dana: 'Dana Okafor', amir: 'Amir Castellan' };
/** Two regions of the first template. */
const [A, B] = ['incident-name', 'incident-location'];

/** What stands in the two regions now. */
async function stands(wip: string): Promise<(string | undefined)[]> {
  const { content } = await load(dana, wip);
  return [valueIn(content, A), valueIn(content, B)];
}

describe('a save that says what its edits were made of', () => {
  it('is refused as a whole where somebody else has changed the same region, with theirs and who it was', async () => {
    const { uuid } = await save(dana, 'Guarded', { [A]: 'first' });
    expect((await update(amir, uuid, [{ id: A, value: 'of Amir', was: 'first' }])).status).toBe(200);
    const refused = await update(dana, uuid, [
      { id: A, value: 'of Dana', was: 'first' },
      { id: B, value: 'beside it', was: '' },
    ]);
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({ message: 'Somebody else has changed the same since. Nothing was saved.' });
    const { updated_on, ...conflict } = conflictIn(refused);
    expect(conflict).toEqual({
      revision: 2,
      updated_by: names.amir,
      conflicts: [{ id: A, value: 'of Amir' }],
      new_attributes: null,
    });
    expect(Math.abs((updated_on ?? 0) - Date.now())).toBeLessThan(60_000);
    expect((await stands(uuid))[0]).toBe('of Amir');
    expect((await stands(uuid))[1]).not.toBe('beside it');
    // Who has seen theirs may write over it.
    expect((await update(dana, uuid, [{ id: A, value: 'of Dana', was: 'of Amir' }])).status).toBe(200);
    expect((await stands(uuid))[0]).toBe('of Dana');
  });

  it('is laid over what others have changed elsewhere, and over the same text', async () => {
    const { uuid } = await save(dana, 'Merged', { [A]: 'first' });
    expect((await update(amir, uuid, [{ id: A, value: 'same', was: 'first' }])).status).toBe(200);
    const both = [
      { id: A, value: ' same ', was: 'first' },
      { id: B, value: 'beside it', was: '' },
    ];
    expect((await update(dana, uuid, both)).status).toBe(200);
    expect(await stands(uuid)).toEqual(['same', 'beside it']);
  });

  it('is done without a question where it does not say it, as on any host', async () => {
    const { uuid } = await save(dana, 'Unguarded', { [A]: 'first' });
    expect((await update(amir, uuid, [{ id: A, value: 'of Amir' }])).status).toBe(200);
    expect((await update(dana, uuid, [{ id: A, value: 'of Dana' }])).status).toBe(200);
    expect((await stands(uuid))[0]).toBe('of Dana');
  });

  it('keeps the rows of others where it has changed none, and is refused where both have', async () => {
    const { uuid } = await save(dana, 'Rows');
    const [none, one, two] = [[], [{ at: '03:12' }], [{ at: '03:15' }]];
    expect((await update(amir, uuid, [], { is: one, was: none })).status).toBe(200);
    expect((await update(dana, uuid, [], { is: none, was: none })).status).toBe(200);
    expect((await load(dana, uuid)).content).toContain('03:12');
    const refused = await update(dana, uuid, [], { is: two, was: none });
    expect([refused.status, conflictIn(refused).new_attributes]).toEqual([409, one]);
    expect((await update(dana, uuid, [], { is: [...one, ...two], was: one })).status).toBe(200);
    const { content } = await load(dana, uuid);
    expect(['03:12', '03:15'].map((text) => content.includes(text))).toEqual([true, true]);
  });

  it('leaves a name that somebody else has given, unless it gives another one itself', async () => {
    const { uuid } = await save(dana, 'Before');
    const named = async (name: string, was?: string): Promise<string | null> => {
      const body = { ...saving(name), ...(was !== undefined && { save_name_was: was }) };
      expect((await dana.post(`/v1/wips/${uuid}/update`, body)).status).toBe(200);
      return (await load(amir, uuid)).wip_name;
    };
    expect((await amir.post(`/v1/wips/${uuid}/update`, saving('Of Amir'))).status).toBe(200);
    expect(await named('Before', 'Before')).toBe('Of Amir');
    expect(await named('Of Dana', 'Before')).toBe('Of Dana');
    // As on any host.
    expect(await named('Before')).toBe('Before');
  });

  it('of two that come at once one is done', async () => {
    const { uuid } = await save(dana, 'At once', { [A]: 'first' });
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        update(at % 2 === 0 ? dana : amir, uuid, [{ id: A, value: `number ${at}`, was: 'first' }]),
      ),
    );
    const done = replies.findIndex(({ status }) => status === 200);
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect((await stands(uuid))[0]).toBe(`number ${done}`);
  });

  it('is refused in the same way where each save parses the document', () => {
    const source = '<p class="editable" id="a">first</p>';
    const plan = JSON.stringify({ ...planOf(source), isSteady: false });
    const job = (value: string, was: string) =>
      doJob({
        kind: 'save',
        save: { ...saving('Parsed'), edited_attributes: [{ id: 'a', value, was }] },
        isGuarded: true,
        source,
        plan,
        values: '{}',
        rows: null,
      });
    expect(job('mine', 'older')).toEqual({ conflicts: [{ id: 'a', value: 'first' }], new_attributes: null });
    expect(job('mine', 'first')).toMatchObject({ name: 'Parsed' });
  });
});

describe('a submission that says which revision was seen', () => {
  it('is refused where the document was saved since, and done where it was not', async () => {
    const { uuid } = await save(dana, 'Seen', { [A]: 'first' });
    const seen = await load(dana, uuid);
    expect(seen).toMatchObject({ revision: 1, updated_by: names.dana });
    expect((await update(amir, uuid, [{ id: A, value: 'never seen' }])).status).toBe(200);
    const refused = await dana.post(`/v1/wips/${uuid}/submit`, { revision: 1 });
    expect([refused.status, v.parse(submitConflict, refused.json).updated_by]).toEqual([409, names.amir]);
    expect(await archivesOf(dana, uuid)).toEqual([]);
    expect((await dana.post(`/v1/wips/${uuid}/submit`, { revision: 2 })).status).toBe(200);
    expect((await dana.post(`/v1/wips/${uuid}/submit`, {})).status).toBe(200);
    expect(await archivesOf(dana, uuid)).toHaveLength(2);
  });
});
