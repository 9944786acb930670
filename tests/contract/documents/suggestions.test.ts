import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { verifyReply } from '#common/calls/session.ts';
import { listSuggestions } from '#common/calls/templates.ts';
import { addVersion, newTemplate } from '#tests/support/documents.ts';
import { demo, type Person, signedIn } from '#tests/support/person.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { expectRefusal, forThisTest, given, givenPerson, givenStorage, startInside } from '../given.ts';
import { parsed } from '#tests/support/replies.ts';

const HOUR = 3_600_000;
let ahead = 0;
const server = given(() => startInside({}, { now: () => new Date(Date.now() + ahead) }));
const dana = givenPerson(server, demo.writer);
const june = givenPerson(server, demo.otherWriter);
const tess = givenPerson(server, demo.foreignWriter);
const storage = givenStorage(server);

const FORM = `<!doctype html><title>Form</title><p class="editable" id="who"></p><p class="editable" id="where"></p><p class="editable" id="usual">None</p>
  <p class="editable" id="phone" data-ready-private></p><p class="editable" id="notes" data-ready-type="multiline"></p>
  <p class="editable" id="at" data-ready-type="time"></p><p class="editable" id="__proto__"></p>`;

const pathOf = (template: string): string => `/v1/templates/${template}/suggestions`;
async function offered(person: Person, template: string): Promise<[id: string, values: readonly string[]][]> {
  const regions = parsed(listSuggestions, (await person.get(pathOf(template))).json);
  return regions.map(({ id, values }) => [id, values]);
}
/** Saves a new document and submits it. @returns its uuid */
async function submitted(
  person: Person,
  name: string,
  edits: Record<string, string>,
  template: string,
): Promise<string> {
  const { uuid } = await save(person, name, edits, template);
  await submit(person, uuid);
  return uuid;
}
async function update(wip: string, edits: Record<string, string>): Promise<void> {
  expect((await dana.post(`/v1/wips/${wip}/update`, saving('Form', edits))).status).toBe(200);
  await submit(dana, wip);
}

describe('values used before', () => {
  it('are told to all of the organisation, by region, the most used first, and then the last one', async () => {
    const form = await newTemplate(storage, FORM);
    await submitted(dana, 'One', { who: 'Amir', where: 'Harbor', ['__proto__']: 'x' }, form);
    await submitted(june, 'Two', { who: ' Amir ', where: 'Mole' }, form);
    const third = await submitted(june, 'Three', { who: 'June' }, form);
    await submitted(tess, 'Theirs', { who: 'Tess' }, form);
    const expected = [
      ['who', ['Amir', 'June']],
      ['where', ['Mole', 'Harbor']],
      ['__proto__', ['x']],
    ];
    expect(await offered(await signedIn(server.origin, demo.reader), form)).toEqual(expected);
    expect(await offered(tess, form)).toEqual([['who', ['Tess']]]);
    // Each submission counts at once, and no document that was only saved.
    await save(dana, 'Four', { who: 'Bea' }, form);
    await update(third, { who: 'Dana', where: 'Harbor' });
    expect(await offered(dana, form)).toEqual([
      ['who', ['Amir', 'Dana']],
      ['where', ['Harbor', 'Mole']],
      ['__proto__', ['x']],
    ]);
  });

  it('are short lines of text, and never of a region that the template marks as private, now or when a document was made', async () => {
    const form = await newTemplate(storage, FORM);
    const long = 'x'.repeat(121);
    const edits = { who: long, where: 'a\nb', phone: '555', notes: 'All quiet', at: '10:00' };
    await submitted(dana, 'One', edits, form);
    expect(await offered(dana, form)).toEqual([]);
    await submitted(dana, 'Two', { who: 'x'.repeat(120), where: 'Mole' }, form);
    expect((await offered(dana, form)).map(([id]) => id)).toEqual(['who', 'where']);
    const change = async (html: string): Promise<void> =>
      storage.templates.change(
        form,
        { name: form, description: '', template_version: await addVersion(storage, html) },
        { by: null, at: new Date().toISOString() },
      );
    await change(FORM.replace('id="where"', 'id="where" data-ready-private'));
    await expect.poll(async () => (await offered(dana, form)).map(([id]) => id)).toEqual(['who']);
    await change(FORM.replace(' data-ready-private', ''));
    await expect.poll(async () => (await offered(dana, form)).map(([id]) => id)).toEqual(['who', 'where']);
    await submitted(dana, 'Three', { who: 'Dana', phone: '556' }, form);
    // The one of before was private when it was written.
    await expect.poll(async () => new Map(await offered(dana, form)).get('phone')).toEqual(['556']);
  });

  it('are gone with the last document in which they stand', async () => {
    const form = await newTemplate(storage, FORM);
    const one = await submitted(dana, 'One', { who: 'Amirr', where: 'Mole' }, form);
    const two = await submitted(dana, 'Two', { who: 'June' }, form);
    await update(one, { who: 'Amir' });
    expect(new Map(await offered(dana, form)).get('who')).toEqual(['Amir', 'June']);
    await dana.get(`/v1/wips/${two}/delete`);
    expect(await offered(dana, form)).toEqual([
      ['who', ['Amir']],
      ['where', ['Mole']],
    ]);
    await dana.get(`/v1/wips/${one}/delete`);
    expect(await offered(dana, form)).toEqual([]);
  });

  it('come of documents of the last months', async () => {
    const form = await newTemplate(storage, FORM);
    await submitted(dana, 'One', { who: 'Amir' }, form);
    ahead = 89 * 24 * HOUR;
    const later = await signedIn(server.origin, demo.writer);
    expect(await offered(later, form)).toEqual([['who', ['Amir']]]);
    ahead = 91 * 24 * HOUR;
    expect(await offered(await signedIn(server.origin, demo.writer), form)).toEqual([]);
    ahead = 0;
  });

  it('are those of the last changed documents, as many as a reply may hold', async () => {
    const regions = Array.from({ length: 60 }, (_, at) => `r${at}`);
    const form = await newTemplate(storage, regions.map((id) => `<p class="editable" id="${id}"></p>`).join(''));
    const add = (no: number): Promise<string> => {
      const own = Object.fromEntries(regions.map((id) => [id, `${no} ${'y'.repeat(110)}`]));
      return submitted(dana, `${no}`, own, form);
    };
    const first = await add(0);
    for (let no = 1; no <= 100; no += 1) {
      // oxlint-disable-next-line no-await-in-loop -- in their order
      await add(no);
    }
    const reply = await dana.get(pathOf(form));
    const suggested = parsed(listSuggestions, reply.json);
    expect(reply.text.length).toBeLessThan(250_000);
    expect(suggested).toHaveLength(60);
    expect(Math.max(...suggested.map(({ values }) => values.length))).toBeLessThanOrEqual(40);
    expect(suggested[0]?.values[0]).toMatch(/^100 y/);
    await update(first, { r0: 'changed again' });
    expect(new Map(await offered(dana, form)).get('r0')?.[0]).toBe('changed again');
  });

  it('are refused where the template is, and there at all only where the operator wants them', async () => {
    expect((await dana.get(pathOf(randomUUID()))).status).toBe(404);
    const quiet = await forThisTest(startInside({ READY_SUGGESTION_DAYS: '0' }));
    const person = await signedIn(quiet.origin, demo.writer);
    const capabilitiesOf = async (whose: Person) =>
      v.parse(verifyReply, (await whose.get('/auth/verify')).json).capabilities;
    expect(await capabilitiesOf(dana)).toContain('regions.suggestions');
    expect(await capabilitiesOf(person)).not.toContain('regions.suggestions');
    expectRefusal(await person.get(pathOf(randomUUID())), 404, 'There is nothing at this address.');
  });
});
