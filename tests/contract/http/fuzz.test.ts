import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { administer } from '#server/http/guards/access.ts';
import type { Served } from '#server/http/serve.ts';
import { servedCalls } from '#server/http/served.ts';
import { given, rounds, startInside } from '../given.ts';
import { addressOf, callsWithBody, type Form, formOf, givenRightCalls, routeOf } from './right-calls.ts';

const server = given(() => startInside());
const right = givenRightCalls(server);

/** Callers with every right. */
const callerOf = ({ access: { needs } }: Served) =>
  needs === 'nobody' || needs === 'display' ? needs : 'siteAdministrator';

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

/** Calls that this server refuses, however right: there are users, and no identity provider. */
const REFUSED: Readonly<Record<string, number>> = { 'POST /auth/first-run': 410, 'POST /auth/provider/return': 404 };
/** How a right call ends here. */
const endOf = (call: Served): number => REFUSED[routeOf(call)] ?? call.status ?? 200;

/** Texts that are compared with what is stored, or are content of a document: they have no length of their own. */
const LONG_TEXTS = ['before', 'content', 'id', 'save_name_was', 'value', 'was'];

/** The kind of a value: another one is never taken in its place. */
const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return Number.isInteger(value) ? 'whole number' : typeof value;
};

const isNullable = ({ type, anyOf = [] }: Form): boolean =>
  [type, ...anyOf.map((form) => form.type)].flat().includes('null');

/** One thing that is wrong with a body: a value of a field, undefined for a field that is missing. */
type Wrong = { what: string; path: readonly (string | number)[]; form: Form; value: unknown; right: unknown };

/** Everything that is tried in the place of a right value, and in the places in it. @param at where the right value is in the body */
async function wrongsOf(call: Served, form: Form, rightOne: unknown, at: Wrong['path'] = []): Promise<Wrong[]> {
  const place = at.join('.') || 'the body';
  const found: Wrong[] = wrongs.map(([what, value]) => ({
    what: `${place}: ${what}`,
    path: at,
    form,
    value,
    right: rightOne,
  }));
  if (Array.isArray(rightOne) && rightOne.length > 0)
    found.push(...(await wrongsOf(call, form.items ?? {}, rightOne[0], [...at, 0])));
  const { properties = {}, required = [] } = form.anyOf?.[0] ?? form;
  for (const [name, inner] of Object.entries(properties)) {
    const path = [...at, name];
    const sent = (rightOne as Record<string, unknown>)[name];
    const one = sent ?? (await right.rightValue({ call, id: '', kind: callerOf(call) }, inner, name));
    if (required.includes(name))
      found.push({ what: `without ${path.join('.')}`, path, form: inner, value: undefined, right: one });
    const inside = await wrongsOf(call, inner, one, path);
    found.push(...inside.filter((wrong) => sent !== undefined || wrong.path.length === path.length));
  }
  return found;
}

/** A body with a value in the place of another. */
function replaced(body: unknown, [key, ...rest]: Wrong['path'], value: unknown): unknown {
  if (key === undefined) return value;
  const inner = replaced((body as Record<string | number, unknown>)[key], rest, value);
  return Array.isArray(body) ? body.with(Number(key), inner) : { ...(body as object), [key]: inner };
}

/**
 * How a call may end: a value of another kind is not taken; a text, a number or a choice of the right kind may be taken or refused, and what names a
 * thing is refused.
 */
function answersTo(call: Served, { path, form, value, right: rightOne }: Wrong): readonly number[] {
  const field = path.findLast((part) => typeof part === 'string') ?? 'body';
  // A list has none of the fields: where no body is needed, it is none.
  const isNone = (value === null || Array.isArray(value)) && isNullable(form);
  if (!isNone && kindOf(value) !== kindOf(rightOne)) return [400];
  const refused = [400, 404, ...refusalsOf(call), ...(call.conflict ? [409] : []), ...(call.access.own ? [401] : [])];
  const isSimple = form.items?.type === undefined && !form.properties;
  const isAny = isNullable(form) || (isSimple && right.isFree(call, field, form));
  const isTooLong = value === huge && !LONG_TEXTS.includes(field);
  return isAny && !isTooLong ? [endOf(call), ...refused] : refused;
}

const refusalsOf = ({ refusals = {} }: Served): number[] => Object.keys(refusals).map(Number);

/** Makes a call with its right body, or with another one made from that. */
async function tried(call: Served, change: (body: unknown) => unknown) {
  const kind = callerOf(call);
  const id = await right.newThing(call, 'own', kind);
  const body = change(await right.bodyOf(call, id, kind));
  return right.personOf(kind).post(addressOf(call, id), body);
}

const calls = callsWithBody.map((call) => [routeOf(call), call] as const);

describe('a body with one thing wrong is refused in words', () => {
  it.each(calls)('%s', async (_, call) => {
    const surprises: string[] = [];
    const expectOne = async (what: string, answers: readonly number[], change: (body: unknown) => unknown) => {
      const reply = await tried(call, change);
      const message = (reply.json as { message?: unknown } | undefined)?.message;
      const hasReason = reply.status < 300 || (typeof message === 'string' && message !== '');
      if (!answers.includes(reply.status) || !hasReason)
        surprises.push(`${what}: ${reply.status} ${reply.text.slice(0, 200)}`);
    };
    const more = { constructor: { prototype: {} }, more: control };
    // Also shows that the body is right.
    await expectOne('a field more', [endOf(call)], (body) => ({ ...(body as object), ...more }));
    const rightOne = await right.bodyOf(call, await right.newThing(call, 'own', callerOf(call)), callerOf(call));
    for (const wrong of await wrongsOf(call, formOf(call), rightOne)) {
      await expectOne(wrong.what, answersTo(call, wrong), (body) => replaced(body, wrong.path, wrong.value));
    }
    expect(surprises).toEqual([]);
  });

  it('and changes nobody: no field of a prototype is taken for one of the body’s', async () => {
    const reply = await right.personOf('siteAdministrator').get('/v1/users');
    const { users } = reply.json as { users: { uuid: string; permission: number }[] };
    const user = await right.newThing({ access: administer('user') }, 'own', 'siteAdministrator');
    expect(users.find(({ uuid }) => uuid === user)?.permission).toBe(2);
    expect(({} as { permission?: number }).permission).toBeUndefined();
  });
});

it(
  'a body of any kind is answered in JSON with a message, never with 500',
  async () => {
    const json = fc.jsonValue({ stringUnit: 'binary' });
    const instead = fc.array(fc.option(json, { nil: undefined }), { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...callsWithBody), fc.option(json), instead, async (call, other, values) => {
        const reply = await tried(call, (body) => {
          const fields = Object.entries(body as Record<string, unknown>).map(([field, value], at) => [
            field,
            values[at] ?? value,
          ]);
          return other ?? Object.fromEntries(fields);
        });
        expect([200, 201, 202, 400, 401, 403, 404, 409, 410, 413, 429]).toContain(reply.status);
        if (reply.status >= 400) expect(reply.json).toHaveProperty('message');
      }),
      { numRuns: rounds(100, 5_000) },
    );
    expect((await right.personOf('siteAdministrator').get('/v1/templates')).status).toBe(200);
  },
  rounds(60_000, 900_000),
);

const named = (await servedCalls()).filter(({ path }) => /^\/(v1|events)\/.*:/.test(path));

describe('an address with a wrong identity is not found', () => {
  it.each(named.map((call) => [routeOf(call), call] as const))('%s', async (_, call) => {
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
      const caller = right.personOf(callerOf(call));
      const body = JSON.stringify(await right.bodyOf(call, id, callerOf(call)));
      const reply = await caller.call(call.method, addressOf(call, id), body);
      statuses.push([id.slice(0, 20), reply.status]);
      expect(reply.json).toHaveProperty('message');
    }
    expect(statuses.filter(([, status]) => ![400, 404, 414].includes(status))).toEqual([]);
  });
});
