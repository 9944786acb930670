import { sql, type Kysely, type SqlBool } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { addColumn, addIndex, filledWith, required } from './build.ts';
import { rewriteAllKeys, rewriteNameKeys } from './names-migration.ts';
import type { Schema } from '../schema.ts';

/** One step of the database's history. Never change one that was released: add the next. */
export type Migration = { number: number; name: string; up: (db: Kysely<Schema>, engine: Engine) => Promise<void> };

/** The columns of WIPs by which a list is found. */
const whose = ['template', 'organisation'];
/** The WIPs that a list contains. */
const notDeleted = sql<SqlBool>`${sql.ref('deleted_at')} is null`;

/** The content columns are last: SQLite then reads a row's head without its overflow pages. */
export const migrations: readonly Migration[] = [
  {
    number: 1,
    name: 'organisations, users, roles, templates, wips, archives, sessions',
    async up(db, engine) {
      const { schema } = db;
      const { text, integer } = engine;
      await schema
        .createTable('settings')
        .addColumn('name', text, (column) => column.primaryKey())
        .addColumn('value', text, required)
        .execute();
      await schema
        .createTable('organisations')
        .addColumn('uuid', text, (column) => column.primaryKey())
        .addColumn('organization_id', integer, (column) => column.notNull().unique())
        .addColumn('name', text, (column) => column.notNull().unique())
        .execute();
      await schema
        .createTable('users')
        .addColumn('uuid', text, (column) => column.primaryKey())
        .addColumn('username', text, required)
        .addColumn('username_key', text, (column) => column.notNull().unique())
        .addColumn('name', text, required)
        .addColumn('email', text, required)
        .addColumn('organisation', text, (column) => column.notNull().references('organisations.uuid'))
        .addColumn('permission', integer, required)
        .addColumn('password_hash', text, required)
        .addColumn('created_at', text, required)
        .addColumn('disabled_at', text)
        .execute();
      await addIndex(schema, 'users_of_organisation', 'users', ['organisation']);
      await schema
        .createTable('roles')
        .addColumn('uuid', text, (column) => column.primaryKey())
        .addColumn('name', text, required)
        .addColumn('file_name', text, required)
        .execute();
      await addIndex(schema, 'roles_of_file', 'roles', ['file_name']);
      await schema
        .createTable('role_holders')
        .addColumn('role', text, (column) => column.notNull().references('roles.uuid'))
        .addColumn('user', text, (column) => column.notNull().references('users.uuid'))
        .addPrimaryKeyConstraint('role_holders_key', ['role', 'user'])
        .execute();
      await schema
        .createTable('templates')
        .addColumn('uuid', text, (column) => column.primaryKey())
        .addColumn('name', text, required)
        .addColumn('description', text, required)
        .addColumn('file_name', text, required)
        .addColumn('organisation', text, (column) => column.references('organisations.uuid'))
        .addColumn('position', integer, required)
        .addColumn('version', integer, required)
        .addColumn('created_at', text, required)
        .addColumn('content', text, required)
        .execute();
      await schema
        .createTable('wips')
        .addColumn('uuid', text, (column) => column.primaryKey())
        .addColumn('template', text, (column) => column.notNull().references('templates.uuid'))
        .addColumn('organisation', text, (column) => column.notNull().references('organisations.uuid'))
        .addColumn('name', text, required)
        .addColumn('description', text, required)
        .addColumn('version', integer, required)
        .addColumn('created_at', text, required)
        .addColumn('created_by', text, (column) => column.notNull().references('users.uuid'))
        .addColumn('updated_at', text, required)
        .addColumn('updated_by', text, (column) => column.notNull().references('users.uuid'))
        .addColumn('deleted_at', text)
        .addColumn('content', text, required)
        .execute();
      await addIndex(schema, 'wips_of_template', 'wips', ['template', 'organisation', 'updated_at']);
      await schema
        .createTable('archives')
        .addColumn('number', integer, engine.numbered)
        .addColumn('uuid', text, (column) => column.notNull().unique())
        .addColumn('wip', text, (column) => column.notNull().references('wips.uuid'))
        .addColumn('template', text, (column) => column.notNull().references('templates.uuid'))
        .addColumn('organisation', text, (column) => column.notNull().references('organisations.uuid'))
        .addColumn('name', text, required)
        .addColumn('file_name', text, required)
        .addColumn('format', text, required)
        .addColumn('submitted_on', text, required)
        .addColumn('submitted_by', text, (column) => column.notNull().references('users.uuid'))
        .addColumn('content', text, required)
        .execute();
      await addIndex(schema, 'archives_of_wip', 'archives', ['wip', 'submitted_on']);
      await addIndex(schema, 'archives_of_template', 'archives', ['template', 'organisation', 'submitted_on']);
      await schema
        .createTable('session_families')
        .addColumn('uuid', text, (column) => column.primaryKey())
        .addColumn('user', text, (column) => column.notNull().references('users.uuid'))
        .addColumn('used_at', text, required)
        .addColumn('expires_at', text, required)
        .addColumn('revoked_at', text)
        .execute();
      await addIndex(schema, 'families_of_user', 'session_families', ['user']);
      await schema
        .createTable('access_tokens')
        .addColumn('hash', text, (column) => column.primaryKey())
        .addColumn('family', text, (column) => column.notNull().references('session_families.uuid').onDelete('cascade'))
        .addColumn('expires_at', text, required)
        .execute();
      await addIndex(schema, 'access_tokens_of_family', 'access_tokens', ['family']);
      await schema
        .createTable('refresh_tokens')
        .addColumn('hash', text, (column) => column.primaryKey())
        .addColumn('family', text, (column) => column.notNull().references('session_families.uuid').onDelete('cascade'))
        .addColumn('used_at', text)
        .execute();
      await addIndex(schema, 'refresh_tokens_of_family', 'refresh_tokens', ['family']);
      for (const table of ['templates', 'wips', 'archives']) await engine.keepPlain(db, table, 'content');
    },
  },
  {
    number: 2,
    name: 'audit log, removed templates',
    async up(db, engine) {
      const { schema } = db;
      const { text, integer } = engine;
      await schema
        .createTable('audit')
        .addColumn('number', integer, engine.numbered)
        .addColumn('at', text, required)
        .addColumn('action', text, required)
        .addColumn('actor', text)
        .addColumn('organisation', text)
        .addColumn('subject', text)
        .addColumn('address', text)
        .addColumn('detail', text)
        .execute();
      await engine.onlyGrows(db, 'audit', 'the audit log only grows');
      await addColumn(schema, 'templates', 'removed_at', text);
    },
  },
  {
    number: 3,
    name: 'events between processes, attempts to sign in',
    async up(db, engine) {
      const { schema } = db;
      const { text, integer } = engine;
      await schema
        .createTable('events')
        .addColumn('number', integer, engine.numbered)
        .addColumn('at', text, required)
        .addColumn('kind', text, required)
        .addColumn('subject', text, required)
        .execute();
      await schema
        .createTable('attempts')
        .addColumn('number', integer, engine.numbered)
        .addColumn('name', text, required)
        .addColumn('at', text, required)
        .execute();
      await addIndex(schema, 'attempts_of_name', 'attempts', ['name', 'at']);
    },
  },
  {
    number: 4,
    name: 'whether the saves of a document marked their line breaks',
    async up({ schema }, { text }) {
      for (const table of ['wips', 'archives']) {
        await addColumn(schema, table, 'line_breaks', text, filledWith('guessed'));
      }
    },
  },
  {
    number: 5,
    name: 'documents as the HTML that they are made of and what was written into it',
    // It needs the HTML parser, which no other start does.
    up: async (db, engine) => (await import('./documents-migration.ts')).separateDocuments(db, engine),
  },
  {
    number: 6,
    name: 'lists in pages: names as they are searched and sorted',
    async up(db, { text }) {
      const { schema } = db;
      for (const [table, columns] of [
        ['wips', ['name_key', 'name_order']],
        ['archives', ['name_key', 'name_order']],
        ['users', ['name_key', 'email_key']],
      ] as const) {
        for (const one of columns) {
          await addColumn(schema, table, one, text, filledWith(''));
        }
      }
      await rewriteNameKeys(db);
      // Each index contains all columns by which a page is found and counted, so that no row is read; `deleted_at` too,
      // which SQLite would look up otherwise.
      await addIndex(
        schema,
        'wips_by_change',
        'wips',
        [...whose, 'updated_at desc', 'uuid', 'name_key', 'deleted_at'],
        notDeleted,
      );
      await addIndex(
        schema,
        'wips_by_name',
        'wips',
        [...whose, 'name_order', 'uuid', 'name_key', 'deleted_at'],
        notDeleted,
      );
      // For the count of all: much smaller than the two above, and a save does not change it.
      await addIndex(schema, 'wips_counted', 'wips', [...whose, 'deleted_at'], notDeleted);
      await addIndex(schema, 'archives_by_moment', 'archives', ['wip', 'submitted_on desc', 'number desc', 'name_key']);
      await addIndex(schema, 'archives_by_name', 'archives', ['wip', 'name_order', 'number desc', 'name_key']);
      for (const index of ['wips_of_template', 'archives_of_wip']) await schema.dropIndex(index).ifExists().execute();
    },
  },
  {
    number: 7,
    name: 'tries to sign in by name and network, networks from which people signed in',
    async up({ schema }, engine) {
      const { text, integer } = engine;
      // Its rows count for a quarter of an hour only.
      await schema.dropTable('attempts').execute();
      await schema
        .createTable('attempts')
        .addColumn('number', integer, engine.numbered)
        .addColumn('username', text, required)
        .addColumn('network', text, required)
        .addColumn('is_beyond', integer, required)
        .addColumn('at', text, required)
        .execute();
      for (const one of ['username', 'network']) {
        await addIndex(schema, `attempts_of_${one}`, 'attempts', [one, 'at']);
      }
      await schema
        .createTable('sign_in_refusals')
        .addColumn('username', text, required)
        .addColumn('network', text, required)
        .addColumn('at', text, required)
        .addPrimaryKeyConstraint('sign_in_refusals_key', ['username', 'network'])
        .execute();
      await schema
        .createTable('known_networks')
        .addColumn('user', text, (column) => column.notNull().references('users.uuid').onDelete('cascade'))
        .addColumn('network', text, required)
        .addColumn('used_at', text, required)
        .addPrimaryKeyConstraint('known_networks_key', ['user', 'network'])
        .execute();
    },
  },
  {
    number: 8,
    name: 'removed people and organisations, an audit log whose oldest part may go',
    async up(db, engine) {
      const { schema } = db;
      for (const table of ['organisations', 'users']) {
        await addColumn(schema, table, 'removed_at', engine.text);
      }
      await addIndex(schema, 'audit_by_moment', 'audit', ['at']);
      await engine.onlyGrowsSince(db, 'audit', 'audit_kept_since', 'the audit log only grows');
    },
  },
  {
    number: 9,
    name: 'boards',
    async up({ schema }, { text }) {
      await schema
        .createTable('boards')
        .addColumn('uuid', text, (column) => column.primaryKey())
        .addColumn('organisation', text, (column) => column.notNull().references('organisations.uuid'))
        .addColumn('name', text, required)
        .addColumn('name_order', text, required)
        .addColumn('shown', text, required)
        .addColumn('updated_at', text, required)
        .addColumn('updated_by', text, (column) => column.notNull().references('users.uuid'))
        .execute();
      await addIndex(schema, 'boards_of_organisation', 'boards', ['organisation', 'name_order']);
    },
  },
  {
    number: 10,
    name: 'displays, and screens that wait to be paired',
    async up({ schema }, { text }) {
      await schema
        .createTable('displays')
        .addColumn('uuid', text, (column) => column.primaryKey())
        .addColumn('organisation', text, (column) => column.notNull().references('organisations.uuid'))
        .addColumn('name', text, required)
        .addColumn('name_order', text, required)
        .addColumn('board', text, (column) => column.references('boards.uuid').onDelete('set null'))
        .addColumn('token', text, (column) => column.notNull().unique())
        .addColumn('paired_at', text, required)
        .addColumn('paired_by', text, (column) => column.notNull().references('users.uuid'))
        .addColumn('last_seen', text, required)
        .addColumn('ended_at', text)
        .execute();
      await addIndex(schema, 'displays_of_organisation', 'displays', ['organisation', 'name_order']);
      await addIndex(schema, 'displays_of_board', 'displays', ['board']);
      await schema
        .createTable('pairings')
        .addColumn('code', text, (column) => column.primaryKey())
        .addColumn('claim', text, (column) => column.notNull().unique())
        .addColumn('network', text, required)
        .addColumn('expires_at', text, required)
        .addColumn('display', text, (column) => column.references('displays.uuid').onDelete('cascade'))
        .execute();
    },
  },
  {
    number: 11,
    name: 'lists of deleted WIPs, and who deleted them',
    async up(db, { text }) {
      const { schema } = db;
      await addColumn(schema, 'wips', 'deleted_by', text, (column) => column.references('users.uuid'));
      // As far as the audit log still has them.
      const deletions = db
        .selectFrom('audit')
        .innerJoin('users', 'users.uuid', 'audit.actor')
        .select(['audit.subject', 'users.uuid as by'])
        .where('audit.action', '=', 'document_deleted');
      for (const { subject, by } of await deletions.execute()) {
        await db
          .updateTable('wips')
          .set({ deleted_by: by })
          .where('uuid', '=', subject)
          .where('deleted_at', 'is not', null)
          .execute();
      }
      // Besides those of migration 6, which contain the others only: a save does not change these.
      const deleted = sql<SqlBool>`${sql.ref('deleted_at')} is not null`;
      for (const [name, first] of [
        ['deleted_wips_by_change', 'updated_at desc'],
        ['deleted_wips_by_name', 'name_order'],
      ] as const)
        await addIndex(schema, name, 'wips', [...whose, first, 'uuid', 'name_key', 'deleted_at'], deleted);
    },
  },
  {
    number: 12,
    name: 'where displays were seen last',
    async up({ schema }, { text }) {
      await addColumn(schema, 'displays', 'address', text);
    },
  },
  { number: 13, name: 'names as they are searched, without what nobody sees in them', up: rewriteNameKeys },
  {
    number: 14,
    name: 'plans that know groups of radio buttons, and line feeds that the parser drops',
    up: async (db) => (await import('./plans-migration.ts')).recomputePlans(db),
  },
  {
    number: 15,
    name: 'contents of archives, each once, beside records that are proved without them',
    up: async (db, engine) => (await import('./contents-migration.ts')).separateContents(db, engine),
  },
  {
    number: 16,
    name: 'who stored how much on which day',
    async up({ schema }, { text, integer }) {
      await schema
        .createTable('usage')
        .addColumn('day', text, required)
        .addColumn('user', text, (column) => column.notNull().references('users.uuid').onDelete('cascade'))
        .addColumn('organisation', text, (column) => column.notNull().references('organisations.uuid'))
        .addColumn('bytes', integer, required)
        .addPrimaryKeyConstraint('usage_key', ['day', 'user', 'organisation'])
        .execute();
      await addIndex(schema, 'wips_of_organisation', 'wips', ['organisation', 'deleted_at'], notDeleted);
    },
  },
  {
    number: 17,
    name: 'one-time passwords, last sign-ins, and where sessions were opened',
    async up(db, { text }) {
      const { schema } = db;
      for (const one of ['password_until', 'signed_in_at']) {
        await addColumn(schema, 'users', one, text);
      }
      for (const one of ['opened_at', 'address', 'agent']) {
        await addColumn(schema, 'session_families', one, text);
      }
      // As far as the audit log still has them.
      const signIns = db
        .selectFrom('audit')
        .innerJoin('users', 'users.uuid', 'audit.actor')
        .select(({ fn }) => ['users.uuid', fn.max('audit.at').as('at')])
        .where('audit.action', '=', 'signed_in')
        .groupBy('users.uuid');
      for (const { uuid, at } of await signIns.execute()) {
        await db.updateTable('users').set({ signed_in_at: at }).where('uuid', '=', uuid).execute();
      }
    },
  },
  {
    number: 18,
    name: 'the HTML that templates had before, and who changed them when',
    async up({ schema }, { text }) {
      await addColumn(schema, 'templates', 'version_before', text, (column) =>
        column.references('template_versions.hash'),
      );
      await addColumn(schema, 'templates', 'changed_at', text);
      await addColumn(schema, 'templates', 'changed_by', text, (column) =>
        column.references('users.uuid').onDelete('set null'),
      );
      await addIndex(schema, 'templates_of_version_before', 'templates', ['version_before']);
    },
  },
  {
    number: 19,
    name: 'second factors',
    async up({ schema }, { text, integer }) {
      await schema
        .createTable('second_factors')
        .addColumn('user', text, (column) => column.primaryKey().references('users.uuid').onDelete('cascade'))
        .addColumn('secret', text, required)
        .addColumn('last_step', integer, required)
        .addColumn('failures', integer, required)
        .addColumn('recovery_codes', text, required)
        .addColumn('since', text, required)
        .execute();
    },
  },
  {
    number: 20,
    name: 'the pair of Command Docs of an organisation',
    async up({ schema }, { text }) {
      // Without references: templates refer to their organisation, and rows are imported in an order.
      for (const one of ['command_left', 'command_right']) {
        await addColumn(schema, 'organisations', one, text);
      }
    },
  },
  {
    number: 21,
    name: 'sessions that have to set up a second factor first',
    async up({ schema }, { integer }) {
      await addColumn(schema, 'session_families', 'factor_due', integer, filledWith(0));
    },
  },
  {
    number: 22,
    name: 'people of an identity provider, and sign-ins that are on their way there',
    async up({ schema }, { text }) {
      await schema
        .createTable('identities')
        .addColumn('issuer', text, required)
        .addColumn('subject', text, required)
        .addColumn('user', text, (column) => column.notNull().unique().references('users.uuid').onDelete('cascade'))
        .addPrimaryKeyConstraint('identities_key', ['issuer', 'subject'])
        .execute();
      await schema
        .createTable('provider_sign_ins')
        .addColumn('state', text, (column) => column.primaryKey())
        .addColumn('browser', text, required)
        .addColumn('nonce', text, required)
        .addColumn('verifier', text, required)
        .addColumn('expires_at', text, required)
        .execute();
    },
  },
  {
    number: 23,
    name: 'plans that leave scripts, fields and comments behind a text alone',
    up: async (db) => (await import('./plans-migration.ts')).recomputePlans(db),
  },
  {
    number: 24,
    name: 'names as they are searched, with letters that have no accent alone, and usernames among them',
    async up(db, { text }) {
      await addColumn(db.schema, 'users', 'username_sought', text, filledWith(''));
      await rewriteAllKeys(db);
    },
  },
  {
    number: 25,
    name: 'work that takes longer than a call may',
    async up({ schema }, { text, integer }) {
      await schema
        .createTable('jobs')
        .addColumn('uuid', text, required)
        .addColumn('kind', text, required)
        .addColumn('user', text, (column) => column.notNull().references('users.uuid').onDelete('cascade'))
        .addColumn('total', integer, required)
        .addColumn('done', integer, required)
        .addColumn('state', text, required)
        .addColumn('message', text)
        .addColumn('sealed', text)
        .addColumn('at', text, required)
        .addPrimaryKeyConstraint('jobs_key', ['user', 'kind'])
        .execute();
    },
  },
  {
    number: 26,
    name: 'the index of what submissions contain',
    up: async (db, engine) => (await import('./records-migration.ts')).addRecordIndex(db, engine),
  },
  {
    number: 27,
    name: 'words of one region among many that have the same word',
    up: async (db) => (await import('./records-migration.ts')).indexWordsByRegion(db),
  },
  {
    number: 28,
    name: 'archives that displays showed',
    up: async (db, engine) => (await import('./records-migration.ts')).addReceived(db, engine),
  },
  {
    number: 29,
    name: 'chains of the audit log and of organizations, keys and checkpoints',
    up: async (db, engine) => (await import('./proof-migration.ts')).addProof(db, engine),
  },
  {
    number: 30,
    name: 'holds, and days for which templates keep the content of archives',
    up: async (db, engine) => (await import('./records-migration.ts')).addHolds(db, engine),
  },
  {
    number: 31,
    name: 'plans that leave buttons, frames and drawings behind a text alone',
    up: async (db) => (await import('./plans-migration.ts')).recomputePlans(db),
  },
];
