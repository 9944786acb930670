import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { accessRules } from '#tests/support/access-rules.ts';
import { openApi } from '#server/http/ops/openapi.ts';
import { servedCalls } from '#server/http/served.ts';
import { demo, demoPassword, Person, signedIn } from '#tests/support/person.ts';
import { save, savePath, saving, submit } from '#tests/support/writing.ts';
import { given, givenPerson, rounds, startInside } from '../given.ts';
import { newBoard, newDisplay, template, wall } from '../boards/walls.ts';

const server = given(() => startInside());
const admin = givenPerson(server, demo.siteAdministrator);
let nobody: Person;
let screen: Person;
let wip = '';
let archive = '';
let board = '';
let display = '';
let user = '';
let role = '';
let hold = '';

beforeAll(async () => {
  nobody = new Person(server.origin);
  wip = (await save(admin, 'Fuzz')).uuid;
  archive = await submit(admin, wip);
  board = await newBoard(admin);
  const period = { from: '1999-01-01T00:00:00Z', to: '1999-01-02T00:00:00Z', reason: 'Fuzz' };
  hold = ((await admin.post('/v1/records/holds/create', period)).json as { hold: { uuid: string } }).hold.uuid;
  ({ screen, uuid: display } = await newDisplay(admin, board));
  const other = await signedIn(server.origin, demo.otherWriter);
  user = ((await other.get('/auth/verify')).json as { uuid: string }).uuid;
  role = ((await admin.get('/v1/roles')).json as { roles: { uuid: string }[] }).roles[0]?.uuid ?? '';
});

let made = 0;
const KEY = 'k'.repeat(32);
const fuzzDocument = '<!doctype html><title>Fuzz</title><p class="editable" id="a">x</p>';

type Body = Record<string, unknown>;
const rightBoard: Body = { name: 'Fuzz', shown: wall(template()) };
const rightSave: Body = saving('Fuzz', { 'incident-name': 'x' });

/** Every call with a body, with one that is right. */
const calls: readonly [route: string, path: () => string, right: () => Body][] = [
  ['POST /auth/login', () => '/auth/login', () => ({ username: demo.reader, password: demoPassword(demo.reader) })],
  ['POST /v1/templates/:id/wips/save', () => savePath(), () => rightSave],
  // While it is the newest one.
  ['POST /v1/archives/:uuid/submit', () => `/v1/archives/${archive}/submit`, () => ({ instead_of: archive })],
  ['POST /v1/wips/:uuid/presence', () => `/v1/wips/${wip}/presence`, () => ({ tab: 'fuzz', region: 'incident-name' })],
  // Before it is saved again.
  ['POST /v1/wips/:uuid/submit', () => `/v1/wips/${wip}/submit`, () => ({ revision: 1 })],
  ['POST /v1/wips/:uuid/update', () => `/v1/wips/${wip}/update`, () => rightSave],
  ['POST /v1/records/holds/create', () => '/v1/records/holds/create', () => ({ wip, reason: 'Fuzz' })],
  ['POST /v1/records/holds/:uuid/release', () => `/v1/records/holds/${hold}/release`, () => ({ reason: 'Fuzz' })],
  ['POST /v1/boards/create', () => '/v1/boards/create', () => rightBoard],
  ['POST /v1/boards/:uuid/update', () => `/v1/boards/${board}/update`, () => rightBoard],
  // A code of this form that no screen shows: the fields are judged before it.
  ['POST /v1/displays/pair', () => '/v1/displays/pair', () => ({ code: 'BCDF-GHJK', name: 'Fuzz', board })],
  ['POST /v1/displays/:uuid/update', () => `/v1/displays/${display}/update`, () => ({ name: 'Fuzz', board })],
  ['POST /v1/users/roles/create', () => '/v1/users/roles/create', () => ({ user_uuid: user, role_uuid: role })],
  [
    'POST /auth/first-run',
    () => '/auth/first-run',
    () => ({ code: 'x', organization: 'Fuzz', username: 'fuzz', password: 'another long word' }),
  ],
  ['POST /auth/provider/return', () => '/auth/provider/return', () => ({ answer: '?code=x&state=y' })],
  [
    'POST /v1/users/:uuid/update',
    () => `/v1/users/${user}/update`,
    () => ({ username: 'june', name: 'June', email: 'june@example.org', organization_id: 1, permission: 2 }),
  ],
  ['POST /v1/users/roles/delete', () => '/v1/users/roles/delete', () => ({ user_uuid: user, role_uuid: role })],
  [
    'POST /v1/users/create',
    () => '/v1/users/create',
    () => ({
      username: `fuzz-${(made += 1)}`,
      name: 'Fuzz',
      email: 'fuzz@example.org',
      organization_id: 1,
      permission: 2,
    }),
  ],
  ['POST /v1/users/import/check', () => '/v1/users/import/check', () => ({ csv: 'username,name\nfuzz-line,Fuzz' })],
  [
    'POST /v1/users/import',
    () => '/v1/users/import',
    () => ({ csv: `username,name\nfuzz-${(made += 1)},Fuzz`, key: KEY }),
  ],
  ['POST /v1/users/import/read', () => '/v1/users/import/read', () => ({ key: KEY })],
  [
    'POST /v1/account/second-factor',
    () => '/v1/account/second-factor',
    () => ({ current: 'not it', secret: 'A'.repeat(32), code: '123456' }),
  ],
  [
    'POST /v1/account/second-factor/remove',
    () => '/v1/account/second-factor/remove',
    () => ({ current: 'not it', code: '123456' }),
  ],
  ['POST /v1/templates/blanks', () => '/v1/templates/blanks', () => ({ content: '<p>Name: ____</p>' })],
  [
    'POST /v1/templates/create',
    () => '/v1/templates/create',
    () => ({
      documents: [{ file_name: `fuzz-${(made += 1)}.html`, name: 'Fuzz', content: fuzzDocument }],
      for_all: false,
      allow_outside: false,
    }),
  ],
  // A version that was never there: the template stays as it is.
  [
    'POST /v1/templates/:id/replace',
    () => `/v1/templates/${COMMAND_TEMPLATE_LEFT}/replace`,
    () => ({ version: 99, file_name: 'fuzz.html', content: fuzzDocument, allow_outside: false }),
  ],
  ['POST /v1/templates/:id/put-back', () => `/v1/templates/${COMMAND_TEMPLATE_LEFT}/put-back`, () => ({ version: 99 })],
  ['POST /v1/roles/create', () => '/v1/roles/create', () => ({ name: 'Fuzz', file_name: 'activity-log.html' })],
  ['POST /v1/roles/remove', () => '/v1/roles/remove', () => ({ role_uuid: 'none' })],
  ['POST /v1/templates/:id/command', () => `/v1/templates/${COMMAND_TEMPLATE_LEFT}/command`, () => ({ pane: 'left' })],
  ['POST /v1/templates/:id/move', () => `/v1/templates/${COMMAND_TEMPLATE_LEFT}/move`, () => ({ before: null })],
  // A wrong one: the password that the others sign in with stays.
  [
    'POST /v1/account/password',
    () => '/v1/account/password',
    () => ({ current: 'not it', password: 'another long word' }),
  ],
];

const control = 'a\u0000b\u001b[31m\u202ec';
const huge = 'x'.repeat(40_000);
/** Values that take a field's place. */
const wrongs: readonly [what: string, value: unknown][] = [
  ['null', null],
  ['a number', 7.5],
  ['true', true],
  ['a list of lists', [[[]]]],
  ['an object', { __proto__: null, toString: 1 }],
  ['a key of every object', JSON.parse('{"__proto__":{"permission":4}}')],
  ['the name of a prototype', '__proto__'],
  ['nothing', ''],
  ['control characters', control],
  ['40,000 characters', huge],
];

/** Fields in which a text like this is right or is simply not known: the reply is a refusal or a save, never a broken server. */
const answersOf = (route: string, field: string): readonly number[] => {
  if (route === 'POST /auth/login') return field === 'more' ? [200] : [400, 401, 429];
  // There are users.
  if (route === 'POST /auth/first-run') return [400, 410, 429];
  // None is set up.
  if (route === 'POST /auth/provider/return') return [400, 404];
  if (route === 'POST /v1/displays/pair') return [400, 404, 429];
  // Any name is one of a region, and any short word one of a window; a caller who sends more than one may is refused.
  if (route === 'POST /v1/wips/:uuid/presence') return field === 'body' ? [400, 429] : [200, 400, 429];
  // Another text is not the newest archive.
  if (field === 'instead_of') return [400, 409];
  // The current password is a wrong one throughout.
  if (route.startsWith('POST /v1/account/')) return [400, 429];
  if (/templates\/:id\/(replace|put-back)$/.test(route)) return [400];
  if (field === 'for_all' || field === 'allow_outside') return [202, 400];
  // Any words are a reason; a hold is released once.
  if (field === 'reason' || route.endsWith('/release')) return [200, 201, 400];
  // The role that is named is none.
  if (route === 'POST /v1/roles/remove') return [400, 404];
  // Another text is the place after all.
  if (field === 'before') return [200, 400];
  // Null means none.
  if (route === 'POST /v1/users/:uuid/update' && field === 'email') return [200, 400];
  if (field === 'more') return [200, 201, 202];
  // The contract's own body is empty, and was never read.
  if (route === 'POST /v1/wips/:uuid/submit' && field === 'body') return [200, 400];
  if (field === 'save_name' || field === 'name' || field === 'username') return [200, 201, 400];
  return [400, 404];
};

describe('a body with one thing wrong is refused in words', () => {
  it('of each call that has one', async () => {
    const paths = Object.entries(openApi(await servedCalls())['paths'] as Record<string, Record<string, object>>);
    const withBody = paths.flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, call]) =>
        // The form of files is no JSON: `template-admin.test.ts` has what can be wrong with it.
        'requestBody' in call && !JSON.stringify(call).includes('multipart/form-data')
          ? [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`]
          : [],
      ),
    );
    expect(calls.map(([route]) => route).toSorted()).toEqual(withBody.toSorted());
  });

  it.each(calls)('%s', async (route, path, right) => {
    const person = route === 'POST /auth/login' ? nobody : admin;
    const bodies: [what: string, field: string, body: unknown][] = [];
    for (const field of Object.keys(right())) {
      const rest = { ...right() };
      delete rest[field];
      const isOptional =
        route === 'POST /v1/wips/:uuid/submit' ||
        field === 'region' ||
        field === 'for_all' ||
        field === 'allow_outside' ||
        (route === 'POST /v1/users/create' && (field === 'email' || field === 'organization_id')) ||
        /\/(users|displays)\/:uuid\/update$/.test(route);
      if (!isOptional) bodies.push([`without ${field}`, field, rest]);
      for (const [what, value] of wrongs) bodies.push([`${field}: ${what}`, field, { ...rest, [field]: value }]);
      if (field !== 'edited_attributes') continue;
      for (const [what, value] of wrongs) {
        bodies.push([`an id: ${what}`, 'id', { ...rest, [field]: [{ id: value, value: 'x' }] }]);
        bodies.push([`a value: ${what}`, 'value', { ...rest, [field]: [{ id: 'incident-name', value }] }]);
      }
    }
    for (const [what, value] of wrongs) bodies.push([`instead of a body: ${what}`, 'body', value]);
    bodies.push(['a field more', 'more', { ...right(), constructor: { prototype: {} }, more: control }]);

    const surprises: string[] = [];
    for (const [what, field, body] of bodies) {
      // One runs at a time.
      if (route === 'POST /v1/templates/create') await person.post('/v1/templates/create/drop');
      const reply = await person.post(path(), body);
      const isText = typeof body === 'object' && (field === 'id' || field === 'value') && reply.status < 300;
      const message = (reply.json as { message?: unknown } | undefined)?.message;
      // Any list is a list of rows: its content is the document's own.
      const isList = what === 'new_attributes: a list of lists' && reply.status < 300;
      const fits = answersOf(route, field).includes(reply.status) || isText || isList;
      const hasReason = reply.status < 300 || (typeof message === 'string' && message !== '');
      if (!fits || !hasReason) surprises.push(`${what}: ${reply.status} ${reply.text}`);
    }
    expect(surprises).toEqual([]);
  });

  it('and changes nobody: no field of a prototype is taken for one of the body’s', async () => {
    const { users } = (await admin.get('/v1/users')).json as { users: { uuid: string; permission: number }[] };
    expect(users.find(({ uuid }) => uuid === user)?.permission).toBe(2);
    expect(({} as { permission?: number }).permission).toBeUndefined();
  });
});

it(
  'a body of any kind is answered in JSON with a message, never with 500',
  async () => {
    const json = fc.jsonValue({ stringUnit: 'binary' });
    // A sign-in that is right would end the session of all others here.
    const others = calls.filter(([route]) => route !== 'POST /auth/login');
    const instead = fc.array(fc.option(json, { nil: undefined }), { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...others), fc.option(json), instead, async ([, path, right], body, values) => {
        const fields = Object.entries(right()).map(([field, value], at) => [field, values[at] ?? value]);
        const reply = await admin.post(path(), body ?? Object.fromEntries(fields));
        expect([200, 201, 202, 400, 401, 403, 404, 409, 413, 429]).toContain(reply.status);
        if (reply.status >= 400) expect(reply.json).toHaveProperty('message');
      }),
      { numRuns: rounds(100, 5_000) },
    );
    expect((await admin.get('/v1/templates')).status).toBe(200);
  },
  rounds(60_000, 900_000),
);

const routes = Object.keys(accessRules).filter((route) => /^\w+ \/(v1|events)\/.*:/.test(route));

describe('an address with a wrong identity is not found', () => {
  it.each(routes)('%s', async (route) => {
    const [method = '', pattern = ''] = route.split(' ');
    const statuses: [string, number][] = [];
    for (const id of [
      '__proto__',
      '%00',
      '..%2f..%2fetc',
      'x'.repeat(3_000),
      "'%20or%201=1--",
      '%F0%9F%94%A5',
      'null',
      '-1',
    ]) {
      const body = route.includes('users') ? { name: 'x' } : rightSave;
      const path = pattern.replace(/:\w+/, id);
      const reader = accessRules[route]?.needs === 'display' ? screen : admin;
      const reply = method === 'GET' ? await reader.get(path) : await admin.post(path, body);
      statuses.push([id.slice(0, 20), reply.status]);
      expect(reply.json).toHaveProperty('message');
    }
    expect(statuses.filter(([, status]) => ![400, 404, 414].includes(status))).toEqual([]);
  });
});
