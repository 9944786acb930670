import type { FastifyReply, FastifyRequest } from 'fastify';
import { beforeEach, expect, it } from 'vitest';
import { createRepeats, type Repeats } from './repeats.ts';

const START = 1_000;
let state: string | null = 'one';
let time = START;
let repeats: Repeats;
beforeEach(() => {
  state = 'one';
  time = START;
  const stateOf = (): string | null => {
    if (state === 'broken') throw new Error('disk I/O error');
    return state;
  };
  repeats = createRepeats({ state: stateOf, now: () => new Date(time) });
});

const raw = { method: 'GET', url: '/v1/templates?x=1', headers: { cookie: 'at=a', host: 'here' } };
const find = (headers: object = {}, more: object = {}) => {
  const kept = repeats.find({ ...raw, ...more, headers: { ...raw.headers, ...headers } } as never);
  return kept && repeats.look()(kept) ? kept : null;
};
/** Answers once, as the framework does after it has looked at the session in the state `madeIn`. */
function answer({
  status = 200,
  setCookie = false,
  body = '{"ü":1}',
  url = raw.url,
  madeIn = 'one',
}: { status?: number; setCookie?: boolean; body?: string; url?: string; madeIn?: string } = {}): void {
  const session = { family: 'f', actor: { uuid: 'u' }, end: START + 10, state: madeIn };
  const request = { raw: { ...raw, url }, session, routeOptions: { url: '/v1/templates' } };
  const reply = { statusCode: status, hasHeader: () => setCookie, getHeaders: () => ({ 'cache-control': 'no-store' }) };
  repeats.keep(request as unknown as FastifyRequest, reply as unknown as FastifyReply, body);
}

it('gives the same bytes to the same question', () => {
  expect(find()).toBeNull();
  answer();
  expect(find()).toMatchObject({
    headers: ['cache-control', 'no-store', 'Content-Length', '8'],
    body: Buffer.from('{"ü":1}'),
    route: '/v1/templates',
    path: '/v1/templates',
    user: 'u',
  });
});

it('gives nothing once the database is in another state, and nothing that was made in two', () => {
  answer();
  state = 'two';
  expect(find()).toBeNull();
  // Nobody has asked the framework again, so it stays unknown even if a state came back.
  state = 'one';
  expect(find()).toBeNull();
  state = 'two';
  answer();
  expect(find()).toBeNull();
});

it('gives nothing when the session’s time is over', () => {
  answer();
  time = START + 9;
  expect(find()).not.toBeNull();
  time = START + 10;
  expect(find()).toBeNull();
});

it.each([
  ['other cookies', { cookie: 'at=b' }, {}],
  ['no cookies', { cookie: undefined }, {}],
  ['another name of the server', { host: 'evil' }, {}],
  ['a navigation', { 'sec-fetch-mode': 'navigate' }, {}],
  ['another site', { 'sec-fetch-site': 'cross-site' }, {}],
  ['an origin', { origin: 'https://evil.example' }, {}],
  ['another encoding', { 'accept-encoding': 'br' }, {}],
  ['an encoded body', { 'content-encoding': 'gzip' }, {}],
  ['what it has', { 'if-none-match': 'W/"x"' }, {}],
  ['another address', {}, { url: '/v1/templates' }],
  ['another method', {}, { method: 'HEAD' }],
])('leaves it to the framework to answer %s', (_what, headers, more) => {
  answer();
  expect(find(headers, more)).toBeNull();
});

it('keeps no refusal and no cookie', () => {
  answer({ status: 304 });
  answer({ setCookie: true });
  expect(find()).toBeNull();
});

it('keeps nothing where a database cannot tell its state', () => {
  state = null;
  answer();
  expect(find()).toBeNull();
});

it('holds no more than some megabytes, long addresses included, and none of what is larger than a part of them', () => {
  const isKept = (url: string): boolean => find({}, { url }) !== null;
  answer({ url: '/first' });
  answer({ url: '/large', body: 'x'.repeat(9_000_000) });
  expect([isKept('/first'), isKept('/large')]).toEqual([true, false]);
  const long = 'x'.repeat(15_000);
  for (let count = 0; count < 2_100; count += 1) answer({ url: `/${count}?${long}` });
  expect([isKept('/first'), isKept(`/2099?${long}`)]).toEqual([false, true]);
});

it('gives nothing that was found in one state and is asked about in another, though newer replies are kept by then', () => {
  answer();
  const kept = repeats.find(raw as never);
  state = 'two';
  answer({ madeIn: 'two' });
  expect(kept && repeats.look()(kept)).toBe(false);
  expect(find()).not.toBeNull();
});

it('leaves a database that does not answer to the framework', () => {
  answer();
  state = 'broken';
  expect(find()).toBeNull();
  answer();
  state = 'one';
  expect(find()).toBeNull();
});
