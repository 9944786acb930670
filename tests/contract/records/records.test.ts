import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  compareRecords,
  listRecordAuthors,
  listRecordMoments,
  listRecords,
  readField,
  readRecord,
  readRecordFields,
  readRecordsAt,
} from '#common/calls/records.ts';
import { COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { createDocuments } from '#server/domain/documents/documents.ts';
import { readOlderRecords } from '#server/domain/records/older-records.ts';
import { newTemplate, recordOf } from '#tests/support/documents.ts';
import { demo, signedIn, type Person } from '#tests/support/person.ts';
import { parsed } from '#tests/support/replies.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { expectRefusal, given, givenPerson, givenStorage, runReady, startInside } from '../given.ts';

let ahead = 0;
const server = given(() => startInside({}, { now: () => new Date(Date.now() + ahead) }));
const dana = givenPerson(server, demo.writer);
const june = givenPerson(server, demo.otherWriter);
const lena = givenPerson(server, demo.reader);
const amir = givenPerson(server, demo.administrator);
const sita = givenPerson(server, demo.siteAdministrator);
const tess = givenPerson(server, demo.foreignWriter);
const storage = givenStorage(server);

const FORM = `<!doctype html><title>Form</title>
  <label for="people">People evacuated</label><p class="editable" id="people"></p>
  <label for="note">Note</label><p class="editable" id="note"></p>
  <p class="editable" id="phone" data-ready-private></p>`;

const list = async (person: Person, query: Record<string, string>) =>
  parsed(listRecords, (await person.get(`/v1/records?${new URLSearchParams(query).toString()}`)).json);
const uuidsOf = async (person: Person, query: Record<string, string>): Promise<string[]> =>
  (await list(person, query)).records.map(({ archive_uuid }) => archive_uuid);

/** Saves values and submits them a second after what was before. @returns the archive */
async function say(person: Person, wip: string, edits: Record<string, string>, rows: unknown[] = []): Promise<string> {
  ahead += 1_000;
  await person.post(`/v1/wips/${wip}/update`, saving('Corvane Ridge', edits, rows));
  return submit(person, wip);
}

/** A document with three submissions. */
async function givenRecords() {
  const form = await newTemplate(storage, FORM);
  const { uuid: wip } = await save(dana, 'Corvane Ridge', {}, form);
  const first = await say(dana, wip, { people: '412', note: 'Łódź bridge closed', phone: '5550199' });
  const second = await say(june, wip, { people: '438' });
  const third = await say(dana, wip, { note: '' }, [{ id: 'r1', time: '05:40', what: 'Dozer line' }]);
  return { form, wip, first, second, third };
}

describe('records', () => {
  it('are listed newest first, with author, place and what changed against the one before', async () => {
    const { form, wip, first, second, third } = await givenRecords();
    const { records, count, next, complete_since } = await list(lena, { template: form });
    expect([count, next, complete_since]).toEqual([3, null, null]);
    expect(records.map(({ archive_uuid, number }) => [archive_uuid, number])).toEqual([
      [third, 3],
      [second, 2],
      [first, 1],
    ]);
    expect(records[1]).toMatchObject({
      wip_uuid: wip,
      template_id: form,
      name: 'Corvane Ridge',
      submitted_by: 'June Halloran',
      changed: 1,
      changes: [{ id: 'people', label: 'People evacuated', was: '412', is: '438' }],
    });
    expect(records[0]?.changes).toEqual([
      { id: 'note', label: 'Note', was: 'Łódź bridge closed', is: '' },
      { id: 'r1', label: '05:40', was: null, is: '05:40, Dozer line' },
    ]);
    expect(records[2]).toMatchObject({ changes: null, changed: null, submitted_by: 'Dana Okafor' });
    const pages = await list(dana, { template: form, limit: '2' });
    expect(pages).toMatchObject({ count: 3, records: [{ archive_uuid: third }, { archive_uuid: second }] });
    const rest = await list(dana, { template: form, limit: '2', cursor: pages.next ?? '' });
    expect(rest).toMatchObject({ count: 3, next: null, records: [{ archive_uuid: first }] });
  });

  it('are found by all words of any value that they contain, of the name and of the author, and private ones never', async () => {
    const { form, first, second, third } = await givenRecords();
    const found = (q: string, more = {}) => uuidsOf(dana, { template: form, q, ...more });
    expect(await found('43')).toEqual([third, second]);
    expect(await found('lodz bri')).toEqual([second, first]);
    expect(await found('lodz 438')).toEqual([second]);
    expect(await found('corvane')).toEqual([third, second, first]);
    expect(await found('halloran 438')).toEqual([second]);
    expect(await found('halloran 412')).toEqual([]);
    expect(await found('ridge', { region: 'note' })).toEqual([third, second, first]);
    expect(await found('412', { region: 'note' })).toEqual([]);
    expect(await found('412', { region: 'people' })).toEqual([first]);
    expect(await found('5550199')).toEqual([]);
    expect((await dana.get(`/v1/records?template=${form}&region=phone`)).json).toEqual({
      message: 'No record has this field.',
    });
    expect(await found('dozer')).toEqual([third]);
    expect(await found('???')).toEqual([]);
  });

  it('lose what their template marks as private later, also in submissions and documents from before', async () => {
    const { form, wip, first, second, third } = await givenRecords();
    const content = FORM.replace('id="note"', 'id="note" data-ready-private');
    const template = { version: 1, file_name: 'form.html', content };
    expect((await sita.post(`/v1/templates/${form}/replace`, template)).status).toBe(200);
    const expectForgotten = async (): Promise<void> => {
      expect(await uuidsOf(dana, { template: form, q: 'lodz' })).toEqual([]);
      const byField = await dana.get(`/v1/records?template=${form}&region=note`);
      expect(JSON.stringify(byField.json)).not.toContain(form);
      const story = await dana.get(`/v1/records/field?template=${form}&region=note`);
      expect(parsed(readField, story.json)).toMatchObject({ values: [], count: 0 });
      const { record } = parsed(readRecord, (await dana.get(`/v1/records/${third}`)).json);
      expect([record.changed, record.changes?.map(({ id }) => id)]).toEqual([1, ['r1']]);
      const { record: before } = parsed(readRecord, (await dana.get(`/v1/records/${second}`)).json);
      expect([before.changed, before.changes?.map(({ id }) => id)]).toEqual([1, ['people']]);
      const compared = await dana.get(`/v1/records/compare?from=${first}&to=${third}`);
      expect(parsed(compareRecords, compared.json).changes.map(({ id }) => id)).toEqual(['people', 'r1']);
    };
    await expectForgotten();
    // The document is still made from the version without the mark.
    await say(dana, wip, { note: 'Łódź road closed' });
    await expectForgotten();
    const documents = createDocuments(storage.templateVersions);
    await storage.transaction((stores) => stores.records.clear(wip));
    const older = readOlderRecords({ storage, documents }, (error) => {
      throw error;
    });
    await older.complete;
    await Promise.all([older.close(), documents.close()]);
    await expectForgotten();
  });

  it('are of a time, a document and a user, and begin with what stood there before', async () => {
    const { form, wip, first, second, third } = await givenRecords();
    const all = await list(dana, { template: form });
    const [, at = 0] = all.records.map(({ submitted_on }) => submitted_on ?? 0);
    const from = new Date(at).toISOString();
    const ofTime = await list(dana, { template: form, from });
    expect(ofTime.records.map(({ archive_uuid }) => archive_uuid)).toEqual([third, second]);
    expect(ofTime.standing.map(({ archive_uuid }) => archive_uuid)).toEqual([first]);
    expect(ofTime.standing_count).toBe(1);
    expect(await uuidsOf(dana, { template: form, to: from.replace('Z', '+00:00') })).toEqual([first]);
    const by = all.records[1]?.submitted_by_uuid ?? '';
    expect(await uuidsOf(dana, { wip, by })).toEqual([second]);
    expect(parsed(listRecordAuthors, (await dana.get('/v1/records/people')).json)).toContainEqual({
      uuid: by,
      name: 'June Halloran',
    });
  });

  it('count what stood there before where that is more than a reply has', async () => {
    const form = await newTemplate(storage, FORM);
    const { organisation = '', uuid: author = '' } =
      (await storage.users.list(null)).find(({ username }) => username === demo.writer) ?? {};
    const template_version = (await storage.templates.head(form))?.template_version ?? '';
    const time = new Date(Date.now() + ahead).toISOString();
    for (let n = 0; n < 103; n += 1) {
      const of = { template: form, organisation, name: `Post ${n}` };
      const written = { values: '{}', rows: null, line_breaks: 'marked' as const };
      const wip = { ...of, ...written, uuid: randomUUID(), description: '', template_version, author };
      // oxlint-disable no-await-in-loop -- in their order
      await storage.wips.add({ ...wip, created_at: time, updated_at: time });
      const head = {
        ...of,
        wip: wip.uuid,
        uuid: randomUUID(),
        file_name: 'form.html',
        format: 'html',
        submitted_on: time,
      };
      await storage.archives.add(await recordOf(head, '<p>', author));
      // oxlint-enable no-await-in-loop
    }
    const { records, standing, standing_count } = await list(dana, {
      template: form,
      from: new Date(Date.now() + ahead + 1_000).toISOString(),
    });
    expect([records.length, standing.length, standing_count]).toEqual([0, 100, 103]);
  });

  it('of a deleted document and of a removed content stay listed, and say so', async () => {
    const { form, wip, first, second } = await givenRecords();
    await runReady(server.place, ['archive', 'drop-content', '--archive', first, '--yes', first]);
    await dana.get(`/v1/wips/${wip}/delete`);
    const { records } = await list(dana, { template: form });
    expect(records.every(({ wip_deleted_on }) => wip_deleted_on !== null)).toBe(true);
    expect(records[2]).toMatchObject({
      archive_uuid: first,
      changes: null,
      content_removed_on: expect.any(Number) as number,
    });
    expect(records[1]).toMatchObject({ archive_uuid: second, changes: null, changed: null });
    expect(await uuidsOf(dana, { template: form, q: '412' })).toEqual([]);
    expect(await uuidsOf(dana, { template: form, q: '\0' })).toEqual([]);
    expectRefusal(
      await dana.get(`/v1/records/compare?from=${first}&to=${second}`),
      410,
      `Its content was removed on ${new Date(Date.now() + ahead).toISOString().slice(0, 10)}.`,
    );
  });

  it('one at a time have all their changes, whole, and the ones beside them', async () => {
    const { wip, second, third, first } = await givenRecords();
    const long = 'x'.repeat(300);
    const fourth = await say(dana, wip, { note: long });
    const listed = (await list(dana, { wip })).records[0];
    expect(listed?.changes?.[0]).toMatchObject({ is: 'x'.repeat(200), shortened: true });
    const { record, previous, next } = parsed(readRecord, (await lena.get(`/v1/records/${fourth}`)).json);
    expect([record.changes?.[0]?.is, previous, next]).toEqual([long, third, null]);
    expect(parsed(readRecord, (await lena.get(`/v1/records/${first}`)).json)).toMatchObject({
      previous: null,
      next: second,
    });
  });

  it('have their fields in the order of the document, in pages, by words of their names', async () => {
    const { wip, first } = await givenRecords();
    const long = 'x'.repeat(300);
    const archive = await say(dana, wip, { people: '438', note: long });
    const fields = async (query: Record<string, string> = {}, of = archive) =>
      parsed(
        readRecordFields,
        (await lena.get(`/v1/records/${of}/fields?${new URLSearchParams(query).toString()}`)).json,
      );
    expect(await fields()).toEqual({
      fields: [
        { id: 'people', label: 'People evacuated', value: '438' },
        { id: 'note', label: 'Note', value: 'x'.repeat(200), shortened: true },
      ],
      next: null,
      count: 2,
    });
    expect((await fields({}, first)).fields[0]).toMatchObject({ id: 'people', value: '412' });
    const { fields: one, next, count } = await fields({ limit: '1' });
    expect([one[0]?.id, count]).toEqual(['people', 2]);
    expect(await fields({ limit: '1', cursor: String(next) })).toMatchObject({ fields: [{ id: 'note' }], next: null });
    expect((await fields({ q: 'evac' })).fields).toHaveLength(1);
    expect(await fields({ q: 'phone' })).toMatchObject({ fields: [], count: 0 });
    expect(await fields({ q: '\u0651' })).toMatchObject({ fields: [], count: 0 });
    await runReady(server.place, ['archive', 'drop-content', '--archive', first, '--yes', first]);
    expect((await lena.get(`/v1/records/${first}/fields`)).status).toBe(410);
    await storage.records.clear(wip);
    expectRefusal(
      await lena.get(`/v1/records/${archive}/fields`),
      503,
      'The fields of this record are still being read. Try again later.',
    );
  });

  it('are compared with each other, and with what is saved', async () => {
    const { wip, form, first, third } = await givenRecords();
    await dana.post(`/v1/wips/${wip}/update`, saving('Corvane Ridge', { people: '440' }));
    const compared = async (from: string, to: string) =>
      parsed(compareRecords, (await dana.get(`/v1/records/compare?from=${from}&to=${to}`)).json);
    const archives = await compared(first, third);
    expect(archives.changes).toEqual([
      { id: 'people', label: 'People evacuated', was: '412', is: '438', kind: 'changed' },
      { id: 'note', label: 'Note', was: 'Łódź bridge closed', is: '', kind: 'changed' },
      { id: 'r1', label: '05:40', was: null, is: '05:40, Dozer line', kind: 'added' },
    ]);
    expect(archives).toMatchObject({
      from: { archive_uuid: first },
      to: { archive_uuid: third },
      unchanged: 0,
      template_changed: false,
    });
    const saved = await compared(first, wip);
    expect(saved.changes[0]).toMatchObject({ was: '412', is: '440' });
    expect(saved.to).toMatchObject({ wip_uuid: wip, saved_by: 'Dana Okafor' });
    const other = await submit(dana, (await save(dana, 'Other', {}, form)).uuid);
    expect((await compared(first, other)).changes.map(({ id }) => id)).toEqual(['people', 'note']);
    const elsewhere = await submit(dana, (await save(dana, 'Elsewhere', {}, COMMAND_TEMPLATE_RIGHT)).uuid);
    expectRefusal(
      await dana.get(`/v1/records/compare?from=${first}&to=${elsewhere}`),
      400,
      "'from' and 'to' must be of one document, or of one template.",
    );
  });

  it('tell the values of one region with their times, in a document and in all of its template', async () => {
    const { wip, form, first, second } = await givenRecords();
    const back = await say(dana, wip, { people: '412' });
    const { uuid: other } = await save(june, 'Other', { people: '7' }, form);
    ahead += 1_000;
    const theirs = await submit(june, other);
    const story = async (query: Record<string, string>) => {
      const { values, count } = parsed(
        readField,
        (
          await lena.get(
            `/v1/records/field?${new URLSearchParams({ template: form, region: 'people', ...query }).toString()}`,
          )
        ).json,
      );
      return { count, values: values.map(({ value, archive_uuid, until }) => [value, archive_uuid, until === null]) };
    };
    const own = [
      ['412', back, true],
      ['438', second, false],
      ['412', first, false],
    ];
    expect(await story({ wip })).toEqual({ count: 3, values: own });
    expect(await story({})).toEqual({ count: 4, values: [['7', theirs, true], ...own] });
    expect((await story({ region: 'phone' })).count).toBe(0);
    expectRefusal(await lena.get(`/v1/records/field?template=${form}&region=peeple`), 404, 'No record has this field.');
    const rows = await say(dana, wip, {}, [{ id: 'r1', what: 'north' }]);
    const gone = await say(dana, wip, {});
    expect(await story({ region: 'r1' })).toEqual({
      count: 4,
      values: [
        [null, gone, true],
        ['north', rows, false],
        [null, back, false],
        ['05:40, Dozer line', expect.any(String), false],
      ],
    });
  });

  it('say what each pane of a screen showed at a moment', async () => {
    const { form, wip, first, second, third } = await givenRecords();
    const { uuid: other } = await save(june, 'Other', { people: '7' }, form);
    ahead += 1_000;
    const theirs = await submit(june, other);
    const times = new Map(
      (await list(dana, { template: form })).records.map(({ archive_uuid, submitted_on }) => [
        archive_uuid,
        submitted_on ?? 0,
      ]),
    );
    const timeOf = (archive: string): number => times.get(archive) ?? 0;
    const at = async (time: number, panes: string) =>
      parsed(
        readRecordsAt,
        (await lena.get(`/v1/records/at?time=${encodeURIComponent(new Date(time).toISOString())}&${panes}`)).json,
      );
    const both = `wip=${wip}&template=${form}`;
    const reply = await at(timeOf(second) - 1, both);
    expect(reply).toMatchObject({ time: timeOf(second) - 1, previous: timeOf(first), next: timeOf(second) });
    expect(reply.panes.map(({ id, record }) => [id, record?.archive_uuid])).toEqual([
      [wip, first],
      [form, first],
    ]);
    const later = await at(timeOf(theirs) + 86_400_000, `template=${form}&template=${form}`);
    expect(later.time).toBeLessThan(timeOf(theirs) + 86_400_000);
    expect(later.panes.map(({ record }) => record?.archive_uuid)).toEqual([theirs, theirs]);
    const { moments } = parsed(listRecordMoments, (await lena.get(`/v1/records/moments?${both}`)).json);
    expect(moments.map(({ pane, archive_uuid: archive }) => [pane, archive])).toEqual([
      [wip, first],
      [form, first],
      [wip, second],
      [form, second],
      [wip, third],
      [form, third],
      [form, theirs],
    ]);
    for (const [path, status] of [
      [`at?time=2026-01-01T00:00&template=${form}`, 400],
      [`at?time=2026-01-01T00:00:00Z`, 400],
      [`at?time=2026-01-01T00:00:00Z&board=${wip}`, 404],
      [`at?time=2026-01-01T00:00:00Z&wip=${wip}&wip=1`, 400],
      [`moments?template=${randomUUID()}`, 404],
    ] as const)
      expect([path, (await dana.get(`/v1/records/${path}`)).status]).toEqual([path, status]);
    expect((await tess.get(`/v1/records/at?time=2026-01-01T00:00:00Z&wip=${wip}`)).status).toBe(403);
  });

  it('have rows with signs that no database stores, and those are found by what is left', async () => {
    const { wip, form } = await givenRecords();
    const odd = [
      { id: 'r\u00002', what: 'hidden' },
      { id: 'r3', what: 'nul\u0000here \ud800 mole' },
    ];
    const archive = await say(dana, wip, {}, odd);
    const next = await say(dana, wip, {}, [{ id: 'r3', what: 'quay' }]);
    expect(await uuidsOf(dana, { template: form, q: 'here mole' })).toEqual([archive]);
    expect(await uuidsOf(dana, { template: form, q: 'hidden' })).toEqual([]);
    expect(await uuidsOf(dana, { template: form, q: 'quay' })).toEqual([next]);
  });

  it('of another organization are refused, and unknown ones do not exist', async () => {
    const { wip, first } = await givenRecords();
    for (const path of [`?wip=${wip}`, `/${first}`, `/${first}/fields`, `/compare?from=${first}&to=${wip}`])
      expect([path, (await tess.get(`/v1/records${path}`)).status]).toEqual([path, 403]);
    expect(await uuidsOf(tess, { q: 'corvane' })).toEqual([]);
    const none = randomUUID();
    for (const path of [
      `?wip=${none}`,
      `?template=${none}`,
      `?by=${none}`,
      `/${none}`,
      `/${none}/fields`,
      `/compare?from=${first}&to=${none}`,
      `?region=${encodeURIComponent(`"a'b<`)}`,
    ])
      expect([path, (await dana.get(`/v1/records${path}`)).status]).toEqual([path, 404]);
  });

  it.each([
    ['from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', "'from' must be before 'to'."],
    ['from=2026-02-01T00:00', /'from' must be a moment/],
    ['to=%2B275760-09-13T00:00:00Z', /'to' must be a moment/],
    ['from=2026-02-30T00:00:00Z', /'from' must be a moment/],
    [`q=${'x'.repeat(201)}`, /'q' must have at most/],
    ['q=a&q=b', "'q' must be given once."],
    ['wip=1', "'wip' must be a UUID."],
    ['region=', /'region' must be/],
    ['limit=0', /'limit' must be/],
    ['cursor=e30', /'cursor' is none/],
    [`q=${'x'.repeat(10_000)}`, /'q' must have at most/],
    [`/compare?from=${randomUUID()}`, "'to' must be given."],
    [`/field?template=${randomUUID()}`, "'region' must be given."],
  ])('refuse %s in words', async (query, words) => {
    const reply = await dana.get(`/v1/records${query.startsWith('/') ? query : `?${query}`}`);
    expect([reply.status, reply.json]).toEqual([
      400,
      { message: typeof words === 'string' ? words : (expect.stringMatching(words) as string) },
    ]);
  });

  it('refuse the cursor of another list', async () => {
    const { form } = await givenRecords();
    const { next } = await list(dana, { template: form, limit: '1' });
    const reply = await dana.get(`/v1/records?template=${form}&q=x&cursor=${next}`);
    expect(reply.status).toBe(400);
  });

  it('are noted in the audit log: each that is opened, and a list once in ten minutes', async () => {
    const { wip, first } = await givenRecords();
    const noted = async (): Promise<number> =>
      (await storage.audit.list(999, { action: 'records_read' })).filter(
        ({ subject }) => subject === wip || subject === first,
      ).length;
    await list(amir, { wip });
    await list(amir, { wip, q: 'fire' });
    await amir.get(`/v1/records/${first}`);
    await amir.get(`/v1/records/${first}`);
    expect(await noted()).toBe(3);
    ahead += 660_000;
    await list(await signedIn(server.origin, demo.administrator), { wip });
    expect(await noted()).toBe(4);
  });
});
