import { XSRF_COOKIE, XSRF_HEADER } from '#common/config/constants.ts';

/** A reply as tests look at it. */
export type Reply = { status: number; headers: Headers; text: string; json: unknown };

/** Differences of one call from the application's. */
export type CallOptions = { headers?: Readonly<Record<string, string>>; antiForgery?: string | null };

type Cookie = { value: string; path: string };

/** A user at a browser, without the browser: stores cookies and sends the headers that the application's client sends. */
export class Person {
  readonly origin: string;
  readonly cookies = new Map<string, Cookie>();

  /** @param origin the server's address */
  constructor(origin: string) {
    this.origin = origin;
  }

  /** The Cookie header for a path. */
  cookieHeader(path: string): string {
    return [...this.cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  /** The value of one cookie, or null. */
  cookie(name: string): string | null {
    return this.cookies.get(name)?.value ?? null;
  }

  /** A copy with the same cookies: the calls of a second tab, or a thief. @param origin origin of another process of the server */
  twin(origin: string = this.origin): Person {
    const twin = new Person(origin);
    for (const [name, cookie] of this.cookies) twin.cookies.set(name, { ...cookie });
    return twin;
  }

  get(path: string, options?: CallOptions): Promise<Reply> {
    return this.call('GET', path, undefined, options);
  }

  post(path: string, body?: unknown, options?: CallOptions): Promise<Reply> {
    return this.call('POST', path, body === undefined ? undefined : JSON.stringify(body), options);
  }

  /** @param body as it goes out, of whatever type the headers say */
  async call(method: string, path: string, body?: string | Uint8Array, options: CallOptions = {}): Promise<Reply> {
    const response = await this.fetch(method, path, body, options);
    const text = await response.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    return { status: response.status, headers: response.headers, text, json };
  }

  /** The same, with the body still to be read: for streams. */
  async fetch(
    method: string,
    path: string,
    body?: string | Uint8Array,
    options: CallOptions & { signal?: AbortSignal } = {},
  ): Promise<Response> {
    const { headers = {}, antiForgery = this.cookie(XSRF_COOKIE), signal } = options;
    const cookies = this.cookieHeader(path);
    const response = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(cookies && { Cookie: cookies }),
        ...(antiForgery !== null && { [XSRF_HEADER]: antiForgery }),
        ...headers,
      },
      ...(body !== undefined && { body: body as BodyInit }),
      ...(signal && { signal }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    const path = attributes.find((attribute) => attribute.startsWith('Path='))?.slice('Path='.length) ?? '/';
    if (attributes.includes('Max-Age=0') || value === '') this.cookies.delete(name);
    else this.cookies.set(name, { value, path });
  }
}

/** The demo's people, by level and organisation (`server/seed-data/people.json`). */
export const demo = {
  reader: 'lena',
  writer: 'dana',
  otherWriter: 'june',
  writerWithoutRoles: 'kofi',
  administrator: 'amir',
  siteAdministrator: 'sora',
  foreignReader: 'noor',
  foreignWriter: 'tess',
  foreignAdministrator: 'ivan',
} as const;

const levels: Record<string, number> = {
  lena: 1,
  noor: 1,
  dana: 2,
  june: 2,
  kofi: 2,
  tess: 2,
  amir: 3,
  ivan: 3,
  sora: 4,
};

/** The demo's password of a user. */
export function demoPassword(username: string): string {
  return `ready-demo-${levels[username] ?? 0}`;
}

/**
 * Signs one of the demo's people in.
 * @throws when the server does not let them
 */
export async function signedIn(origin: string, username: string): Promise<Person> {
  const person = new Person(origin);
  const reply = await person.post('/auth/login', { username, password: demoPassword(username) });
  if (reply.status !== 200) throw new Error(`${username} could not sign in: ${reply.status} ${reply.text}`);
  return person;
}
