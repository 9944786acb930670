import { resolve } from 'node:path';
import type { FrameHeaderOptions } from '#document/frame-headers.ts';
import { readAppOrigins, type AppOrigins } from './app-origins.ts';
import { isLoopback } from './loopback.ts';
import { StartError } from './start-error.ts';
import { readTls, type Tls } from './tls-files.ts';

/** The operator's settings, read once at the start. */
export type Settings = AppOrigins & {
  port: number;
  host: string;
  /** The folder of the embedded database. */
  data: string;
  /** The address of a PostgreSQL database, which takes the place of the embedded one; null without. */
  databaseUrl: string | null;
  /** Connections to PostgreSQL that this process may have at once, besides the one on which it listens. */
  databasePool: number;
  /** The folder of the built application. */
  dist: string;
  /** Where people reach the server, such as `https://ready.example.org`; null means: at its own address. */
  publicUrl: URL | null;
  /** Certificate and key when the server ends TLS itself. */
  tls: Tls | null;
  /** Proxies whose X-Forwarded-For is believed: addresses, networks, or names such as `loopback`. */
  trustProxy: string | null;
  /** Days after which a session ends, however busy. */
  sessionDays: number;
  /** Event streams that may be open at once: in this process, of one user, and of one topic by one session. */
  streams: { inAll: number; ofUser: number; ofTopicAndSession: number };
  /** Calls a second that one person may go on making, in this process. */
  callsMax: number;
  /** Names that may fail to sign in from one network within 15 minutes. */
  signInAddressMax: number;
  logLevel: LogLevel;
  /** What a reader of /metrics must present; null lets this machine alone read them. */
  metricsToken: string | null;
  /** NODE_ENV=production, another address than loopback, or a public one: no demo here. */
  isProduction: boolean;
  /** What the operator lets documents load from elsewhere (`FRAME_…`). */
  frame: FrameHeaderOptions;
  /** Origin of a second name of this server under which documents run (`FRAME_URL`); null means: the page's own. */
  frameUrl: string | null;
  /** Further origins on this machine that may call, for development. */
  devOrigins: string[];
};

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
/** How much the server logs. */
type LogLevel = (typeof logLevels)[number];

const TOKEN_LEAST = 16;

/**
 * Reads the settings of `docs/server.md`.
 * @param env the process's variables
 * @throws {StartError} for one that cannot be used
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const text = (name: string): string | null => env[name]?.trim() || null;
  const tls = readTls(text('READY_TLS_CERT'), text('READY_TLS_KEY'));
  const publicUrl = readOrigin(text('READY_PUBLIC_URL'), 'READY_PUBLIC_URL', 'https://ready.example.org');
  const host = text('HOST') ?? '127.0.0.1';
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
  const frameUrl = readFrameUrl(text('FRAME_URL'), publicUrl);
  return {
    port: whole(text('PORT') ?? '4000', 'PORT', 0, 65_535),
    host,
    data: resolve(text('READY_DATA') ?? 'data'),
    databaseUrl: readDatabaseUrl(text('DATABASE_URL')),
    databasePool: whole(text('DATABASE_POOL') ?? '10', 'DATABASE_POOL', 1, 1_000),
    dist: resolve(text('READY_DIST') ?? resolve(import.meta.dirname, '..', 'dist')),
    publicUrl,
    tls,
    trustProxy: text('READY_TRUST_PROXY') ?? (publicUrl && !tls ? 'loopback' : null),
    sessionDays: whole(text('READY_SESSION_DAYS') ?? '30', 'READY_SESSION_DAYS', 1, 3650),
    streams: {
      inAll: whole(text('READY_STREAMS_MAX') ?? '2000', 'READY_STREAMS_MAX', 1, 100_000),
      ofUser: whole(text('READY_STREAMS_USER_MAX') ?? '200', 'READY_STREAMS_USER_MAX', 1, 100_000),
      ofTopicAndSession: whole(text('READY_STREAMS_TOPIC_MAX') ?? '20', 'READY_STREAMS_TOPIC_MAX', 1, 100_000),
    },
    callsMax: whole(text('READY_CALLS_MAX') ?? '300', 'READY_CALLS_MAX', 1, 1_000_000),
    signInAddressMax: whole(text('READY_SIGN_IN_ADDRESS_MAX') ?? '100', 'READY_SIGN_IN_ADDRESS_MAX', 1, 100_000),
    logLevel: readLogLevel(text('LOG_LEVEL') ?? 'warn'),
    metricsToken: readToken(text('READY_METRICS_TOKEN')),
    // READY_DEMO=1 says that the demo's public sign-ins are wanted where others reach them.
    isProduction:
      text('READY_DEMO') !== '1' &&
      (text('NODE_ENV') === 'production' ||
        !isLoopback(host) ||
        (publicUrl !== null && !isLoopback(publicUrl.hostname))),
    frame: {
      imgSrc: httpsOrigins(text('FRAME_IMG_SRC'), 'FRAME_IMG_SRC'),
      styleSrc: httpsOrigins(text('FRAME_STYLE_SRC'), 'FRAME_STYLE_SRC'),
      fontSrc: httpsOrigins(text('FRAME_FONT_SRC'), 'FRAME_FONT_SRC'),
      allowEval: text('FRAME_EVAL') === '1',
      ...(frameUrl && publicUrl ? { appOrigin: publicUrl.origin } : {}),
    },
    frameUrl,
    ...readAppOrigins({ origins: text('READY_APP_ORIGINS'), domain: text('READY_COOKIE_DOMAIN') }, publicUrl),
    devOrigins: (text('READY_DEV_ORIGINS') ?? '').split(',').flatMap(devOrigin),
  };
}

function whole(value: string, name: string, least: number, most: number): number {
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

function readDatabaseUrl(value: string | null): string | null {
  if (value === null) return null;
  // The value itself is not shown: it holds a password.
  if (!/^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? '')) {
    throw new StartError('DATABASE_URL must be an address such as postgres://user:password@host:5432/ready.');
  }
  return value;
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

function readToken(value: string | null): string | null {
  if (value !== null && value.length < TOKEN_LEAST) {
    throw new StartError(`READY_METRICS_TOKEN must have at least ${TOKEN_LEAST} characters.`);
  }
  return value;
}

function readLogLevel(value: string): LogLevel {
  const level = logLevels.find((known) => known === value);
  if (!level) throw new StartError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not '${value}'.`);
  return level;
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
