import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { type Configuration, Provider } from 'oidc-provider';

/** Claims of the provider about a user. */
export type Provided = { preferred_username?: string; email?: string; name?: string; groups?: string[] };

/** A real identity provider on this machine, with pages of its own where any user signs in by the name alone. */
export type TestProvider = AsyncDisposable & {
  issuer: string;
  /** The settings by which a server of ours uses it. */
  env: Record<string, string>;
  /** Its users, by subject: the name for signing in there. */
  people: Map<string, Provided>;
  /** Addresses to which it may redirect. */
  returns: Set<string>;
  /** Faults of its id tokens. `forge` changes their claims, and signs them again; `isSpoiled`: their signature is wrong. */
  tokens: { forge: ((claims: Record<string, unknown>) => Record<string, unknown>) | null; isSpoiled: boolean };
  /** `isEndless`: its description does not end; `sent`: bytes of that. */
  description: { isEndless: boolean; sent: number };
  /** Makes it unreachable until `comeBack`. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  /** Visits its pages as a browser does. @returns the address of its redirect */
  signIn(url: string, subject: string, answer?: 'allow' | 'abort'): Promise<URL>;
};

const CLIENT = 'ready-tests';
const SECRET = 'a secret of the tests alone';
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'tests', use: 'sig', alg: 'RS256' };

const coded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

function forged(token: string, forge: NonNullable<TestProvider['tokens']['forge']>): string {
  const [head = '', body = ''] = token.split('.');
  const text = `${head}.${coded(forge(decoded(body)))}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
}

/**
 * @param inIdToken true if its id tokens contain all claims, false if only its userinfo endpoint does
 * @param port a free one by default
 */
export async function startProvider(inIdToken = true, port = 0): Promise<TestProvider> {
  let handle: ReturnType<Provider['callback']> | null = null;
  const description = { isEndless: false, sent: 0 };
  const listening = () =>
    createServer((request, response) => {
      if (description.isEndless) {
        const piece = ' '.repeat(100_000);
        const pieces = function* () {
          for (;;) {
            description.sent += piece.length;
            yield piece;
          }
        };
        response.setHeader('Content-Type', 'application/json');
        pipeline(Readable.from(pieces()), response, () => {});
      } else void handle?.(request, response);
    });
  let server = listening();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const own = (server.address() as AddressInfo).port;
  const issuer = `http://127.0.0.1:${own}`;
  const people = new Map<string, Provided>();
  const returns = new Set<string>();
  const tokens: TestProvider['tokens'] = { forge: null, isSpoiled: false };

  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT,
        client_secret: SECRET,
        redirect_uris: ['http://127.0.0.1/login/return'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['tests'] },
    claims: { openid: ['sub', 'groups'], profile: ['name', 'preferred_username'], email: ['email'] },
    conformIdTokenClaims: !inIdToken,
    findAccount: (_ctx, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...people.get(subject) }),
    }),
  };
  const provider = new Provider(issuer, configuration);
  provider.Client.prototype.redirectUriAllowed = (uri) => returns.has(uri);
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (tokens.forge && typeof body?.id_token === 'string') body.id_token = forged(body.id_token, tokens.forge);
    if (tokens.isSpoiled && typeof body?.id_token === 'string')
      body.id_token = body.id_token.replace(/\.[^.]{9}([^.]*)$/, '.AAAAAAAAA$1');
  });
  handle = provider.callback();

  return {
    issuer,
    env: {
      READY_OIDC_ISSUER: issuer,
      READY_OIDC_CLIENT_ID: CLIENT,
      READY_OIDC_CLIENT_SECRET: SECRET,
      READY_OIDC_NAME: 'Harbor ID',
    },
    people,
    returns,
    tokens,
    description,
    async goAway() {
      server.close();
      server.closeAllConnections();
    },
    async comeBack() {
      server = listening();
      await once(server.listen(own, '127.0.0.1'), 'listening');
    },
    async signIn(url, subject, answer = 'allow') {
      const cookies = new Map<string, string>();
      const go = async (address: string, form?: URLSearchParams): Promise<Response> => {
        const reply = await fetch(address, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(form && { method: 'POST', body: form }),
        });
        for (const line of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        return reply;
      };
      let at = url;
      let reply = await go(at);
      for (let step = 0; step < 12; step += 1) {
        const to = reply.headers.get('location');
        if (to !== null) {
          const next = new URL(to, at);
          if (next.origin !== issuer) return next;
          at = next.href;
          reply = await go(at);
        } else {
          const page = await reply.text();
          const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
          if (prompt === undefined) throw new Error(`No way on at the provider: ${reply.status} ${page.slice(0, 500)}`);
          if (answer === 'abort') reply = await go(`${at}/abort`);
          else reply = await go(at, new URLSearchParams({ prompt, login: subject, password: 'any' }));
        }
      }
      throw new Error('The provider never led back.');
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
