import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import * as v from 'valibot';
import type { Engine } from './engines/engine.ts';
import { createMemory, isSettled, staleNames, type Memory, type Stale } from './memory.ts';
import { createOwnEvents, type Added } from './own-events.ts';
import type { Schema } from './schema.ts';
import { archiveStore } from './stores/archives.ts';
import { boardStore } from './stores/boards.ts';
import { displayStore, pairingStore } from './stores/displays.ts';
import { auditStore } from './stores/audit.ts';
import { eventStore } from './stores/events.ts';
import { pageStore } from './stores/pages.ts';
import { identityStore, organisationStore, roleStore, secondFactorStore, userStore } from './stores/people.ts';
import { sessionStore, settingStore } from './stores/sessions.ts';
import { attemptStore, networkStore, providerSignInStore } from './stores/sign-ins.ts';
import { templateStore, templateVersionStore } from './stores/templates.ts';
import { usageStore } from './stores/usage.ts';
import { wipStore } from './stores/wips.ts';
import { transact } from './engines/transaction.ts';

/**
 * The port of the server's rules to a database, with the same queries for both engines: the rules never use SQL. Every
 * call rejects with `StorageUnavailable` while the database cannot be reached.
 * @param db the database or a transaction of it
 * @param stale receives the names that each change makes stale
 * @param added called with the number of each event that is added
 */
function storesOf(db: Kysely<Schema>, engine: Engine, stale: Stale, added: Added) {
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
    /**
     * Does all of the work or nothing; if it is rejected with `StorageUnavailable`, it may have been done.
     * @param work must use only the stores that it is given; it may run again
     */
    async transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
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

const { roles: OF_ROLES, templates: OF_TEMPLATES, sessions: OF_SESSIONS, archive: OF_ARCHIVE } = staleNames;

/**
 * Stores that cache what hardly ever changes, and the counts of lists (`pages.wips.count`). After a change by another process, they may return
 * the old value for a moment.
 */
function rememberSettled(stores: Stores, { read }: Memory): Stores {
  const { roles, templates, archives, pages } = stores;
  const ofRoles = (): string[] => [OF_ROLES];
  const ofTemplates = (): string[] => [OF_TEMPLATES];
  return {
    ...stores,
    roles: {
      ...roles,
      list: () => read('roles', ofRoles, () => roles.list()),
      forFile: (file, user) => read(`roles for ${user} ${file}`, ofRoles, () => roles.forFile(file, user)),
    },
    templates: {
      ...templates,
      list: (whose) => read(`templates of ${whose}`, ofTemplates, () => templates.list(whose)),
      head: (uuid) => read(`template ${uuid}`, ofTemplates, () => templates.head(uuid)),
    },
    archives: {
      ...archives,
      // A missing one may be added later.
      head: (uuid) =>
        read(
          `archive ${uuid}`,
          (value) => value && [OF_ARCHIVE],
          () => archives.head(uuid),
        ),
    },
    pages: {
      ...pages,
      wips: {
        ...pages.wips,
        count(whose, q) {
          const name = staleNames.wipCount(whose.template, whose.organisation);
          const count = (): Promise<number> => pages.wips.count(whose, q);
          return q === '' ? read(name, () => [name], count) : count();
        },
      },
      archives: {
        ...pages.archives,
        count(whose, q) {
          const name = staleNames.archives(whose.wip);
          const count = (): Promise<number> => pages.archives.count(whose, q);
          return q === '' ? read(`count of ${name}`, () => [name], count) : count();
        },
      },
    },
  };
}

/** Stores that cache everything that calls read repeatedly. No result may be older than the database. */
function rememberAll(stores: Stores, memory: Memory): Stores {
  const { read } = memory;
  const { wips, archives, sessions } = stores;
  const settled = rememberSettled(stores, memory);
  const { wip: ofWip, wips: ofWips, archives: ofArchives, recent: ofRecent, family, user } = staleNames;
  return {
    ...settled,
    wips: {
      ...wips,
      // The list contains the template's name.
      list: (template, whose) => {
        const names = [ofWips(template, whose), OF_TEMPLATES];
        return read(
          names.join(),
          () => names,
          () => wips.list(template, whose),
        );
      },
      head: (uuid) =>
        read(
          ofWip(uuid),
          () => [ofWip(uuid), OF_TEMPLATES],
          () => wips.head(uuid),
        ),
    },
    archives: {
      ...settled.archives,
      list: (wip) =>
        read(
          ofArchives(wip),
          () => [ofArchives(wip)],
          () => archives.list(wip),
        ),
      recent: (template, whose) => {
        const name = ofRecent(template, whose);
        return read(
          name,
          () => [name],
          () => archives.recent(template, whose),
        );
      },
    },
    sessions: {
      ...sessions,
      access: (hash) =>
        read(
          `session ${hash}`,
          (value) => value && [OF_SESSIONS, family(value.family.uuid), user(value.user.uuid)],
          () => sessions.access(hash),
        ),
    },
  };
}

/**
 * Stores outside of transactions that cache their reads.
 * @param isExact true if the cache is notified of each change before any caller can read it: then everything is cached,
 * and no result is ever old
 */
function remember(stores: Stores, memory: Memory, isExact: boolean): Stores {
  return isExact ? rememberAll(stores, memory) : rememberSettled(stores, memory);
}
