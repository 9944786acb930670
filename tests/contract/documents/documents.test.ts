import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readArchive, readRecent } from '#common/calls/archives.ts';
import { readWip, listTemplates } from '#common/calls/templates.ts';
import { listWips } from '#common/calls/wips.ts';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { findRegions } from '#common/document/html/regions.ts';
import { demo, Person, signedIn, type Reply } from '#tests/support/person.ts';
import { archivesOf, load, save, savePath, saving, submit, valueIn } from '#tests/support/writing.ts';
import { expectRefusal, givenPerson, givenServer } from '../given.ts';
import { parsed } from '#tests/support/replies.ts';

const templatesFolder = resolve(import.meta.dirname, '../../../templates');
const catalogue = JSON.parse(readFileSync(join(templatesFolder, 'catalogue.json'), 'utf8')) as {
  uuid: string;
  name: string;
  description: string;
  file_name: string;
}[];

const server = givenServer();
const writer = givenPerson(server, demo.writer);

const source = (template: { file_name: string }) => readFileSync(join(templatesFolder, template.file_name), 'utf8');

describe('templates', () => {
  it('lists the nine of the catalogue, the Command Docs pair first', async () => {
    const templates = parsed(listTemplates, (await writer.get('/v1/templates')).json);
    expect(templates).toEqual(
      catalogue.map(({ uuid, name, description, file_name }) => ({ uuid, name, description, file_name })),
    );
    expect(templates.slice(0, 2).map((template) => template.uuid)).toEqual([
      COMMAND_TEMPLATE_LEFT,
      COMMAND_TEMPLATE_RIGHT,
    ]);
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
    const { uuid, name, description } = template;
    const reply = await person.get(`/v1/templates/${uuid}?html=true`);
    const result = parsed(readWip, reply.json);
    expect(result).toMatchObject({ uuid, name, base_name: name, description, content: html });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const region = findRegions(html, 'marked').find((one) => one.kind === 'text');
    const id = String(region?.id);
    const marker = 'Zq7 <b>&amp; "quoted" \u{1F692}\nline two';
    const { content } = await load(person, (await save(person, 'Bytes', { [id]: marker }, uuid)).uuid);
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
    const listed = async () =>
      parsed(listWips, (await writer.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips`)).json)[0];
    const entry = await listed();
    expect(entry).toEqual({
      uuid: saved.uuid,
      name: 'Night shift_2',
      description: catalogue[0]?.description,
      file_name: 'incident-status-board.html',
      created_from: COMMAND_TEMPLATE_LEFT,
      deletedOn: null,
      deletedBy: null,
      updatedOn: entry?.updatedOn ?? null,
      updatedBy: 'Dana Okafor',
      isOnWall: false,
    });
    expect(entry?.updatedOn).toBeGreaterThan(Date.parse('2026-01-01'));
    await submit(writer, saved.uuid);
    expect(await listed()).toEqual({ ...entry, isOnWall: true });
    expect(await load(writer, saved.uuid)).toMatchObject({
      uuid: saved.uuid,
      wip_uuid: saved.uuid,
      name: 'Night shift_2',
      wip_name: 'Night shift_2',
      base_name: 'Incident Status Board',
      created_from: COMMAND_TEMPLATE_LEFT,
    });
  });

  it('keeps every word of many saves that come at once, large ones among them', async () => {
    const { uuid } = await save(writer, 'Busy');
    const other = await signedIn(server.origin, demo.otherWriter);
    const texts = async () =>
      findRegions((await load(writer, uuid)).content, 'marked')
        .filter(({ kind }) => kind === 'text')
        .slice(0, 30);
    const regions = await texts();
    expect(regions).toHaveLength(30);
    // Every tenth is parsed and applied in the worker.
    const values = regions.map(({ id }, at) => [id, at % 10 === 0 ? `${id} ${'word '.repeat(40_000)}end` : `of ${id}`]);
    // A save is refused where four of the same person wait, and where a busy machine answers too late: it is sent again.
    const saved = async (at: number, edits: Record<string, string>): Promise<Reply> => {
      const reply = await (at % 2 === 0 ? writer : other).post(`/v1/wips/${uuid}/update`, saving(`Save ${at}`, edits));
      return reply.status === 503 ? delay(100).then(() => saved(at, edits)) : reply;
    };
    const replies = await Promise.all(values.map(([id = '', value = ''], at) => saved(at, { [id]: value })));
    expect(replies.map(({ status }) => status)).toEqual(values.map(() => 200));
    expect((await texts()).map(({ id, value }) => [id, value])).toEqual(values);
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
      return { encoding: headers.get('content-encoding'), length, list: parsed(listWips, json) };
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
});

describe('a submission', () => {
  it('is told by its newest name, as the template’s most recent one too, and stays what the document was', async () => {
    const { uuid } = await save(writer, 'Board', { 'incident-name': 'one' });
    await submit(writer, uuid);
    await writer.post(`/v1/wips/${uuid}/update`, saving('Board two', { 'incident-name': 'two' }));
    await submit(writer, uuid);
    const [newest, oldest] = await archivesOf(writer, uuid);
    expect([newest, oldest]).toMatchObject([
      { name: 'Board two', format: 'html' },
      { name: 'Board', format: 'html' },
    ]);
    expect(newest?.submittedOn).toBeGreaterThan(oldest?.submittedOn ?? Infinity);
    const recent = await writer.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`);
    expect(parsed(readRecent, recent.json)).toEqual(newest);
    expect(recent.json).toMatchObject({ success: true, archives: { metadata: { archive_format: 'html' } } });
    const archive = parsed(readArchive, (await writer.get(`/v1/archives/${String(oldest?.uuid)}`)).json);
    const { submittedOn = null } = oldest ?? {};
    expect(archive).toMatchObject({ uuid: oldest?.uuid, name: 'Board', format: 'html', submittedOn });
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
    ['too many rows', saving('x', {}, '0'.repeat(1001).split('')), 'A document may hold at most 1000 added rows.'],
    ['rows too large', saving('x', {}, ['y'.repeat(1_000_001)]), 'The rows added by the document are too large.'],
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
