import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { isIP } from 'node:net';
import type { Note, OutsideExaminer } from './finding.ts';

const DAY = 86_400_000;
/** Days before its end from which on a certificate is reported: by then it should have been renewed. */
const SOON = 30;

/** Milliseconds to wait for the certificate of the site's address. */
const PATIENCE = 3_000;

/**
 * Examines the certificate that users get: the server's own file, or that of a proxy in front at the address of the
 * site.
 */
export const examineCertificate: OutsideExaminer = async ({ settings: { tls, publicUrl, frameUrl }, now }, note) => {
  const certificate = tls ? new X509Certificate(tls.cert) : await shownAt(publicUrl, note);
  if (certificate === null) return;
  const [begin, end] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  const days = Math.floor((end.getTime() - now.getTime()) / DAY);
  const day = end.toISOString().slice(0, 10);
  if (begin > now) note('problem', `the certificate is valid from ${begin.toISOString()} on only: no browser takes it`);
  else if (end <= now) note('problem', `the certificate ended on ${day}: no browser takes it. Renew it.`);
  else if (days <= SOON) note('warning', `the certificate ends on ${day}, in ${days} days: renew it`);
  else note('ok', `the certificate is valid until ${day}`);
  for (const address of [publicUrl?.origin, frameUrl]) {
    const host = address ? hostOf(new URL(address)) : null;
    if (host === null || covers(certificate, host)) continue;
    note('problem', `the certificate is not for ${host}, but for ${certificate.subjectAltName ?? 'no name'}`);
  }
};

async function shownAt(address: URL | null, note: Note): Promise<X509Certificate | null> {
  if (address?.protocol !== 'https:') return null;
  // An import would make Node parse its root certificates at each command.
  const { connect } = process.getBuiltinModule('node:tls');
  const host = hostOf(address);
  const options = { host, port: Number(address.port || 443), rejectUnauthorized: false };
  const socket = connect(isIP(host) === 0 ? { ...options, servername: host } : options);
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(PATIENCE) });
    return socket.getPeerX509Certificate() ?? null;
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    note('warning', `${address.origin} shows no certificate just now (${why}): look at the proxy in front, and at DNS`);
    return null;
  } finally {
    socket.destroy();
  }
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function covers(certificate: X509Certificate, host: string): boolean {
  return (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined;
}
