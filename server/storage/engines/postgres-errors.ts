import { messageOf, StartError } from '#server/start-error.ts';
import { StorageTrouble, StorageUnavailable, type TroubleKind } from '../unavailable.ts';

/** PostgreSQL's five characters, or Node's name of a network error; null for any other error. */
function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Messages of the client without a code, when a connection is lost or not available in time. */
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Client was closed|Cannot use a pool after/;
/**
 * 08: connection exception; 53: insufficient resources; 57: an operator's intervention, and statements that took too
 * long; 55P03: a lock that was not available; 25006: the database is read only, a standby that took over the address;
 * 58030: an error of its disk; 0A000: a prepared statement reads a table whose columns were changed since.
 */
const AWAY =
  /^(08...|53...|57...|55P03|25006|58030|0A000|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/;

/** Those of the codes with a kind of their own. */
const TROUBLES: Readonly<Record<string, TroubleKind>> = { '53100': 'full', '25006': 'readOnly', '58030': 'failing' };

/** True if the database, not the query, is at fault. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== null) return AWAY.test(code);
  return error instanceof Error && LOST.test(error.message);
}

/** PostgreSQL's codes for a missing table and a missing column. */
const LACKING = ['42P01', '42703'];

/** Turns an error about something that the database lacks into one sentence; returns any other unchanged. */
export function lackOf(error: unknown): unknown {
  if (!(error instanceof Error) || !LACKING.includes(codeOf(error) ?? '')) return error;
  return new StartError(`The database was changed by hand: ${error.message}. Restore a backup.`);
}

/** @param error thrown by the client. @returns the error that the port promises */
export function translated(error: unknown): unknown {
  const kind = TROUBLES[codeOf(error) ?? ''];
  if (kind !== undefined) return new StorageTrouble(kind, null, error);
  return isUnavailable(error) ? new StorageUnavailable(error) : error;
}

/**
 * Turns an error into the reason why a server or a command cannot start, in one sentence and without the password.
 * @param error thrown by the client
 * @param url DATABASE_URL
 * @returns the error itself if it is unknown
 */
export function startError(error: unknown, url: string): unknown {
  if (error instanceof StartError) return error;
  const { hostname, port, username, pathname } = new URL(url);
  const place = `PostgreSQL at ${hostname || 'localhost'}:${port || '5432'}`;
  const user = decodeURIComponent(username) || 'this system user';
  const database = decodeURIComponent(pathname.slice(1)) || user;
  const code = codeOf(error) ?? '';
  const said = messageOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartError(`There is no host ${hostname} to be found. Correct DATABASE_URL.`);
  }
  if (code === '28P01') {
    return new StartError(`${place} refuses the password of the user ${user}. Correct DATABASE_URL.`);
  }
  if (code === '28000') return new StartError(`${place} does not let the user ${user} in (${said}).`);
  if (code === '3D000') {
    return new StartError(
      `${place} has no database ${database}. Make it (createdb --encoding=UTF8 ${database}), or correct DATABASE_URL.`,
    );
  }
  if (code === '42501') {
    return new StartError(
      `${place} does not let the user ${user} work in the database ${database} (${said}). Make the user its owner.`,
    );
  }
  if (isUnavailable(error) || error instanceof StorageUnavailable) {
    return new StartError(`${place} cannot be reached (${code || said}). Start it, or correct DATABASE_URL.`);
  }
  if (/certificate|SSL|TLS/i.test(`${code} ${said}`)) {
    return new StartError(`The connection to ${place} cannot be secured (${said}). See sslmode in DATABASE_URL.`);
  }
  return lackOf(error);
}
