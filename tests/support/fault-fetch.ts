/** The cookies of one person, as a browser keeps them for one host. */
export class CookieJar {
  readonly #cookies = new Map<string, { value: string; path: string; isReadable: boolean }>();

  /** Keeps what a `Set-Cookie` line says. */
  keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice('path='.length) ?? '/';
    const isOver = value === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute));
    if (isOver) this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path, isReadable: !attributes.some((word) => /^httponly$/i.test(word)) });
  }

  /** The Cookie header for a path. */
  header(path: string): string {
    return this.#text((cookie) => path.startsWith(cookie.path));
  }

  /** What `document.cookie` would say. */
  readable(): string {
    return this.#text((cookie) => cookie.isReadable);
  }

  #text(isMeant: (cookie: { path: string; isReadable: boolean }) => boolean): string {
    return [...this.#cookies]
      .filter(([, cookie]) => isMeant(cookie))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }
}

/**
 * The page's `fetch` for tests without a browser: Node's own, to one host, with the cookies that a browser would send when it is asked to include them.
 * @param host the only host that may be called; it is told how many calls await their reply
 */
export function faultFetch(host: { origin: string; awaited: number }, jar: CookieJar): typeof fetch {
  const real = globalThis.fetch;
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, host.origin);
    if (url.origin !== host.origin) throw new TypeError(`A test called ${url.origin}.`);
    const headers = new Headers(init.headers);
    const includes = init.credentials === 'include';
    const cookies = jar.header(url.pathname);
    if (includes && cookies !== '') headers.set('cookie', cookies);
    host.awaited += 1;
    const response = await real(url, { ...init, headers }).finally(() => {
      host.awaited -= 1;
    });
    if (includes) for (const line of response.headers.getSetCookie()) jar.keep(line);
    return response;
  };
}
