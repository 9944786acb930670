import { openRelay, type Relay } from '#tests/support/hosts/relay.ts';

const HEARTBEAT = 'event: heartbeat\ndata: {}\n\n';

/**
 * A proxy to a server on which time passes faster than in the server: its open streams get heartbeats as often as the
 * page expects them.
 */
export type QuickLine = Relay & {
  /** Number of open event streams, and of all so far. */
  streams(): { open: number; ever: number };
};

/** @param every real milliseconds between two heartbeats */
export async function openQuickLine(every: number): Promise<QuickLine> {
  let [open, ever] = [0, 0];
  const relay = await openRelay((reply, response) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    if (reply.headers['content-type']?.startsWith('text/event-stream')) {
      [open, ever] = [open + 1, ever + 1];
      // Events are short and each arrives in one piece: a heartbeat between two pieces breaks none.
      const beats = setInterval(() => response.write(HEARTBEAT), every);
      response.on('close', () => {
        clearInterval(beats);
        open -= 1;
      });
    }
    reply.pipe(response);
  });
  return { ...relay, streams: () => ({ open, ever }) };
}

/** Runs in the page, before its own scripts: all its times and timers run so many times as fast. */
export function quicken(times: number): void {
  const { setTimeout: later, setInterval: often, Date: RealDate } = globalThis;
  const real = performance.now.bind(performance);
  const [began, moment] = [real(), RealDate.now()];
  const passed = (): number => (real() - began) * times;
  const shorter = (timer: typeof later) =>
    ((handler: TimerHandler, delay = 0, ...rest: unknown[]) =>
      timer(handler as () => void, delay / times, ...(rest as []))) as unknown as typeof later;
  globalThis.setTimeout = shorter(later);
  globalThis.setInterval = shorter(often as typeof later);
  performance.now = () => began + passed();
  const now = (): number => Math.round(moment + passed());
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given) as object,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}
