import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { takeDataFolder } from '#server/storage/lifecycle/data-folder.ts';
import { migrate } from '#server/storage/migrations/migrate.ts';
import { migrations } from '#server/storage/migrations/migrations.ts';
import type { OpenDatabase } from '#server/storage/lifecycle/open.ts';
import type { Storage, Stores } from '#server/storage/storage.ts';
import type { NewArchive } from '#server/storage/stores/archives.ts';
import type { Schema } from '#server/storage/schema.ts';
import { addVersion, recordOf } from '#tests/support/documents.ts';
import { connect, openPlace } from '#tests/support/postgres/engines.ts';

/** A minute of the day on which everything happens. */
export const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

/** Error of each engine for a row that breaks a rule. */
export const REFUSED = /unique constraint|foreign key constraint/i;

export const organisation = { uuid: randomUUID(), organization_id: 7, name: 'Harbor' };
export const abroad = { uuid: randomUUID(), organization_id: 3, name: 'Abroad' };
export const template = randomUUID();
export const author = randomUUID();
export const wip = randomUUID();

/** Nothing was written into a document yet. */
export const untouched = { values: '{}', rows: null };

/** A session of the author's. */
export const family = (): Parameters<Stores['sessions']['addFamily']>[0] => ({
  uuid: randomUUID(),
  user: author,
  used_at: at(0),
  expires_at: at(60),
});

/** A database with two organisations, an administrator, a template and a WIP. */
export type Stored = AsyncDisposable & {
  place: Record<string, string>;
  open: OpenDatabase;
  storage: Storage;
  /** The HTML of the template: `<p>`. */
  version: string;
  addUser(uuid: string, username: string, permission: number, whose?: string): Promise<void>;
  addTemplate(uuid: string, more: { organisation: string | null; name?: string; position?: number }): Promise<void>;
  addWip(uuid: string, more: { name?: string; updated_at?: string }): Promise<void>;
  archiveOf(uuid: string, submitted_on: string, previous?: string | null, html?: string): Promise<NewArchive>;
};

/** @param place a database that is not in use */
export async function startStored(place: Record<string, string>): Promise<Stored> {
  const open = await openPlace(place);
  const { storage } = open;
  const version = await addVersion(storage, '<p>');
  const stored: Stored = {
    place,
    open,
    storage,
    version,
    addUser: (uuid, username, permission, whose = organisation.uuid) =>
      storage.users.add({
        uuid,
        username,
        name: username,
        email: '',
        organisation: whose,
        permission,
        password_hash: 'x',
        password_until: null,
        created_at: at(0),
      }),
    addTemplate: (uuid, more) =>
      storage.templates.add({
        uuid,
        name: 'Plan',
        description: '',
        file_name: 'plan.html',
        position: 0,
        created_at: at(0),
        template_version: version,
        ...more,
      }),
    addWip: (uuid, more) =>
      storage.wips.add({
        uuid,
        template,
        organisation: organisation.uuid,
        name: 'One',
        description: '',
        template_version: version,
        author,
        created_at: at(0),
        updated_at: at(0),
        ...untouched,
        line_breaks: 'marked',
        ...more,
      }),
    archiveOf(uuid, submitted_on, previous = null, html = '<p>') {
      const of = {
        wip,
        template,
        organisation: organisation.uuid,
        name: 'One',
        file_name: 'plan.html',
        format: 'html',
      };
      return recordOf({ uuid, ...of, submitted_on }, html, author, previous);
    },
    [Symbol.asyncDispose]() {
      return this.open.close();
    },
  };
  await storage.organisations.add(organisation);
  await storage.organisations.add(abroad);
  await stored.addUser(author, 'Chief', 3);
  await stored.addTemplate(template, { organisation: null });
  await stored.addWip(wip, {});
  return stored;
}

/** Opens an empty database as the version made it that knew so many steps, or one of that format. @throws {StartError} for a later format */
export async function openOfFormat(place: Readonly<Record<string, string>>, steps: number): Promise<Kysely<Schema>> {
  // As a server makes its folder.
  if (place['DATABASE_URL'] === undefined) takeDataFolder(place['READY_DATA'] ?? '').release();
  const { db, engine } = connect(place);
  await migrate(db, engine, at(0), null, migrations.slice(0, steps));
  return db;
}
