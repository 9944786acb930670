import { Secret, TOTP } from 'otpauth';
import { randomInt, randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { verdictOf, type AccessRule, type ActorKind, type Relation } from '#server/http/guards/access.ts';
import { accessRules } from '#tests/support/access-rules.ts';
import { hashToken } from '#server/domain/session/tokens.ts';
import { requireKnownRoutes } from '#server/http/serve.ts';
import type { Storage } from '#server/storage/storage.ts';
import { openForCommand } from '#server/storage/lifecycle/open.ts';
import { addVersion, recordOf } from '#tests/support/documents.ts';
import { demo, demoPassword, Person, signedIn } from '#tests/support/person.ts';
import { saving } from '#tests/support/writing.ts';
import { given, startInside } from '../given.ts';

const RADIO_PLAN = '8a4e2a44-dcd5-4ad5-800c-7f5824e0960a';
const READY = 'b6bd9c41-9e72-42a2-8db7-b2b65c462183';
const OTHER = '77f025be-ec08-4d68-a56f-ef1d75c1f783';
const OTHER_TEMPLATE = '11111111-2222-4333-8444-555555555555';
const actors: Record<Exclude<ActorKind, 'nobody' | 'display'>, string> = {
  reader: demo.reader,
  writer: demo.writerWithoutRoles,
  roleHolder: demo.writer,
  administrator: demo.administrator,
  siteAdministrator: demo.siteAdministrator,
};
const kinds = ['nobody', 'display', ...(Object.keys(actors) as (keyof typeof actors)[])] as const;
const relations: readonly Relation[] = ['own', 'ownBehindRole', 'foreign', 'unknown'];

const server = given(() => startInside());
let storage: Storage;
const people = new Map<ActorKind, Person>();
const users = new Map<string, string>();
let roleUuid = '';
/** The display that asks, and its board. */
let screen = '';
let wall = '';
let version = '';

beforeAll(async () => {
  const { origin, settings } = server;
  ({ storage } = await openForCommand(settings, new Date().toISOString()));
  const html = '<!doctype html><title>Theirs</title><p class="editable" id="a">x</p>';
  version = await addVersion(storage, html);
  await storage.templates.add({
    uuid: OTHER_TEMPLATE,
    name: 'Theirs',
    description: '',
    file_name: 'theirs.html',
    organisation: OTHER,
    template_version: version,
    position: 99,
    created_at: new Date().toISOString(),
  });
  for (const user of await storage.users.list(null)) users.set(user.username, user.uuid);
  roleUuid = (await storage.roles.list())[0]?.uuid ?? '';
  people.set('nobody', new Person(origin));
  for (const [kind, name] of Object.entries(actors)) people.set(kind as ActorKind, await signedIn(origin, name));
  screen = await newDisplay('own');
  wall = (await storage.displays.byUuid(screen))?.board ?? '';
  const display = new Person(origin);
  display.cookies.set('display', { value: screen, path: '/' });
  people.set('display', display);
});
afterAll(() => storage.close());

/** A document of its own for each call: some calls use it up. */
async function newDocument(relation: Relation): Promise<string> {
  const uuid = randomUUID();
  const at = new Date().toISOString();
  const isForeign = relation === 'foreign';
  await storage.wips.add({
    uuid,
    template: relation === 'ownBehindRole' ? RADIO_PLAN : COMMAND_TEMPLATE_LEFT,
    description: '',
    organisation: isForeign ? OTHER : READY,
    name: 'Matrix',
    template_version: version,
    values: '{}',
    rows: null,
    line_breaks: 'marked',
    author: users.get(isForeign ? demo.foreignWriter : demo.writer) ?? '',
    created_at: at,
    updated_at: at,
  });
  return uuid;
}

/** Adds a template of its own: some calls use it up. */
async function newTemplate(relation: Relation): Promise<string> {
  const uuid = randomUUID();
  const at = new Date().toISOString();
  await storage.templates.add({
    uuid,
    name: 'Matrix',
    description: '',
    file_name: relation === 'ownBehindRole' ? 'radio-communications-plan.html' : `${uuid}.html`,
    organisation: relation === 'foreign' ? OTHER : READY,
    template_version: version,
    position: 100,
    created_at: at,
  });
  const other = await addVersion(storage, '<!doctype html><title>Other</title><p class="editable" id="b">x</p>');
  const change = { name: 'Matrix', description: '', template_version: other };
  await storage.templates.change(uuid, change, { by: null, at });
  return uuid;
}

async function newArchive(relation: Relation): Promise<string> {
  const wip = await newDocument(relation);
  const head = await storage.wips.head(wip);
  const uuid = randomUUID();
  const of = { wip, template: head?.template ?? '', organisation: head?.organisation ?? '', name: 'Matrix' };
  const archive = {
    uuid,
    ...of,
    file_name: head?.file_name ?? '',
    format: 'html',
    submitted_on: new Date().toISOString(),
  };
  await storage.archives.add(await recordOf(archive, '', users.get(demo.writer) ?? ''));
  await storage.records.setIndexed(archive.uuid);
  return uuid;
}

async function newBoard(relation: Relation): Promise<string> {
  const uuid = randomUUID();
  const isForeign = relation === 'foreign';
  await storage.boards.add({
    uuid,
    organisation: isForeign ? OTHER : READY,
    name: 'Matrix',
    shown: JSON.stringify(matrixBoard.shown),
    author: users.get(isForeign ? demo.foreignWriter : demo.writer) ?? '',
    at: new Date().toISOString(),
  });
  return uuid;
}

/** A screen that waits, by the code that it shows. */
async function newCode(): Promise<string> {
  const code = Array.from({ length: 8 }, () => String.fromCodePoint(65 + randomInt(26))).join('');
  const later = new Date(Date.now() + 60_000).toISOString();
  const waiting = { code: hashToken(code), claim: hashToken(randomUUID()), network: 'matrix', expires_at: later };
  await storage.pairings.add({ ...waiting, display: null });
  return code;
}

async function newDisplay(relation: Relation): Promise<string> {
  const uuid = randomUUID();
  const isForeign = relation === 'foreign';
  const at = new Date().toISOString();
  await storage.displays.add({
    uuid,
    organisation: isForeign ? OTHER : READY,
    name: 'Matrix',
    board: await newBoard(relation),
    token: hashToken(uuid),
    author: users.get(demo.siteAdministrator) ?? '',
    paired_at: at,
    last_seen: at,
  });
  return uuid;
}

async function newHold(relation: Relation): Promise<string> {
  const uuid = randomUUID();
  const [since, until] = ['1999-01-01T00:00:00.000Z', '1999-01-02T00:00:00.000Z'];
  const open = { wip: null, template: null, since, until, reason: 'Matrix', set_by: null, set_on: since };
  await storage.holds.add({ uuid, organisation: relation === 'foreign' ? OTHER : READY, ...open });
  return uuid;
}

/** Adds a session that was opened elsewhere, of the caller or of another user. */
async function newSession(kind: ActorKind, relation: Relation): Promise<string> {
  const uuid = randomUUID();
  const whose = relation === 'foreign' ? demo.otherWriter : (actors as Partial<Record<ActorKind, string>>)[kind];
  const at = new Date().toISOString();
  const user = users.get(whose ?? demo.otherWriter) ?? '';
  await storage.sessions.addFamily({ uuid, user, used_at: at, expires_at: '2999' });
  return uuid;
}

async function newThing(
  thing: NonNullable<AccessRule['thing']>,
  relation: Relation,
  kind: ActorKind = 'siteAdministrator',
): Promise<string> {
  if (relation === 'unknown') return randomUUID();
  if (thing === 'session') return newSession(kind, relation);
  if (thing === 'user') return users.get(relation === 'foreign' ? demo.foreignReader : demo.otherWriter) ?? '';
  if (thing === 'archive') return newArchive(relation);
  if (thing === 'board') return newBoard(relation);
  if (thing === 'display') return newDisplay(relation);
  if (thing === 'ownTemplate') return newTemplate(relation);
  if (thing === 'hold') return newHold(relation);
  if (thing !== 'template') return newDocument(relation);
  const templates = { own: COMMAND_TEMPLATE_LEFT, ownBehindRole: RADIO_PLAN, foreign: OTHER_TEMPLATE };
  return templates[relation];
}

/** A board of what everybody may read. */
const matrixBoard = {
  name: 'Matrix',
  shown: { kind: 'panes', panes: [{ kind: 'template', id: COMMAND_TEMPLATE_LEFT, share: 12 }], old: 60, very_old: 240 },
};

const matrixDocument = '<!doctype html><title>Matrix</title><p class="editable" id="a">x</p>';

/** The one body that is not JSON. */
const matrixForm =
  '--matrix\r\nContent-Disposition: form-data; name="file"; filename="matrix.html"\r\n' +
  `Content-Type: text/html\r\n\r\n${matrixDocument}\r\n--matrix--\r\n`;

/** Secrets of the actors' second factors. */
const secrets = new Map<ActorKind, Secret>();

/** Returns a body with which a call can fail only for a missing right. */
async function bodyOf(route: string, id: string, kind: ActorKind): Promise<object | undefined> {
  if (route.startsWith('POST /v1/account/')) {
    const current = demoPassword((actors as Partial<Record<ActorKind, string>>)[kind] ?? '');
    if (route.endsWith('/password')) return { current, password: `matrix of ${kind}` };
    // The step after the one that set it: each code is good once.
    const next = { timestamp: Date.now() + 30_000 };
    if (route.endsWith('/remove'))
      return { current, code: new TOTP({ secret: secrets.get(kind) ?? new Secret() }).generate(next) };
    const secret = new Secret({ size: 20 });
    secrets.set(kind, secret);
    return { current, secret: secret.base32, code: new TOTP({ secret }).generate() };
  }
  // One runs at a time.
  if (route.endsWith('/users/import')) await people.get(kind)?.post('/v1/users/import/drop');
  if (route.includes('/users/import')) return { csv: `username,name\n${randomUUID()},Matrix`, key: randomUUID() };
  if (route.endsWith('/users/create')) return { username: randomUUID(), name: 'Matrix', permission: 1 };
  if (route.endsWith('/templates/blanks')) return { content: '<p>Name: ____</p>' };
  if (route.endsWith('/templates/create')) {
    await people.get(kind)?.post('/v1/templates/create/drop');
    return { documents: [{ file_name: `${randomUUID()}.html`, name: 'Matrix', content: matrixDocument }] };
  }
  if (route.endsWith('/replace')) return { version: 2, file_name: 'matrix.html', content: matrixDocument };
  if (route.endsWith('/put-back')) return { version: 2 };
  if (route.endsWith('v1/roles/create')) return { name: randomUUID(), file_name: 'activity-log.html' };
  if (route.endsWith('v1/roles/remove')) {
    const role = { uuid: randomUUID(), name: randomUUID(), file_name: 'activity-log.html' };
    await storage.roles.add(role);
    return { role_uuid: role.uuid };
  }
  if (route.endsWith('/holds/create'))
    return { from: '1999-01-01T00:00:00Z', to: '1999-01-02T00:00:00Z', reason: 'Matrix' };
  if (route.endsWith('/release')) return { reason: 'Matrix' };
  if (route.endsWith('/move')) return { before: null };
  if (route.endsWith('/command')) return { pane: 'right' };
  if (route.endsWith('/presence')) return { tab: 'matrix', region: null };
  if (route.endsWith('/displays/pair')) return { code: await newCode(), name: 'Matrix', board: id };
  if (route.includes('/displays/')) return { name: 'Matrix' };
  if (/\/boards\/.*(create|update)$/.test(route)) return matrixBoard;
  if (route.endsWith('/archives/:uuid/submit')) return { instead_of: id };
  if (/\/(save|update)$/.test(route) && !route.includes('/users/')) return saving('Matrix');
  if (route.includes('/users/roles/')) return { user_uuid: id, role_uuid: roleUuid };
  return route.includes('/users/') ? { name: 'Matrix' } : undefined;
}

/** The address of a route with its thing, where it names one. */
function addressOf(route: string, id: string): [method: string, address: string] {
  const [method = '', url = ''] = route.split(' ');
  const { query } = accessRules[route] ?? {};
  const more = { from: `&to=${id}`, template: '&region=a' };
  // Later than the archives that are added here past the index.
  if (/^\/v1\/records\/(at|moments)/.test(url))
    return [method, `${url}?template=${COMMAND_TEMPLATE_LEFT}&time=2026-01-01T00:00:00Z`];
  if (url.startsWith('/v1/records/export')) return [method, `${url}?format=json&from=2100-01-01T00:00:00Z`];
  if (query && query !== 'ids') return [method, `${url}?${query}=${id}${more[query]}`];
  return [method, query ? `${url}?${query}=${id}` : url.replace(/:\w+/, id)];
}

/** How a call ends: its status, and the words of its refusal. */
async function endOf(route: string, id: string, kind: ActorKind): Promise<[status: number, words: string]> {
  const person = people.get(kind);
  if (!person) throw new Error(kind);
  const [method, address] = addressOf(route, id);
  const body = await bodyOf(route, id, kind);
  const hangUp = new AbortController();
  const isForm = route.endsWith('/templates/check');
  const sent = isForm ? matrixForm : method === 'POST' && body ? JSON.stringify(body) : undefined;
  const response = await person.fetch(method, address, sent, {
    signal: hangUp.signal,
    ...(isForm && { headers: { 'Content-Type': 'multipart/form-data; boundary=matrix' } }),
  });
  const { message } = response.ok ? { message: '' } : ((await response.json()) as { message: string });
  // A stream would go on.
  hangUp.abort();
  return [response.status, message];
}

const levels = { nobody: 0, display: 0, reader: 1, writer: 2, roleHolder: 2, administrator: 3, siteAdministrator: 4 };

/** How a call has to end by its address alone, apart from the server's own table. */
function rightEnd(route: string, kind: ActorKind, relation: Relation | null): [status: 'done' | number, words: RegExp] {
  const level = levels[kind];
  const isOfDisplay = route.includes('/displays/self');
  const changes = route.startsWith('POST ') || route.endsWith('/delete');
  if (isOfDisplay && kind !== 'display') return [401, /^This screen is not a display, or it was ended\.$/];
  if (kind === 'display' && route.includes('/v1/records'))
    return [403, /^A display shows documents, and reads no records\.$/];
  if (!isOfDisplay && level < 1) return [401, /^You are not signed in, or your session has ended\.$/];
  if (isOfDisplay) {
    const isClosed = relation === 'foreign' || relation === 'unknown';
    return isClosed
      ? [404, /^This (does not stand on the display’s board|\w+ does not exist, or was deleted)\.$/]
      : ['done', /^$/];
  }
  const isOfTemplates =
    /\/templates\/(all|check|blanks|create(\/drop)?|shipped|:id\/(replace|put-back|move|command|remove|restore))$/.test(
      route,
    );
  if (
    (isOfTemplates || /\/(users|roles|displays|organizations|audit|usage|checkpoints?|bundle|holds)\b/.test(route)) &&
    level < 3
  )
    return [403, /^Only administrators may do this\.$/];
  if (/POST .*\/roles\/(create|remove)$/.test(route) && !route.includes('/users/') && level < 4)
    return [403, /^Only a site administrator \(level 4\) may do this\.$/];
  // The other makes an address for reading.
  const isOwn = route.includes('/account/') || route.endsWith('/export/create');
  if (isOwn && (relation === 'foreign' || relation === 'unknown')) {
    return [404, /^This session does not exist, or was deleted\.$/];
  }
  if (changes && level < 2 && !isOwn)
    return [403, /^Your permission level lets you read documents, not change them\.$/];
  if (relation === 'unknown') return [404, /^This \w+ does not exist, or was deleted\.$/];
  if (relation === 'foreign' && level < 4) return [403, /^This \w+ belongs to another organization\.$/];
  const hasRole = changes && !isOfTemplates && /\/(templates|wips|archives)\//.test(route);
  if (relation === 'ownBehindRole' && hasRole && kind === 'writer') {
    return [403, /^Documents of this template may be changed only by people who hold its role\.$/];
  }
  return ['done', /^$/];
}

/** Shows a thing on the board of the display that makes the call, of any owner; a board that exists is shown itself. */
async function putOnBoard(thing: NonNullable<AccessRule['thing']>, id: string): Promise<void> {
  const at = new Date().toISOString();
  const isBoard = thing === 'board' && (await storage.boards.byUuid(id)) !== null;
  await storage.displays.change(screen, { name: 'Matrix', board: isBoard ? id : wall }, at);
  if (thing === 'board') return;
  const shown = thing === 'archive' ? ((await storage.archives.head(id))?.wip ?? id) : id;
  const panes = [...matrixBoard.shown.panes, { kind: thing === 'template' ? thing : 'wip', id: shown, share: 12 }];
  const author = users.get(demo.writer) ?? '';
  await storage.boards.change(wall, {
    name: 'Matrix',
    shown: JSON.stringify({ ...matrixBoard.shown, panes }),
    author,
    at,
  });
}

const rows = Object.entries(accessRules).filter(([, rule]) => rule.needs !== 'nobody');

describe('the access rules', () => {
  it.each(rows)('%s answers every actor as it should, for own, foreign and unknown things', async (route, rule) => {
    const expected: unknown[] = [];
    const seen: unknown[] = [];
    for (const kind of kinds) {
      for (const relation of rule.thing === null ? [null] : relations) {
        const id = rule.thing && relation ? await newThing(rule.thing, relation, kind) : '';
        if (kind === 'display' && rule.needs === 'display' && rule.thing) await putOnBoard(rule.thing, id);
        const [status, words] = await endOf(route, id, kind);
        const [right, rightWords] = rightEnd(route, kind, relation);
        expected.push([kind, relation, right, right, expect.stringMatching(rightWords)]);
        seen.push([
          kind,
          relation,
          verdictOf(rule, kind, relation),
          [200, 201, 202].includes(status) ? 'done' : status,
          words,
        ]);
      }
    }
    expect(seen).toEqual(expected);
  });

  it.each(rows.filter(([, rule]) => rule.antiForgery))('%s needs the anti-forgery header', async (route, rule) => {
    const id = rule.thing ? await newThing(rule.thing, 'own') : '';
    const reply = await people
      .get('siteAdministrator')
      ?.call(...addressOf(route, id), undefined, { antiForgery: null });
    expect(reply?.status).toBe(403);
    expect(reply?.json).toMatchObject({ message: expect.stringContaining('anti-forgery') as string });
  });

  it('lets nobody in without a session but to sign in, to be the first, and to be paired as a screen', () => {
    const open = Object.keys(accessRules).filter((route) => /^(?!OPTIONS)\w+ \/(v1|auth|events)\//.test(route));
    expect(open.filter((route) => accessRules[route]?.needs === 'nobody').toSorted()).toEqual([
      'POST /auth/first-run',
      'POST /auth/login',
      'POST /auth/logout',
      'POST /auth/provider/begin',
      'POST /auth/provider/return',
      'POST /auth/refresh-token',
      'POST /v1/displays/pairings',
      'POST /v1/displays/pairings/claim',
    ]);
  });

  it('asks the header of every route that changes something', () => {
    const changing = rows.filter(([route]) => route.startsWith('POST ') || route.endsWith('/delete'));
    expect(changing.filter(([, rule]) => !rule.antiForgery)).toEqual([]);
  });

  it('keeps a server with a route outside of it from starting', () => {
    const app = fastify();
    requireKnownRoutes(app, []);
    expect(() => app.get('/v1/everything', () => 'all')).toThrow('The route GET /v1/everything has no access rule');
  });
});
