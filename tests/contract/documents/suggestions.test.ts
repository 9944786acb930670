import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyReply } from '#common/calls/session.ts';
import { listSuggestions } from '#common/calls/templates.ts';
import { openForCommand } from '#server/storage/lifecycle/open.ts';
import type { Storage } from '#server/storage/storage.ts';
import { addVersion } from '#tests/support/documents.ts';
import { demo, type Person, signedIn } from '#tests/support/person.ts';
import { save, saving } from '#tests/support/writing.ts';
import { expectRefusal, forThisTest, given, givenPerson, startInside } from '../given.ts';
import { parsed } from '#tests/support/replies.ts';

const HOUR = 3_600_000;
let ahead = 0;
const server = given(() => startInside({}, { now: () => new Date(Date.now() + ahead) }));
const dana = givenPerson(server, demo.writer);
const june = givenPerson(server, demo.otherWriter);
const tess = givenPerson(server, demo.foreignWriter);
let storage: Storage;
beforeAll(async () => {
  ({ storage } = await openForCommand(server.settings, new Date().toISOString()));
  return () => storage.close();
});

const FORM = `<!doctype html><title>Form</title><p class="editable" id="who"></p><p class="editable" id="where"></p>
  <p class="editable" id="phone" data-ready-private></p><p class="editable" id="notes" data-ready-type="multiline"></p>
  <p class="editable" id="at" data-ready-type="time"></p><p class="editable" id="__proto__"></p>`;

/** Adds a template of all organisations that no user has used. */
async function newTemplate(html = FORM): Promise<string> {
  const uuid = randomUUID();
  await storage.templates.add({
    uuid,
    name: uuid,
    description: '',
    file_name: `${uuid}.html`,
    organisation: null,
    template_version: await addVersion(storage, html),
    position: 99,
    created_at: new Date().toISOString(),
  });
  return uuid;
}

const pathOf = (template: string): string => `/v1/templates/${template}/suggestions`;
async function offered(person: Person, template: string): Promise<[id: string, values: readonly string[]][]> {
  const regions = parsed(listSuggestions, (await person.get(pathOf(template))).json);
  return regions.map(({ id, values }) => [id, values]);
}
async function update(wip: string, edits: Record<string, string>): Promise<void> {
  expect((await dana.post(`/v1/wips/${wip}/update`, saving('Form', edits))).status).toBe(200);
}

describe('values used before', () => {
  it('are told to all of the organisation, by region, the most used first, and then the last one', async () => {
    const form = await newTemplate();
    await save(dana, 'One', { who: 'Amir', where: 'Harbor', ['__proto__']: 'x' }, form);
    await save(june, 'Two', { who: ' Amir ', where: 'Mole' }, form);
    const third = await save(june, 'Three', { who: 'June' }, form);
    await save(tess, 'Theirs', { who: 'Tess' }, form);
    const expected = [
      ['who', ['Amir', 'June']],
      ['where', ['Mole', 'Harbor']],
      ['__proto__', ['x']],
    ];
    expect(await offered(await signedIn(server.origin, demo.reader), form)).toEqual(expected);
    expect(await offered(tess, form)).toEqual([['who', ['Tess']]]);
    // Each save counts at once.
    await update(third.uuid, { who: 'Dana', where: 'Harbor' });
    expect(await offered(dana, form)).toEqual([
      ['who', ['Amir', 'Dana']],
      ['where', ['Harbor', 'Mole']],
      ['__proto__', ['x']],
    ]);
  });

  it('are short lines of text, and never of a region that the template marks as private, now or when a document was made', async () => {
    const form = await newTemplate();
    const long = 'x'.repeat(121);
    const edits = { who: long, where: 'a\nb', phone: '555', notes: 'All quiet', at: '10:00' };
    await save(dana, 'One', edits, form);
    expect(await offered(dana, form)).toEqual([]);
    await save(dana, 'Two', { who: 'x'.repeat(120), where: 'Mole' }, form);
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
    await save(dana, 'Three', { who: 'Dana', phone: '556' }, form);
    // The one of before was private when it was written.
    await expect.poll(async () => new Map(await offered(dana, form)).get('phone')).toEqual(['556']);
  });

  it('are gone with the last document in which they stand', async () => {
    const form = await newTemplate();
    const one = await save(dana, 'One', { who: 'Amirr', where: 'Mole' }, form);
    const two = await save(dana, 'Two', { who: 'June' }, form);
    await update(one.uuid, { who: 'Amir' });
    expect(new Map(await offered(dana, form)).get('who')).toEqual(['Amir', 'June']);
    await dana.get(`/v1/wips/${two.uuid}/delete`);
    expect(await offered(dana, form)).toEqual([
      ['who', ['Amir']],
      ['where', ['Mole']],
    ]);
    await dana.get(`/v1/wips/${one.uuid}/delete`);
    expect(await offered(dana, form)).toEqual([]);
  });

  it('come of documents of the last months', async () => {
    const form = await newTemplate();
    await save(dana, 'One', { who: 'Amir' }, form);
    ahead = 89 * 24 * HOUR;
    const later = await signedIn(server.origin, demo.writer);
    expect(await offered(later, form)).toEqual([['who', ['Amir']]]);
    ahead = 91 * 24 * HOUR;
    expect(await offered(await signedIn(server.origin, demo.writer), form)).toEqual([]);
    ahead = 0;
  });

  it('are read within bounds: of the last hundred documents, a megabyte of them, and as much as a reply may hold', async () => {
    const regions = Array.from({ length: 60 }, (_, at) => `r${at}`);
    const form = await newTemplate(regions.map((id) => `<p class="editable" id="${id}"></p>`).join(''));
    const version = (await storage.templates.head(form))?.template_version ?? '';
    const { uuid: author = '', organisation = '' } =
      (await storage.users.list(null)).find(({ username }) => username === demo.writer) ?? {};
    const add = (no: number, values: Record<string, string>): Promise<void> => {
      const at = new Date(Date.now() - no * 1_000).toISOString();
      const of = { template: form, organisation, name: `${no}`, description: '', template_version: version };
      const written = { values: JSON.stringify(values), rows: null, line_breaks: 'marked' as const };
      return storage.wips.add({ uuid: randomUUID(), ...of, ...written, author, created_at: at, updated_at: at });
    };
    for (let no = 0; no < 150; no += 1) {
      const own = Object.fromEntries(regions.map((id) => [id, `${no} ${'y'.repeat(110)}`]));
      // oxlint-disable-next-line no-await-in-loop -- in their order
      await add(no, own);
    }
    // Larger than all others: passed over, and those behind it are not.
    await add(-1, { r0: 'x'.repeat(300_000), r1: 'huge' });
    const reply = await dana.get(pathOf(form));
    const suggested = parsed(listSuggestions, reply.json);
    expect(reply.text.length).toBeLessThan(250_000);
    expect(suggested).toHaveLength(60);
    expect(Math.max(...suggested.map(({ values }) => values.length))).toBeLessThanOrEqual(40);
    expect(suggested[0]?.values[0]).toMatch(/^0 y/);
    expect(reply.text).not.toContain('huge');
    expect(reply.text).not.toContain('"149 y');
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
