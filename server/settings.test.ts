import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';
import { StartError } from './start-error.ts';

it('serves this machine alone when nothing is set', () => {
  expect(readSettings({})).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    data: `${process.cwd()}/data`,
    publicUrl: null,
    tls: null,
    trustProxy: null,
    sessionDays: 30,
    streams: { inAll: 2000, ofUser: 200, ofTopicAndSession: 20 },
    callsMax: 300,
    logLevel: 'warn',
  });
});

it('believes a proxy on this machine once a public address is set', () => {
  const settings = readSettings({ HOST: '0.0.0.0', READY_PUBLIC_URL: 'https://ready.example.org' });
  expect(settings).toMatchObject({ host: '0.0.0.0', trustProxy: 'loopback' });
  expect(settings.publicUrl?.origin).toBe('https://ready.example.org');
});

it.each([
  [{ HOST: '0.0.0.0' }, /would let passwords travel in the clear\..*proxy.*READY_PUBLIC_URL=https.*READY_TLS_CERT/],
  [{ HOST: '0.0.0.0', READY_PUBLIC_URL: 'http://ready.example.org' }, /^READY_PUBLIC_URL must begin with https:/],
  [
    { HOST: '0.0.0.0', READY_PUBLIC_URL: 'http://localhost:4000' },
    /^HOST=0\.0\.0\.0 opens the server to other machines/,
  ],
  [{ HOST: '::', READY_PUBLIC_URL: 'http://[::1]:4000' }, /^HOST=:: opens the server to other machines/],
  [{ READY_PUBLIC_URL: 'ready.example.org' }, /^READY_PUBLIC_URL must be an origin such as https/],
  [{ READY_PUBLIC_URL: 'https://ready.example.org/app' }, /^READY_PUBLIC_URL must be an origin such as https/],
  [{ READY_TLS_CERT: 'cert.pem' }, /^READY_TLS_CERT and READY_TLS_KEY must be set together/],
  [
    { READY_TLS_CERT: 'no-cert.pem', READY_TLS_KEY: 'no-key.pem' },
    /^READY_TLS_CERT names no-cert\.pem, which does not exist/,
  ],
  [{ PORT: '70000' }, /^PORT must be a whole number from 0 to 65535, not '70000'/],
  [{ PORT: '4e3' }, /^PORT must be a whole number/],
  [{ READY_SESSION_DAYS: '0' }, /^READY_SESSION_DAYS must be a whole number from 1 to 3650/],
  [{ READY_STREAMS_MAX: 'many' }, /^READY_STREAMS_MAX must be a whole number from 1 to 100000/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of silent, /],
  [{ FRAME_IMG_SRC: '*' }, /^FRAME_IMG_SRC must be a list of origins/],
  [{ FRAME_URL: 'https://documents.example.org' }, /^FRAME_URL needs READY_PUBLIC_URL/],
  [
    { READY_PUBLIC_URL: 'https://ready.example.org', FRAME_URL: 'https://ready.example.org' },
    /^FRAME_URL must be another host/,
  ],
  [
    { READY_PUBLIC_URL: 'https://ready.example.org', FRAME_URL: 'https://d.example.org/frame.html' },
    /^FRAME_URL must be an origin/,
  ],
  [{ READY_DEV_ORIGINS: 'http://evil.example' }, /^READY_DEV_ORIGINS is for development on this machine/],
])('refuses %j', (env, words) => {
  expect(() => readSettings(env)).toThrow(StartError);
  expect(() => readSettings(env)).toThrow(words);
});
