import { randomBytes } from 'node:crypto';
import { createArchives, templateTopic, wipTopic } from './domain/archives.ts';
import { createPasswords } from './domain/passwords.ts';
import { createPeople } from './domain/people.ts';
import { createSessions, type Sessions } from './domain/sessions.ts';
import { createTemplates } from './domain/templates.ts';
import { createThrottle } from './domain/throttle.ts';
import { createWips } from './domain/wips.ts';
import { createHub, type Hub } from './events/hub.ts';
import { followConnections } from './http/connections.ts';
import { createHttpApp } from './http/http-app.ts';
import { ownAddress } from './http/origins.ts';
import { readSpa } from './http/spa-files.ts';
import { isDemo, seedDemo } from './seed.ts';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';
import { takeDataFolder } from './storage/data-folder.ts';
import { migrate } from './storage/migrate.ts';
import type { Storage } from './storage/port.ts';
import { openSqlite } from './storage/sqlite.ts';
import { createStorage } from './storage/storage.ts';

/** How a server is made. */
export type ServerOptions = {
  settings: Settings;
  /** Whether an empty database gets the demo's people and documents. */
  seed: boolean;
  /** Whether the built application is served; not in development, where Vite does. */
  spa: boolean;
  /** The clock; the machine's by default. */
  now?: () => Date;
};

/** A server that is made, but does not listen yet. */
export type Server = {
  /** @returns the address to open. @throws {StartError} when the port cannot be had */
  listen(): Promise<string>;
  /** The address on this machine, which differs from the one to open behind a proxy. */
  insideAddress(): string;
  /** Ends streams, lets running calls finish, closes the database. */
  close(): Promise<void>;
  /** Whether the database has no users: then nobody can sign in. */
  isEmpty: boolean;
  /** Whether the database holds the demo, whose sign-ins are public. */
  isDemo: boolean;
  /** Whether it must not hold the demo. */
  isProduction: boolean;
};

const DAY = 86_400_000;
const STREAM_CHECK = 60_000;
const PURGE = 3_600_000;
/** What a shutdown waits for running calls: longer than a handler may take. */
const CLOSE_TIMEOUT = 10_000;

/**
 * Opens the data folder and makes the server over it.
 * @throws {StartError} with one sentence, when it cannot be used
 */
export async function createServer({ settings, seed, spa, now = () => new Date() }: ServerOptions): Promise<Server> {
  const files = spa ? readSpa(settings.dist, settings.frame) : null;
  const folder = takeDataFolder(settings.data);
  let opened: Storage | null = null;
  try {
    const db = openSqlite(folder.database);
    const storage = createStorage(db);
    opened = storage;
    await migrate(db, now().toISOString());
    const passwords = createPasswords();
    const secret = await installationSecret(storage);
    if (settings.isProduction && (await isDemo(storage))) {
      throw new StartError(
        `The data folder ${settings.data} holds the demo, whose passwords are public. Choose another folder (READY_DATA), or say that they are wanted: READY_DEMO=1.`,
      );
    }
    if (seed && !settings.isProduction && (await storage.users.isEmpty())) await seedDemo(storage, passwords, now());

    const hub = createHub();
    const sessions = createSessions({
      storage,
      secret,
      now,
      absoluteLife: settings.sessionDays * DAY,
      ended: (family) => hub.endFamily(family),
    });
    await sessions.purge();
    let isEnding = false;
    const app = await createHttpApp(
      settings,
      {
        sessions,
        secret,
        hub,
        signIn: { storage, passwords, throttle: createThrottle(now), now },
        templates: createTemplates(storage),
        wips: createWips(storage, announceOn(hub), now),
        archives: createArchives(storage),
        people: createPeople(storage, sessions, now),
        isReady: async () => !isEnding && (await storage.settings.get('secret')) !== null,
      },
      files,
    );

    const insideAddress = (): string => {
      const address = app.server.address();
      return ownAddress(settings, address && typeof address === 'object' ? address.port : settings.port);
    };
    const connections = followConnections(app.server);
    const regularly = (work: () => Promise<void>, interval: number): NodeJS.Timeout =>
      setInterval(() => {
        work().catch((error: unknown) => app.log.error({ err: error }, 'housekeeping failed'));
      }, interval).unref();
    const timers = [
      regularly(() => keepStreamsHonest(sessions, hub), STREAM_CHECK),
      regularly(() => sessions.purge(), PURGE),
    ];

    return {
      isEmpty: await storage.users.isEmpty(),
      isDemo: await isDemo(storage),
      isProduction: settings.isProduction,
      async listen() {
        try {
          await app.listen({ port: settings.port, host: settings.host });
        } catch (error) {
          throw listenError(error, settings);
        }
        return settings.publicUrl?.origin ?? insideAddress();
      },
      insideAddress,
      async close() {
        isEnding = true;
        for (const timer of timers) clearInterval(timer);
        hub.close();
        const force = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT);
        const closing = app.close();
        connections.drain();
        await closing;
        clearTimeout(force);
        await storage.close();
        folder.release();
      },
    };
  } catch (error) {
    await opened?.close();
    folder.release();
    throw error;
  }
}

/** Decision 28: to the streams of the WIP and to those of its template. */
function announceOn(hub: Hub): Parameters<typeof createWips>[1] {
  return ({ uuid, wip, template, organisation }) =>
    hub.publish([wipTopic(wip), templateTopic(template, organisation)], 'submission', {
      type: 'submission_complete',
      archive_uuid: uuid,
    });
}

/** A stream lives as long as its session, and counts as its use: a wall without a submission all night stays signed in. */
async function keepStreamsHonest(sessions: Sessions, hub: Hub): Promise<void> {
  for (const family of await sessions.keepAlive(hub.families())) hub.endFamily(family);
}

/** Signs anti-forgery values and derives tokens; made once, kept in the database, so that sessions outlive a restart. */
async function installationSecret(storage: Storage): Promise<string> {
  const known = await storage.settings.get('secret');
  if (known) return known;
  const secret = randomBytes(32).toString('base64url');
  await storage.settings.set('secret', secret);
  return secret;
}

function listenError(error: unknown, { port, host }: Settings): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is taken by another program. Stop that, or choose another port: PORT=${port + 1}.`,
    );
  }
  if (code === 'EACCES') {
    return new StartError(`Port ${port} is not open to this user. Choose one above 1023: PORT=4000.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`This machine has no address ${host}. Set HOST to one that it has, such as 127.0.0.1.`);
  }
  return error;
}
