import * as client from 'openid-client';
import type { IdentityProviderSettings } from '#server/identity-settings.ts';

/** Characters of a subject, as OpenID Connect has it. */
const SUBJECT_MAX = 255;
/** Seconds by which the provider's clock and ours may differ. */
const SKEW = 60;
/** Milliseconds for all that is asked of the provider at one call: the application waits for ten seconds. */
const PATIENCE = 8_000;

/** Why a provider did not let somebody in. `reason` is for the log: it holds nothing of what was sent. */
export class ProviderTrouble extends Error {
  /** `away`: no answer, or something answered in its place. `denied`: the person, or the provider, said no. `unaccepted`: it does not take this server for one of its own. `unbelievable`: its answer is not what it must be. */
  readonly kind: 'away' | 'denied' | 'unaccepted' | 'unbelievable';
  readonly reason: string;

  constructor(kind: ProviderTrouble['kind'], reason: string, options?: ErrorOptions) {
    super(`${kind}: ${reason}`, options);
    this.name = 'ProviderTrouble';
    this.kind = kind;
    this.reason = reason;
  }
}

/** Secrets that are made at the beginning of a sign-in, and hold at its end. */
export type Begun = { state: string; nonce: string; verifier: string };

/** Claims of the provider about somebody, as far as they are used. */
export type ProvidedPerson = {
  subject: string;
  groups: string[];
  /** Texts that could be a username, the best first. */
  usernames: string[];
  name: string | null;
  email: string | null;
};

/** An identity provider: authorization code flow with PKCE, state and nonce. */
export type IdentityProvider = {
  settings: IdentityProviderSettings;
  /** Reads its description. @throws {ProviderTrouble} */
  look(): Promise<void>;
  /** The address of its own pages where somebody signs in. @param returnAddress where they come back to @throws {ProviderTrouble} */
  address(returnAddress: string, begun: Begun): Promise<URL>;
  /** Exchanges its answer. @param answered the address to which it led back @throws {ProviderTrouble} */
  person(answered: URL, begun: Begun): Promise<ProvidedPerson>;
};

/** Values for a sign-in that begins. */
export const newBegun = (): Begun => ({
  state: client.randomState(),
  nonce: client.randomNonce(),
  verifier: client.randomPKCECodeVerifier(),
});

/**
 * Nothing is asked before somebody signs in: a provider that is away keeps no server from starting.
 * @param settings the operator's
 * @param now the server's clock, by which the times of an answer are judged
 */
export function createIdentityProvider(settings: IdentityProviderSettings, now: () => Date): IdentityProvider {
  const { issuer, clientId, clientSecret, groupsClaim } = settings;
  let known: client.ServerMetadata | null = null;

  const configure = (config: client.Configuration): client.Configuration => {
    const enough = AbortSignal.timeout(PATIENCE);
    config[client.customFetch] = (url, { body, signal, ...options }) =>
      fetch(url, {
        ...options,
        body: (body ?? null) as BodyInit | null,
        signal: signal ? AbortSignal.any([signal, enough]) : enough,
      });
    // The settings take http from this machine alone.
    if (issuer.protocol === 'http:') client.allowInsecureRequests(config);
    // The library takes TLS for proof enough: a signature also holds behind a proxy that reads along.
    client.enableNonRepudiationChecks(config);
    return config;
  };
  const read = async (): Promise<client.ServerMetadata> => {
    try {
      const found = await client.discovery(issuer, clientId, {}, client.None(), {
        timeout: PATIENCE / 1000,
        ...(issuer.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
      });
      known = found.serverMetadata();
      return known;
    } catch (error) {
      throw troubleOf(error, 'away');
    }
  };
  const configuration = (server: client.ServerMetadata): client.Configuration => {
    // RFC 8414: without a list it is the first one.
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

    async look() {
      await read();
    },

    async address(returnAddress, { state, nonce, verifier }) {
      // Each time: nobody is sent to a page that does not open.
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

    async person(answered, { state, nonce, verifier }) {
      const config = configuration(known ?? (await read()));
      try {
        const tokens = await client.authorizationCodeGrant(config, answered, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const told = tokens.claims();
        if (!told) throw new ProviderTrouble('unbelievable', 'no id token');
        if (told.sub.length > SUBJECT_MAX) throw new ProviderTrouble('unbelievable', 'claim sub');
        const isAll = valueAt(told, groupsClaim) !== undefined && named(told).length > 0;
        const more =
          isAll || config.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await client.fetchUserInfo(config, tokens.access_token, told.sub);
        return personIn({ ...more, ...told }, groupsClaim);
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

/** Errors by their names in RFC 6749 and OpenID Connect. */
const KINDS: ReadonlyMap<string, ProviderTrouble['kind']> = new Map([
  ['access_denied', 'denied'],
  ['server_error', 'away'],
  ['temporarily_unavailable', 'away'],
  ['invalid_client', 'unaccepted'],
  ['unauthorized_client', 'unaccepted'],
  ['invalid_scope', 'unaccepted'],
]);

/** The meaning of an error of the library. @param otherwise that of one that says nothing of itself */
function troubleOf(error: unknown, otherwise: 'away' | 'unbelievable'): ProviderTrouble {
  if (error instanceof ProviderTrouble) return error;
  const cause = { cause: error };
  if (error instanceof client.AuthorizationResponseError) {
    return new ProviderTrouble(KINDS.get(error.error) ?? 'unbelievable', word(error.error), cause);
  }
  if (error instanceof client.ResponseBodyError) {
    return new ProviderTrouble(KINDS.get(error.error) ?? 'unbelievable', word(error.error), cause);
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Nobody answers, or something that is no provider: a proxy's page, an error of its server.
  const isAway =
    ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(code) ||
    (error instanceof TypeError && code === '');
  if (isAway) return new ProviderTrouble('away', code === '' ? 'it does not answer' : word(code), cause);
  return new ProviderTrouble(otherwise, claimOf(error) ?? word(code === '' ? 'unknown' : code), cause);
}

/** The claim that is not as it must be, where the library says so. */
function claimOf(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const cause = at.cause as { claim?: unknown } | undefined;
    if (typeof cause?.claim === 'string') return `claim ${word(cause.claim)}`;
  }
  return null;
}

/** One short word for the log out of what comes from elsewhere. */
const word = (value: string): string => value.replaceAll(/[^\w.-]/g, '').slice(0, 60);
