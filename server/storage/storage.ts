import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import * as v from 'valibot';
import type { Engine } from './engines/engine.ts';
import { createMemory, isSettled, remember, type Stale } from './memory.ts';
import { createOwnEvents, type Added } from './own-events.ts';
import type { Storage, Stores, Watch } from './port/port.ts';
import type { Schema } from './schema.ts';
import { archiveStore } from './stores/archives.ts';
import { boardStore } from './stores/boards.ts';
import { displayStore, pairingStore } from './stores/displays.ts';
import { auditStore } from './stores/audit.ts';
import { templateStore, templateVersionStore, wipStore } from './stores/documents.ts';
import { eventStore } from './stores/events.ts';
import { pageStore } from './stores/pages.ts';
import { identityStore, organisationStore, roleStore, secondFactorStore, userStore } from './stores/people.ts';
import { sessionStore, settingStore } from './stores/sessions.ts';
import { attemptStore, networkStore, providerSignInStore } from './stores/sign-ins.ts';
import { usageStore } from './stores/usage.ts';
import { transact } from './engines/transaction.ts';

/**
 * @param stale receives the names that each change makes stale
 * @param added called with the number of each event that is added
 */
function storesOf(db: Kysely<Schema>, engine: Engine, stale: Stale, added: Added): Stores {
  return {
    organisations: organisationStore(db, engine, stale),
    users: userStore(db, engine, stale),
    secondFactors: secondFactorStore(db),
    identities: identityStore(db),
    roles: roleStore(db, stale),
    templates: templateStore(db, engine, stale),
    templateVersions: templateVersionStore(db, engine),
    wips: wipStore(db, engine, stale),
    archives: archiveStore(db, engine, stale, added),
    sessions: sessionStore(db, engine, stale, added),
    settings: settingStore(db),
    audit: auditStore(db, engine),
    events: eventStore(db),
    attempts: attemptStore(db, engine),
    networks: networkStore(db),
    providerSignIns: providerSignInStore(db),
    pages: pageStore(db),
    boards: boardStore(db, engine, added),
    displays: displayStore(db, engine, added),
    pairings: pairingStore(db, engine),
    usage: usageStore(db),
  };
}

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
 * Implements the port over an open and migrated database.
 * @param db closed by the storage's `close`
 * @param engine its engine
 * @param neighbours notifications of other processes
 */
export function createStorage(db: Kysely<Schema>, engine: Engine, { watch, state }: Neighbours): Storage {
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
  const stale: Stale = async (...names) => {
    memory.forget(names);
    await notifyOthers(db, names);
  };
  const receiveStale = (text: string | null): void => {
    if (!text) return memory.forgetAll();
    const message = v.safeParse(staleMessage, text);
    if (!message.success) memory.forgetAll();
    else if (message.output.from !== from) memory.forget(message.output.names);
  };
  const inside = async <T>(
    transaction: Transaction<Schema>,
    names: Set<string>,
    added: Added,
    work: (stores: Stores) => Promise<T>,
  ): Promise<T> => {
    const noted: Stale = async (...more) => more.forEach((name) => names.add(name));
    const result = await work(storesOf(transaction, engine, noted, added));
    await notifyOthers(transaction, [...names]);
    return result;
  };
  return {
    ...remember(
      storesOf(db, engine, stale, () => undefined),
      memory,
      state !== null,
    ),
    async transaction(work) {
      let names = new Set<string>();
      try {
        return await own.during((added) =>
          transact(db, (transaction) => {
            names = new Set();
            return inside(transaction, names, added, work);
          }),
        );
      } finally {
        // Also when it failed: if the connection was lost, the transaction may still have been committed.
        memory.forget([...names]);
      }
    },
    async announce(text) {
      const isSent = await engine.announce(db, text);
      if (!isSent) announced(text);
    },
    watch(changed, onAnnounced) {
      announced = onAnnounced;
      open = watch({ changed: (last) => own.receive(last, changed), stale: receiveStale, announced: onAnnounced });
      return open;
    },
    close: () => db.destroy(),
  };
}
