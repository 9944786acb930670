import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import type { FrameHeaderOptions } from '#common/config/frame-headers.ts';
import { readAppOrigins, type AppOrigins } from './app-origins.ts';
import { readIdentityProvider, type IdentityProviderSettings } from './identity-settings.ts';
import { isLoopback } from './loopback.ts';
import { StartError } from './start-error.ts';
import { unknownNames, nearlyNamed } from './setting-names.ts';
import { readTls, type Tls } from './tls-files.ts';

/** The operator's settings, read once at the start. */
export type Settings = AppOrigins & {
  port: number;
  host: string;
  /** The folder of the embedded database. */
  data: string;
  /** The address of a PostgreSQL database, which replaces the embedded one; null without. */
  databaseUrl: string | null;
  /** Connections to PostgreSQL that this process may have at once, besides the one on which it listens. */
  databasePool: number;
  /** The folder of the built application. */
  dist: string;
  /** Address at which users reach the server, such as `https://ready.example.org`; null means: its own address. */
  publicUrl: URL | null;
  /** Certificate and key when the server ends TLS itself. */
  tls: Tls | null;
  /** Proxies whose X-Forwarded-For is trusted: addresses, networks, or names such as `loopback`. */
  trustProxy: string | null;
  /** Days after which a session ends, however much it is used. */
  sessionDays: number;
  /** Days for which the audit log is stored; null for ever. */
  auditDays: number | null;
  /** Days for which the content of archives is kept, where their template has no number of its own; null for ever. */
  recordDays: number | null;
  /** True if users who have the same document open see each other. */
  hasPresence: boolean;
  /**
   * Days since a document's last change after which its values are no longer suggested to others; null if nothing is
   * ever suggested.
   */
  suggestionDays: number | null;
  /** The level from which on users must have a second factor; null if no user must. */
  secondFactorLevel: number | null;
  /** Event streams that may be open at once: in this process, of one user, and of one topic by one session. */
  streams: { inAll: number; ofUser: number; ofTopicAndSession: number };
  /** Maximum calls a second of one user, in this process. */
  callsMax: number;
  /** Maximum of names that may fail to sign in from one network within 15 minutes. */
  signInAddressMax: number;
  /** The identity provider by which users may sign in; null without. */
  identityProvider: IdentityProviderSettings | null;
  /**
   * Limits of storage: bytes a day by one user and for one organisation, and WIPs of an organisation; null for no
   * limit.
   */
  budgets: { ofPerson: number | null; ofOrganisation: number | null; wips: number | null };
  /** The file to which each checkpoint of the records is appended; null without. */
  checkpointFile: string | null;
  /** The program that `backup` runs after each backup, with the path of its file; null without. */
  backupHook: string | null;
  /** The time stamp authority that stamps them; null without. */
  timestampUrl: URL | null;
  logLevel: LogLevel;
  /** Token that a reader of /metrics must present; null lets this machine alone read them. */
  metricsToken: string | null;
  /** NODE_ENV=production, another address than loopback, or a public one: no demo here. */
  isProduction: boolean;
  /** Origins from which the operator lets documents load (`FRAME_…`). */
  frame: FrameHeaderOptions;
  /** Origin of a second name of this server under which documents run (`FRAME_URL`); null means: the page's own. */
  frameUrl: string | null;
  /** Further origins on this machine that may call, for development. */
  devOrigins: string[];
};

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
/** Levels of the server's log. */
type LogLevel = (typeof logLevels)[number];

const TOKEN_LEAST = 16;

/** The process's variables. */
type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of `docs/server.md`.
 * @param env the process's variables
 * @throws {StartError} with a sentence, and a line, for each that cannot be used
 */
export function readSettings(env: Env): Settings {
  const { settings, problems } = inspectSettings(env);
  if (problems.length > 0) throw new StartError(problems.join('\n'));
  return settings;
}

/** The settings, as far as they can be read. */
type Inspected = {
  /** Contains substitutes for values that cannot be used: no server may start with it. */
  settings: Settings;
  /** A sentence for each that cannot be used. */
  problems: string[];
  /** True if one of these names the place of the installation. */
  isPlaceUnknown: boolean;
};

/**
 * Reads the settings and continues if one cannot be used, so that all problems are found at once.
 * @param env the process's variables
 */
export function inspectSettings(env: Env): Inspected {
  const problems: string[] = [];
  const known = new Set<string>();
  const text = (name: string): string | null => {
    known.add(name);
    return env[name]?.trim() || null;
  };
  const attempt = <T>(read: () => T, otherwise: T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      problems.push(error.message);
      return otherwise;
    }
  };
  const isOn = (name: string): boolean => attempt(() => readSwitch(text(name), name), false);
  const whole = (name: string, otherwise: string, least: number, most: number): number =>
    attempt(() => wholeNumber(text(name) ?? otherwise, name, least, most), least);
  /** Days that are not limited unless they are set. */
  const days = (name: string): number | null => (text(name) === null ? null : whole(name, '', 1, 36_500));
  /** A limit that 0 removes. */
  const most = (name: string, otherwise: string): number | null => whole(name, otherwise, 0, 1_000_000_000) || null;
  const megabytes = (name: string, otherwise: string): number | null =>
    (most(name, otherwise) ?? 0) * 1_000_000 || null;
  const origins = (name: string): string[] => attempt(() => httpsOrigins(text(name), name), []);
  const [cert, key] = [text('READY_TLS_CERT'), text('READY_TLS_KEY')];
  const tls = attempt(() => readTls(cert, key), null);
  const given = text('READY_PUBLIC_URL');
  const publicUrl = attempt(() => readOrigin(given, 'READY_PUBLIC_URL', 'https://ready.example.org'), null);
  const host = text('HOST') ?? '127.0.0.1';
  // An address that cannot be read is a problem of its own: settings that need it are not reported.
  const isAddressWrong = given !== null && publicUrl === null;
  if (!isAddressWrong) attempt(() => requirePrivacy(publicUrl, host), undefined);
  const frameAddress = text('FRAME_URL');
  const databaseUrl = text('DATABASE_URL');
  const checkpointFile = text('READY_CHECKPOINT_FILE');
  const purpose = attempt(() => readPurpose(text('NODE_ENV')), 'production');
  const others = { origins: text('READY_APP_ORIGINS'), domain: text('READY_COOKIE_DOMAIN') };
  const noOrigins: AppOrigins = { appOrigins: [], cookieDomain: null, warnings: [] };
  const provider = {
    issuer: text('READY_OIDC_ISSUER'),
    clientId: text('READY_OIDC_CLIENT_ID'),
    clientSecret: text('READY_OIDC_CLIENT_SECRET'),
    name: text('READY_OIDC_NAME'),
    scope: text('READY_OIDC_SCOPE'),
    groupsClaim: text('READY_OIDC_GROUPS_CLAIM'),
    levels: text('READY_OIDC_LEVELS'),
    organization: text('READY_OIDC_ORGANIZATION'),
    organizations: text('READY_OIDC_ORGANIZATIONS'),
  };
  const providerLimits = {
    sessionHours: whole('READY_OIDC_SESSION_HOURS', '12', 1, 8_760),
    startsMax: whole('READY_OIDC_STARTS_MAX', '2000', 1, 1_000_000),
  };
  const frameUrl = isAddressWrong ? null : attempt(() => readFrameUrl(frameAddress, publicUrl), null);
  const settings: Settings = {
    port: whole('PORT', '4000', 0, 65_535),
    host,
    data: resolve(text('READY_DATA') ?? 'data'),
    databaseUrl: attempt(() => readDatabaseUrl(databaseUrl), null),
    databasePool: whole('DATABASE_POOL', '10', 1, 1_000),
    dist: resolve(text('READY_DIST') ?? resolve(import.meta.dirname, '..', 'dist')),
    publicUrl,
    tls,
    trustProxy: attempt(() => readProxies(text('READY_TRUST_PROXY')), null) ?? (publicUrl && !tls ? 'loopback' : null),
    sessionDays: whole('READY_SESSION_DAYS', '30', 1, 3650),
    recordDays: days('READY_RECORD_DAYS'),
    auditDays: days('READY_AUDIT_DAYS'),
    hasPresence: attempt(() => readOnOff(text('READY_PRESENCE') ?? 'on', 'READY_PRESENCE'), true),
    suggestionDays: whole('READY_SUGGESTION_DAYS', '90', 0, 36_500) || null,
    secondFactorLevel: whole('READY_SECOND_FACTOR_LEVEL', '0', 0, 4) || null,
    streams: {
      inAll: whole('READY_STREAMS_MAX', '2000', 1, 100_000),
      ofUser: whole('READY_STREAMS_USER_MAX', '200', 1, 100_000),
      ofTopicAndSession: whole('READY_STREAMS_TOPIC_MAX', '20', 1, 100_000),
    },
    callsMax: whole('READY_CALLS_MAX', '300', 1, 1_000_000),
    signInAddressMax: whole('READY_SIGN_IN_ADDRESS_MAX', '100', 1, 100_000),
    identityProvider: attempt(() => readIdentityProvider(provider, providerLimits), null),
    budgets: {
      ofPerson: megabytes('READY_PERSON_MB_A_DAY', '1000'),
      ofOrganisation: megabytes('READY_ORGANIZATION_MB_A_DAY', '4000'),
      wips: most('READY_DOCUMENTS_MAX', '100000'),
    },
    checkpointFile: checkpointFile === null ? null : resolve(checkpointFile),
    backupHook: attempt(() => readProgram(text('READY_BACKUP_HOOK')), null),
    timestampUrl: attempt(() => readAuthority(text('READY_TIMESTAMP_URL')), null),
    logLevel: attempt(() => readLogLevel(text('LOG_LEVEL') ?? 'warn'), 'warn'),
    metricsToken: attempt(() => readToken(text('READY_METRICS_TOKEN')), null),
    // READY_DEMO=1 allows the demo's public sign-ins even if other machines reach them.
    isProduction:
      !isOn('READY_DEMO') &&
      (purpose === 'production' || !isLoopback(host) || (publicUrl !== null && !isLoopback(publicUrl.hostname))),
    frame: {
      imgSrc: origins('FRAME_IMG_SRC'),
      styleSrc: origins('FRAME_STYLE_SRC'),
      fontSrc: origins('FRAME_FONT_SRC'),
      allowEval: isOn('FRAME_EVAL'),
      ...(frameUrl && publicUrl ? { appOrigin: publicUrl.origin } : {}),
    },
    frameUrl,
    ...(isAddressWrong ? noOrigins : attempt(() => readAppOrigins(others, publicUrl), noOrigins)),
    devOrigins: attempt(() => (text('READY_DEV_ORIGINS') ?? '').split(',').flatMap(devOrigin), []),
  };
  problems.push(...unknownNames(env, known));
  const warnings = [...settings.warnings, ...nearlyNamed(env, known)];
  const isPlaceUnknown = databaseUrl !== null && settings.databaseUrl === null;
  return { settings: { ...settings, warnings }, problems, isPlaceUnknown };
}

/** Prevents passwords from being sent in the clear. */
function requirePrivacy(publicUrl: URL | null, host: string): void {
  if (publicUrl?.protocol === 'http:' && !isLoopback(publicUrl.hostname)) {
    throw new StartError(
      'READY_PUBLIC_URL must begin with https:// when it names another machine: passwords would travel in the clear.',
    );
  }
  if (publicUrl === null && !isLoopback(host)) {
    throw new StartError(
      `HOST=${host} would let passwords travel in the clear. Keep HOST at 127.0.0.1, or put a proxy with TLS in front and set ` +
        'READY_PUBLIC_URL=https://your.host, or give the server its own certificate with READY_TLS_CERT, READY_TLS_KEY and READY_PUBLIC_URL=https://your.host.',
    );
  }
  if (publicUrl?.protocol === 'http:' && !isLoopback(host)) {
    throw new StartError(
      `HOST=${host} opens the server to other machines, so READY_PUBLIC_URL must be their https:// address.`,
    );
  }
}

/** The names of networks that Fastify knows. */
const PROXY_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);

function readProxies(value: string | null): string | null {
  if (value === null) return null;
  const parts = value.split(',').map((part) => part.trim());
  const wrong = parts.find((part) => !PROXY_NAMES.has(part) && !isNetwork(part));
  if (wrong === undefined) return parts.join(',');
  throw new StartError(
    `READY_TRUST_PROXY must be addresses or networks with commas between, such as 10.0.0.5 or 10.0.0.0/8, or loopback, not '${wrong}'.`,
  );
}

function isNetwork(text: string): boolean {
  const [address = '', size, ...rest] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || rest.length > 0) return false;
  return size === undefined || (/^\d{1,3}$/.test(size) && Number(size) <= bits && Number(size) > 0);
}

function wholeNumber(value: string, name: string, least: number, most: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new StartError(`${name} must be a whole number from ${least} to ${most}, not '${value}'.`);
  }
  return number;
}

function readOrigin(value: string | null, name: string, example: string): URL | null {
  if (value === null) return null;
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new StartError(`${name} must be an origin such as ${example}, not '${value}'.`);
  }
  return url;
}

/** Modes that PostgreSQL's client knows: with any other word it does not encrypt. */
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

function readDatabaseUrl(value: string | null): string | null {
  if (value === null) return null;
  // The value itself is not shown: it contains a password.
  const url = URL.parse(value);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new StartError('DATABASE_URL must be an address such as postgres://user:password@host:5432/ready.');
  }
  if (/%(?![\da-f]{2})/i.test(value)) {
    throw new StartError('DATABASE_URL holds a % that stands for no character: write %25 for a % in a password.');
  }
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && !SSL_MODES.includes(mode)) {
    throw new StartError(`DATABASE_URL must have one of ${SSL_MODES.join(', ')} as sslmode, not '${mode}'.`);
  }
  for (const name of ['sslcert', 'sslkey', 'sslrootcert']) {
    const file = url.searchParams.get(name);
    if (file !== null && !isReadable(file)) {
      throw new StartError(`DATABASE_URL names ${file} as ${name}, which is no file that this user can read.`);
    }
  }
  return value;
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function readFrameUrl(value: string | null, publicUrl: URL | null): string | null {
  const url = readOrigin(value, 'FRAME_URL', 'https://ready-documents.example.org');
  if (url === null) return null;
  if (!publicUrl) throw new StartError('FRAME_URL needs READY_PUBLIC_URL: documents must know whose page they answer.');
  if (url.protocol !== publicUrl.protocol || url.origin === publicUrl.origin) {
    throw new StartError('FRAME_URL must be another host than READY_PUBLIC_URL, over the same protocol.');
  }
  return url.origin;
}

function readAuthority(value: string | null): URL | null {
  if (value === null) return null;
  const url = URL.parse(value);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url && isSafe && !url.username && !url.password) return url;
  throw new StartError(
    'READY_TIMESTAMP_URL must be the https:// address of a time stamp authority (RFC 3161), without a name and password.',
  );
}

/** Refuses a command line: no shell runs it, so that a file's name is never a part of a program. */
function readProgram(value: string | null): string | null {
  if (value === null || isAbsolute(value)) return value;
  throw new StartError(
    `READY_BACKUP_HOOK must be the path of a program from / on, such as /etc/ready/copy-backup, not '${value}'.`,
  );
}

function readToken(value: string | null): string | null {
  if (value !== null && value.length < TOKEN_LEAST) {
    throw new StartError(`READY_METRICS_TOKEN must have at least ${TOKEN_LEAST} characters.`);
  }
  return value;
}

/** Refuses other values: `true` for `1` would silently leave a switch off. */
function readSwitch(value: string | null, name: string): boolean {
  if (value !== null && value !== '0' && value !== '1') {
    throw new StartError(`${name} must be 1, or 0, or not be set at all, not '${value}'.`);
  }
  return value === '1';
}

const PURPOSES = ['production', 'development', 'test'];

/**
 * Refuses other values: with `prod` for `production` the demo, whose passwords are public, would be put into an empty
 * database.
 */
function readPurpose(value: string | null): string | null {
  if (value === null || PURPOSES.includes(value)) return value;
  throw new StartError(`NODE_ENV must be one of ${PURPOSES.join(', ')}, or not be set at all, not '${value}'.`);
}

function readLogLevel(value: string): LogLevel {
  const level = logLevels.find((known) => known === value);
  if (!level) throw new StartError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not '${value}'.`);
  return level;
}

function readOnOff(value: string, name: string): boolean {
  if (!['on', 'off'].includes(value)) throw new StartError(`${name} must be on or off, not '${value}'.`);
  return value === 'on';
}

function devOrigin(value: string): string[] {
  if (value.trim() === '') return [];
  const url = URL.parse(value.trim());
  if (url?.protocol !== 'http:' || !isLoopback(url.hostname)) {
    throw new StartError(
      `READY_DEV_ORIGINS is for development on this machine: origins such as http://localhost:5173, not '${value}'.`,
    );
  }
  return [url.origin];
}

function httpsOrigins(value: string | null, name: string): string[] {
  return (value ?? '')
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const url = URL.canParse(part) ? new URL(part) : null;
      if (url?.protocol !== 'https:' || url.pathname !== '/' || url.search || url.hash) {
        throw new StartError(`${name} must be a list of origins such as https://images.example.org, not '${part}'.`);
      }
      return url.origin;
    });
}
