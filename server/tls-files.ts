import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StartError } from './start-error.ts';

/** The texts of the PEM files: a certificate with its intermediates, and its key. */
export type TlsFiles = { cert: Buffer; key: Buffer };

/** The same with the paths from which they can be read again. */
export type Tls = TlsFiles & { paths: { cert: string; key: string } };

/**
 * Reads `READY_TLS_CERT` and `READY_TLS_KEY`.
 * @param cert path of the one, null when it is not set
 * @param key path of the other
 * @returns null when neither is set
 * @throws {StartError} for files that a server cannot use
 */
export function readTls(cert: string | null, key: string | null): Tls | null {
  if (cert === null && key === null) return null;
  if (cert === null || key === null) throw new StartError('READY_TLS_CERT and READY_TLS_KEY must be set together.');
  const files = { cert: contentOf('READY_TLS_CERT', cert), key: contentOf('READY_TLS_KEY', key) };
  // An import of `node:tls` makes Node parse its root certificates, and every start would wait for that.
  const { createSecureContext } = process.getBuiltinModule('node:tls');
  const refusal = (options: Partial<TlsFiles>): string | null => {
    try {
      createSecureContext(options);
      return null;
    } catch (error) {
      return error instanceof Error && 'reason' in error ? String(error.reason) : 'unreadable';
    }
  };
  // The certificate may be too weak for this Node.
  const refused = refusal({ cert: files.cert });
  if (refused !== null) {
    throw new StartError(`READY_TLS_CERT names ${cert}, which is no certificate in PEM that can be used (${refused}).`);
  }
  if (refusal({ key: files.key }) !== null) {
    throw new StartError(`READY_TLS_KEY names ${key}, which is no private key in PEM without a passphrase.`);
  }
  if (refusal(files) !== null)
    throw new StartError(`READY_TLS_KEY names ${key}, which is not the key of the certificate ${cert}.`);
  return { ...files, paths: { cert, key } };
}

/**
 * Reads both files again, after a renewal.
 * @param now the machine's clock
 * @returns the pair and the moment at which the certificate ends
 * @throws {StartError} for a pair that is worse than the one in use: that a server cannot use, or that is not valid now
 */
export function readTlsAgain({ paths }: Tls, now: Date): { pair: Tls; until: Date } {
  const pair = readTls(paths.cert, paths.key);
  if (pair === null) throw new StartError('READY_TLS_CERT and READY_TLS_KEY are not set.');
  const { validFromDate, validToDate } = new X509Certificate(pair.cert);
  if (validToDate <= now)
    throw new StartError(`READY_TLS_CERT names ${paths.cert}, which ended on ${validToDate.toISOString()}.`);
  if (validFromDate > now)
    throw new StartError(`READY_TLS_CERT names ${paths.cert}, which begins on ${validFromDate.toISOString()} only.`);
  return { pair, until: validToDate };
}

function contentOf(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') throw new StartError(`${name} names ${path}, which does not exist.`);
    if (code === 'EISDIR') throw new StartError(`${name} names ${path}, which is a folder.`);
    throw new StartError(`${name} names ${path}, which this user cannot read.`);
  }
}
