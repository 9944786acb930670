import { type Answer, json, refused, type Seen } from './fake-answers.ts';
import { FakeHost, type Route } from './fake-host.ts';
import { plainAnswer, plainWorld, type World } from './plain-world.ts';

/** An open event stream, from the host's end. */
export type HostStream = { id: string; push(event: string, data: string): void; end(): void };

/**
 * A plain host: it supports the calls of the specification and nothing else (no capabilities, no anti-forgery, one session cookie), and behaves by
 * itself (`world`) unless a test changes that. Everything that is not about faults is tested against the reference server.
 */
export class PlainHost extends FakeHost {
  readonly origin: string;
  world: World = plainWorld();
  /** Event streams that are open now. */
  streams: HostStream[] = [];
  #session = 1;

  constructor(origin: string) {
    super();
    this.origin = origin;
  }

  override reset(): void {
    super.reset();
    this.world = plainWorld();
    this.closeStreams();
    this.#session += 1;
  }

  /** The cookie of a session that is valid now. */
  get sessionCookie(): string {
    return `session=s${this.#session}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** Expires all session cookies set so far: calls answer 401 until a refresh. */
  expireSession(): void {
    this.#session += 1;
  }

  /** Adds a stream that was opened. */
  opened(stream: HostStream): void {
    this.streams.push(stream);
  }

  /** Removes a stream that the page has ended. */
  ended(stream: HostStream): void {
    this.streams = this.streams.filter((open) => open !== stream);
  }

  /** Sends an event on the streams of an id. @returns their number */
  push(id: string, data: unknown, event = 'submission'): number {
    const own = this.streams.filter((stream) => stream.id === id);
    for (const stream of own) stream.push(event, typeof data === 'string' ? data : JSON.stringify(data));
    return own.length;
  }

  /** Adds an archive to the world and sends it on its streams (clause s4.live.event). */
  submit(archive: { uuid: string; content: string; wip?: string; template?: string; submitted_on?: string }): void {
    const { wip = 'w-harbor', template = 't-board', submitted_on = '2026-03-02T10:00:00Z', ...rest } = archive;
    this.world.archives.push({ name: 'Harbor watch', format: 'html', wip, template, submitted_on, ...rest });
    const event = { type: 'submission_complete', archive_uuid: archive.uuid };
    this.push(wip, event);
    this.push(template, event);
  }

  /** Ends all streams, as a restarting host does. */
  closeStreams(): void {
    const ended = this.streams;
    this.streams = [];
    for (const stream of ended) stream.end();
  }

  protected override usual(route: Route, id: string, seen: Seen): Answer {
    const given = /(?:^|; )session=s(\d+)/.exec(seen.headers.cookie ?? '')?.[1];
    const reply = (body: unknown): Answer => json(body, 200, { 'set-cookie': this.sessionCookie });
    if (route === 'POST /auth/login') {
      const { username, password } = seen.body as { username?: unknown; password?: unknown };
      const isRight = username === this.world.user['username'] && password === this.world.password;
      return isRight ? reply({ success: true, ...this.world.user }) : refused(401, 'No.');
    }
    if (route === 'POST /auth/logout') return json({}, 200, { 'set-cookie': 'session=; Path=/; Max-Age=0' });
    if (route === 'POST /auth/refresh-token') return given === undefined ? refused(401) : reply({});
    if (given !== String(this.#session)) return refused(401, 'The session is over.');
    return route.startsWith('GET /events/wips') ? { kind: 'stream' } : plainAnswer(this.world, route, id, seen);
  }
}
