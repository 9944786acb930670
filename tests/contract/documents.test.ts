import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { archiveReply, recentReply } from '#api/contract/archives.ts';
import { documentReply, templatesReply } from '#api/contract/templates.ts';
import { wipsReply } from '#api/contract/wips.ts';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#config/constants.ts';
import { findRegions } from '#document/regions.ts';
import { demo, Person, signedIn } from '#tests/support/person.ts';
import { archivesOf, load, save, savedIn, savePath, saving, submit, valueIn } from '#tests/support/writing.ts';
import { expectRefusal, givenPerson, givenServer } from './given.ts';

const templatesFolder = resolve(import.meta.dirname, '..', '..', 'templates');
const catalogue = JSON.parse(readFileSync(join(templatesFolder, 'catalogue.json'), 'utf8')) as {
  uuid: string;
  name: string;
  description: string;
  file_name: string;
}[];
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const server = givenServer();
const writer = givenPerson(server, demo.writer);

const source = (template: { file_name: string }) => readFileSync(join(templatesFolder, template.file_name), 'utf8');

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
    expectRefusal(reply, 404, 'This template does not exist, or was deleted.');
  });
});

describe('a WIP', () => {
  it('says, as its template and its archive do, that its saves marked their line breaks', async () => {
    const { uuid } = await save(writer, 'Lines', { 'incident-name': 'one\ntwo' });
    const archive = await submit(writer, uuid);
    const paths = [`/v1/wips/${uuid}`, `/v1/archives/${archive}`, `/v1/templates/${COMMAND_TEMPLATE_LEFT}`];
    for (const path of paths) {
      expect((await writer.get(`${path}?html=true`)).json).toMatchObject({ result: { line_breaks: 'marked' } });
    }
  });

  it.each(catalogue)('of $name keeps every byte outside the region that changed', async (template) => {
    // Two of the templates have roles, which no writer of the demo holds together.
    const person = await signedIn(server.origin, demo.administrator);
    const html = source(template);
    const region = findRegions(html, 'marked').find((one) => one.kind === 'text');
    const id = String(region?.id);
    const marker = 'Zq7 <b>&amp; "quoted" \u{1F692}\nline two';
    const saved = await person.post(savePath(template.uuid), saving('Bytes', { [id]: marker }));
    const { content } = await load(person, savedIn(saved).uuid);
    const written = 'Zq7 &lt;b&gt;&amp;amp; "quoted" \u{1F692}\nline two&#13;';
    const at = content.indexOf(written);
    const head = content.slice(0, at);
    const tail = content.slice(at + written.length);
    expect(at).toBeGreaterThan(0);
    expect(html.startsWith(head)).toBe(true);
    expect(html.endsWith(tail)).toBe(true);
    expect(valueIn(content, id)).toBe(marker);
    expect(html.slice(head.length, html.length - tail.length).trim()).toBe(region?.value ?? '');
  });

  it('is made by a first save, and listed first under its template', async () => {
    const saved = await save(writer, '  Night shift_2  ', { 'incident-name': 'Corvane' });
    expect(saved).toMatchObject({ created_from: COMMAND_TEMPLATE_LEFT, name: 'Night shift_2' });
    const list = v.parse(wipsReply, (await writer.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips`)).json);
    expect(list[0]).toEqual({
      uuid: saved.uuid,
      name: 'Night shift_2',
      description: catalogue[0]?.description,
      file_name: 'incident-status-board.html',
      created_from: COMMAND_TEMPLATE_LEFT,
      deletedOn: null,
      deletedBy: null,
    });
    expect(await load(writer, saved.uuid)).toMatchObject({
      uuid: saved.uuid,
      wip_uuid: saved.uuid,
      name: 'Night shift_2',
      wip_name: 'Night shift_2',
      base_name: 'Incident Status Board',
      created_from: COMMAND_TEMPLATE_LEFT,
    });
  });

  it('takes the values and the name of an update and leaves other regions as they were', async () => {
    const { uuid } = await save(writer, 'First', { 'incident-name': 'Corvane', remarks: 'kept' });
    const reply = await writer.post(`/v1/wips/${uuid}/update`, saving('Second', { 'incident-name': 'Tull' }));
    expect(reply.status).toBe(200);
    const result = await load(writer, uuid);
    const { content } = result;
    expect([result.wip_name, valueIn(content, 'incident-name'), valueIn(content, 'remarks')]).toEqual([
      'Second',
      'Tull',
      'kept',
    ]);
  });

  it('lets two people save different regions at the same time', async () => {
    const { uuid } = await save(writer, 'Shared');
    const other = await signedIn(server.origin, demo.otherWriter);
    const replies = await Promise.all([
      writer.post(`/v1/wips/${uuid}/update`, saving('Shared', { 'incident-name': 'by Dana' })),
      other.post(`/v1/wips/${uuid}/update`, saving('Shared', { remarks: 'by June' })),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
    const { content } = await load(writer, uuid);
    expect([valueIn(content, 'incident-name'), valueIn(content, 'remarks')]).toEqual(['by Dana', 'by June']);
  });

  it('passes over regions that the document does not have', async () => {
    const { uuid } = await save(writer, 'Ghost', { 'no-such-region': 'x', __proto__x: 'y', constructor: 'z' });
    expect((await load(writer, uuid)).content).toBe(source({ file_name: 'incident-status-board.html' }));
  });

  it('carries the rows of the document’s own script, and replaces them with each save', async () => {
    const rows = [{ time: '06:10', note: '</script><b>\u2028' }];
    const activityLog = catalogue.find((template) => template.file_name === 'activity-log.html');
    const saved = await writer.post(savePath(activityLog?.uuid), saving('Rows', {}, rows));
    const { uuid } = savedIn(saved);
    const carried = async () =>
      /<script type="application\/json" id="ready-new-attributes">(.*?)<\/script>/s.exec(
        (await load(writer, uuid)).content,
      )?.[1];
    const first = await carried();
    expect(first).toContain('\\u003c/script>');
    expect(first).toContain('\\u2028');
    expect(JSON.parse(String(first))).toEqual(rows);
    await writer.post(`/v1/wips/${uuid}/update`, saving('Rows', {}, []));
    expect(await carried()).toBe('[]');
  });

  it('is gone after its deletion, but its archives stay', async () => {
    const { uuid } = await save(writer, 'Short-lived');
    await writer.post(`/v1/wips/${uuid}/submit`);
    const withoutHeader = await writer.get(`/v1/wips/${uuid}/delete`, { antiForgery: null });
    expect(withoutHeader.status).toBe(403);
    expect((await load(writer, uuid)).uuid).toBe(uuid);
    expect((await writer.get(`/v1/wips/${uuid}/delete`)).status).toBe(200);
    const missing = { message: 'This document does not exist, or was deleted.' };
    for (const reply of [
      await writer.get(`/v1/wips/${uuid}?html=true`),
      await writer.post(`/v1/wips/${uuid}/update`, saving('x')),
      await writer.post(`/v1/wips/${uuid}/submit`),
      await writer.get(`/v1/wips/${uuid}/delete`),
    ]) {
      expect([reply.status, reply.json]).toEqual([404, missing]);
    }
    const list = v.parse(wipsReply, (await writer.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips`)).json);
    expect(list.map((wip) => wip.uuid)).not.toContain(uuid);
    const [archive] = await archivesOf(writer, uuid);
    expect((await writer.get(`/v1/archives/${String(archive?.uuid)}`)).status).toBe(200);
  });

  it('is read again as it is by then, by whom it may be read by then', async () => {
    const { uuid } = await save(writer, 'First', { 'incident-name': 'at first' });
    const path = `/v1/wips/${uuid}?html=true`;
    const reader = await signedIn(server.origin, demo.reader);
    const foreigner = await signedIn(server.origin, demo.foreignReader);
    const twice = async (): Promise<string> => {
      const replies = [await reader.get(path), await reader.get(path)];
      expect(replies[0]?.text).toBe(replies[1]?.text);
      return replies[1]?.text ?? '';
    };
    expect(await twice()).toContain('at first');
    expect([(await foreigner.get(path)).status, (await new Person(server.origin).get(path)).status]).toEqual([
      403, 401,
    ]);
    await writer.post(`/v1/wips/${uuid}/update`, saving('Second', { 'incident-name': 'and then' }));
    expect(await twice()).toContain('and then');
    await writer.get(`/v1/wips/${uuid}/delete`);
    expect((await reader.get(path)).status).toBe(404);
    await reader.twin().post('/auth/logout');
    expect((await reader.get(path)).status).toBe(401);
  });

  it('is listed with many others in a reply that is packed as each client takes it', async () => {
    const path = `/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips`;
    for (let count = 0; count < 60; count += 1) await save(writer, 'One of many');
    const listIn = async (accepted: string) => {
      const { headers, json } = await writer.get(path, { headers: { 'Accept-Encoding': accepted } });
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      const length = Number(headers.get('content-length'));
      return { encoding: headers.get('content-encoding'), length, list: v.parse(wipsReply, json) };
    };
    const plain = await listIn('identity');
    expect(plain.encoding).toBeNull();
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
    ] as const) {
      const packed = await listIn(accepted);
      expect([packed.encoding, packed.list]).toEqual([encoding, plain.list]);
      expect(packed.length).toBeLessThan(plain.length / 3);
    }
    await save(writer, 'And one more');
    expect((await listIn('br')).list).toHaveLength(plain.list.length + 1);
  });

  it('does not exist: 404', async () => {
    for (const path of [`/v1/wips/${UNKNOWN}?html=true`, `/v1/wips/${UNKNOWN}/archives`, '/v1/wips/x?html=true']) {
      const reply = await writer.get(path);
      expectRefusal(reply, 404, 'This document does not exist, or was deleted.');
    }
  });
});

describe('a submission', () => {
  it('keeps what the document was, newest first, and is the template’s most recent', async () => {
    const { uuid } = await save(writer, 'Board', { 'incident-name': 'one' });
    for (const name of ['two', 'three']) {
      expect((await writer.post(`/v1/wips/${uuid}/submit`)).status).toBe(200);
      await writer.post(`/v1/wips/${uuid}/update`, saving(`Board ${name}`, { 'incident-name': name }));
    }
    const archives = await archivesOf(writer, uuid);
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
    expect(valueIn(archive.content, 'incident-name')).toBe('one');
  });

  it('never changes: the browser may keep it, and asks each time whether it still may see it', async () => {
    const { uuid } = await save(writer, 'Kept');
    const path = `/v1/archives/${await submit(writer, uuid)}`;
    const tag = (await writer.get(path)).headers.get('etag') ?? '';
    const again = await writer.get(path, { headers: { 'If-None-Match': tag } });
    expect([again.status, again.text, again.headers.get('cache-control')]).toEqual([304, '', 'private, no-cache']);
    const foreigner = await signedIn(server.origin, demo.foreignWriter);
    expect((await foreigner.get(path, { headers: { 'If-None-Match': tag } })).status).toBe(403);
  });

  it('is absent until somebody submits: an empty list, and nothing recent', async () => {
    const { uuid } = await save(writer, 'Unsent');
    expect((await writer.get(`/v1/wips/${uuid}/archives`)).json).toEqual({ success: true, archives: [] });
    const daily = catalogue.find((template) => template.file_name === 'medical-plan.html');
    const foreigner = await signedIn(server.origin, demo.foreignWriter);
    const recent = await foreigner.get(`/v1/templates/${String(daily?.uuid)}/archives/recent`);
    expect([recent.status, v.parse(recentReply, recent.json)]).toEqual([200, null]);
  });
});

describe('a save that cannot be', () => {
  const path = savePath();
  it.each([
    ['no name', { edited_attributes: [], new_attributes: [] }, "'save_name' is missing."],
    ['a blank name', saving('  '), 'The name must have 1 to 200 characters.'],
    ['a name of 201 characters', saving('\u{1F692}'.repeat(201)), 'The name must have 1 to 200 characters.'],
    [
      'a name that turns its direction',
      saving('a\u202Eb'),
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
      saving(
        'x',
        {},
        Array.from({ length: 1001 }, () => 0),
      ),
      'A document may hold at most 1000 added rows.',
    ],
    [
      'rows that are too large',
      saving('x', {}, ['y'.repeat(1_000_001)]),
      'The rows added by the document are too large.',
    ],
    ['null', null, 'The request must be a JSON object.'],
  ])('%s', async (_what, sent, message) => {
    const reply = await writer.post(path, sent);
    expectRefusal(reply, 400, message);
  });

  it('200 characters of a name are fine', async () => {
    expect((await save(writer, '\u{1F692}'.repeat(200))).name).toBe('\u{1F692}'.repeat(200));
  });

  it('a document of more than 5 MB, a body of more than 10', async () => {
    const large = await writer.post(path, saving('Large', { remarks: 'x'.repeat(5_000_000) }));
    expectRefusal(large, 413, 'The document would become larger than 5 MB. Shorten it and save again.');
    const huge = await writer.post(path, saving('Huge', { remarks: 'x'.repeat(10_500_000) }));
    expectRefusal(huge, 413, 'The request is too large.');
  });
});
