import { isLoopback } from './loopback.ts';
import { StartError } from './start-error.ts';

/** An identity provider by which users may sign in (OpenID Connect), as the operator describes it. */
export type IdentityProviderSettings = {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  /** Name for users: it is on the button. */
  name: string;
  scope: string;
  /** The claim with a user's groups: its name, or a path with dots. */
  groupsClaim: string;
  /** The level that a group gives, never 4. */
  levels: readonly { group: string; level: number }[];
  /** The organization of a group, by its name or number; the first that fits. */
  organizations: readonly { group: string; organization: string }[];
  /** Organization of users whose groups name none; null if those users are refused. */
  organization: string | null;
  /** Hours after which a session that it opened ends, however much it is used. */
  sessionHours: number;
  /** Maximum of sign-ins by it that may be begun in one network within 15 minutes, without those of known browsers. */
  startsMax: number;
};

/** The settings as they were written; null where one is not set. */
type Given = Record<
  | 'issuer'
  | 'clientId'
  | 'clientSecret'
  | 'name'
  | 'scope'
  | 'groupsClaim'
  | 'levels'
  | 'organization'
  | 'organizations',
  string | null
>;

const NAME_MAX = 60;
/** Level 4 is granted by the command line alone. */
const LEVEL_MAX = 3;
const LEVELS = "READY_OIDC_LEVELS must be groups and their levels, such as 'ready-admins=3; ready-writers=2'";
const ORGANIZATIONS =
  "READY_OIDC_ORGANIZATIONS must be groups and their organizations, such as 'harbor-people=Harbor; pier-people=2'";

/**
 * Reads the settings `READY_OIDC_…` (docs/server.md).
 * @returns null if none of them is set
 * @throws {StartError} for values that cannot be used
 */
export function readIdentityProvider(
  given: Given,
  limits: Pick<IdentityProviderSettings, 'sessionHours' | 'startsMax'>,
): IdentityProviderSettings | null {
  if (Object.values(given).every((value) => value === null)) return null;
  const { issuer, clientId, clientSecret, name, scope, groupsClaim, levels, organization, organizations } = given;
  if (issuer === null || clientId === null || clientSecret === null || name === null || levels === null) {
    throw new StartError(
      'A sign-in by an identity provider needs READY_OIDC_ISSUER, READY_OIDC_CLIENT_ID, READY_OIDC_CLIENT_SECRET, READY_OIDC_NAME and READY_OIDC_LEVELS: set all of them, or none.',
    );
  }
  if (organization === null && organizations === null) {
    throw new StartError(
      'Where do the people of the identity provider belong? Set READY_OIDC_ORGANIZATION for all of them, or READY_OIDC_ORGANIZATIONS by their groups.',
    );
  }
  if (name.length > NAME_MAX) throw new StartError(`READY_OIDC_NAME must have at most ${NAME_MAX} characters.`);
  if (scope !== null && !scope.split(/\s+/).includes('openid')) {
    throw new StartError(`READY_OIDC_SCOPE must hold openid, as in 'openid profile email', not '${scope}'.`);
  }
  return {
    issuer: issuerOf(issuer),
    clientId,
    clientSecret,
    name,
    scope: scope ?? 'openid profile email',
    groupsClaim: groupsClaim ?? 'groups',
    levels: pairsOf(levels, LEVELS).map(([group, level]) => ({ group, level: levelOf(level) })),
    organizations: (organizations === null ? [] : pairsOf(organizations, ORGANIZATIONS)).map(([group, its]) => ({
      group,
      organization: its,
    })),
    organization,
    ...limits,
  };
}

/**
 * The address of the issuer. Without TLS an attacker in between could pretend to be each user: only a provider on this
 * machine may do without.
 */
function issuerOf(value: string): URL {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new StartError(`READY_OIDC_ISSUER must be an address such as https://login.example.org, not '${value}'.`);
  }
  if (url.pathname.includes('/.well-known/')) {
    throw new StartError(
      `READY_OIDC_ISSUER must be the issuer itself, without /.well-known/ and what follows, not '${value}'.`,
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new StartError(
      'READY_OIDC_ISSUER must begin with https:// when it names another machine: anybody in between could sign in as anybody.',
    );
  }
  return url;
}

/**
 * Names of groups may contain `=` and commas, as those of a directory do: the last `=` counts, and semicolons separate
 * them.
 */
function pairsOf(text: string, problem: string): [string, string][] {
  const pairs = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): [string, string] => {
      const at = part.lastIndexOf('=');
      const pair: [string, string] = [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()];
      if (pair.includes('')) throw new StartError(`${problem}, not '${part}'.`);
      return pair;
    });
  if (pairs.length === 0) throw new StartError(`${problem}.`);
  return pairs;
}

function levelOf(text: string): number {
  const level = Number(text);
  if (/^\d$/.test(text) && level <= LEVEL_MAX) return level;
  if (text === '4') throw new StartError(`${LEVELS}: level 4 is given by the command line alone.`);
  throw new StartError(`${LEVELS}: a level is a whole number from 0 to ${LEVEL_MAX}, not '${text}'.`);
}
