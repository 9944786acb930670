import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { AccessRule } from '#server/http/guards/access.ts';
import { requireKnownRoutes, type Served } from '#server/http/serve.ts';
import { servedCalls } from '#server/http/served.ts';
import { forAdministrators } from '#tests/support/access-rules.ts';
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
const least = { nobody: 0, display: 0, read: 1, write: 2, administer: 3, site: 4 };
const done = ['done', /^$/] as const;

/** How a call has to end by its access rule, with a right body and the anti-forgery header. @param relation null for a call that names no thing */
function rightEnd(
  { needs, thing, role, notForDisplays }: AccessRule,
  kind: ActorKind,
  relation: Relation | null,
): readonly [status: 'done' | number, words: RegExp] {
  const level = levels[kind];
  if (needs === 'display' && kind !== 'display') return [401, /^This screen is not a display, or it was ended\.$/];
  if (needs === 'display') {
    const isClosed = relation === 'foreign' || relation === 'unknown';
    return isClosed
      ? [404, /^This (does not stand on the display’s board|\w+ does not exist, or was deleted)\.$/]
      : done;
  }
  if (kind === 'display' && notForDisplays) return [403, /^A display shows documents, and reads no records\.$/];
  if (level < 1) return [401, /^You are not signed in, or your session has ended\.$/];
  if (level < 2 && needs === 'write')
    return [403, /^Your permission level lets you read documents, not change them\.$/];
  if (level < 3 && least[needs] >= 3) return [403, /^Only administrators may do this\.$/];
  if (level < 4 && needs === 'site') return [403, /^Only a site administrator \(level 4\) may do this\.$/];
  const isHidden = relation === 'foreign' && thing === 'session';
  if (relation === 'unknown' || isHidden) return [404, /^This \w+ does not exist, or was deleted\.$/];
  if (relation === 'foreign' && level < 4) return [403, /^This \w+ belongs to another organization\.$/];
  if (relation === 'ownBehindRole' && role && kind === 'writer')
    return [403, /^Documents of this template may be changed only by people who hold its role\.$/];
  return done;
}

/** The caller that a call has to need, whatever its rule says. */
function neededBy(route: string, { capability }: Served): keyof typeof least {
  if (/\/displays\/self\b/.test(route)) return 'display';
  if (route.startsWith('POST /v1/roles/')) return 'site';
  if (forAdministrators.includes(capability)) return 'administer';
  if (/\/(users|roles|organizations|displays|audit|usage|checkpoints?|bundle|holds)\b/.test(route)) return 'administer';
  // A user's own account, and an address for reading.
  const isOwn = route.includes('/account/') || route.endsWith('/export/create');
  return !isOwn && /^POST |\/delete$/.test(route) ? 'write' : 'read';
}

const calls = (await servedCalls()).map((call) => [routeOf(call), call] as const);
const rows = calls.filter(([, { access }]) => access.needs !== 'nobody');

describe('the access rules', () => {
  it.each(rows)('%s answers every actor as it should, for own, foreign and unknown things', async (_, call) => {
    const expected: unknown[] = [];
    const seen: unknown[] = [];
    for (const kind of kinds) {
      for (const relation of call.access.thing === null ? [null] : relations) {
        const id = await right.newThing(call, relation, kind);
        const [end, words] = rightEnd(call.access, kind, relation);
        expected.push([kind, relation, end, expect.stringMatching(words)]);
        seen.push([kind, relation, ...(await endOf(call, id, kind))]);
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

  it('are what addresses and capabilities ask', () => {
    const documents: AccessRule['thing'][] = ['template', 'document', 'archive'];
    const wrong = rows.filter(([route, call]) => {
      const { needs, thing, role, notForDisplays } = call.access;
      return (
        needs !== neededBy(route, call) ||
        (needs === 'write' && documents.includes(thing)) !== (role === true) ||
        route.includes('/v1/records') !== (notForDisplays === true)
      );
    });
    expect(wrong.map(([route]) => route)).toEqual([]);
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
