import { expect, it } from 'vitest';
import { readAppOrigins } from './app-origins.ts';
import { StartError } from './start-error.ts';

const READY = 'https://ready.example.org';
const read = (origins: string | null, publicUrl: string | null = READY, domain: string | null = null) =>
  readAppOrigins({ origins, domain }, publicUrl === null ? null : new URL(publicUrl));

it('lets nobody in when nothing is set', () => {
  expect(read(null)).toEqual({ appOrigins: [], cookieDomain: null, warnings: [] });
  expect(read(' , ', null)).toEqual({ appOrigins: [], cookieDomain: null, warnings: [] });
});

it.each([
  ['https://app.example.org, https://app.example.org:8443/', READY, null, 'example.org'],
  ['https://app.ready.example.org', READY, null, 'ready.example.org'],
  ['https://example.org', READY, null, 'example.org'],
  ['https://app.fire.co.uk', 'https://ready.fire.co.uk', null, 'fire.co.uk'],
  ['https://app.ab.de', 'https://ready.ab.de', 'ab.de', 'ab.de'],
  ['https://a.b.example.org', 'https://c.b.example.org', 'Example.org', 'example.org'],
  // A port is no part of a site, and cookies ignore it.
  ['https://ready.example.org:8443', READY, null, null],
  ['http://localhost:5173', 'http://localhost:4000', null, null],
  ['http://127.0.0.1:5173', 'http://127.0.0.1:4000', null, null],
])('takes %s beside %s', (origins, publicUrl, domain, cookieDomain) => {
  const { appOrigins, ...others } = read(origins, publicUrl, domain);
  expect(appOrigins).toEqual(origins.split(',').map((one) => new URL(one).origin));
  expect(others).toEqual({ cookieDomain, warnings: [] });
});

it.each([
  ['https://app.example.net', READY, null],
  ['https://app.example.org.evil.example', READY, null],
  ['https://notexample.org', READY, null],
  ['https://other.org', 'https://ready.org', null],
  ['https://app.co.uk', 'https://ready.co.uk', null],
  ['https://other.example.org', READY, 'ready.example.org'],
  ['https://192.0.2.2', 'https://192.0.3.2', null],
  ['http://localhost:5173', READY, null],
  ['http://localhost:5173', 'http://127.0.0.1:4000', null],
])('leaves out %s beside %s, and says so: another site', (origin, publicUrl, domain) => {
  const { appOrigins, cookieDomain, warnings } = read(origin, publicUrl, domain);
  expect([appOrigins, cookieDomain]).toEqual([[], null]);
  expect(warnings).toEqual([
    expect.stringMatching(`^READY_APP_ORIGINS: ${origin} is not of the same site as ${publicUrl}\\. .*SameSite=Strict`),
  ]);
});

it('gives the others their domain when one is left out', () => {
  expect(read('https://app.example.net,https://app.example.org')).toMatchObject({
    appOrigins: ['https://app.example.org'],
    cookieDomain: 'example.org',
    warnings: [expect.stringContaining('https://app.example.net')],
  });
});

it.each([
  'null',
  '*',
  'app.example.org',
  'https://*.example.org',
  'https://app.example.org/path',
  'https://app.example.org/?',
  'https://me@app.example.org',
  'http://app.example.org',
  'ftp://app.example.org',
])('refuses %s in one sentence', (origin) => {
  const sentence = `READY_APP_ORIGINS must name each time an https:// origin such as https://app.example.org, without a path or a wildcard, not '${origin}'.`;
  expect(() => read(`https://a.example.org,${origin}`)).toThrow(new StartError(sentence));
});

it.each([
  ['https://app.example.org', null, null, /^READY_APP_ORIGINS needs READY_PUBLIC_URL/],
  [null, READY, 'example.org', /^READY_COOKIE_DOMAIN is for an application on another host/],
  ['https://app.example.org', READY, 'org', /^READY_COOKIE_DOMAIN must be a domain such as example\.org/],
  ['https://app.example.org', READY, '.example.org', /^READY_COOKIE_DOMAIN must be a domain/],
  ['https://app.example.org', READY, 'app.example.org', /^READY_COOKIE_DOMAIN must be .* READY_PUBLIC_URL stands/],
])('refuses %s at %s with the domain %s', (origins, publicUrl, domain, words) => {
  expect(() => read(origins, publicUrl, domain)).toThrow(StartError);
  expect(() => read(origins, publicUrl, domain)).toThrow(words);
});
