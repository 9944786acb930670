import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { ANNOUNCED_CHANNEL, CHANNEL, STALE_CHANNEL } from './engine.ts';
import type { Watch } from '../storage.ts';
import { singleClient } from './postgres-driver.ts';
import type { Notifications } from '../storage.ts';

/** Lock that all servers share, and that a command takes alone if it needs all servers to be stopped. */
export const SERVERS_LOCK = 7_264_001;
/** Milliseconds until a lost connection is tried again, at least and at most, and between two pings of a quiet one. */
const AGAIN_LEAST = 250;
const AGAIN_MOST = 4_000;
const PING = 3_000;
const PING_LIMIT = 2_000;

async function listen(url: string, stop: AbortSignal): Promise<Client> {
  const client = singleClient(url);
  const end = (): void => void client.end().catch(() => undefined);
  stop.addEventListener('abort', end, { once: true });
  try {
    await client.connect();
    await client.query(`select pg_advisory_lock_shared(${SERVERS_LOCK})`);
    await client.query(`listen ${CHANNEL}; listen ${STALE_CHANNEL}; listen ${ANNOUNCED_CHANNEL}`);
    return client;
  } catch (error) {
    end();
    throw error;
  } finally {
    stop.removeEventListener('abort', end);
  }
}

/** Ends when the connection does, or no longer answers. */
async function untilLost(client: Client, stop: AbortSignal): Promise<void> {
  const lost = new AbortController();
  client.once('end', () => lost.abort());
  client.once('error', () => lost.abort());
  const either = AbortSignal.any([lost.signal, stop]);
  while (!either.aborted) {
    await delay(PING, undefined, { signal: either, ref: false }).catch(() => undefined);
    if (either.aborted) return;
    // The types lack the limit, which the client supports.
    const ping = { text: 'select 1', query_timeout: PING_LIMIT };
    await client.query(ping).catch(() => lost.abort());
  }
}

/**
 * Listens to other processes, on a connection of its own that is opened again whenever it is lost.
 * @param url DATABASE_URL
 * @param listener called at each notification, and after each time without a connection
 */
export function watchPostgres(url: string, { changed, stale, announced }: Notifications): Watch {
  const stop = new AbortController();
  let current: Client | null = null;

  const follow = async (client: Client): Promise<void> => {
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === CHANNEL) changed(Number(payload) || null);
      else if (channel === STALE_CHANNEL) stale(payload);
      else announced(payload);
    });
    // Changes during the time without a connection were missed.
    stale(null);
    current = client;
    changed(null);
    await untilLost(client, stop.signal);
    current = null;
    void client.end().catch(() => undefined);
  };
  const run = async (): Promise<void> => {
    let wait = AGAIN_LEAST;
    while (!stop.signal.aborted) {
      const client = await listen(url, stop.signal).catch(() => null);
      if (client) {
        wait = AGAIN_LEAST;
        await follow(client);
      } else {
        await delay(wait, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
        wait = Math.min(2 * wait, AGAIN_MOST);
      }
    }
  };

  const running = run();
  return {
    isListening: () => current !== null,
    async close() {
      const client = current;
      const ended = client && once(client, 'end').catch(() => undefined);
      stop.abort();
      await running;
      await ended;
    },
  };
}
