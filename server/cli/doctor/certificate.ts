import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { OutsideExaminer } from './finding.ts';

const DAY = 86_400_000;
/** Days before its end from which on a certificate is worth a word: it is renewed by then, or never. */
const SOON = 30;

/** The certificate with which the server ends TLS itself. A proxy's is its own. */
export const examineCertificate: OutsideExaminer = ({ settings: { tls, publicUrl, frameUrl }, now }, note) => {
  if (tls === null) return;
  const certificate = new X509Certificate(tls.cert);
  const [begin, end] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  const days = Math.floor((end.getTime() - now.getTime()) / DAY);
  const day = end.toISOString().slice(0, 10);
  if (begin > now) note('problem', `the certificate is valid from ${begin.toISOString()} on only: no browser takes it`);
  else if (end <= now) note('problem', `the certificate ended on ${day}: no browser takes it. Renew it.`);
  else if (days <= SOON) note('warning', `the certificate ends on ${day}, in ${days} days: renew it`);
  else note('ok', `the certificate is valid until ${day}`);
  for (const address of [publicUrl?.origin, frameUrl]) {
    const host = address ? new URL(address).hostname.replace(/^\[|\]$/g, '') : null;
    if (host === null || covers(certificate, host)) continue;
    note('problem', `the certificate is not for ${host}, but for ${certificate.subjectAltName ?? 'no name'}`);
  }
};

function covers(certificate: X509Certificate, host: string): boolean {
  return (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined;
}
