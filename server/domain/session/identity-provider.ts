import * as client from 'openid-client';
import type { IdentityProviderSettings } from '#server/identity-settings.ts';

/** Characters of a subject, as OpenID Connect has it. */
const SUBJECT_MAX = 255;
/** Seconds by which the provider's clock and ours may differ. */
const SKEW = 60;
/** Bytes of an answer of the provider. */
const ANSWER_MAX = 1_000_000;
/** Milliseconds for all requests to the provider in one call: the application waits for ten seconds. */
const PATIENCE = 8_000;

/** The reason why a provider did not sign a user in. `reason` is for the log: it contains nothing that was sent. */
export class ProviderTrouble extends Error {
  /**
   * `away`: no answer, or one that is not from the provider. `denied`: the user, or the provider, refused.
   * `unaccepted`: it does not accept this server as its client. `unbelievable`: its answer is not valid.
   */
  readonly kind: 'away' | 'denied' | 'unaccepted' | 'unbelievable';
  readonly reason: string;

  constructor(kind: ProviderTrouble['kind'], reason: string, options?: ErrorOptions) {
    super(`${kind}: ${reason}`, options);
    this.name = 'ProviderTrouble';
    this.kind = kind;
    this.reason = reason;
  }
}

/** Secrets that are made at the beginning of a sign-in, and checked at its end. */
export type Begun = { state: string; nonce: string; verifier: string };

/** Claims of the provider about a user, as far as they are used. */
export type ProvidedPerson = {
  subject: string;
  groups: string[];
  /** Texts that could be a username, the best first. */
  usernames: string[];
  name: string | null;
  email: string | null;
};

/** An identity provider: authorization code flow with PKCE, state and nonce. */
export type IdentityProvider = ReturnType<typeof createIdentityProvider>;

/** Makes the secrets of a sign-in. */
export const newBegun = (): Begun => ({
  state: client.randomState(),
  nonce: client.randomNonce(),
  verifier: client.randomPKCECodeVerifier(),
});

/**
 * Sends no request before a user signs in: the server starts even if the provider is away.
 * @param settings the operator's
 * @param now the server's clock, by which the times of an answer are judged
 */
export function createIdentityProvider(settings: IdentityProviderSettings, now: () => Date) {
  const { issuer, clientId, clientSecret, groupsClaim } = settings;
  let known: client.ServerMetadata | null = null;

  const configure = (config: client.Configuration): client.Configuration => {
    const enough = AbortSignal.timeout(PATIENCE);
    config[client.customFetch] = (url, { body, signal, ...options }) =>
      bounded(url, {
        ...options,
        body: (body ?? null) as BodyInit | null,
        signal: signal ? AbortSignal.any([signal, enough]) : enough,
      });
    // The settings accept http only for this machine.
    if (issuer.protocol === 'http:') client.allowInsecureRequests(config);
    // By default the library trusts TLS alone; a checked signature is also safe behind a proxy that decrypts TLS.
    client.enableNonRepudiationChecks(config);
    return config;
  };
  const read = async (): Promise<client.ServerMetadata> => {
    try {
      const found = await client.discovery(issuer, clientId, {}, client.None(), {
        timeout: PATIENCE / 1000,
        [client.customFetch]: (url, { body, ...options }) => bounded(url, { ...options, body: body as BodyInit }),
        ...(issuer.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
      });
      known = found.serverMetadata();
      return known;
    } catch (error) {
      throw troubleOf(error, 'away');
    }
  };
  const configuration = (server: client.ServerMetadata): client.Configuration => {
    // RFC 8414: without a list the default is client_secret_basic.
    const canPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
    const proof = canPost ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret);
    const clocks = {
      [client.clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
      [client.clockTolerance]: SKEW,
    };
    return configure(new client.Configuration(server, clientId, clocks, proof));
  };

  return {
    settings,

    /** Reads the provider's metadata. @throws {ProviderTrouble} */
    async look(): Promise<void> {
      await read();
    },

    /**
     * The address of the provider's page for sign-in.
     * @param returnAddress where the provider sends the user back to
     * @throws {ProviderTrouble}
     */
    async address(returnAddress: string, { state, nonce, verifier }: Begun): Promise<URL> {
      // Read each time, so that no user is sent to a page that does not open.
      const config = configuration(await read());
      return client.buildAuthorizationUrl(config, {
        redirect_uri: returnAddress,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },

    /**
     * Exchanges its answer.
     * @param answered the address to which the provider sent the user back
     * @throws {ProviderTrouble}
     */
    async person(answered: URL, { state, nonce, verifier }: Begun): Promise<ProvidedPerson> {
      const config = configuration(known ?? (await read()));
      try {
        const tokens = await client.authorizationCodeGrant(config, answered, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new ProviderTrouble('unbelievable', 'no id token');
        // All users with an empty subject would be one here.
        if (claims.sub.trim() === '' || claims.sub.length > SUBJECT_MAX)
          throw new ProviderTrouble('unbelievable', 'claim sub');
        const isAll = valueAt(claims, groupsClaim) !== undefined && named(claims).length > 0;
        const more =
          isAll || config.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
        return personIn({ ...more, ...claims }, groupsClaim);
      } catch (error) {
        throw troubleOf(error, 'unbelievable');
      }
    },
  };
}

type Claims = Readonly<Record<string, unknown>> & { sub: string };

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** The value of a claim, by its whole name or by a path with dots. */
const valueAt = (claims: Claims, path: string): unknown =>
  claims[path] ??
  path
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined,
      claims,
    );

const named = ({ preferred_username, email }: Claims): string[] =>
  [preferred_username, email].map(text).filter((one) => one !== null);

function personIn(claims: Claims, groupsClaim: string): ProvidedPerson {
  const groups = [valueAt(claims, groupsClaim)].flat().filter((one) => typeof one === 'string');
  const [name, email] = [text(claims['name']), text(claims['email'])];
  return {
    subject: claims.sub,
    groups,
    usernames: [...named(claims), ...(name === null ? [] : [name])],
    name,
    email,
  };
}

/** Requests an answer of the provider, which fails once it is too long: nothing else limits it. */
async function bounded(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  let left = ANSWER_MAX;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) controller.error(new TypeError('The answer of the identity provider is too long.'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body?.pipeThrough(limit) ?? null, { status, statusText, headers });
}

/** Errors by their names in RFC 6749 and OpenID Connect. */
const KINDS: ReadonlyMap<string, ProviderTrouble['kind']> = new Map([
  ['access_denied', 'denied'],
  ['server_error', 'away'],
  ['temporarily_unavailable', 'away'],
  ['invalid_client', 'unaccepted'],
  ['unauthorized_client', 'unaccepted'],
  ['invalid_scope', 'unaccepted'],
]);

/** The meaning of an error of the library. @param otherwise the kind of an error that names no reason */
function troubleOf(error: unknown, otherwise: 'away' | 'unbelievable'): ProviderTrouble {
  if (error instanceof ProviderTrouble) return error;
  const cause = { cause: error };
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
    return new ProviderTrouble(KINDS.get(error.error) ?? 'unbelievable', word(error.error), cause);
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // No answer, or one that is not from a provider: a proxy's page, an error of its server.
  const isAway =
    ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(code) ||
    (error instanceof TypeError && code === '');
  if (isAway) return new ProviderTrouble('away', code === '' ? 'it does not answer' : word(code), cause);
  return new ProviderTrouble(otherwise, claimOf(error) ?? word(code === '' ? 'unknown' : code), cause);
}

/** The claim that is not valid, if the library names it. */
function claimOf(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const cause = at.cause as { claim?: unknown } | undefined;
    if (typeof cause?.claim === 'string') return `claim ${word(cause.claim)}`;
  }
  return null;
}

/** Makes one short word for the log from untrusted text. */
const word = (value: string): string => value.replaceAll(/[^\w.-]/g, '').slice(0, 60);
