import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveReply, archivesReply, recentReply } from '#api/contract/archives.ts';
import { documentReply, templatesReply } from '#api/contract/templates.ts';
import { saveReply, wipsReply } from '#api/contract/wips.ts';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#config/constants.ts';
import { findRegions } from '#document/regions.ts';
import { demo, signedIn, type Person } from '#tests/support/person.ts';
import { startServer, writeDistFixture, type TestServer } from '#tests/support/server.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const templatesFolder = resolve(import.meta.dirname, '..', '..', 'templates');
const catalogue = JSON.parse(readFileSync(join(templatesFolder, 'catalogue.json'), 'utf8')) as {
  uuid: string;
  name: string;
  description: string;
  file_name: string;
}[];
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let dist = '';
let server: TestServer;
let writer: Person;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'ready-dist-'));
  await writeDistFixture(dist);
  server = await startServer({ dist });
  writer = await signedIn(server.origin, demo.writer);
});
afterAll(async () => {
  await server.stop();
  await rm(dist, { recursive: true });
});

const source = (template: { file_name: string }) => readFileSync(join(templatesFolder, template.file_name), 'utf8');
const body = (save_name: string, edits: Record<string, string> = {}, new_attributes: unknown[] = []) => ({
  save_name,
  edited_attributes: Object.entries(edits).map(([id, value]) => ({ id, value })),
  new_attributes,
});

const valueOf = (html: string, id: string) => findRegions(html).find((region) => region.id === id)?.value;

async function save(name: string, edits: Record<string, string> = {}, template = COMMAND_TEMPLATE_LEFT) {
  const reply = await writer.post(`/v1/templates/${template}/wips/save`, body(name, edits));
  expect(reply.status).toBe(201);
  return v.parse(saveReply, reply.json).result;
}
async function load(uuid: string) {
  return v.parse(documentReply, (await writer.get(`/v1/wips/${uuid}?html=true`)).json).result;
}

describe('templates', () => {
  it('lists the nine of the catalogue, the Command Docs pair first', async () => {
    const { templates } = v.parse(templatesReply, (await writer.get('/v1/templates')).json);
    expect(templates).toEqual(
      catalogue.map(({ uuid, name, description, file_name }) => ({ uuid, name, description, file_name })),
    );
    expect(templates.slice(0, 2).map((template) => template.uuid)).toEqual([
      COMMAND_TEMPLATE_LEFT,
      COMMAND_TEMPLATE_RIGHT,
    ]);
  });

  it.each(catalogue)('gives $name with its HTML, byte for byte', async (template) => {
    const reply = await writer.get(`/v1/templates/${template.uuid}?html=true`);
    const { result } = v.parse(documentReply, reply.json);
    expect(result).toMatchObject({
      uuid: template.uuid,
      name: template.name,
      base_name: template.name,
      description: template.description,
    });
    expect(result.content).toBe(source(template));
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['an unknown template', `/v1/templates/${UNKNOWN}?html=true`],
    ['its WIPs', `/v1/templates/${UNKNOWN}/wips`],
    ['its newest archive', `/v1/templates/${UNKNOWN}/archives/recent`],
    ['something that is no id', '/v1/templates/%00x?html=true'],
  ])('answers 404 for %s', async (_what, path) => {
    const reply = await writer.get(path);
    expect([reply.status, reply.json]).toEqual([404, { message: 'This template does not exist, or was deleted.' }]);
  });
});

describe('a WIP', () => {
  it.each(catalogue)('of $name keeps every byte outside the region that changed', async (template) => {
    // Two of the templates have roles, which no writer of the demo holds together.
    const person = await signedIn(server.origin, demo.administrator);
    const html = source(template);
    const region = findRegions(html).find((one) => one.kind === 'text');
    const id = String(region?.id);
    const marker = 'Zq7 <b>&amp; "quoted" \u{1F692}\nline two';
    const saved = await person.post(`/v1/templates/${template.uuid}/wips/save`, body('Bytes', { [id]: marker }));
    const { uuid } = v.parse(saveReply, saved.json).result;
    const { content } = v.parse(documentReply, (await person.get(`/v1/wips/${uuid}?html=true`)).json).result;
    const written = 'Zq7 &lt;b&gt;&amp;amp; "quoted" \u{1F692}\nline two';
    const at = content.indexOf(written);
    const head = content.slice(0, at);
    const tail = content.slice(at + written.length);
    expect(at).toBeGreaterThan(0);
    expect(html.startsWith(head)).toBe(true);
    expect(html.endsWith(tail)).toBe(true);
    expect(valueOf(content, id)).toBe(marker);
    expect(html.slice(head.length, html.length - tail.length).trim()).toBe(region?.value ?? '');
  });

  it('is made by a first save, and listed first under its template', async () => {
    const saved = await save('  Night shift_2  ', { 'incident-name': 'Corvane' });
    expect(saved).toMatchObject({ created_from: COMMAND_TEMPLATE_LEFT, name: 'Night shift_2' });
    const list = v.parse(wipsReply, (await writer.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips`)).json);
    expect(list[0]).toEqual({
      uuid: saved.uuid,
      name: 'Night shift_2',
      description: catalogue[0]?.description,
      file_name: 'incident-status-board.html',
      created_from: COMMAND_TEMPLATE_LEFT,
    });
    expect(await load(saved.uuid)).toMatchObject({
      uuid: saved.uuid,
      wip_uuid: saved.uuid,
      name: 'Night shift_2',
      wip_name: 'Night shift_2',
      base_name: 'Incident Status Board',
      created_from: COMMAND_TEMPLATE_LEFT,
    });
  });

  it('takes the values and the name of an update and leaves other regions as they were', async () => {
    const { uuid } = await save('First', { 'incident-name': 'Corvane', remarks: 'kept' });
    const reply = await writer.post(`/v1/wips/${uuid}/update`, body('Second', { 'incident-name': 'Tull' }));
    expect(reply.status).toBe(200);
    const result = await load(uuid);
    const { content } = result;
    expect([result.wip_name, valueOf(content, 'incident-name'), valueOf(content, 'remarks')]).toEqual([
      'Second',
      'Tull',
      'kept',
    ]);
  });

  it('lets two people save different regions at the same time', async () => {
    const { uuid } = await save('Shared');
    const other = await signedIn(server.origin, demo.otherWriter);
    const replies = await Promise.all([
      writer.post(`/v1/wips/${uuid}/update`, body('Shared', { 'incident-name': 'by Dana' })),
      other.post(`/v1/wips/${uuid}/update`, body('Shared', { remarks: 'by June' })),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
    const { content } = await load(uuid);
    expect([valueOf(content, 'incident-name'), valueOf(content, 'remarks')]).toEqual(['by Dana', 'by June']);
  });

  it('passes over regions that the document does not have', async () => {
    const { uuid } = await save('Ghost', { 'no-such-region': 'x', __proto__x: 'y', constructor: 'z' });
    expect((await load(uuid)).content).toBe(source({ file_name: 'incident-status-board.html' }));
  });

  it('carries the rows of the document’s own script, and replaces them with each save', async () => {
    const rows = [{ time: '06:10', note: '</script><b>\u2028' }];
    const activityLog = catalogue.find((template) => template.file_name === 'activity-log.html');
    const saved = await writer.post(`/v1/templates/${String(activityLog?.uuid)}/wips/save`, body('Rows', {}, rows));
    const { uuid } = v.parse(saveReply, saved.json).result;
    const carried = async () =>
      /<script type="application\/json" id="ready-new-attributes">(.*?)<\/script>/s.exec(
        (await load(uuid)).content,
      )?.[1];
    const first = await carried();
    expect(first).toContain('\\u003c/script>');
    expect(first).toContain('\\u2028');
    expect(JSON.parse(String(first))).toEqual(rows);
    await writer.post(`/v1/wips/${uuid}/update`, body('Rows', {}, []));
    expect(await carried()).toBe('[]');
  });

  it('is gone after its deletion, but its archives stay', async () => {
    const { uuid } = await save('Short-lived');
    await writer.post(`/v1/wips/${uuid}/submit`);
    const withoutHeader = await writer.get(`/v1/wips/${uuid}/delete`, { antiForgery: null });
    expect(withoutHeader.status).toBe(403);
    expect((await load(uuid)).uuid).toBe(uuid);
    expect((await writer.get(`/v1/wips/${uuid}/delete`)).status).toBe(200);
    const missing = { message: 'This document does not exist, or was deleted.' };
    for (const reply of [
      await writer.get(`/v1/wips/${uuid}?html=true`),
      await writer.post(`/v1/wips/${uuid}/update`, body('x')),
      await writer.post(`/v1/wips/${uuid}/submit`),
      await writer.get(`/v1/wips/${uuid}/delete`),
    ]) {
      expect([reply.status, reply.json]).toEqual([404, missing]);
    }
    const list = v.parse(wipsReply, (await writer.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips`)).json);
    expect(list.map((wip) => wip.uuid)).not.toContain(uuid);
    const [archive] = v.parse(archivesReply, (await writer.get(`/v1/wips/${uuid}/archives`)).json);
    expect((await writer.get(`/v1/archives/${String(archive?.uuid)}`)).status).toBe(200);
  });

  it('does not exist: 404', async () => {
    for (const path of [`/v1/wips/${UNKNOWN}?html=true`, `/v1/wips/${UNKNOWN}/archives`, '/v1/wips/x?html=true']) {
      const reply = await writer.get(path);
      expect([reply.status, reply.json]).toEqual([404, { message: 'This document does not exist, or was deleted.' }]);
    }
  });
});

describe('a submission', () => {
  it('keeps what the document was, newest first, and is the template’s most recent', async () => {
    const { uuid } = await save('Board', { 'incident-name': 'one' });
    for (const name of ['two', 'three']) {
      expect((await writer.post(`/v1/wips/${uuid}/submit`)).status).toBe(200);
      await writer.post(`/v1/wips/${uuid}/update`, body(`Board ${name}`, { 'incident-name': name }));
    }
    const reply = await writer.get(`/v1/wips/${uuid}/archives`);
    const archives = v.parse(archivesReply, reply.json);
    expect(archives.map((archive) => [archive.name, archive.format])).toEqual([
      ['Board two', 'html'],
      ['Board', 'html'],
    ]);
    const [newest, oldest] = archives;
    expect(newest?.submittedOn).toBeGreaterThan(oldest?.submittedOn ?? Infinity);
    const recent = await writer.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`);
    expect(v.parse(recentReply, recent.json)).toEqual(newest);
    expect(recent.json).toMatchObject({ success: true, archives: { metadata: { archive_format: 'html' } } });

    const detail = await writer.get(`/v1/archives/${String(oldest?.uuid)}`);
    const archive = v.parse(archiveReply, detail.json);
    expect(archive).toMatchObject({
      uuid: oldest?.uuid,
      name: 'Board',
      format: 'html',
      submittedOn: oldest?.submittedOn,
    });
    expect(valueOf(archive.content, 'incident-name')).toBe('one');
  });

  it('never changes: the browser may keep it, and asks each time whether it still may see it', async () => {
    const { uuid } = await save('Kept');
    await writer.post(`/v1/wips/${uuid}/submit`);
    const [archive] = v.parse(archivesReply, (await writer.get(`/v1/wips/${uuid}/archives`)).json);
    const path = `/v1/archives/${String(archive?.uuid)}`;
    const tag = (await writer.get(path)).headers.get('etag') ?? '';
    const again = await writer.get(path, { headers: { 'If-None-Match': tag } });
    expect([again.status, again.text, again.headers.get('cache-control')]).toEqual([304, '', 'private, no-cache']);
    const foreigner = await signedIn(server.origin, demo.foreignWriter);
    expect((await foreigner.get(path, { headers: { 'If-None-Match': tag } })).status).toBe(403);
  });

  it('is absent until somebody submits: an empty list, and nothing recent', async () => {
    const { uuid } = await save('Unsent');
    expect((await writer.get(`/v1/wips/${uuid}/archives`)).json).toEqual({ success: true, archives: [] });
    const daily = catalogue.find((template) => template.file_name === 'medical-plan.html');
    const foreigner = await signedIn(server.origin, demo.foreignWriter);
    const recent = await foreigner.get(`/v1/templates/${String(daily?.uuid)}/archives/recent`);
    expect([recent.status, v.parse(recentReply, recent.json)]).toEqual([200, null]);
  });
});

describe('a save that cannot be', () => {
  const path = `/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips/save`;
  it.each([
    ['no name', { edited_attributes: [], new_attributes: [] }, "'save_name' is missing."],
    ['a blank name', body('  '), 'The name must have 1 to 200 characters.'],
    ['a name of 201 characters', body('\u{1F692}'.repeat(201)), 'The name must have 1 to 200 characters.'],
    [
      'a name that turns its direction',
      body('a\u202Eb'),
      'The name must not contain line breaks, control characters or marks that turn the direction of text.',
    ],
    ['no values', { save_name: 'x', new_attributes: [] }, "'edited_attributes' is missing."],
    [
      'values that are no list',
      { save_name: 'x', edited_attributes: {}, new_attributes: [] },
      "'edited_attributes' must be a list.",
    ],
    [
      'a value that is no text',
      { save_name: 'x', edited_attributes: [{ id: 'a', value: 1 }], new_attributes: [] },
      "'value' must be text.",
    ],
    [
      'too many rows',
      body(
        'x',
        {},
        Array.from({ length: 1001 }, () => 0),
      ),
      'A document may hold at most 1000 added rows.',
    ],
    [
      'rows that are too large',
      body('x', {}, ['y'.repeat(1_000_001)]),
      'The rows added by the document are too large.',
    ],
    ['null', null, 'The request must be a JSON object.'],
  ])('%s', async (_what, sent, message) => {
    const reply = await writer.post(path, sent);
    expect([reply.status, reply.json]).toEqual([400, { message }]);
  });

  it('200 characters of a name are fine', async () => {
    expect((await save('\u{1F692}'.repeat(200))).name).toBe('\u{1F692}'.repeat(200));
  });

  it('a document of more than 5 MB, a body of more than 10', async () => {
    const large = await writer.post(path, body('Large', { remarks: 'x'.repeat(5_000_000) }));
    expect([large.status, large.json]).toEqual([
      413,
      { message: 'The document would become larger than 5 MB. Shorten it and save again.' },
    ]);
    const huge = await writer.post(path, body('Huge', { remarks: 'x'.repeat(10_500_000) }));
    expect([huge.status, huge.json]).toEqual([413, { message: 'The request is too large.' }]);
  });
});
