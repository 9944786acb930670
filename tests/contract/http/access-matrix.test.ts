import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { verdictOf } from '#server/http/guards/access.ts';
import { requireKnownRoutes, type Served } from '#server/http/serve.ts';
import { servedCalls } from '#server/http/served.ts';
import { given, startInside } from '../given.ts';
import { addressOf, givenRightCalls, kinds, routeOf, type ActorKind, type Relation } from './right-calls.ts';

const relations: readonly Relation[] = ['own', 'ownBehindRole', 'foreign', 'unknown'];

const server = given(() => startInside());
const right = givenRightCalls(server);

/** The one body that is not JSON. */
const form =
  '--matrix\r\nContent-Disposition: form-data; name="file"; filename="matrix.html"\r\n' +
  'Content-Type: text/html\r\n\r\n<!doctype html><title>Matrix</title><p class="editable" id="a">x</p>\r\n--matrix--\r\n';

/** How a call ends: its status, and the words of its refusal. */
async function endOf(call: Served, id: string, kind: ActorKind): Promise<[status: 'done' | number, words: string]> {
  const body = call.files ? form : JSON.stringify(await right.bodyOf(call, id, kind));
  const hangUp = new AbortController();
  const response = await right.personOf(kind).fetch(call.method, addressOf(call, id), body, {
    signal: hangUp.signal,
    ...(call.files && { headers: { 'Content-Type': 'multipart/form-data; boundary=matrix' } }),
  });
  const { message } = response.ok ? { message: '' } : ((await response.json()) as { message: string });
  // A stream would go on.
  hangUp.abort();
  return [[200, 201, 202].includes(response.status) ? 'done' : response.status, message];
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

const calls = (await servedCalls()).map((call) => [routeOf(call), call] as const);
const rows = calls.filter(([, { access }]) => access.needs !== 'nobody');

describe('the access rules', () => {
  it.each(rows)('%s answers every actor as it should, for own, foreign and unknown things', async (route, call) => {
    const expected: unknown[] = [];
    const seen: unknown[] = [];
    for (const kind of kinds) {
      for (const relation of call.access.thing === null ? [null] : relations) {
        const id = await right.newThing(call, relation, kind);
        const [end, words] = rightEnd(route, kind, relation);
        expected.push([kind, relation, end, end, expect.stringMatching(words)]);
        seen.push([kind, relation, verdictOf(call.access, kind, relation), ...(await endOf(call, id, kind))]);
      }
    }
    expect(seen).toEqual(expected);
  });

  it.each(rows.filter(([, { access }]) => access.antiForgery))('%s needs the anti-forgery header', async (_, call) => {
    const id = await right.newThing(call, 'own', 'siteAdministrator');
    const person = right.personOf('siteAdministrator');
    const reply = await person.call(call.method, addressOf(call, id), undefined, { antiForgery: null });
    expect(reply.status).toBe(403);
    expect(reply.json).toMatchObject({ message: expect.stringContaining('anti-forgery') as string });
  });

  it('lets nobody in without a session but to sign in, to be the first, and to be paired as a screen', () => {
    const open = calls.filter(([, { access }]) => access.needs === 'nobody').map(([route]) => route);
    expect(open.toSorted()).toEqual([
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
    expect(changing.filter(([, { access }]) => !access.antiForgery)).toEqual([]);
  });

  it('keeps a server with a route outside of it from starting', () => {
    const app = fastify();
    requireKnownRoutes(app, []);
    expect(() => app.get('/v1/everything', () => 'all')).toThrow('The route GET /v1/everything has no access rule');
  });
});
