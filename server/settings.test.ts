import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { OTHERS_NAMES } from './setting-names.ts';
import { inspectSettings, readSettings } from './settings.ts';
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
    recordDays: null,
    auditDays: null,
    hasPresence: true,
    suggestionDays: 90,
    secondFactorLevel: null,
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

const provider = {
  READY_OIDC_ISSUER: 'https://login.example.org/realms/harbor',
  READY_OIDC_CLIENT_ID: 'ready',
  READY_OIDC_CLIENT_SECRET: 'secret',
  READY_OIDC_NAME: 'Harbor ID',
  READY_OIDC_LEVELS: 'cn=admins,dc=harbor=3; readers = 1;',
  READY_OIDC_ORGANIZATION: 'Harbor',
};

it('reads an identity provider, or does without', () => {
  expect(readSettings({}).identityProvider).toBeNull();
  expect(readSettings({ ...provider, READY_OIDC_ORGANIZATIONS: 'pier=Pier' }).identityProvider).toMatchObject({
    scope: 'openid profile email',
    groupsClaim: 'groups',
    levels: [
      { group: 'cn=admins,dc=harbor', level: 3 },
      { group: 'readers', level: 1 },
    ],
    organizations: [{ group: 'pier', organization: 'Pier' }],
    organization: 'Harbor',
    sessionHours: 12,
    startsMax: 2000,
  });
  expect(readSettings({ ...provider, READY_OIDC_ISSUER: 'http://127.0.0.1:9000' }).identityProvider).not.toBeNull();
});

it.each([
  [
    { READY_OIDC_NAME: 'Harbor ID' },
    /^A sign-in by an identity provider needs READY_OIDC_ISSUER, .* all of them, or none/,
  ],
  [{ ...provider, READY_OIDC_ORGANIZATION: '' }, /^Where do the people of the identity provider belong\?/],
  [{ ...provider, READY_OIDC_ISSUER: 'login.example.org' }, /^READY_OIDC_ISSUER must be an address such as https/],
  [{ ...provider, READY_OIDC_ISSUER: 'http://login.example.org' }, /^READY_OIDC_ISSUER must begin with https:/],
  [{ ...provider, READY_OIDC_LEVELS: 'admins' }, /^READY_OIDC_LEVELS must be groups .* not 'admins'/],
  [{ ...provider, READY_OIDC_LEVELS: 'admins=4' }, /^READY_OIDC_LEVELS .* level 4 is given by the command line alone/],
  [{ ...provider, READY_OIDC_LEVELS: 'admins=all' }, /^READY_OIDC_LEVELS .* from 0 to 3, not 'all'/],
  [{ ...provider, READY_OIDC_ORGANIZATIONS: ';' }, /^READY_OIDC_ORGANIZATIONS must be groups/],
  [{ ...provider, READY_OIDC_SCOPE: 'profile' }, /^READY_OIDC_SCOPE must hold openid/],
  [{ HOST: '0.0.0.0' }, /would let passwords travel in the clear\..*proxy.*READY_PUBLIC_URL=https.*READY_TLS_CERT/],
  [{ HOST: '0.0.0.0', READY_PUBLIC_URL: 'http://ready.example.org' }, /^READY_PUBLIC_URL must begin with https:/],
  [
    { HOST: '0.0.0.0', READY_PUBLIC_URL: 'http://localhost:4000' },
    /^HOST=0\.0\.0\.0 opens the server to other machines/,
  ],
  [{ HOST: '::', READY_PUBLIC_URL: 'http://[::1]:4000' }, /^HOST=:: opens the server to other machines/],
  [{ READY_PUBLIC_URL: 'ready.example.org' }, /^READY_PUBLIC_URL must be an origin such as https/],
  [{ READY_PUBLIC_URL: 'https://ready.example.org/app' }, /^READY_PUBLIC_URL must be an origin such as https/],
  [{ READY_TIMESTAMP_URL: 'https://:secret@tsa.example' }, /^READY_TIMESTAMP_URL must be the https((?!secret).)*$/],
  [{ READY_TLS_CERT: 'cert.pem' }, /^READY_TLS_CERT and READY_TLS_KEY must be set together/],
  [
    { READY_TLS_CERT: 'no-cert.pem', READY_TLS_KEY: 'no-key.pem' },
    /^READY_TLS_CERT names no-cert\.pem, which does not exist/,
  ],
  [{ PORT: '70000' }, /^PORT must be a whole number from 0 to 65535, not '70000'/],
  [{ PORT: '4e3' }, /^PORT must be a whole number/],
  [{ READY_OIDC_SESSION_HOURS: '0' }, /^READY_OIDC_SESSION_HOURS must be a whole number from 1 to 8760/],
  [{ READY_SESSION_DAYS: '0' }, /^READY_SESSION_DAYS must be a whole number from 1 to 3650/],
  [{ READY_STREAMS_MAX: 'many' }, /^READY_STREAMS_MAX must be a whole number from 1 to 100000/],
  [{ READY_RECORD_DAYS: '0' }, /^READY_RECORD_DAYS must be a whole number from 1 to 36500/],
  [{ READY_AUDIT_DAYS: '0' }, /^READY_AUDIT_DAYS must be a whole number from 1 to 36500/],
  [{ READY_SECOND_FACTOR_LEVEL: '5' }, /^READY_SECOND_FACTOR_LEVEL must be a whole number from 0 to 4/],
  [{ READY_SUGGESTION_DAYS: '-1' }, /^READY_SUGGESTION_DAYS must be a whole number from 0 to 36500/],
  [{ READY_PRESENCE: 'no' }, /^READY_PRESENCE must be on or off, not 'no'/],
  [{ READY_TRUST_PROXY: 'nonsense' }, /^READY_TRUST_PROXY must be addresses .* not 'nonsense'/],
  [{ READY_TRUST_PROXY: '10.0.0.1, 10.0.0.0/33' }, /^READY_TRUST_PROXY must be addresses .* not '10\.0\.0\.0\/33'/],
  [{ DATABASE_URL: 'postgres://ready:50%@db/ready' }, /^DATABASE_URL holds a % .*%25/],
  [{ DATABASE_URL: 'postgres://db/ready?sslmode=verify' }, /^DATABASE_URL must have one of disable, .* not 'verify'/],
  [{ DATABASE_URL: 'postgres://db/ready?sslrootcert=/no/ca.pem' }, /^DATABASE_URL names \/no\/ca\.pem as sslrootcert/],
  [
    { READY_PUBLIC_URI: 'https://a.example' },
    /^READY_PUBLIC_URI is no setting of Ready: READY_PUBLIC_URL may be meant/,
  ],
  // Two settings are as near to it by their letters.
  [{ READY_SUGESSION_DAYS: '30' }, /^READY_SUGESSION_DAYS is no setting of Ready: READY_SUGGESTION_DAYS may be meant/],
  [{ READY_PORT: '4001' }, /^READY_PORT is no setting of Ready/],
  [{ READY_SOMETHING_ELSE: '' }, /^READY_SOMETHING_ELSE is no setting of Ready: docs\/server\.md lists them/],
  [{ READY_FOO: '1' }, /^READY_FOO is no setting of Ready: docs\/server\.md lists them/],
  [{ READY_DMEO: '1' }, /^READY_DMEO is no setting of Ready: READY_DEMO may be meant/],
  [{ READY_SIGNIN_ADRESS_MAX: '9' }, /^READY_SIGNIN_ADRESS_MAX is .*: READY_SIGN_IN_ADDRESS_MAX may be meant/],
  [{ READY_DEMO: 'true' }, /^READY_DEMO must be 1, or 0, or not be set at all, not 'true'\.$/],
  [{ FRAME_EVAL: 'yes' }, /^FRAME_EVAL must be 1, or 0, or not be set at all, not 'yes'\.$/],
  [{ NODE_ENV: 'prod' }, /^NODE_ENV must be one of production, development, test, or not be set at all, not 'prod'\.$/],
  [{ NODE_ENV: 'Production', READY_DEMO: '1' }, /^NODE_ENV must be one of production, .*, not 'Production'\.$/],
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

it.each(['loopback', '10.0.0.5', '10.0.0.0/8, fd00::/8', 'linklocal,uniquelocal,::1'])(
  'believes the proxies %s',
  (value) => {
    const { trustProxy } = readSettings({ READY_TRUST_PROXY: value });
    // Fastify reads it when it is made.
    expect(() => fastify({ trustProxy: trustProxy ?? false })).not.toThrow();
  },
);

it.each([
  [{}, false, false],
  [{ NODE_ENV: '', READY_DEMO: '', FRAME_EVAL: '' }, false, false],
  [{ NODE_ENV: 'test', READY_DEMO: '0', FRAME_EVAL: '0' }, false, false],
  [{ NODE_ENV: 'development', FRAME_EVAL: '1' }, false, true],
  [{ NODE_ENV: 'production', READY_DEMO: '0', FRAME_EVAL: '1' }, true, true],
  [{ NODE_ENV: 'production', READY_DEMO: '1' }, false, false],
])('reads the switches of %j', (env, isProduction, allowEval) => {
  expect(readSettings(env)).toMatchObject({ isProduction, frame: { allowEval } });
});

it('says everything that is wrong at once, each in a line, and nothing that only follows from it', () => {
  const env = { PORT: 'x', READY_PUBLIC_URL: 'ready.example.org', HOST: '0.0.0.0', FRAME_URL: 'https://d.example.org' };
  const { problems, settings } = inspectSettings({
    ...env,
    READY_APP_ORIGINS: 'https://a.example.org',
    LOG_LEVEL: 'x',
  });
  expect(problems).toEqual([
    expect.stringMatching(/^READY_PUBLIC_URL must be an origin/),
    expect.stringMatching(/^PORT must be a whole number/),
    expect.stringMatching(/^LOG_LEVEL must be one of/),
  ]);
  expect(settings.sessionDays).toBe(30);
  expect(() => readSettings(env)).toThrow(/^READY_PUBLIC_URL .*\nPORT .*$/);
});

it('passes over what others read, and warns of what is nearly a setting', () => {
  const others = Object.fromEntries(OTHERS_NAMES.map((name) => [name, '1']));
  const { warnings } = readSettings({ ...others, FRAME_IMG_SOURCE: 'x', FRAME_IMGSRC: 'x', DATABASE_NAME: 'x' });
  expect(warnings).toEqual(['FRAME_IMGSRC is no setting of Ready: FRAME_IMG_SRC may be meant.']);
});

it('passes over what Kubernetes says of a Service that is named as we are', () => {
  const { problems } = inspectSettings({
    READY_SERVICE_HOST: '10.0.0.7',
    READY_SERVICE_PORT_HTTP: '80',
    READY_PORT: 'tcp://10.0.0.7:80',
    READY_PORT_80_TCP_ADDR: '10.0.0.7',
  });
  expect(problems).toEqual([]);
});
