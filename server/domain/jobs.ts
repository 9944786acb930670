import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Storage, Stores } from '#server/storage/storage.ts';
import type { JobRecord } from '#server/storage/stores/jobs.ts';
import { requireAdministrator, type Actor } from './access.ts';
import { Refusal } from './refusal.ts';

/** A user's last job of a kind. `result`: null until it is done, and for a reader without its key. */
export type Job = Pick<JobRecord, 'uuid' | 'total' | 'done' | 'state' | 'message'> & { result: unknown };

/** Shortest time between two reports of a job, in milliseconds; each is a write. */
const REPORT_INTERVAL = 500;
/** Time between two signs of life, in milliseconds, and the time after which a job without one has ended. */
const BEAT = 5_000;
const SILENCE = 30_000;
const STOPPED = 'The server stopped before it was done.';
/** Milliseconds for which a job that has ended can be found. */
const LIFE = 15 * 60_000;

/**
 * Work that takes longer than a call may: the call that begins it is answered at once, and any process knows how far it is, since that is stored
 * (ADR 74). What the work stores, it stores in the transaction that ends the job, so that a job which is not done has done nothing.
 */
export type Jobs = ReturnType<typeof createJobs>;

/**
 * @param storage the database
 * @param complain called if the end of a job could not be stored: it then counts as stopped
 */
export function createJobs(
  storage: Pick<Storage, 'jobs'>,
  now: () => Date,
  complain: (error: unknown) => void = () => undefined,
) {
  const ago = (milliseconds: number): string => new Date(now().getTime() - milliseconds).toISOString();
  const at = (): string => now().toISOString();
  /** Ends a job whose process has ended without a word. */
  const settled = async (kind: string, user: string): Promise<JobRecord | null> => {
    const job = await storage.jobs.of(user, kind);
    if (job === null || job.at < ago(LIFE)) return null;
    if (job.state !== 'running' || job.at >= ago(SILENCE)) return job;
    await storage.jobs.fail(job.uuid, STOPPED, at(), ago(SILENCE));
    return storage.jobs.of(user, kind);
  };
  return {
    /**
     * Begins a job and does its work after this call has returned.
     * @param work reports how many things are done, which throws once the job was ended; it must end with `finish`, in the transaction that stores what it did
     * @throws {Refusal} invalid, while the user's last job of the kind runs
     */
    async begin(
      { kind, user, total }: Pick<JobRecord, 'kind' | 'user' | 'total'>,
      work: (uuid: string, report: (done: number) => void) => Promise<void>,
    ): Promise<Job> {
      await settled(kind, user);
      const uuid = randomUUID();
      if (!(await storage.jobs.begin({ uuid, kind, user, total, at: at() })))
        throw new Refusal('invalid', 'Your last one still runs: wait until it is done.');
      let done = 0;
      let reported = 0;
      let isEnded = false;
      const report = (): void => {
        reported = performance.now();
        storage.jobs.report(uuid, done, at()).then((isRunning) => {
          isEnded = !isRunning;
        }, complain);
      };
      const beat = setInterval(report, BEAT).unref();
      void work(uuid, (count) => {
        if (isEnded) throw ended();
        done = count;
        if (performance.now() - reported > REPORT_INTERVAL) report();
      })
        .catch((error: unknown) => {
          if (!(error instanceof Refusal)) complain(error);
          const why = error instanceof Refusal ? error.message : 'The server could not do it. Please try again.';
          return storage.jobs.fail(uuid, why, at());
        })
        .catch(complain)
        .finally(() => clearInterval(beat));
      return { uuid, total, done, state: 'running', message: null, result: null };
    },
    /**
     * Ends a job well, in the transaction of its work.
     * @param key encrypts the result, and is not stored
     * @throws {Refusal} gone, if the job was ended meanwhile: then nothing must be stored
     */
    async finish({ jobs }: Stores, uuid: string, result: object, key: string): Promise<void> {
      if (!(await jobs.finish(uuid, sealed(JSON.stringify(result), key), at()))) throw ended();
    },
    /** An administrator's last job of a kind. @param key the one with which it was begun; any other text if it is not known */
    async read(kind: string, by: Actor, key: string): Promise<Job | null> {
      requireAdministrator(by);
      const job = await settled(kind, by.uuid);
      if (job === null) return null;
      const { uuid, total, done, state, message } = job;
      return { uuid, total, done, state, message, result: job.sealed === null ? null : opened(job.sealed, key) };
    },
    /** Forgets an administrator's last job of a kind with its result: one that runs then stores nothing. */
    drop: (kind: string, by: Actor): Promise<void> => storage.jobs.drop(by.uuid, kind),
    /** Ends the jobs of processes before this one, where no other can run. */
    endAll: (): Promise<void> => storage.jobs.failAll(STOPPED, at()),
    purge: (): Promise<void> => storage.jobs.purge(ago(LIFE)),
  };
}

const ended = (): Refusal => new Refusal('gone', 'It was ended.');

const CIPHER = 'aes-256-gcm';
const [IV_BYTES, TAG_BYTES] = [12, 16];
const secretOf = (key: string): Buffer => createHash('sha256').update(key).digest();

function sealed(text: string, key: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, secretOf(key), iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

/** @returns null if it was sealed with another key */
function opened(text: string, key: string): unknown {
  const bytes = Buffer.from(text, 'base64');
  const body = bytes.subarray(IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, secretOf(key), bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString());
  } catch {
    return null;
  }
}
