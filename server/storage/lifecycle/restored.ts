import { DatabaseSync } from 'node:sqlite';
import { auditChecksum, nextLink } from '../chain.ts';
import { sqliteCode } from '../engines/sqlite.ts';
import { writeSetting } from './last-backup.ts';

/**
 * Settings that keep their present values, not those of the backup: a rotated secret stays so, and browsers still
 * recognise their data. Settings of another installation, as of a new machine on which a server was started, are not
 * kept: no browser knows them.
 */
const STAYING = ['secret', 'marks', 'last_backup'];
/** Tables about sign-ins, children before parents. */
const SIGNED_IN = [
  'pairings',
  'access_tokens',
  'refresh_tokens',
  'session_families',
  'attempts',
  'sign_in_refusals',
  'provider_sign_ins',
];

/** The reason why a user may do again what they could no longer do. */
export type Reason =
  | 'disabled'
  | 'removed'
  | 'moved to another organization'
  | 'level lowered'
  | 'password changed'
  | 'second step set up or changed'
  | 'unlinked from a person of the identity provider'
  | 'role taken away';

/** A user who regains by a restore what was removed after the backup. */
export type Regained = { uuid: string; username: string; since: Reason[] };

type Rights = {
  username: string;
  organisation: string;
  level: number;
  password: string;
  /** The secret of their second factor; null without one. */
  secret: string | null;
  /** Their identity at an identity provider; null without one. */
  identity: string | null;
  isDisabled: boolean;
  isRemoved: boolean;
  roles: Set<string>;
};

/** Data of the previous database that a restore needs. */
export type Before = {
  settings: Map<string, string>;
  people: Map<string, Rights>;
  /** The displays that were ended, by uuid, and when. */
  ended: Map<string, string>;
};

function tablesOf(database: DatabaseSync): Set<string> {
  const rows = database.prepare("select name from sqlite_master where type = 'table'").all();
  return new Set(rows.map((row) => String(row['name'])));
}

function peopleOf(database: DatabaseSync): Before['people'] {
  const people: Before['people'] = new Map();
  for (const row of database.prepare('select * from users').all()) {
    people.set(String(row['uuid']), {
      username: String(row['username']),
      organisation: String(row['organisation']),
      level: Number(row['permission']),
      password: String(row['password_hash']),
      secret: null,
      identity: null,
      isDisabled: row['disabled_at'] !== null,
      // Earlier forms have no such column.
      isRemoved: typeof row['removed_at'] === 'string',
      roles: new Set(),
    });
  }
  for (const row of database.prepare('select role, "user" from role_holders').all())
    people.get(String(row['user']))?.roles.add(String(row['role']));
  if (tablesOf(database).has('second_factors')) {
    for (const row of database.prepare('select "user", secret from second_factors').all()) {
      const person = people.get(String(row['user']));
      if (person) person.secret = String(row['secret']);
    }
  }
  if (tablesOf(database).has('identities')) {
    for (const row of database.prepare('select "user", issuer, subject from identities').all()) {
      const person = people.get(String(row['user']));
      if (person) person.identity = JSON.stringify([row['issuer'], row['subject']]);
    }
  }
  return people;
}

function endedOf(database: DatabaseSync): Before['ended'] {
  // Earlier forms have no such table.
  if (!tablesOf(database).has('displays')) return new Map();
  const rows = database.prepare('select uuid, ended_at from displays where ended_at is not null').all();
  return new Map(rows.map((row) => [String(row['uuid']), String(row['ended_at'])]));
}

/**
 * Reads the data that a restore needs of the database that it replaces.
 * @param file which no other process uses
 * @returns null when it cannot be read: a damaged database is a reason to restore
 */
export function readBefore(file: string): Before | null {
  try {
    const database = new DatabaseSync(file, { timeout: 5_000 });
    try {
      const settings = database
        .prepare('select name, value from settings')
        .all()
        .map((row) => [String(row['name']), String(row['value'])] as const);
      return {
        settings: new Map(settings.filter(([name]) => STAYING.includes(name))),
        people: peopleOf(database),
        ended: endedOf(database),
      };
    } finally {
      database.close();
    }
  } catch (error) {
    if (sqliteCode(error) === null) throw error;
    return null;
  }
}

/** True if two databases are of one installation: they have a user in common. */
const isSameInstallation = (then: Before['people'], before: Before['people']): boolean =>
  [...then.keys()].some((uuid) => before.has(uuid));

function regained(then: Before['people'], before: Before['people']): Regained[] {
  return [...then].flatMap(([uuid, had]) => {
    if (had.isDisabled) return [];
    const has = before.get(uuid);
    if (!has || has.isRemoved) return [{ uuid, username: had.username, since: ['removed' as const] }];
    const since: Reason[] = [];
    if (has.isDisabled) since.push('disabled');
    if (has.organisation !== had.organisation) since.push('moved to another organization');
    if (has.level < had.level) since.push('level lowered');
    if (has.password !== had.password) since.push('password changed');
    // They sign in without a code, or with codes of an authenticator that they gave up.
    if (has.secret !== null && has.secret !== had.secret) since.push('second step set up or changed');
    if (had.identity !== null && has.identity !== had.identity)
      since.push('unlinked from a person of the identity provider');
    if ([...had.roles].some((role) => !has.roles.has(role))) since.push('role taken away');
    return since.length > 0 ? [{ uuid, username: had.username, since }] : [];
  });
}

/** Notes the restore in the audit log, as `addEntries` does. Earlier forms have no chain: the migration adds it. */
function noteRestore(database: DatabaseSync, at: string): void {
  const entry = { at, action: 'database_restored', organisation: null } as const;
  const columns = database.prepare('select name from pragma_table_info(?)').all('audit');
  if (!columns.some(({ name }) => name === 'checksum')) {
    database.prepare('insert into audit (at, action) values (?, ?)').run(at, entry.action);
    return;
  }
  const last = database.prepare('select checksum from audit order by number desc limit 1').get();
  const previous = last ? String(last['checksum']) : null;
  const checksum = auditChecksum({ ...entry, actor: null, subject: null, address: null, detail: null }, previous);
  const own = database
    .prepare('select link_number, link from audit where organisation is null order by link_number desc limit 1')
    .get();
  const before = own && { link_number: Number(own['link_number']), link: String(own['link']) };
  const { link_number, link } = nextLink(before, checksum);
  database
    .prepare('insert into audit (at, action, previous, checksum, link_number, link) values (?, ?, ?, ?, ?, ?)')
    .run(at, entry.action, previous, checksum, link_number, link);
}

/**
 * Makes a copy of a backup fit to be the installation's database: ends all sessions and pending sign-ins, keeps
 * displays that were ended since as they are, and notes the restore in the audit log.
 * @param file the copy, of this version's format or an earlier one
 * @param before data of the database that it replaces; null when there is none, or it cannot be read
 * @param now for the audit log
 * @returns users who regain what was removed since, by name
 */
export function makeFresh(file: string, before: Before | null, now: Date): Regained[] {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    const tables = tablesOf(database);
    database.exec('begin immediate');
    for (const table of SIGNED_IN) if (tables.has(table)) database.exec(`delete from ${table}`);
    const people: Before['people'] = before ? peopleOf(database) : new Map<string, Rights>();
    const same = before && isSameInstallation(people, before.people) ? before : null;
    for (const [name, value] of same?.settings ?? []) writeSetting(database, name, value);
    if (tables.has('displays')) {
      const end = database.prepare('update displays set ended_at = ? where uuid = ? and ended_at is null');
      for (const [uuid, at] of before?.ended ?? []) end.run(at, uuid);
    }
    // The first version had no audit log.
    if (tables.has('audit')) noteRestore(database, now.toISOString());
    const back = same ? regained(people, same.people) : [];
    database.exec('commit');
    return back.toSorted((one, other) => one.username.localeCompare(other.username, 'en'));
  } finally {
    database.close();
  }
}
