import { isLoopback } from './loopback.ts';
import { StartError } from './start-error.ts';

/** Hosts of the application besides the server's own address: other hosts of the same site. */
export type AppOrigins = {
  /** Exact origins whose pages may call; empty by default. */
  appOrigins: string[];
  /** The domain under which their pages read the anti-forgery cookie; null when it stays with the server's own host. */
  cookieDomain: string | null;
  /** One sentence for each origin that cannot work and is left out. */
  warnings: string[];
};

const EXAMPLE = 'an https:// origin such as https://app.example.org';

/**
 * Reads `READY_APP_ORIGINS` and `READY_COOKIE_DOMAIN` (docs/server.md).
 * @param given both as they were written
 * @param publicUrl address of the server itself
 * @throws {StartError} for values that cannot be used
 */
export function readAppOrigins(
  given: { origins: string | null; domain: string | null },
  publicUrl: URL | null,
): AppOrigins {
  const listed = (given.origins ?? '').split(',').flatMap(appOrigin);
  if (listed.length === 0) {
    if (given.domain === null) return { appOrigins: [], cookieDomain: null, warnings: [] };
    throw new StartError('READY_COOKIE_DOMAIN is for an application on another host: set READY_APP_ORIGINS too.');
  }
  if (!publicUrl)
    throw new StartError('READY_APP_ORIGINS needs READY_PUBLIC_URL: whether it is the same site follows.');
  const domain = given.domain === null ? null : cookieDomain(given.domain, publicUrl);

  const isSameSite = ({ protocol, hostname }: URL): boolean => {
    if (protocol !== publicUrl.protocol) return false;
    if (hostname === publicUrl.hostname) return true;
    if (domain !== null) return isUnder(hostname, domain);
    return isOfOneOwner(sharedParent([hostname, publicUrl.hostname]));
  };
  const known = listed.filter(isSameSite);
  const hosts = [publicUrl, ...known].map(({ hostname }) => hostname);
  return {
    appOrigins: known.map(({ origin }) => origin).filter((origin) => origin !== publicUrl.origin),
    cookieDomain: new Set(hosts).size === 1 ? null : (domain ?? sharedParent(hosts)),
    warnings: listed
      .filter((url) => !known.includes(url))
      .map(
        ({ origin }) =>
          `READY_APP_ORIGINS: ${origin} is not of the same site as ${publicUrl.origin}. An application there will not work, because the cookies are ` +
          'SameSite=Strict: it is left out. Put both under one domain, which READY_COOKIE_DOMAIN names where it cannot be told from the two.',
      ),
  };
}

function appOrigin(value: string): URL[] {
  const text = value.trim();
  if (text === '') return [];
  const url = URL.parse(text);
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` && !text.includes('*');
  if (!isOrigin || (url.protocol === 'http:' && !isLoopback(url.hostname))) {
    throw new StartError(
      `READY_APP_ORIGINS must name each time ${EXAMPLE}, without a path or a wildcard, not '${text}'.`,
    );
  }
  return [url];
}

function cookieDomain(value: string, { hostname }: URL): string {
  const domain = value.toLowerCase();
  if (!/^([a-z\d-]+\.)+[a-z][a-z\d-]*$/.test(domain) || !isUnder(hostname, domain)) {
    throw new StartError(
      `READY_COOKIE_DOMAIN must be a domain such as example.org under which READY_PUBLIC_URL stands, not '${value}'.`,
    );
  }
  return domain;
}

const isUnder = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** The longest name that contains all hosts; null for one that is an address, and for none. */
function sharedParent(hosts: readonly string[]): string | null {
  const isAddress = (host: string): boolean => /\]$|(^|\.)\d+$/.test(host);
  const [first = '', ...others] = hosts;
  if (hosts.some(isAddress)) return null;
  const labels = first.split('.');
  const parents = labels.map((_, at) => labels.slice(at).join('.'));
  return parents.find((parent) => others.every((host) => isUnder(host, parent))) ?? null;
}

/**
 * True if a shared name can belong to one owner, as far as this is known without the list of public suffixes:
 * `example.org`, but neither `org` nor a name such as `co.uk`.
 */
function isOfOneOwner(domain: string | null): boolean {
  return domain !== null && domain.includes('.') && !/^[^.]{1,3}\.[^.]{2}$/.test(domain);
}
