import { existsSync } from 'node:fs';
import { createAccount } from './domain/session/account.ts';
import { createAuditReading } from './domain/audit/audit-reading.ts';
import { purgeOldAudit } from './domain/audit/audit-purge.ts';
import { keepWithin, purgeUsage, usedOf } from './domain/budgets.ts';
import { createFirstRun } from './domain/session/first-run.ts';
import { createRecentChanges } from './domain/documents/recent-changes.ts';
import { createArchives, templateTopic, wipTopic } from './domain/documents/archives.ts';
import { boardTopic, createBoards } from './domain/boards/boards.ts';
import { createChanges } from './domain/changes.ts';
import { aheadOfClock } from './domain/clock.ts';
import {
  createDisplayReading,
  displayOfFamily,
  displayTopic,
  type DisplayReading,
} from './domain/boards/display-reading.ts';
import { createDisplays } from './domain/boards/displays.ts';
import { createReceivedNotes } from './domain/boards/received.ts';
import { createDocuments } from './domain/documents/documents.ts';
import { createTurns } from './domain/line.ts';
import { createJobs } from './domain/jobs.ts';
import { createPages } from './domain/pages.ts';
import { createPasswords } from '#server/domain/credentials/passwords.ts';
import { createPeopleAdmin } from './domain/people/people-admin.ts';
import { readOlderRecords } from './domain/records/older-records.ts';
import { verifyPageIn } from './built.ts';
import { createRecordExports } from './domain/records/export.ts';
import { createHolds } from './domain/holds.ts';
import { retainHourly } from './domain/documents/retention.ts';
import { createRecords } from './domain/records/records.ts';
import { createRoleAdmin } from './domain/people/role-admin.ts';
import { createPeople } from './domain/people/people.ts';
import { createIdentityProvider } from './domain/session/identity-provider.ts';
import { createPresence, presenceIn } from './domain/documents/presence.ts';
import { createProviderSignIn } from './domain/session/provider-sign-in.ts';
import { createCheckpoints } from './domain/proof/checkpoints.ts';
import { tailOf } from './storage/lifecycle/checkpoint-file.ts';
import { createStamps } from './domain/proof/stamps.ts';
import { signingKey } from './domain/proof/signing-key.ts';
import { createSecret, marksOf } from '#server/domain/credentials/secret.ts';
import { createSessions, type Sessions } from './domain/session/sessions.ts';
import { Refusal } from './domain/refusal.ts';
import { createPutBack } from './domain/documents/submissions.ts';
import { soundnessOf } from './domain/soundness.ts';
import { createSuggestions } from './domain/documents/suggestions.ts';
import { createTemplateAdmin } from './domain/templates/template-admin.ts';
import { createTemplates } from './domain/templates/templates.ts';
import { createThrottle } from '#server/domain/credentials/throttle.ts';
import { createWips } from './domain/documents/wips.ts';
import { createBus, type Bus } from './events/bus.ts';
import { followReception, type Reception } from './events/reception.ts';
import { createHub, type Hub } from './events/hub.ts';
import { followConnections, replaceCertificate } from './http/connections.ts';
import { createHttpApp } from './http/http-app.ts';
import { ownAddress } from './http/origins.ts';
import { readSpa } from './http/ops/spa.ts';
import { shippedTemplates } from './shipped-templates.ts';
import { listenError } from './listen-error.ts';
import { demoSignIns, isDemo, seedDemo } from './seed.ts';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';
import type { FreeBytes } from './storage/lifecycle/disk.ts';
import { keyFileOf, readKey, strangeKey } from './storage/lifecycle/key-file.ts';
import { readLastBackup } from './storage/lifecycle/last-backup.ts';
import { openForServer, type OpenDatabase } from './storage/lifecycle/open.ts';
import type { Storage } from './storage/storage.ts';
import type { Publish, StoredEvent } from './storage/stores/events.ts';
import { StorageTrouble, StorageUnavailable } from './storage/unavailable.ts';
import { readTlsAgain } from './tls-files.ts';
import { readVersion, versionText } from './version.ts';

/** Options of a server. */
export type ServerOptions = {
  settings: Settings;
  /** True if an empty database gets the demo's users and documents. */
  seed: boolean;
  /** True if the built application is served; not in development, where Vite serves it. */
  spa: boolean;
  /** The clock; the machine's by default. */
  now?: () => Date;
  /** Reads the room on the data folder's disk; by default from the operating system. */
  freeBytes?: FreeBytes;
};

/** A server that does not listen yet. */
export type Server = {
  /** @returns the address to open. @throws {StartError} when the port cannot be used */
  listen(): Promise<string>;
  /** The address on this machine, which differs from the one to open behind a proxy. */
  insideAddress(): string;
  /**
   * Reads the certificate and its key again: new connections get them, open ones stay as they are.
   * @returns the result, in a sentence
   * @throws {StartError} when they cannot be used; the previous ones stay in use then
   */
  renewTls(): string;
  /** Ends streams, lets running calls finish, closes the database. */
  close(): Promise<void>;
  /**
   * Makes a new code for making the first administrator in the browser; null if there are users. The previous code
   * ends.
   */
  newFirstRunCode(): Promise<string | null>;
  /** True if the database contains the demo, whose sign-ins are public. */
  isDemo: boolean;
  /** True if it must not contain the demo. */
  isProduction: boolean;
};

const DAY = 86_400_000;
/**
 * Tries of one name from one network that may wait: screens of a station that share a sign-in come at the same moment
 * after an outage.
 */
const TRIES_WAITING = { most: 60, full: 'Too many sign in at this moment. Please try again.' } as const;
const STREAM_CHECK = 60_000;
const PURGE = 3_600_000;
/**
 * Milliseconds for which events are stored. A process that could not read the database for longer misses some; its
 * streams' readers got nothing meanwhile.
 */
const EVENTS_KEPT = DAY;
const CUT_OFF =
  'This process does not hear of the others: it cannot listen to PostgreSQL. Its live views end, and it takes no new ones until it hears again.';
/** Milliseconds for which a shutdown waits for running calls: longer than a handler may take. */
const CLOSE_TIMEOUT = 10_000;
/** Milliseconds for which the last checkpoint waits for each of its two locks: the next start signs it as well. */
const LAST_PATIENCE = 1_000;

/**
 * Opens the data folder, or the database of the settings, and makes the server over it.
 * @throws {StartError} with one sentence, when it cannot be used
 */
export async function createServer({
  settings,
  seed,
  spa,
  now = () => new Date(),
  freeBytes,
}: ServerOptions): Promise<Server> {
  const files = spa ? readSpa(settings.dist, settings.frame) : null;
  const passwords = createPasswords();
  // Read once: an upgrade may put other files there while this process runs.
  const version = versionText(readVersion());
  const startWarnings: string[] = [];
  const prepare = async (storage: Storage): Promise<void> => {
    await createSecret(storage).current();
    try {
      const { isStrange } = await signingKey(storage, settings.data, now(), true);
      startWarnings.push(readKey(settings.data)?.warning ?? '');
      if (isStrange) startWarnings.push(strangeKey(settings.data).message);
    } catch (error) {
      // With the database elsewhere nothing else needs the folder.
      if (!(error instanceof StartError) || existsSync(keyFileOf(settings.data))) throw error;
      startWarnings.push(`${error.message} Until then nothing is signed.`);
    }
    if (settings.isProduction && (await isDemo(storage))) throw demoError(settings);
    if (seed && !settings.isProduction && (await storage.users.isEmpty())) await seedDemo(storage, passwords, now());
  };
  const database = await openForServer(settings, now().toISOString(), prepare, freeBytes);
  const { sessionStorage, condition } = database;
  let warn: (text: string) => void = () => undefined;
  const storage = keepWithin(database.storage, settings.budgets, (text) => warn(text), now);
  let bus: Bus | null = null;
  let reception: Reception | null = null;
  try {
    const secret = createSecret(storage);
    const marks = await marksOf(storage);
    const received = createReceivedNotes(storage, now, (error) => warn(`Notes of displays wait: ${String(error)}`));
    const hub = createHub(settings.streams, (family) => {
      const display = displayOfFamily(family);
      if (display !== null) received.left(display);
    });
    const { data, checkpointFile } = settings;
    tailOf(checkpointFile, startWarnings);
    const checkpoints = createCheckpoints(storage, { data, file: checkpointFile, now, warn: (text) => warn(text) });
    const sign = (isRegular: boolean) =>
      checkpoints.sign(isRegular).catch((error: unknown) => {
        if (!(error instanceof StartError)) throw error;
        warn(error.message);
        throw new Refusal(
          'busy',
          'A bundle is signed, and the key for it cannot be used. Ask the operator: ready doctor says why, and what to do.',
        );
      });
    /** Signs without a caller: a key that cannot be used is a warning, once. */
    const signByItself = async (isRegular: boolean, patience: number | null = null): Promise<void> => {
      try {
        await checkpoints.sign(isRegular, patience);
        keyWarning = null;
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        if (error.message !== keyWarning) warn(error.message);
        keyWarning = error.message;
      }
    };
    const stamps = createStamps(storage, settings.timestampUrl, now);
    const throttle = createThrottle({ storage: sessionStorage, secret, now, addressMax: settings.signInAddressMax });
    const documents = createDocuments(storage.templateVersions);
    // The end of a session and a submission reach streams through the bus alone: on every process in the same way, and
    // once.
    const publish: Publish = (events) => bus?.publish(events);
    const { secondFactorLevel } = settings;
    const isRequired = ({ permission }: { permission: number }): boolean =>
      secondFactorLevel !== null && permission >= secondFactorLevel;
    const sessions = createSessions({
      storage: sessionStorage,
      secret,
      now,
      absoluteLife: settings.sessionDays * DAY,
      isRequired,
      publish,
    });
    const archives = createArchives(storage);
    const changes = createChanges(
      storage,
      database.file === null ? Math.ceil(settings.databasePool / 2) : 1,
      sessionStorage,
    );
    const jobs = createJobs(storage, now, (error) => warn(`A job could not be stored: ${String(error)}`));
    const firstRun = createFirstRun({ storage, changes, passwords, sessions, now });
    const providerSignIn =
      settings.identityProvider === null
        ? null
        : createProviderSignIn({
            provider: createIdentityProvider(settings.identityProvider, now),
            storage: sessionStorage,
            sessions,
            publish,
            now,
          });
    const displays = createDisplays(storage, changes, publish, now);
    const displayReading = createDisplayReading(storage, archives, received);
    let unused: readonly string[] = [];
    let [auditWarning, retentionWarning, keyWarning]: (string | null)[] = [null, null, null];
    const unsound = new Map<string, string>();
    const purge = async (): Promise<void> => {
      await sessions.purge();
      await displays.purge();
      await providerSignIn?.purge();
      await jobs.purge();
      await purgeUsage(storage, now());
      await storage.events.purge(new Date(now().getTime() - EVENTS_KEPT).toISOString());
      if (settings.auditDays !== null) auditWarning = await purgeOldAudit(storage, settings.auditDays, now());
      // A version that was just read may be about to be used: only those that were unused an hour ago too are removed.
      const before = unused;
      unused = await storage.templateVersions.unused();
      for (const hash of unused.filter((one) => before.includes(one))) {
        await storage.transaction((stores) => stores.templateVersions.drop(hash));
      }
    };
    // With a file there is no other process, whose displays may still be shown.
    const endAll = () => Promise.all([jobs.endAll(), storage.received.endAll()]);
    await (database.file === null ? purge() : endAll().then(purge)).catch((error: unknown) => {
      // On a full disk users continue to read.
      if (error instanceof StorageTrouble && error.kind === 'full') return;
      if (error instanceof StorageTrouble || !(error instanceof StorageUnavailable)) throw error;
      startWarnings.push(`Housekeeping is tried again in an hour. ${error.message}`);
    });
    let isEnding = false;
    let isUnsound = false;
    const records = createRecords(storage, documents, now);
    const wips = createWips({ stores: storage, changes, documents, publish, now });
    const app = await createHttpApp(
      settings,
      {
        sessions,
        secret,
        marks,
        hub,
        firstRun,
        providerSignIn,
        signIn: { storage: sessionStorage, passwords, sessions, throttle, inTurn: createTurns(TRIES_WAITING), now },
        templates: createTemplates(storage),
        wips,
        presence: settings.hasPresence ? createPresence(storage, wips) : null,
        suggestions:
          settings.suggestionDays === null ? null : createSuggestions(storage, documents, settings.suggestionDays, now),
        archives,
        recentChanges: createRecentChanges(storage, documents, now),
        records,
        proof: storage.checkpoints,
        holds: createHolds(storage, changes, now),
        recordExports: createRecordExports(
          storage,
          records,
          documents,
          sessions,
          { sign, checkPage: () => verifyPageIn(settings.dist) },
          now,
        ),
        putBack: createPutBack(storage, documents, changes, publish, now),
        people: createPeople(storage, changes, publish, now),
        admin: createPeopleAdmin({ storage, changes, jobs, passwords, throttle, publish, now }),
        templateAdmin: createTemplateAdmin({
          storage,
          changes,
          jobs,
          documents,
          archives,
          shipped: shippedTemplates,
          now,
        }),
        account: createAccount({ storage, changes, passwords, throttle, publish, isRequired, now }),
        audit: createAuditReading(storage),
        roles: createRoleAdmin(storage, changes, now),
        usage: { storage, budgets: settings.budgets, now },
        pages: createPages(storage),
        boards: createBoards(storage, changes, publish, now),
        displays,
        displayReading,
        received,
        isReady: async () =>
          !isEnding && !isUnsound && (await storage.settings.get('secret')) !== null && (bus?.isListening() ?? false),
        operation: async () => ({
          lastBackup: await readLastBackup(storage.settings),
          version,
          databaseBytes: await database.engine.sizeOf(database.db),
          used: await usedOf(storage, settings.budgets, now()),
          stamps: await stamps.figures(),
        }),
        condition,
        isCutOff: () => reception?.isCutOff() ?? false,
        demo: (await isDemo(storage)) ? demoSignIns() : [],
      },
      files,
    );

    // Trouble with the disk is logged once, when it begins.
    const complain = (level: 'warn' | 'error', error: unknown, text: string): void =>
      app.log[error instanceof StorageTrouble ? 'debug' : level]({ err: error }, text);
    bus = await createBus({
      storage,
      deliver: (event) => deliverTo(hub, event),
      announced: (text) => announceTo(hub, text),
      failed: (error) => complain('warn', error, 'events could not be read'),
    });
    const openBus = bus;
    warn = (text) => app.log.warn(text);
    const look = async (): Promise<void> => {
      const { problems, isGrave } = await soundnessOf(database);
      if (isGrave && !isUnsound) app.log.error({ problems }, 'The database is not as it should be: doctor says more.');
      isUnsound = isGrave;
    };
    const clock = await aheadOfClock(storage, now());
    for (const text of [...startWarnings, clock, auditWarning]) if (text) app.log.warn(text);
    const older = readOlderRecords({ storage, documents }, (error) =>
      complain('error', error, 'older records could not be read'),
    );
    const insideAddress = (): string => {
      const address = app.server.address();
      return ownAddress(settings, address && typeof address === 'object' ? address.port : settings.port);
    };
    const connections = followConnections(app.server);
    const regularly = (work: () => Promise<void>, interval: number): NodeJS.Timeout => {
      let isWorking = false;
      return setInterval(() => {
        if (isWorking) return;
        isWorking = true;
        work()
          .catch((error: unknown) => complain('error', error, 'housekeeping failed'))
          .finally(() => (isWorking = false));
      }, interval).unref();
    };
    const timers = [
      regularly(() => keepStreamsHonest(sessions, displayReading, hub), STREAM_CHECK),
      regularly(() => throttle.purge(), STREAM_CHECK),
      regularly(look, STREAM_CHECK),
      regularly(() => stamps.work(), STREAM_CHECK),
      regularly(() => signByItself(true), PURGE),
      regularly(async () => {
        const before = auditWarning;
        await sessions.settle();
        await purge();
        const retained = await retainHourly(storage, settings.recordDays, unsound, now);
        if (retained !== null && retained !== retentionWarning) app.log.warn(retained);
        retentionWarning = retained;
        if (auditWarning !== null && auditWarning !== before) app.log.warn(auditWarning);
      }, PURGE),
    ];

    // A wall must not continue as if there were no news while it gets no events.
    const endStreams = (): void => {
      for (const family of hub.families()) hub.endFamily(family);
    };
    condition.follow((trouble) => {
      sayTrouble(trouble, database, app.log);
      if (trouble?.kind === 'moved') endStreams();
    });
    let isReceiving = true;
    reception = followReception({
      isListening: () => openBus.isListening(),
      ask: () => storage.settings.get('secret'),
      report(isCutOff) {
        if (isCutOff) endStreams();
        if (isCutOff && isReceiving) app.log.error(CUT_OFF);
        if (!isCutOff) app.log.warn('This process hears of the others again: it takes live views.');
        isReceiving = !isCutOff;
      },
    });

    return {
      newFirstRunCode: () => firstRun.newCode(),
      isDemo: await isDemo(storage),
      isProduction: settings.isProduction,
      async listen() {
        try {
          await app.listen({ port: settings.port, host: settings.host });
        } catch (error) {
          throw listenError(error, settings);
        }
        void sayCondition(database, app.log);
        look().catch((error: unknown) => complain('error', error, 'the database could not be examined'));
        return settings.publicUrl?.origin ?? insideAddress();
      },
      insideAddress,
      renewTls() {
        if (settings.tls === null) return 'READY_TLS_CERT is not set: there is no certificate to read again.';
        const { pair, until } = readTlsAgain(settings.tls, now());
        replaceCertificate(app.server, pair);
        return `The certificate was read again. New connections get the one that is valid until ${until.toISOString()}.`;
      },
      async close() {
        isEnding = true;
        for (const timer of timers) clearInterval(timer);
        await stamps.close();
        reception?.close();
        hub.close();
        const force = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT);
        const closing = app.close();
        connections.drain();
        await closing;
        clearTimeout(force);
        await received.close();
        // If it cannot be signed now, the next start signs it.
        await signByItself(false, LAST_PATIENCE).catch((error: unknown) =>
          complain('error', error, 'the last checkpoint could not be signed'),
        );
        await older.close();
        await documents.close();
        await openBus.close();
        await database.close();
      },
    };
  } catch (error) {
    reception?.close();
    await bus?.close();
    await database.close();
    throw database.inWords(error);
  }
}

type Log = Record<'info' | 'warn' | 'error', { (text: string): void; (facts: object, text: string): void }>;

/** Logs the beginning and the end of trouble with the disk. */
function sayTrouble(trouble: StorageTrouble | null, { file }: OpenDatabase, log: Log): void {
  if (!trouble) log.warn(`Documents are saved again: the database ${file} can be written.`);
  else if (trouble.kind === 'moved') log.error(trouble.message);
  else log.error(`${trouble.message} Until then documents can be read, but not saved.`);
}

/** After an unclean end: logs the state of the database. */
async function sayCondition(database: OpenDatabase, log: Log): Promise<void> {
  try {
    const problems = await database.check();
    if (problems?.length === 0)
      log.info(`the server did not end well last time; the database ${database.file} is sound`);
    else if (problems) {
      log.error(
        { problems },
        `The database ${database.file} is damaged. Stop the server and restore a backup (ready restore); doctor looks closer.`,
      );
    }
  } catch (error) {
    log.error({ err: error }, 'the database could not be looked through');
  }
}

/** Sends a submission to the streams of its WIP and of its template; ends the streams of an ended session. */
function deliverTo(hub: Hub, event: StoredEvent): void {
  if (event.kind === 'session_ended') {
    hub.endFamily(event.family);
    return;
  }
  if (event.kind === 'board_changed') {
    hub.publish([boardTopic(event.board)], 'board', { type: 'board_changed' });
    return;
  }
  if (event.kind === 'display_changed') {
    hub.publish([displayTopic(event.display)], 'display', { type: 'display_changed' });
    return;
  }
  const { uuid, wip, template, organisation } = event.archive;
  hub.publish([wipTopic(wip), templateTopic(template, organisation)], 'submission', {
    type: 'submission_complete',
    archive_uuid: uuid,
  });
}

/** Sends the users who have a document open to those who have its stream at this moment. */
function announceTo(hub: Hub, text: string): void {
  const presence = presenceIn(text);
  if (presence) hub.publishToPeople(wipTopic(presence.wip), 'presence', presence.event);
}

function demoError({ data, databaseUrl }: Settings): StartError {
  const [place, another] =
    databaseUrl === null
      ? [`The data folder ${data}`, 'Choose another folder (READY_DATA)']
      : ['The PostgreSQL database', 'Choose another one (DATABASE_URL)'];
  return new StartError(
    `${place} holds the demo, whose passwords are public. ${another}, or say that they are wanted: READY_DEMO=1.`,
  );
}

/**
 * Ends a stream with its session, and keeps the session in use: a wall on which nothing is submitted all night stays
 * signed in.
 */
async function keepStreamsHonest(sessions: Sessions, displays: DisplayReading, hub: Hub): Promise<void> {
  const families = hub.families();
  const open = families.flatMap((family) => displayOfFamily(family) ?? []);
  const ended = [
    ...(await sessions.keepAlive(families.filter((family) => displayOfFamily(family) === null))),
    ...(await displays.ended(open)).map(displayTopic),
  ];
  for (const family of ended) hub.endFamily(family);
}
