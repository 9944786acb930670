import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Used } from '#server/domain/budgets.ts';
import { onEnd } from './log.ts';
import type { Hub } from '#server/events/hub.ts';
import { isLoopback } from '#server/loopback.ts';
import type { Condition } from '#server/storage/lifecycle/disk.ts';
import type { LastBackup } from '#server/storage/lifecycle/last-backup.ts';

/** Upper bounds of the time that a request took, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Routes of streams, whose "request" lasts as long as the reader stays: that is no time of the server. */
const STREAMS: readonly string[] = ['/events/wips/:id', '/events/wips'];

/** The parts of `metricsRoute`. */
export type MetricsParts = {
  hub: Pick<Hub, 'figures'>;
  condition: Pick<Condition, 'freeBytes' | 'trouble'>;
  token: string | null;
  /** As for /ready; may reject. */
  isReady: () => Promise<boolean>;
  /** Figures of the operation from the database; may reject. */
  operation: () => Promise<Operation>;
};

/** State of an installation, for monitors. */
export type Operation = {
  lastBackup: LastBackup | null;
  databaseBytes: number;
  /** The program's, as people read it. */
  version: string;
  used: Used;
  /** Of the time stamp authority; null without one. */
  stamps: { waiting: number; failures: number } | null;
};

/**
 * GET /metrics in Prometheus's text format: requests by route and status, times, streams, the room on the data folder's
 * disk, the state of the installation, and prom-client's metrics of each process. For readers with READY_METRICS_TOKEN
 * as a bearer; without one, for this machine alone, and never through a proxy. For others the address does not exist.
 */
export function metricsRoute(app: FastifyInstance, { hub, condition, token, isReady, operation }: MetricsParts): void {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  // Labelled by a route's pattern, not by the address: the number of series is limited, and no uuid becomes one.
  const requests = new Counter({
    name: 'ready_http_requests_total',
    help: 'Requests answered, and with the status 499 those whose connection was closed before.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'ready_http_request_duration_seconds',
    help: 'Time from the request to its answer, without streams.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  });
  const open = new Gauge({ name: 'ready_streams_open', help: 'Event streams open now.', registers });
  const sent = new Counter({ name: 'ready_stream_events_total', help: 'Events written to streams.', registers });
  const dropped = new Counter({
    name: 'ready_streams_dropped_total',
    help: 'Streams dropped because their reader was too slow.',
    registers,
  });
  const refused = new Counter({
    name: 'ready_sign_ins_refused_total',
    help: 'Sign-ins with a wrong name or password (401), and those that a limit stood against (429).',
    labelNames: ['status'],
    registers,
  });
  const ready = new Gauge({ name: 'ready_is_ready', help: 'Whether /ready says that people can work.', registers });
  /** Figures that are not always known: without a value a gauge would show 0. */
  const sometimes = new Map<string, Gauge>();
  const setGauge = (name: string, help: string, value: number | null, labels: Record<string, string> = {}): void => {
    if (value === null) return;
    const gauge = sometimes.get(name) ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers });
    sometimes.set(name, gauge);
    gauge.set(labels, value);
  };
  const setOperationGauges = ({ lastBackup, databaseBytes, used, stamps }: Operation): void => {
    const backup = lastBackup && Date.parse(lastBackup.at) / 1000;
    const hook = lastBackup?.hook ?? null;
    setGauge('ready_last_backup_timestamp_seconds', 'When this program made the last backup.', backup);
    const ofHook = 'Whether the command after that backup (READY_BACKUP_HOOK) failed, or has not ended.';
    setGauge('ready_backup_hook_failed', ofHook, hook && Number(hook.failure !== null));
    setGauge('ready_database_bytes', 'Bytes of the database.', databaseBytes);
    setGauge('ready_stamps_waiting', 'Checkpoints that wait for a time stamp.', stamps && stamps.waiting);
    setGauge('ready_stamp_failures', 'Time stamps that failed in this process.', stamps && stamps.failures);
    const help = 'The part of a budget that is used up by whoever has used most of it.';
    for (const [budget, part] of Object.entries({
      person: used.ofPerson,
      organization: used.ofOrganisation,
      documents: used.wips,
    }))
      setGauge('ready_budget_used_ratio', help, part, { budget });
  };

  onEnd(app, ({ method, routeOptions }, status, milliseconds) => {
    const route = routeOptions.url ?? 'none';
    requests.inc({ method, route, status });
    if (route === '/auth/login' && (status === 401 || status === 429)) refused.inc({ status });
    if (!STREAMS.includes(route)) durations.observe({ route }, milliseconds / 1000);
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) return reply.callNotFound();
    const figures = hub.figures();
    open.set(figures.open);
    const isWell = condition.trouble() === null && (await isReady().catch(() => false));
    const fares = await operation().catch(() => null);
    ready.set(isWell ? 1 : 0);
    for (const name of sometimes.keys()) register.removeSingleMetric(name);
    sometimes.clear();
    setGauge('ready_disk_free_bytes', 'Bytes free on the disk of the data folder.', condition.freeBytes());
    if (fares) setOperationGauges(fares);
    for (const [counter, value] of [
      [sent, figures.sent],
      [dropped, figures.dropped],
    ] as const) {
      counter.reset();
      counter.inc(value);
    }
    return reply
      .type(register.contentType)
      .header('Cache-Control', 'no-store')
      .send(await register.metrics());
  });
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
