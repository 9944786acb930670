import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { saveConflict, submitConflict } from '#common/calls/templates.ts';
import { planOf } from '#common/document/plan/make-plan.ts';
import { doJob } from '#server/domain/documents/document-jobs.ts';
import { demo, type Person } from '#tests/support/person.ts';
import { archivesOf, load, save, saving, valueIn } from '#tests/support/writing.ts';
import { given, givenPerson, startInside } from '../given.ts';

const server = given(() => startInside());
const dana = givenPerson(server, demo.writer);
const amir = givenPerson(server, demo.administrator);

type Edit = { id: string; value: string; was?: string };

/** A save that says what its edits were made of. */
const update = (person: Person, wip: string, edits: Edit[], more: object = {}) =>
  person.post(`/v1/wips/${wip}/update`, { ...saving('Guarded'), edited_attributes: edits, ...more });
/** Two regions of the first template. */
const [A, B] = ['incident-name', 'incident-location'];

/** Returns the values of the two regions. */
async function stands(wip: string): Promise<(string | undefined)[]> {
  const { content } = await load(dana, wip);
  return [valueIn(content, A), valueIn(content, B)];
}

// The questions to users about two saves, in any order of their actions, are walked in `together.test.ts`.
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
    const { updated_on, ...conflict } = v.parse(saveConflict, refused.json);
    expect(conflict).toEqual({
      revision: 2,
      updated_by: 'Amir Castellan',
      conflicts: [{ id: A, value: 'of Amir' }],
      new_attributes: null,
    });
    expect(Math.abs((updated_on ?? 0) - Date.now())).toBeLessThan(60_000);
    expect((await stands(uuid))[0]).toBe('of Amir');
    expect((await stands(uuid))[1]).not.toBe('beside it');
    // A submission that says which revision was seen is refused in the same way.
    const submission = await dana.post(`/v1/wips/${uuid}/submit`, { revision: 1 });
    expect([submission.status, v.parse(submitConflict, submission.json).updated_by]).toEqual([409, 'Amir Castellan']);
    expect(await archivesOf(dana, uuid)).toEqual([]);
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

  it('gives a name that it changes itself, whatever name others have given', async () => {
    const { uuid } = await save(dana, 'Before');
    expect((await amir.post(`/v1/wips/${uuid}/update`, saving('Of Amir'))).status).toBe(200);
    expect((await update(dana, uuid, [], { save_name: 'Before', save_name_was: 'Before' })).status).toBe(200);
    expect((await load(amir, uuid)).wip_name).toBe('Of Amir');
    expect((await update(dana, uuid, [], { save_name: 'Of Dana', save_name_was: 'Before' })).status).toBe(200);
    expect((await load(amir, uuid)).wip_name).toBe('Of Dana');
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
