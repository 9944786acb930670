import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyReply } from '#common/calls/session.ts';
import {
  type ManagedTemplate,
  findBlanks,
  examineFiles,
  listManagedTemplates,
  publishTemplates,
} from '#common/calls/template-admin.ts';
import { readWip, listTemplates } from '#common/calls/templates.ts';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { demo, Person, signedIn, type Reply } from '#tests/support/person.ts';
import { savedIn, savePath, saving } from '#tests/support/writing.ts';
import { zipOf } from '#tests/support/zip.ts';
import { expectRefusal, given, runReady, startInside, givenPerson } from '../given.ts';
import { parsed } from '#tests/support/replies.ts';

const server = given(() => startInside(), beforeEach);
const amir = givenPerson(server, demo.administrator, beforeEach);
const sora = givenPerson(server, demo.siteAdministrator, beforeEach);

const LOG =
  '<!doctype html><title>Night log</title><p class="editable" id="who">x</p><p class="editable" id="what">y</p>';
const OWN = 'a quiet morning at sea';
const PICTURE = Uint8Array.of(1, 2, 3);

type Files = readonly (readonly [name: string, content: string | Uint8Array])[];
const formOf = (files: Files): FormData => {
  const form = new FormData();
  for (const [name, content] of files) form.append('file', new File([content as BlobPart], name), name);
  return form;
};
/** As a browser sends it. */
async function check(by: Person, files: Files, query = ''): Promise<Reply> {
  const request = new Request('http://localhost', { method: 'POST', body: formOf(files) });
  return by.call('POST', `/v1/templates/check${query}`, await request.bytes(), {
    headers: { 'Content-Type': request.headers.get('content-type') ?? '' },
  });
}
const examined = ({ json }: Reply) => parsed(examineFiles, json);
const managed = ({ json }: Reply) => parsed(listManagedTemplates, json).templates;
const fileOf = (file_name: string, content = LOG) => ({ file_name, name: 'Night log', content });
const jobOf = async (by: Person) => parsed(listManagedTemplates, (await by.get('/v1/templates/all')).json).publishing;
const ended = async (by: Person) => {
  await expect.poll(async () => (await jobOf(by))?.state, { timeout: 60_000 }).not.toBe('running');
  return jobOf(by);
};
const creating = (by: Person, documents: object[], more: object = {}): Promise<Reply> =>
  by.post('/v1/templates/create', { documents, ...more });
/** Publishes, and waits until its job has ended. */
async function publish(by: Person, html = LOG, more: object = {}, file_name = 'night-log.html'): Promise<Reply> {
  const begun = await creating(by, [fileOf(file_name, html)], more);
  if (begun.status === 202) await ended(by);
  return begun;
}
const offered = async (by: Person): Promise<string[]> =>
  parsed(listTemplates, (await by.get('/v1/templates')).json).map(({ name }) => name ?? '');
async function published(html = LOG): Promise<ManagedTemplate> {
  await publish(amir, html);
  const found = managed(await amir.get('/v1/templates/all')).find(({ file_name }) => file_name === 'night-log.html');
  if (!found) throw new Error('It was not published.');
  return found;
}
const contentOf = async (path: string): Promise<string> =>
  parsed(readWip, (await sora.get(`${path}?html=true`)).json).content;

describe('the check of an upload', () => {
  it('embeds what lies beside a document, of a ZIP and of a folder, says what, and keeps nothing', async () => {
    const html = LOG.replace('<p', '<img src="img/logo.png"><img src="gone.png"><p');
    const files: Files = [
      ['night/log.html', html],
      ['night/img/logo.png', PICTURE],
    ];
    for (const sent of [[['night.zip', zipOf(files)]], files] as const) {
      const [document, ...others] = examined(await check(amir, sent));
      expect(others).toEqual([]);
      expect(document).toMatchObject({
        file_name: 'log.html',
        name: 'Night log',
        content: html.replace('img/logo.png', 'data:image/png;base64,AQID'),
        regions: ['who', 'what'],
        embedded: ['night/img/logo.png'],
        problems: [],
        notes: ['Line 1: <img> asks for gone.png, which is not in the folder: it will be missing.'],
        moves: null,
      });
    }
    expect(await offered(amir)).not.toContain('Night log');
  });

  it('says what keeps a document from being published, with a cure, and cures it where it can', async () => {
    const plain = examined(await check(amir, [['a.html', '<p>Nothing to fill in</p>']]));
    expect(plain[0]?.problems).toEqual(['It has no fields: nothing in it has the class "editable" and an id.']);
    const latin = await check(amir, [['a.html', Uint8Array.of(0x3c, 0x70, 0x3e, 0xff, 0xfe)]]);
    expect(examined(latin)[0]?.problems).toEqual(['It is not UTF-8: save it in that encoding.']);
    const shared: Files = [['a.html', '<img id="a"><p class="editable" id="a">x</p>']];
    expect(examined(await check(amir, shared))[0]?.problems).toEqual([
      "The id 'a' of a field stands in lines 1, 1 on things of different kinds: ‘Give other ids’ calls what is no field 'a-2'.",
    ]);
    expect(examined(await check(amir, shared, '?rename_ids=true'))[0]).toMatchObject({
      problems: [],
      content: '<img id="a-2"><p class="editable" id="a">x</p>',
    });
    const named = await check(amir, [['a.zip', zipOf({ 'a\nb.html': LOG })]]);
    expect(examined(named)[0]?.problems).toEqual([
      'The file name must not contain line breaks, control characters or marks that turn the direction of text. Rename the file.',
    ]);
    const outside = LOG.replace('<p', '<img src="https://x.example/i.png"><p');
    expect(examined(await check(amir, [['a.html', outside]]))[0]?.outside).toEqual([
      'Line 1: <img> asks for https://x.example/i.png: put it beside the document and upload both, or publish it all the same: it gets nothing then.',
    ]);
    const alike = LOG.replace('Night log', 'ACTIVITY log');
    expect(examined(await check(amir, [['a.html', alike]]))[0]?.notes).toEqual([
      "The template activity-log.html has the name 'ACTIVITY log' too: give one of them another one, in the field Name.",
    ]);
    const pictures = Array.from({ length: 150 }, (_, no) => `<img src="gone-${no}.png">`).join('');
    const missing: Files = [
      ['a.html', LOG.replace('<p', `${pictures}<p`)],
      ['b.png', PICTURE],
    ];
    expect(examined(await check(amir, missing))[0]?.notes.slice(99)).toEqual([
      'Line 1 (column 2307): <img> asks for gone-99.png, which is not in the folder: it will be missing.',
      'There are 50 more of this kind',
    ]);
    await publish(amir, outside);
    expect((await jobOf(amir))?.state).toBe('failed');
    await publish(amir, outside, { allow_outside: true });
    expect((await jobOf(amir))?.state).toBe('done');
  });

  // Tests of each rule are in `server/domain/uploads/upload.test.ts`.
  it('refuses in words what cannot be used as a whole', async () => {
    const many = Array.from({ length: 201 }, (_one, at) => [`${at}.txt`, 'x'] as const);
    const nothing: readonly (readonly [files: Files, status: number, words: RegExp])[] = [
      [[['a.html', '']], 400, /^There is nothing in it\.$/],
      [[['a.zip', zipOf({ 'a.txt': 'x' })]], 404, /^There is no HTML file in a\.zip\.$/],
      [many, 413, /^It holds more than 200 files/],
      [[['a.html', randomBytes(5_300_000)]], 413, /^The request is too large\.$/],
    ];
    for (const [files, status, words] of nothing) {
      const { status: seen, json } = await check(amir, files);
      expect([seen, json]).toEqual([status, { message: expect.stringMatching(words) as string }]);
    }
  });

  it('refuses what is no form of files', async () => {
    const words = 'The files must be sent as multipart/form-data, and whole: choose them again.';
    for (const [type, body] of [
      ['application/json', '{}'],
      ['text/html', LOG],
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nx'],
      ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--x--\r\n'],
    ] as const) {
      expectRefusal(
        await amir.call('POST', '/v1/templates/check', body, { headers: { 'Content-Type': type } }),
        400,
        words,
      );
    }
  });
});

describe('a template', () => {
  it('is published for the own organization, or for all by a site administrator', async () => {
    expect(await published()).toMatchObject({
      name: 'Night log',
      regions: 2,
      version: 1,
      changed_by: 'Amir Castellan',
      organization: 'Ready',
      changeable: true,
      can_put_back: false,
      removed_on: null,
    });
    const ivan = await signedIn(server.origin, demo.foreignAdministrator);
    expect(await offered(amir)).toContain('Night log');
    expect(await offered(ivan)).not.toContain('Night log');
    // Files that roles can be made for are of the same templates.
    expect((await amir.get('/v1/roles/all')).text).toContain('Night log');
    expect((await ivan.get('/v1/roles/all')).text).not.toContain('Night log');
    expectRefusal(
      await publish(amir),
      400,
      'There is a template with the file night-log.html already: replace that one, or give the file another name.',
    );
    const level4 = 'Only a site administrator (level 4) may publish for all organizations.';
    expectRefusal(await publish(amir, LOG, { for_all: true }, 'all.html'), 403, level4);
    expect((await publish(sora, LOG, { for_all: true }, 'all.html')).status).toBe(202);
    expect(await offered(ivan)).toContain('Night log');
    // A template for all is a matter of level 4, since it runs at everybody's.
    const theirs = 'This template is for all organizations: only a site administrator (level 4) may change it.';
    for (const act of ['remove', 'restore', 'move', 'put-back', 'replace']) {
      const body = { before: null, version: 1, file_name: 'x.html', content: LOG };
      expectRefusal(await amir.post(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/${act}`, body), 403, theirs);
    }
    expect(managed(await amir.get('/v1/templates/all'))[0]).toMatchObject({ organization: null, changeable: false });
  });

  it('is judged again when it is published: all of several, or none', async () => {
    const before = await offered(amir);
    const begun = await creating(amir, [fileOf('a.html'), fileOf('b.html', '<p>none</p>'), fileOf('c.html', '')]);
    expect(begun.status).toBe(202);
    const job = parsed(publishTemplates, begun.json).publishing;
    expect(job?.total).toBe(3);
    const no = 'It has no fields: nothing in it has the class "editable" and an id.';
    expect(await ended(amir)).toMatchObject({
      uuid: job?.uuid,
      state: 'failed',
      message: `b.html: ${no} c.html: ${no}`,
      result: null,
    });
    expect(await offered(amir)).toEqual(before);
    await publish(amir, `${LOG}\ud800`);
    expect((await jobOf(amir))?.message).toMatch(/^night-log\.html: /);
  });

  it('is published with many in a job, which only its administrator sees and can drop, and which ends with the session', async () => {
    const many = Array.from({ length: 40 }, (_, at) => fileOf(`many-${at}.html`));
    const before = await offered(amir);
    const dropping = await creating(amir, many);
    expect(dropping.status).toBe(202);
    expectRefusal(await creating(amir, many), 400, 'Your last one still runs: wait until it is done.');
    expect(await jobOf(sora)).toBeNull();
    await amir.post('/v1/templates/create/drop');
    expect(await jobOf(amir)).toBeNull();
    await creating(amir, many);
    await amir.post('/auth/logout');
    Object.assign(amir, await signedIn(server.origin, demo.administrator));
    expect(await ended(amir)).toMatchObject({
      state: 'failed',
      message: 'You are not signed in, or your session has ended.',
    });
    expect(await offered(amir)).toEqual(before);
    await creating(amir, many);
    expect(await ended(amir)).toMatchObject({
      state: 'done',
      done: 40,
      result: { names: many.map(({ name }) => name) },
    });
    expect(await offered(amir)).toHaveLength(before.length + 40);
    expectRefusal(
      await creating(amir, many.slice(0, 2)),
      400,
      [0, 1]
        .map(
          (at) =>
            `There is a template with the file many-${at}.html already: replace that one, or give the file another name.`,
        )
        .join(' '),
    );
  });

  it('is replaced and put back; its documents stay what they are', async () => {
    const { uuid, version } = await published();
    const dana = await signedIn(server.origin, demo.writer);
    const wip = savedIn(await dana.post(savePath(uuid), saving('Monday', { who: 'Dana' }))).uuid;
    const wrong =
      '<!doctype html><title>Menu</title><p class="editable" id="what">y</p><p class="editable" id="soup">z</p>';
    const [found] = examined(await check(amir, [['menu.html', wrong]], `?replaces=${uuid}`));
    expect(found?.moves).toEqual({ came: ['soup'], went: ['who'], moved: [], same: [] });
    const replaced = managed(
      await amir.post(`/v1/templates/${uuid}/replace`, { version, file_name: 'menu.html', content: wrong }),
    ).find((one) => one.uuid === uuid);
    expect(replaced).toMatchObject({ name: 'Night log', file_name: 'night-log.html', version: 2, can_put_back: true });
    expect(await contentOf(`/v1/templates/${uuid}`)).toBe(wrong);
    expect(await contentOf(`/v1/wips/${wip}`)).toBe(LOG.replace('x</p>', 'Dana</p>'));
    // A user who has not seen it would put back, or replace, something else.
    for (const [act, body] of [
      ['put-back', { version }],
      ['replace', { version, file_name: 'x.html', content: LOG }],
    ] as const) {
      const late = await amir.post(`/v1/templates/${uuid}/${act}`, body);
      expectRefusal(
        late,
        400,
        'Somebody else has replaced ‘Night log’ meanwhile: reload the page to see what it is now.',
      );
    }
    expect((await amir.post(`/v1/templates/${uuid}/put-back`, { version: 2 })).status).toBe(200);
    expect(await contentOf(`/v1/templates/${uuid}`)).toBe(LOG);
    expect(await contentOf(`/v1/wips/${wip}`)).toBe(LOG.replace('x</p>', 'Dana</p>'));
    const { out } = await runReady(server.place, ['audit', '--json']);
    const actions = (JSON.parse(out) as { entries: { action: string; subject: string }[] }).entries;
    expect(actions.filter(({ subject }) => subject === uuid).map(({ action }) => action)).toEqual([
      'template_put_back',
      'template_replaced',
      'template_imported',
    ]);
  });

  it('keeps the ids of fields that seem to be the same, where the administrator says so', async () => {
    const { uuid } = await published();
    const replace = async (version: number, content: string, keep_ids: { from: string; to: string }[]) => {
      const body = { version, file_name: 'menu.html', content, keep_ids };
      expect((await amir.post(`/v1/templates/${uuid}/replace`, body)).status).toBe(200);
      return contentOf(`/v1/templates/${uuid}`);
    };
    const before = `<title>Log</title><label for="name">Cook</label><input class="editable" id="name"><p class="editable" id="note"></p>
      <p class="editable" id="soup"></p><label>Gate <input type="checkbox" class="editable" id="gate"></label><p class="editable" id="taken"></p>`;
    const now = `<title>Log</title><label for="n&amp;1">Cook</label><input class="editable" id='n&amp;1' aria-describedby="of n&amp;1"><p class="editable" id="remark"></p>
      <p class="editable" id="soup"></p><label>Gate <input type="text" class="editable" id="open"></label><p class="editable" id="free"></p>
      <a href="#n%261">up</a><script>let soup, free;</script><hr id="taken">`;
    await replace(1, before, []);
    const [found] = examined(await check(amir, [['menu.html', now]], `?replaces=${uuid}`));
    expect(found?.moves).toMatchObject({
      same: [
        { from: 'name', to: 'n&1', from_name: 'Cook', to_name: 'Cook', by_name: true },
        { from: 'note', to: 'remark', from_name: 'note', to_name: 'remark', by_name: false },
      ],
    });
    const dana = await signedIn(server.origin, demo.writer);
    const { uuid: wip } = savedIn(await dana.post(savePath(uuid), saving('Monday', { name: 'Dana' })));
    expect(await replace(2, now, [{ from: 'name', to: 'n&1' }])).toBe(
      now
        .replace('for="n&amp;1"', 'for="name"')
        .replace('id=\'n&amp;1\' aria-describedby="of n&amp;1"', 'id="name" aria-describedby="of name"')
        .replace('#n%261', '#name'),
    );
    const again = { ...saving('Tuesday', { name: 'Dana' }), from: wip };
    expect((await dana.post(savePath(uuid), again)).status).toBe(201);
    expectRefusal(
      await amir.post(`/v1/templates/${uuid}/replace`, {
        version: 3,
        file_name: 'menu.html',
        content: now,
        keep_ids: ['a', 'b'].map((to) => ({ from: 'one', to })),
      }),
      400,
      'Two fields cannot keep one id.',
    );
  });

  it('is removed and restored, and put before another one; its documents go on meanwhile', async () => {
    const { uuid } = await published();
    const dana = await signedIn(server.origin, demo.writer);
    const wip = savedIn(await dana.post(savePath(uuid), saving('Monday', { who: 'Dana' }))).uuid;
    await amir.post(`/v1/templates/${uuid}/remove`);
    expect(await offered(amir)).not.toContain('Night log');
    expect((await dana.post(savePath(uuid), saving('Tuesday', {}))).status).toBe(404);
    expect((await dana.post(`/v1/wips/${wip}/submit`)).status).toBe(200);
    expect((await openStream(dana, uuid)).response.status).toBe(200);
    expect(managed(await amir.get('/v1/templates/all')).find((one) => one.uuid === uuid)?.removed_on).not.toBeNull();
    await amir.post(`/v1/templates/${uuid}/restore`);
    const before = await offered(amir);
    expect(before.at(-1)).toBe('Night log');
    await amir.post(`/v1/templates/${uuid}/move`, { before: COMMAND_TEMPLATE_LEFT });
    expect(await offered(amir)).toEqual(['Night log', ...before.slice(0, -1)]);
  });
});

describe('Command Docs', () => {
  const pairOf = async (by: Person) => v.parse(verifyReply, (await by.get('/auth/verify')).json).command_docs;

  it('are the pair that administrators of an organization have chosen', async () => {
    const lena = await signedIn(server.origin, demo.reader);
    const foreign = await signedIn(server.origin, demo.foreignReader);
    expect(await pairOf(lena)).toEqual({ left: null, right: null });
    const { uuid } = await published();
    await amir.post(`/v1/templates/${uuid}/command`, { pane: 'right' });
    await amir.post(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/command`, { pane: 'left' });
    expect(await pairOf(lena)).toEqual({ left: COMMAND_TEMPLATE_LEFT, right: uuid });
    expect(await pairOf(foreign)).toEqual({ left: null, right: null });
    // Another organization's administrator chooses for the organization whose template it is.
    await sora.post(`/v1/templates/${uuid}/command`, { pane: 'left' });
    expect(await pairOf(lena)).toEqual({ left: uuid, right: uuid });

    await amir.post(`/v1/templates/${uuid}/remove`);
    // The build's stand again.
    expect(await pairOf(lena)).toEqual({ left: null, right: null });
    const refused = await amir.post(`/v1/templates/${uuid}/command`, { pane: 'left' });
    expectRefusal(refused, 400, 'A removed template cannot be in Command Docs: restore it first.');
  });
});

describe('the shipped templates', () => {
  it('keep the ids of Command Docs for all, where there are several organizations', async () => {
    await using empty = await startInside({}, { seed: false });
    for (const name of ['Ready', 'Elsewhere']) await runReady(empty.place, ['org', 'add', name]);
    await runReady(empty.place, ['user', 'add', 'lee', '--org', '2', '--level', '3', '--password-stdin'], `${OWN}\n`);
    const lee = new Person(empty.origin);
    await lee.post('/auth/login', { username: 'lee', password: OWN });
    const taken = managed(await lee.post('/v1/templates/shipped'));
    expect(taken).toHaveLength(9);
    expect(taken.map(({ uuid }) => uuid)).not.toContain(COMMAND_TEMPLATE_LEFT);
  });

  it('are taken with one call, where they are not there yet', async () => {
    expect(managed(await sora.post('/v1/templates/shipped'))).toHaveLength(9);
    await using empty = await startInside({}, { seed: false });
    await runReady(empty.place, ['org', 'add', 'Ready']);
    for (const [name, level] of [
      ['ada', '3'],
      ['max', '4'],
    ] as const) {
      const made = await runReady(
        empty.place,
        ['user', 'add', name, '--org', '1', '--level', level, '--password-stdin'],
        `${OWN}\n`,
      );
      expect(made).toMatchObject({ code: 0 });
    }
    const by = async (username: string): Promise<Person> => {
      const person = new Person(empty.origin);
      expect((await person.post('/auth/login', { username, password: OWN })).status).toBe(200);
      return person;
    };
    const [ada, max] = [await by('ada'), await by('max')];
    const own = managed(await ada.post('/v1/templates/shipped'));
    expect(own).toHaveLength(9);
    expect(own[0]).toMatchObject({ uuid: COMMAND_TEMPLATE_LEFT, organization: 'Ready', changed_by: 'ada' });
    expect((await ada.post(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/remove`)).status).toBe(200);
    const again = managed(await ada.post('/v1/templates/shipped'));
    expect(again).toHaveLength(9);
    expect(again.every(({ removed_on }) => removed_on === null)).toBe(true);
    // The ids are taken by then: those for all get others.
    expect(managed(await max.post('/v1/templates/shipped'))).toHaveLength(18);
  });
});

describe('the blanks of a document', () => {
  it('are found with names and offsets, for administrators alone, and nothing is kept', async () => {
    const content = '<p>Name: ____</p><table><tr><td>Phone<td></table><p>Ordinary text.</p>';
    const { blanks, ids, more } = parsed(findBlanks, (await amir.post('/v1/templates/blanks', { content })).json);
    expect(blanks.map((one) => [one.label, one.kind, one.offered])).toEqual([
      ['Name', 'line', true],
      ['Phone 2', 'text', false],
      ['Phone', 'cell', true],
      ['Ordinary text.', 'text', false],
    ]);
    expect({ ids, more }).toEqual({ ids: [], more: false });
    expect(blanks[0]?.pieces).toEqual([[9, 13]]);
    const large = await amir.post('/v1/templates/blanks', { content: 'x'.repeat(5_000_001) });
    expectRefusal(large, 413, 'It is larger than 5 MB: make it smaller or leave it out.');
    const dana = await signedIn(server.origin, demo.writer);
    expect((await dana.post('/v1/templates/blanks', { content })).status).toBe(403);
  });
});
