import { newUserRequest, type NewUserRequest } from '#common/calls/requests.ts';
import type { Stores } from '#server/storage/storage.ts';
import type { Organisation, RoleRecord } from '#server/storage/stores/people.ts';
import { usernameKey } from '#server/storage/names.ts';
import * as v from 'valibot';
import { setTimeout as wait } from 'node:timers/promises';
import { BASIC_PERMISSION } from '#common/config/constants.ts';
import { isSiteAdministrator, requireAdministrator, type Actor, type Caller } from '../access.ts';
import type { Changes } from '../changes.ts';
import type { Job, Jobs } from '../jobs.ts';
import { readPeopleFile, type PersonLine } from './people-file.ts';
import { usernameLine } from './account-names.ts';
import { requireGrantable } from './people.ts';
import { Refusal } from '../refusal.ts';
import { addUser, assignRole } from './user-changes.ts';

/** A line of the file, and its problem; null if the person can be added. */
export type JudgedLine = PersonLine & { problem: string | null };
/** A person who was added, with the one-time password that is shown this once. */
export type ImportedPerson = { username: string; name: string; password: string };

/** The name of the job. */
const KIND = 'people';
/** Milliseconds between two tries while too many passwords wait for their hash. */
const BUSY_RETRY = 1_000;

/** A line that can be added. */
type Wanted = { person: NewUserRequest; organisation: Organisation; roles: RoleRecord[] };
/** Facts by which lines are judged. `taken`: usernames of the lines before. */
type Basis = { actor: Actor; stores: Stores; organisations: Organisation[]; roles: RoleRecord[]; taken: Set<string> };

/** The parts of `createPeopleImport`. */
type ImportParts = {
  storage: Stores;
  changes: Changes;
  jobs: Jobs;
  /** Makes one one-time password. */
  oneTime: (caller: Caller) => Promise<{ password: string; hash: string; until: string }>;
  now: () => Date;
};

/**
 * Adds many people at once, from a table of text. Every method throws a `Refusal`.
 * @param parts storage, the passwords, the clock
 */
export function createPeopleImport({ storage, changes, jobs, oneTime, now }: ImportParts) {
  return {
    /** Reports the effect of an import without doing it. */
    async check(actor: Actor, text: string): Promise<{ lines: JudgedLine[]; unused: string[] }> {
      requireAdministrator(actor);
      const { lines, unused } = readPeopleFile(text);
      const judged = await judgeAll(storage, actor, lines);
      return { lines: judged.map(({ line, problem }) => ({ ...line, problem })), unused };
    },

    /**
     * Adds all of them, or none, in a job: hashing their passwords takes longer than a call may.
     * @param key opens the one-time passwords
     */
    async begin(caller: Caller, text: string, key: string): Promise<Job> {
      requireAdministrator(caller);
      const { lines } = readPeopleFile(text);
      requireGood(await judgeAll(storage, caller, lines));
      // The page that began it may be left.
      const owner = { ...caller, waiting: new AbortController().signal };
      const onePassword = async (): ReturnType<typeof oneTime> => {
        try {
          return await oneTime(owner);
        } catch (error) {
          if (!(error instanceof Refusal && error.kind === 'busy')) throw error;
          await wait(BUSY_RETRY);
          return onePassword();
        }
      };
      return jobs.begin({ kind: KIND, user: caller.uuid, total: lines.length }, async (uuid, report) => {
        const passwords: Awaited<ReturnType<typeof oneTime>>[] = [];
        // Two at a time, so that others who sign in meanwhile get their turn between them.
        while (passwords.length < lines.length) {
          passwords.push(...(await Promise.all([onePassword(), onePassword()])));
          report(Math.min(passwords.length, lines.length));
        }
        await changes.by(owner, async (stores, actor) => {
          requireAdministrator(actor);
          const all = requireGood(await judgeAll(stores, actor, lines));
          const by = { actor, at: now() };
          const people: ImportedPerson[] = [];
          for (const [index, { person, organisation, roles }] of all.entries()) {
            const { password = '', hash = '', until = null } = passwords[index] ?? {};
            const { username, name, email = '', permission } = person;
            const user = { username, name, email, organisation: organisation.uuid, permission };
            const added = await addUser(stores, by, { ...user, password_hash: hash, password_until: until });
            for (const role of roles) await assignRole(stores, by, { ...user, uuid: added }, role.uuid);
            people.push({ username, name, password });
          }
          await jobs.finish(stores, uuid, { people, one_time_until: passwords[0]?.until ?? null }, key);
        });
      });
    },

    /** The caller's last import. @param key the one with which it was begun, for the passwords */
    read: (actor: Actor, key: string): Promise<Job | null> => jobs.read(KIND, actor, key),
    drop: (actor: Actor): Promise<void> => jobs.drop(KIND, actor),
  };
}

type Judged = { line: PersonLine; problem: string; wanted: null } | { line: PersonLine; problem: null; wanted: Wanted };

async function judgeAll(stores: Stores, actor: Actor, lines: readonly PersonLine[]): Promise<Judged[]> {
  const [all, roles] = await Promise.all([stores.organisations.list(), stores.roles.list()]);
  const organisations = isSiteAdministrator(actor) ? all : all.filter(({ uuid }) => uuid === actor.organisation);
  const basis: Basis = { actor, stores, organisations, roles, taken: new Set() };
  const judged: Judged[] = [];
  for (const line of lines) {
    try {
      judged.push({ line, problem: null, wanted: await wantedOf(line, basis) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      judged.push({ line, problem: error.message, wanted: null });
    }
  }
  return judged;
}

/** @throws {Refusal} for the first line that cannot be added */
function requireGood(judged: readonly Judged[]): Wanted[] {
  return judged.map(({ line, problem, wanted }) => {
    if (wanted) return wanted;
    throw new Refusal('invalid', `Nobody was added. Line ${line.line}: ${problem}`);
  });
}

/** @throws {Refusal} invalid, in words that an administrator can act on */
async function wantedOf(line: PersonLine, { actor, stores, organisations, roles, taken }: Basis): Promise<Wanted> {
  const wanted = { username: line.username, name: line.name, permission: levelOf(line.level) };
  const parsed = v.safeParse(newUserRequest, line.email === '' ? wanted : { ...wanted, email: line.email }, {
    abortEarly: true,
  });
  if (!parsed.success) throw new Refusal('invalid', parsed.issues[0].message);
  const person = parsed.output;
  requireGrantable(actor, person.permission);
  const key = usernameKey(usernameLine(person.username));
  if (taken.has(key)) throw new Refusal('invalid', `'${person.username}' stands in an earlier line already.`);
  taken.add(key);
  const holder = await stores.users.byUsername(person.username);
  if (holder) throw new Refusal('invalid', `There is a user '${holder.username}' already.`);
  const called = (name: string) => (one: { name: string }) => one.name.toLowerCase() === name.toLowerCase();
  const organisation =
    line.organization === ''
      ? organisations.find(({ uuid }) => uuid === actor.organisation)
      : (organisations.find(({ organization_id }) => String(organization_id) === line.organization) ??
        organisations.find(called(line.organization)));
  if (!organisation) throw new Refusal('invalid', `You administer no organization '${line.organization}'.`);
  const held = line.roles.split(/[;,|]/).flatMap((part) => part.trim() || []);
  return {
    person,
    organisation,
    roles: held.map((name) => {
      const [role, ...others] = roles.filter(called(name));
      if (role && others.length === 0) return role;
      throw new Refusal('invalid', role ? `Several roles are called '${name}'.` : `There is no role '${name}'.`);
    }),
  };
}

function levelOf(text: string): number {
  if (text === '') return BASIC_PERMISSION;
  if (/^[0-4]$/.test(text)) return Number(text);
  throw new Refusal('invalid', 'The level must be 0 or 1 (reads), 2 (writes and submits) or 3 (administers).');
}
