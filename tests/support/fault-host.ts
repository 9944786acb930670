import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { appPageHeaders, frameHeaders } from '#document/frame-headers.ts';
import { type Answer, type Answerer, refused, type Seen, usual } from './fault-answers.ts';
import { plainAnswer, plainWorld, type World } from './fault-world.ts';

/** Section 7: these addresses and no other. */
const ROUTES = [
  'GET /auth/verify',
  'POST /auth/login',
  'POST /auth/logout',
  'POST /auth/refresh-token',
  'GET /v1/templates',
  'GET /v1/templates/:id',
  'GET /v1/templates/:id/wips',
  'POST /v1/templates/:id/wips/save',
  'GET /v1/templates/:id/archives/recent',
  'GET /v1/wips/:id',
  'POST /v1/wips/:id/update',
  'POST /v1/wips/:id/submit',
  'GET /v1/wips/:id/delete',
  'GET /v1/wips/:id/archives',
  'GET /v1/archives/:id',
  'GET /v1/roles',
  'GET /v1/users',
  'POST /v1/users/roles/create',
  'POST /v1/users/:id/update',
  'GET /events/wips/:id',
] as const;

/** A route of section 7, or one concrete address of it, such as `GET /v1/wips/w-1`. */
export type Route = (typeof ROUTES)[number] | `${'GET' | 'POST'} /${string}`;

/** An open event stream. */
export type HostStream = { id: string; response: ServerResponse };

const matchers = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.replaceAll(':id', '([^/]+)')}$`),
  // The address with more fixed words wins: `/v1/users/roles/create` is no user's.
  fixed: route.split('/').filter((word) => !word.startsWith(':')).length,
})).toSorted((a, b) => b.fixed - a.fixed);

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/**
 * A plain host for faults: a real server that speaks section 7 and nothing else (no capabilities, no anti-forgery, one session cookie). It behaves by itself
 * (`world`) until a test programmes an address. Everything that is not about faults is tested against the reference server.
 */
export class FaultHost {
  readonly origin: string;
  world: World = plainWorld();
  /** Every call in the order of arrival. */
  requests: Seen[] = [];
  /** Calls to addresses that section 7 does not name (decision 2). */
  strangers: string[] = [];
  /** Event streams that are open now. */
  streams: HostStream[] = [];
  /** Calls of this process's own `faultFetch` that await their reply. */
  awaited = 0;
  readonly #unanswered = new Set<ServerResponse>();
  readonly #programmes = new Map<string, Answerer[]>();
  readonly #close: () => Promise<void>;
  readonly #dist: string | null;
  #session = 1;

  constructor(origin: string, close: () => Promise<void>, dist: string | null) {
    this.origin = origin;
    this.#close = close;
    this.#dist = dist;
  }

  /** Forgets everything: a new test begins. */
  reset(): void {
    this.world = plainWorld();
    this.requests = [];
    this.strangers = [];
    this.#programmes.clear();
    this.closeStreams();
    this.#session += 1;
  }

  /**
   * Programmes an address: each call takes the next answer, the last one stays.
   * @param route a route of section 7 for all its addresses, or one address
   */
  on(route: Route, ...answers: readonly [Answerer, ...Answerer[]]): void {
    this.#programmes.set(route, [...answers]);
  }

  /** Back to the host's own behaviour. */
  off(route: Route): void {
    this.#programmes.delete(route);
  }

  /** The calls of one route or address so far. */
  seen(route: Route): Seen[] {
    return this.requests.filter((seen) => this.#isOf(seen, route));
  }

  /** Calls that have arrived and wait for the test. */
  get held(): number {
    return this.#unanswered.size;
  }

  /** The cookie of a session that is valid now. */
  get sessionCookie(): string {
    return `session=s${this.#session}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** Makes every session cookie that was given so far too old: calls answer 401 until a refresh. */
  expireSession(): void {
    this.#session += 1;
  }

  /** Sends an event on the streams of an id. @returns on how many */
  push(id: string, data: unknown, event = 'submission'): number {
    const own = this.streams.filter((stream) => stream.id === id);
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    for (const { response } of own) response.write(`event: ${event}\ndata: ${text}\n\n`);
    return own.length;
  }

  /** Adds an archive to the world and tells it as section 4 says. */
  submit(archive: { uuid: string; content: string; wip?: string; template?: string; submitted_on?: string }): void {
    const { wip = 'w-harbor', template = 't-board', submitted_on = '2026-03-02T10:00:00Z', ...rest } = archive;
    this.world.archives.push({ name: 'Harbor watch', format: 'html', wip, template, submitted_on, ...rest });
    const event = { type: 'submission_complete', archive_uuid: archive.uuid };
    this.push(wip, event);
    this.push(template, event);
  }

  /** Ends the streams of an id, or all, as a host does that restarts. */
  closeStreams(id?: string): void {
    const ended = this.streams.filter((stream) => id === undefined || stream.id === id);
    this.streams = this.streams.filter((stream) => !ended.includes(stream));
    for (const { response } of ended) response.end();
  }

  close(): Promise<void> {
    this.closeStreams();
    return this.#close();
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#unanswered.add(response);
    response.once('close', () => this.#unanswered.delete(response));
    const seen = await read(request);
    const line = `${seen.method} ${seen.path}`;
    const found = matchers.find(({ pattern }) => pattern.test(line));
    if (!found) return this.#stranger(seen, line, response);
    this.requests.push(seen);
    const [, id = ''] = found.pattern.exec(line) ?? [];
    const identity = decodeURIComponent(id);
    const programme = this.#programmes.get(line) ?? this.#programmes.get(found.route);
    const answerer = programme && (programme.length > 1 ? programme.shift() : programme[0]);
    let answer: Answer = (typeof answerer === 'function' ? await answerer(seen) : answerer) ?? usual;
    if (answer.kind === 'usual') answer = this.#usual(found.route, identity, seen);
    this.#send(answer, identity, response);
  }

  #isOf(seen: Seen, route: Route): boolean {
    const line = `${seen.method} ${seen.path}`;
    return line === route || matchers.find(({ pattern }) => pattern.test(line))?.route === route;
  }

  /** What the host does by itself: one cookie, the world's data. */
  #usual(route: (typeof ROUTES)[number], id: string, seen: Seen): Answer {
    const cookie = { 'set-cookie': this.sessionCookie, 'content-type': 'application/json' };
    const given = /(?:^|; )session=s(\d+)/.exec(seen.headers.cookie ?? '')?.[1];
    const reply = (status: number, body: unknown): Answer => ({
      kind: 'reply',
      status,
      headers: cookie,
      body: JSON.stringify(body),
    });
    if (route === 'POST /auth/login') {
      const { username, password } = seen.body as { username?: unknown; password?: unknown };
      const isRight = username === this.world.user['username'] && password === this.world.password;
      return isRight ? reply(200, { success: true, ...this.world.user }) : refused(401, 'No.');
    }
    if (route === 'POST /auth/logout') {
      return { kind: 'reply', status: 200, headers: { 'set-cookie': 'session=; Path=/; Max-Age=0' }, body: '{}' };
    }
    if (route === 'POST /auth/refresh-token') return given === undefined ? refused(401) : reply(200, {});
    if (given !== String(this.#session)) return refused(401, 'The session is over.');
    return route === 'GET /events/wips/:id' ? { kind: 'stream' } : plainAnswer(this.world, route, id, seen);
  }

  #send(answer: Answer, id: string, response: ServerResponse): void {
    this.#unanswered.delete(response);
    switch (answer.kind) {
      case 'reply':
        response.writeHead(answer.status, answer.headers).end(answer.body);
        return;
      case 'drop':
        if (answer.when === 'mid body') {
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
          response.write('{"result":', () => response.destroy());
        } else response.destroy();
        return;
      case 'stream': {
        const stream: HostStream = { id, response };
        this.streams.push(stream);
        response.once('close', () => {
          this.streams = this.streams.filter((open) => open !== stream);
        });
        response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
        response.write(': here\n\n');
        return;
      }
      case 'usual':
        throw new Error('The host has no behaviour of its own here.');
    }
  }

  async #stranger(seen: Seen, line: string, response: ServerResponse): Promise<void> {
    const isPage = this.#dist !== null && seen.method === 'GET' && !/^\/(v1|auth|events)\//.test(seen.path);
    if (isPage && this.#dist !== null) return this.#page(this.#dist, seen, response);
    this.strangers.push(line);
    response.writeHead(404).end();
  }

  /** The built application from the same origin, under the policies of the reference server. */
  async #page(dist: string, seen: Seen, response: ServerResponse): Promise<void> {
    const path = normalize(seen.path).replace(/^(\.\.[/\\])+/, '');
    const file = await readFile(join(dist, path)).catch(() => null);
    if (file !== null) {
      const headers = path === '/frame.html' ? frameHeaders({ print: seen.query.includes('print=1') }) : {};
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', ...headers });
      response.end(file);
      return;
    }
    const nonce = crypto.randomUUID();
    const html = (await readFile(join(dist, 'index.html'), 'utf8')).replaceAll('__CSP_NONCE__', nonce);
    const headers = appPageHeaders({ nonce, origin: this.origin });
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  }
}

async function read(request: IncomingMessage): Promise<Seen> {
  const { pathname: path, search: query } = new URL(request.url ?? '/', 'http://host');
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) text += String(chunk);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { method: request.method ?? '', path, query, headers: request.headers, text, body };
}

/**
 * Starts the host on a free port of 127.0.0.1.
 * @param options `dist`: the folder of the built application, which is then served from the same origin
 */
export async function startFaultHost(options: { dist?: string } = {}): Promise<FaultHost> {
  const server = createServer((request, response) => {
    host.handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  const { port } = server.address() as AddressInfo;
  const host = new FaultHost(`http://127.0.0.1:${port}`, close, options.dist ?? null);
  return host;
}
