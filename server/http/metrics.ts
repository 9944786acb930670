import { timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Hub } from '#server/events/hub.ts';
import { isLoopback } from '#server/loopback.ts';
import type { Note } from './log.ts';

/** Upper bounds of the time that a request took, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A stream's "request" lasts as long as its reader: no time of ours. */
const STREAMS: readonly string[] = ['/events/wips/:id', '/events/wips'];

/** `within`: those that took no longer than this bound, and longer than the one before. */
type Timing = { count: number; sum: number; within: number[] };

const escaped = (value: string): string => value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));
const labelled = (name: string, labels: Record<string, string | number>): string =>
  `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}="${escaped(String(value))}"`)
    .join(',')}}`;

const upTo = (within: readonly number[], at: number): number =>
  within.slice(0, at + 1).reduce((sum, count) => sum + count, 0);

/** What `metricsRoute` needs. */
export type MetricsParts = { hub: Pick<Hub, 'figures'>; token: string | null };

/**
 * GET /metrics in Prometheus's text format: requests by route and status, times, streams, memory, CPU, delay of the event loop.
 * For whoever has READY_METRICS_TOKEN as a bearer; without one, for this machine alone, and never through a proxy. To others there is nothing here.
 * @returns to be told of each request
 */
export function metricsRoute(app: FastifyInstance, { hub, token }: MetricsParts): Note {
  // By route, method and status. The pattern, not the address: the number of series is bounded, and no uuid becomes one.
  const requests = new Map<string, Map<string, number>>();
  const timings = new Map<string, Timing>();
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  app.addHook('onClose', async () => void loop.disable());

  const made = <T>(kept: Map<string, T>, key: string, make: () => T): T => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const value = make();
    kept.set(key, value);
    return value;
  };
  const note: Note = ({ route, method, status, milliseconds }) => {
    const counts = made(requests, route, () => new Map<string, number>());
    const end = `${method} ${status}`;
    counts.set(end, (counts.get(end) ?? 0) + 1);
    if (!STREAMS.includes(route)) {
      const timing = made(timings, route, () => ({ count: 0, sum: 0, within: BUCKETS.map(() => 0) }));
      const seconds = milliseconds / 1000;
      timing.count += 1;
      timing.sum += seconds;
      const at = BUCKETS.findIndex((bound) => seconds <= bound);
      if (at >= 0) timing.within[at] = (timing.within[at] ?? 0) + 1;
    }
  };

  const render = (): string => {
    const lines: string[] = [];
    const family = (name: string, kind: string, help: string, rows: readonly string[]): void => {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...rows);
    };
    const one = (name: string, kind: string, help: string, value: number): void =>
      family(name, kind, help, [`${name} ${value}`]);

    const total = 'ready_http_requests_total';
    const counted = [...requests].flatMap(([route, counts]) =>
      [...counts].map(([end, count]) => {
        const [method = '', status = ''] = end.split(' ');
        return `${labelled(total, { method, route, status })} ${count}`;
      }),
    );
    family(total, 'counter', 'Requests answered.', counted);
    const name = 'ready_http_request_duration_seconds';
    const timed = [...timings].flatMap(([route, { count, sum, within }]) => [
      ...BUCKETS.map((le, at) => `${labelled(`${name}_bucket`, { route, le })} ${upTo(within, at)}`),
      `${labelled(`${name}_bucket`, { route, le: '+Inf' })} ${count}`,
      `${labelled(`${name}_sum`, { route })} ${sum}`,
      `${labelled(`${name}_count`, { route })} ${count}`,
    ]);
    family(name, 'histogram', 'Time from the request to its answer, without streams.', timed);
    const { open, sent, dropped } = hub.figures();
    one('ready_streams_open', 'gauge', 'Event streams open now.', open);
    one('ready_stream_events_total', 'counter', 'Events written to streams.', sent);
    one('ready_streams_dropped_total', 'counter', 'Streams dropped because their reader was too slow.', dropped);
    one('process_resident_memory_bytes', 'gauge', 'Resident memory.', process.memoryUsage.rss());
    const { user, system } = process.cpuUsage();
    one('process_cpu_seconds_total', 'counter', 'CPU time of user and system.', (user + system) / 1e6);
    one('process_start_time_seconds', 'gauge', 'Start, since the epoch.', performance.timeOrigin / 1000);
    const delay = loop.count === 0 ? 0 : loop.percentile(99) / 1e9;
    one(
      'nodejs_eventloop_lag_p99_seconds',
      'gauge',
      'Delay of the event loop since the start, 99th percentile.',
      delay,
    );
    return `${lines.join('\n')}\n`;
  };

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) return reply.callNotFound();
    return reply.type('text/plain; version=0.0.4; charset=utf-8').header('Cache-Control', 'no-store').send(render());
  });
  return note;
}

function mayRead({ headers, socket }: FastifyRequest, token: string | null): boolean {
  if (token !== null) {
    const given = Buffer.from(headers.authorization ?? '');
    const expected = Buffer.from(`Bearer ${token}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
  // A proxy on this machine is on loopback too, but its visitors are not.
  const isPassedOn = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => headers[name] !== undefined);
  const name = (headers.host ?? '').replace(/:\d+$/, '');
  return !isPassedOn && isLoopback(name) && isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
}
