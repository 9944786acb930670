import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readZip } from '#server/domain/uploads/zip.ts';
import { addVersion, newTemplate } from '#tests/support/documents.ts';
import { demo, signedIn, type Person } from '#tests/support/person.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { expectRefusal, forThisTest, given, givenPerson, givenStorage, runReady, startInside } from '../given.ts';

let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const server = given(() => startInside({}, { now }));
const dana = givenPerson(server, demo.writer);
const lena = givenPerson(server, demo.reader);
const tess = givenPerson(server, demo.foreignWriter);
const storage = givenStorage(server);

const form = (more = ''): string => `<!doctype html><title>Form</title>
  <label for="people">People evacuated</label><p class="editable" id="people"></p>
  <label for="note">Note</label><p class="editable" id="note"></p>${more}
  <p class="editable" id="phone" data-ready-private></p>
  <select class="editable" id="who" data-ready-private><option>A<option>B</select>
  <input type="checkbox" class="editable" id="ill" data-ready-private>`;
const SECRET = { phone: '5550199', who: 'B', ill: 'true' };

async function say(wip: string, name: string, edits: Record<string, string>, rows: unknown[] = []): Promise<string> {
  ahead += 1_000;
  await dana.post(`/v1/wips/${wip}/update`, saving(name, edits, rows));
  return submit(dana, wip);
}

/** A document with three submissions, the first of them without its content, and a later one that has lost a region. */
async function givenRecords() {
  const template = await newTemplate(storage, form('<p class="editable" id="old"></p>'));
  const { uuid: wip } = await save(dana, 'Corvane Ridge', {}, template);
  const first = await say(wip, 'Corvane Ridge', { people: '400' });
  const second = await say(wip, 'Corvane Ridge', {
    people: '=412',
    note: 'Łódź, "north"\nclosed',
    old: 'x',
    ...SECRET,
  });
  const third = await say(wip, '../Ridge: 2', { people: '' }, [{ id: 'r1', time: '05:40', what: 'Dozer line' }]);
  await storage.templates.change(
    template,
    { name: template, description: '', template_version: await addVersion(storage, form()) },
    { by: null, at: now().toISOString() },
  );
  const { uuid: other } = await save(dana, 'New', {}, template);
  const fourth = await say(other, 'New', { note: 'after' });
  await runReady(server.place, ['archive', 'drop-content', '--archive', first, '--yes', first]);
  return { template, wip, first, second, third, fourth };
}

const search = (query: Record<string, string>): string => new URLSearchParams(query).toString();
const taken = (person: Person, query: Record<string, string>) => person.get(`/v1/records/export?${search(query)}`);
async function addressOf(person: Person, query: Record<string, string>): Promise<string> {
  const reply = await person.post(`/v1/records/export/create?${search(query)}`);
  return (reply.json as { address: string }).address;
}
/** A browser that goes to an address. */
const goTo = (person: Person, path: string) =>
  rawCall(person.origin, { path, headers: { 'Sec-Fetch-Mode': 'navigate', Cookie: person.cookieHeader(path) } });
const MARK = '\ufeff';
const linesOf = (text: string): string[] => text.split('\r\n').slice(0, -1);

describe('records are taken away', () => {
  it('as a table: a row a submission, a column a region, those of older versions last, formulas as text', async () => {
    const { template, wip, first, second, third, fourth } = await givenRecords();
    const { text, headers, status } = await taken(lena, { format: 'csv', template });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="records-[\dTZ-]+\.csv"; filename\*=/);
    // Reading it as text drops the mark of UTF-8.
    const bytes = await (await lena.fetch('GET', `/v1/records/export?${search({ format: 'csv', template })}`)).bytes();
    expect(Buffer.from(bytes).toString()).toBe(MARK + text);
    const [head, ...rows] = linesOf(text);
    expect(head).toBe(
      'submitted_on,archive_uuid,wip_uuid,template_id,name,submitted_by,number,content_removed_on,checksum,people,note,old',
    );
    const cells = (at: number): string => (rows[at] ?? '').replace(/^[^,]*,|[\da-f]{64},/g, '');
    expect(cells(0)).toBe(
      `${fourth},${/[^,]*,[^,]*,([^,]*)/.exec(rows[0] ?? '')?.[1]},${template},New,Dana Okafor,1,,,after,`,
    );
    expect(cells(1)).toBe(`${third},${wip},${template},../Ridge: 2,Dana Okafor,3,,,"Łódź, ""north""\nclosed",x`);
    expect(cells(2)).toBe(
      `${second},${wip},${template},Corvane Ridge,Dana Okafor,2,,'=412,"Łódź, ""north""\nclosed",x`,
    );
    expect(rows[3]).toMatch(new RegExp(`${first},.*,1,${now().toISOString().slice(0, 10)}[^,]*,[\\da-f]{64},,,$`));
    expect(rows).toHaveLength(4);
  });

  it('as values, empty ones and rows too, and as JSON with all changes and what stood before', async () => {
    const { template, wip, first, second, third, fourth } = await givenRecords();
    const values = linesOf((await taken(dana, { format: 'values', wip })).text);
    expect(values.map((line) => line.replace(/^[^,]*,/, ''))).toEqual([
      'archive_uuid,wip_uuid,name,submitted_by,region,label,value',
      ...[
        'people,People evacuated,',
        'note,Note,"Łódź, ""north""\nclosed"',
        'old,old,x',
        'r1,05:40,"05:40, Dozer line"',
      ].map((rest) => `${third},${wip},../Ridge: 2,Dana Okafor,${rest}`),
      ...["people,People evacuated,'=412", 'note,Note,"Łódź, ""north""\nclosed"', 'old,old,x'].map(
        (rest) => `${second},${wip},Corvane Ridge,Dana Okafor,${rest}`,
      ),
    ]);
    const { json } = await taken(dana, { format: 'json', template });
    expect(json).toMatchObject({
      count: 4,
      records: [fourth, third, second, first].map((archive_uuid) => ({ archive_uuid })),
    });
    const [, { submitted_on: from, changes }] = (
      json as { records: [object, { submitted_on: string; changes: unknown }] }
    ).records;
    expect(changes).toEqual([
      { id: 'people', label: 'People evacuated', was: '=412', is: '' },
      { id: 'r1', label: '05:40', was: null, is: '05:40, Dozer line' },
    ]);
    expect((await taken(dana, { format: 'json', wip, from })).json).toMatchObject({
      count: 1,
      standing: [{ archive_uuid: second }],
      standing_count: 1,
    });
    expect((await taken(dana, { format: 'json', template, q: 'nothing' })).json).toEqual({ records: [], count: 0 });
  });

  it('as they were, in a zip that says at its end that it is complete, without private values', async () => {
    const { template, second, third, fourth } = await givenRecords();
    const response = await lena.fetch('GET', `/v1/records/export?${search({ format: 'zip', template })}`);
    const files = readZip(Buffer.from(await response.bytes()), { files: 9, ratio: null, links: 'refuse' });
    const time = (name: string): string => name.replace(/^\d{4}-\d\d-\d\dT\d{6}Z/, '<time>');
    expect([...files.keys()].map(time)).toEqual([
      'records.csv',
      `<time>-New-${fourth.slice(0, 8)}.html`,
      `<time>-Ridge 2-${third.slice(0, 8)}.html`,
      `<time>-Corvane Ridge-${second.slice(0, 8)}.html`,
      'received.csv',
      'COMPLETE',
    ]);
    const texts = [...files.values()].map((read) => read().toString());
    expect(texts[3]).toContain('<p class="editable" id="people">=412</p>');
    expect(texts[3]).toContain('<p class="editable" id="phone" data-ready-private></p>');
    expect(texts[3]).not.toMatch(/selected|checked/);
    expect(texts.join('\n')).not.toContain(SECRET.phone);
    expect(linesOf(texts[0] ?? '')).toHaveLength(5);
    expect(texts[5]).toMatch(
      /^This file is complete\. Submissions: 4\. Without their content, which was removed: 1\.\n/,
    );
  });

  it('as documents without what their template marks as private since then', async () => {
    const { template, third } = await givenRecords();
    const marked = form().replace('id="note"', 'id="note" data-ready-private');
    const template_version = await addVersion(storage, marked);
    await storage.templates.change(
      template,
      { name: template, description: '', template_version },
      { by: null, at: now().toISOString() },
    );
    // On PostgreSQL a server receives a moment later that another process has changed a template.
    const alone = async (): Promise<string> => (await taken(dana, { format: 'html', archive: third })).text;
    await expect.poll(alone).toContain('<p class="editable" id="note"></p>');
    const response = await lena.fetch('GET', `/v1/records/export?${search({ format: 'zip', template })}`);
    const files = readZip(Buffer.from(await response.bytes()), { files: 9, ratio: null, links: 'refuse' });
    const documents = [...files].flatMap(([name, read]) => (name.endsWith('.html') ? [read().toString()] : []));
    expect(documents).toHaveLength(3);
    for (const html of [...documents, await alone()]) {
      expect(html).toContain('<p class="editable" id="note"></p>');
      expect(html).not.toContain('Łódź');
    }
  });

  it('one alone, also as it was', async () => {
    const { first, third } = await givenRecords();
    const { text, headers } = await taken(dana, { format: 'html', archive: third });
    expect(text).toContain('id="note">Łódź, "north"\nclosed');
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="[\\dTZ-]+-Ridge 2-${third.slice(0, 8)}\\.html"; filename\\*=UTF-8''`),
    );
    expect(headers.get('content-security-policy')).toBe('sandbox');
    expect((await taken(dana, { format: 'json', archive: third })).json).toMatchObject({ count: 1 });
    expect((await taken(dana, { format: 'html', archive: first })).status).toBe(410);
  });

  it('by an address that is good once, for a minute, for one session and for what was asked', async () => {
    const { wip } = await givenRecords();
    const query = { format: 'csv', wip, q: 'ridge', from: '2026-01-31T14:00:00+01:00' };
    expect((await goTo(dana, `/v1/records/export?${search(query)}`)).status).toBe(403);
    const address = await addressOf(dana, query);
    const again = await signedIn(server.origin, demo.writer);
    const used = 'This address was used before, or is older than a minute. Ask for the file again.';
    expectRefusal(await goTo(again, address), 410, used);
    expectRefusal(await goTo(dana, address.replace('q=ridge', 'q=corvane')), 410, used);
    const both = await Promise.all([goTo(dana, address), goTo(dana, address)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 410]));
    expectRefusal(await dana.get(address), 410, used);
    const late = await addressOf(dana, query);
    ahead += 61_000;
    expectRefusal(await goTo(dana, late), 410, used);
    const token = new URL(late, server.origin).searchParams.get('token') ?? '';
    expect((await dana.get('/v1/records', { headers: { Cookie: `at=${token}` } })).status).toBe(401);
  });

  it('at every server of one database', async () => {
    if (!server.settings.databaseUrl) return;
    const { wip } = await givenRecords();
    const other = await forThisTest(startInside({ DATABASE_URL: server.settings.databaseUrl }, { now }));
    const address = await addressOf(dana, { format: 'json', wip });
    expect((await goTo(dana.twin(other.origin), address)).status).toBe(200);
    expect((await goTo(dana, address)).status).toBe(410);
  });

  it('only by whoever may read them, and noted in the audit log', async () => {
    const { wip, first } = await givenRecords();
    for (const of of [{ wip }, { archive: first }]) {
      const path = `export/create?${search({ format: 'json', ...of })}`;
      expect((await tess.post(`/v1/records/${path}`)).status).toBe(403);
      expect((await dana.post(`/v1/records/${path.replace(/[\da-f-]{36}/, randomUUID())}`)).status).toBe(404);
    }
    await taken(dana, { format: 'json', wip, q: 'ridge', to: '2036-01-01T00:00:00Z' });
    const noted = await storage.audit.list(999, { action: 'records_exported' });
    expect(noted.filter(({ subject }) => subject === wip)).toMatchObject([
      { detail: `json to=2036-01-01T00:00:00.000Z wip=${wip} words` },
    ]);
  });

  it.each([
    ['', /^'format' must be one of: csv, values, json, zip, html\.$/],
    ['format=pdf', /^'format' must be/],
    ['format=html', /^'format' is html for one record alone/],
    ['format=csv&from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', /^'from' must be before 'to'\.$/],
    ['format=csv&archive=1', /^'archive' must be a UUID\.$/],
    ['format=csv&token=a&token=b', /^'token' must be given once\.$/],
  ])('and %s is refused in words', async (query, words) => {
    const { status, json } = await dana.get(`/v1/records/export?${query}`);
    expect([status, json]).toEqual([400, { message: expect.stringMatching(words) as string }]);
  });

  it('not before they were read into the index: a table would lack their values', async () => {
    const { wip, first, third } = await givenRecords();
    const { archives } = storage;
    expect((await archives.head(first))?.uuid).toBe(first);
    const [of, from] = [await storage.records.head(third), now().toISOString()];
    await storage.transaction((stores) => stores.records.clear(wip));
    const reply = await taken(dana, { format: 'csv', wip });
    expect([reply.status, (reply.json as { message: string }).message]).toEqual([
      503,
      expect.stringMatching(/^Submissions of .* and before are still being read\./),
    ]);
    expect(of).not.toBeNull();
    expect((await taken(dana, { format: 'csv', wip, from })).status).toBe(200);
    expect((await taken(dana, { format: 'html', archive: third })).status).toBe(200);
  });
});
