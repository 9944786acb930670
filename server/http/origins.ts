import { isLoopback } from '#server/loopback.ts';
import type { Settings } from '#server/settings.ts';

/** The addresses of this server, and the origins that may call it. */
export type Origins = ReturnType<typeof createOrigins>;

/**
 * @param settings public address, own address, origins of the application elsewhere and of development
 * @param port the port that the server listens on
 */
export function createOrigins(
  settings: Pick<Settings, 'publicUrl' | 'host' | 'tls' | 'appOrigins' | 'devOrigins'>,
  port: () => number,
) {
  const { publicUrl, host: listensOn, tls, appOrigins, devOrigins } = settings;
  const scheme = tls ? 'https' : 'http';
  const names = new Set(['127.0.0.1', 'localhost', '[::1]']);
  if (isLoopback(listensOn))
    names.add(listensOn.includes(':') && !listensOn.startsWith('[') ? `[${listensOn}]` : listensOn);

  const own = (host: string): string | null => {
    const url = URL.parse(`${scheme}://${host}`);
    if (!url || url.host !== host.toLowerCase() || !names.has(url.hostname)) return null;
    return Number(url.port || (tls ? 443 : 80)) === port() ? url.origin : null;
  };

  const judge = (host: string): string | null => {
    const isOwn = own(host);
    if (publicUrl) return host.toLowerCase() === publicUrl.host || isOwn ? publicUrl.origin : null;
    return isOwn ?? devOrigins.find((origin) => new URL(origin).host === host.toLowerCase()) ?? null;
  };
  // Called for every request. Only this server's own names are cached, and those are few.
  const ours = new Map<string, string>();
  const ofHost = (host: string | undefined): string | null => {
    if (host === undefined) return null;
    const known = ours.get(host);
    if (known !== undefined) return known;
    const origin = judge(host);
    if (origin !== null) ours.set(host, origin);
    return origin;
  };

  return {
    /** True if users reach it by https: decides names and flags of cookies. */
    isSecure: (publicUrl?.protocol ?? `${scheme}:`) === 'https:',
    /** The page's origin for a request with this Host header; null when the host is not this server's (DNS rebinding). */
    ofHost,
    /** True if a page of this origin may call. */
    accepts: (origin: string, host: string | undefined): boolean =>
      origin === ofHost(host) || appOrigins.includes(origin) || devOrigins.includes(origin),
  };
}

/** The server's address on this machine. */
export function ownAddress({ host, tls }: Pick<Settings, 'host' | 'tls'>, port: number): string {
  const reachable = /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host;
  const name = reachable.includes(':') && !reachable.startsWith('[') ? `[${reachable}]` : reachable;
  return new URL(`${tls ? 'https' : 'http'}://${name}:${port}`).origin;
}
