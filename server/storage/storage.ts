import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import type { Engine } from './engines/engine.ts';
import { createMemory, isSettled, uncached, type Cache } from './memory.ts';
import { createOwnEvents, type Added } from './own-events.ts';
import type { Schema } from './schema.ts';
import { archiveStore } from './stores/archives.ts';
import { checkpointStore } from './stores/checkpoints.ts';
import { boardStore } from './stores/boards.ts';
import { displayStore, pairingStore } from './stores/displays.ts';
import { addEntries, auditStore, type AuditEntry } from './stores/audit.ts';
import { eventStore } from './stores/events.ts';
import { holdStore } from './stores/holds.ts';
import { jobStore } from './stores/jobs.ts';
import { pageStore } from './stores/pages.ts';
import { identityStore, organisationStore, roleStore, secondFactorStore, userStore } from './stores/people.ts';
import { sessionStore, settingStore } from './stores/sessions.ts';
import { attemptStore, networkStore, providerSignInStore } from './stores/sign-ins.ts';
import { recordStore } from './stores/records.ts';
import { receivedStore } from './stores/received.ts';
import { templateStore, templateVersionStore } from './stores/templates.ts';
import { usageStore } from './stores/usage.ts';
import { wipStore } from './stores/wips.ts';
import { transact } from './engines/transaction.ts';

/**
 * The port of the server's rules to a database, with the same queries for both engines: the rules never use SQL. Every
 * call rejects with `StorageUnavailable` while the database cannot be reached.
 * @param db the database or a transaction of it
 * @param cache of their reads
 * @param added called with the number of each event that is added
 * @param later takes the entries of the audit log that a transaction adds at its end
 */
function storesOf(db: Kysely<Schema>, engine: Engine, cache: Cache, added: Added, later: AuditEntry[] | null = null) {
  return {
    organisations: organisationStore(db, engine, cache),
    users: userStore(db, engine, cache),
    secondFactors: secondFactorStore(db),
    identities: identityStore(db),
    roles: roleStore(db, cache),
    templates: templateStore(db, engine, cache),
    templateVersions: templateVersionStore(db, engine),
    wips: wipStore(db, engine, cache),
    archives: archiveStore(db, engine, cache, added),
    records: recordStore(db),
    received: receivedStore(db),
    holds: holdStore(db, engine),
    sessions: sessionStore(db, engine, cache, added),
    settings: settingStore(db),
    audit: auditStore(db, engine, later),
    events: eventStore(db),
    attempts: attemptStore(db, engine),
    networks: networkStore(db),
    providerSignIns: providerSignInStore(db),
    pages: pageStore(db, cache),
    boards: boardStore(db, engine, added),
    displays: displayStore(db, engine, added),
    pairings: pairingStore(db, engine),
    usage: usageStore(db),
    jobs: jobStore(db),
    checkpoints: checkpointStore(db, engine),
  };
}

/** All stores. */
export type Stores = ReturnType<typeof storesOf>;

/** A subscription to changes that other processes make to the database. */
export type Watch = {
  /** True if it would receive a change now. */
  isListening(): boolean;
  close(): Promise<void>;
};

/** An open database. Writes of an answered call are on the disk. */
export type Storage = ReturnType<typeof createStorage>;

/** Notifications of an engine about other processes. */
export type Notifications = {
  /** There are new events up to a number; null when some could have been missed. */
  changed: (last: number | null) => void;
  /** Another process made something stale. @param names null for everything */
  stale: (message: string | null) => void;
  /** A process announced something, perhaps this one. */
  announced: (text: string) => void;
};

/** Ways to learn of changes by other processes. */
export type Neighbours = {
  watch: (notifications: Notifications) => Watch;
  /**
   * Names the state in which others left the database, if reading it takes only microseconds; null if it cannot be
   * read, and others send their changes.
   */
  state: (() => string) | null;
};

/** A message to the other processes. */
const staleMessage = v.pipe(v.string(), v.parseJson(), v.object({ from: v.string(), names: v.array(v.string()) }));
/** Maximum length of a message for PostgreSQL: instead of a longer one everything is stale. */
const MESSAGE_MAX = 7_000;

/**
 * The stores of an open and migrated database.
 * @param db closed by the storage's `close`
 * @param engine its engine
 * @param neighbours notifications of other processes
 */
export function createStorage(db: Kysely<Schema>, engine: Engine, { watch, state }: Neighbours) {
  const own = createOwnEvents();
  const from = randomUUID();
  let seen = '';
  let open: Watch | null = null;
  let announced: Notifications['announced'] = () => undefined;
  const memory = createMemory(({ forgetAll }) => {
    if (state === null) return open?.isListening() ?? false;
    const now = state();
    if (now !== seen) forgetAll();
    seen = now;
    return true;
  });
  const notifyOthers = async (to: Kysely<Schema>, names: readonly string[]): Promise<void> => {
    // Other processes cache settled reads only.
    const settled = names.filter(isSettled);
    if (state !== null || settled.length === 0) return;
    const message = JSON.stringify({ from, names: settled } satisfies v.InferOutput<typeof staleMessage>);
    await engine.notifyStale(to, message.length < MESSAGE_MAX ? message : '');
  };
  const reading = uncached(db, async (names) => {
    memory.forget(names);
    await notifyOthers(db, names);
  });
  const cache: Cache = { ...reading, settled: memory.read, exact: state === null ? reading.exact : memory.read };
  const receiveStale = (text: string | null): void => {
    if (!text) return memory.forgetAll();
    const message = v.safeParse(staleMessage, text);
    if (!message.success) memory.forgetAll();
    else if (message.output.from !== from) memory.forget(message.output.names);
  };
  return {
    ...storesOf(db, engine, cache, () => undefined),
    /**
     * Does all of the work or nothing; if it is rejected with `StorageUnavailable`, it may have been done.
     * @param work must use only the stores that it is given; it may run again
     */
    async transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
      let names = new Set<string>();
      try {
        return await own.during((added) =>
          transact(db, async (transaction) => {
            names = new Set();
            const noting = uncached(transaction, (more) => more.forEach((name) => names.add(name)));
            const later: AuditEntry[] = [];
            const result = await work(storesOf(transaction, engine, noting, added, later));
            await addEntries(transaction, engine, later);
            await notifyOthers(transaction, [...names]);
            return result;
          }),
        );
      } finally {
        // Also when it failed: if the connection was lost, the transaction may still have been committed.
        memory.forget([...names]);
      }
    },
    /**
     * Sends every process, this one included, a text that is not stored: a process that does not watch at this moment
     * never gets it.
     * @param text up to 7,000 bytes
     */
    async announce(text: string) {
      const isSent = await engine.announce(db, text);
      if (!isSent) announced(text);
    },
    /**
     * @param changed called when there may be new events, and after each time in which some could have been missed;
     * with the number of the last one if the database sends it, else null
     * @param onAnnounced called with each announcement of a process
     */
    watch(changed: Notifications['changed'], onAnnounced: Notifications['announced']): Watch {
      announced = onAnnounced;
      open = watch({ changed: (last) => own.receive(last, changed), stale: receiveStale, announced: onAnnounced });
      return open;
    },
    close: () => db.destroy(),
  };
}
