import { sql, type Kysely } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { staleNames, type Stale } from '../memory.ts';
import { nameKeys } from '../names.ts';
import type { Added } from '../own-events.ts';
import type { ArchiveStore } from '../port/port.ts';
import type { Schema } from '../schema.ts';
import { withEvents } from './events.ts';

/** Records read at once: each may hold a document of 5 MB. */
const BATCH = 20;

const HEAD = [
  'uuid',
  'wip',
  'template',
  'organisation',
  'name',
  'file_name',
  'format',
  'submitted_on',
  'submitted_by as author',
  'dropped_at',
] as const;

/** Columns of a record besides its head. */
const RECORD = [
  'line_breaks',
  'template_version',
  'made_of',
  'content_hash',
  'previous',
  'checksum',
  'earlier_hash',
  'earlier_checksum',
] as const;

/** Bytes of a record without its content, with the notes beside it: the maximum, except for a long name. */
const RECORD_BYTES = 2_000;

/**
 * @param db the database or a transaction of it
 * @param engine its engine
 * @param stale receives the names that each change makes stale
 * @param added called with the number of each event that is added
 */
export function archiveStore(db: Kysely<Schema>, engine: Engine, stale: Stale, added: Added): ArchiveStore {
  const heads = db.selectFrom('archives').select(HEAD);
  const proved = heads
    .leftJoin('archive_contents as content', 'content.hash', 'archives.content_hash')
    .leftJoin('archive_contents as earlier', 'earlier.hash', 'archives.earlier_hash')
    .select(['number', ...RECORD, 'content.packed', 'earlier.packed as earlier']);
  const newestFirst = heads.orderBy('submitted_on', 'desc').orderBy('number', 'desc');
  return {
    list: (wip) => newestFirst.where('wip', '=', wip).execute(),
    recent: async (template, organisation) =>
      (await newestFirst
        .where('template', '=', template)
        .where('organisation', '=', organisation)
        .limit(1)
        .executeTakeFirst()) ?? null,
    head: async (uuid) => (await heads.where('uuid', '=', uuid).executeTakeFirst()) ?? null,
    packed: async (uuid) =>
      (await heads
        .leftJoin('archive_contents', 'archive_contents.hash', 'archives.content_hash')
        .select(['packed', 'line_breaks'])
        .where('uuid', '=', uuid)
        .executeTakeFirst()) ?? null,
    async before({ wip, template, organisation, submitted_on }) {
      const earlier = newestFirst.where('submitted_on', '<', submitted_on).limit(1);
      const inTurn = earlier.where('template', '=', template).where('organisation', '=', organisation);
      const [ofWip, ofTemplate] = await Promise.all([
        earlier.where('wip', '=', wip).executeTakeFirst(),
        inTurn.executeTakeFirst(),
      ]);
      return { ofWip: ofWip ?? null, ofTemplate: ofTemplate ?? null };
    },
    record: async (uuid) => (await heads.select(RECORD).where('uuid', '=', uuid).executeTakeFirst()) ?? null,
    async last(template, organisation) {
      await engine.lockName(db, 'submissions');
      const row = await db
        .selectFrom('archives')
        .select(({ fn }) => fn.max('submitted_on').as('moment'))
        .where('template', '=', template)
        .where('organisation', '=', organisation)
        .executeTakeFirst();
      const before = await db
        .selectFrom('archives')
        .select('checksum')
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
      return { moment: row?.moment ?? null, checksum: before?.checksum ?? null };
    },
    async newest() {
      const newest = db.selectFrom('archives').select(({ fn }) => fn.max('submitted_on').as('moment'));
      return (await newest.executeTakeFirst())?.moment ?? null;
    },
    async add({ author, packed, ...archive }) {
      const { uuid, wip, template, organisation, name, file_name, format, submitted_on } = archive;
      let bytes = RECORD_BYTES;
      const rows = await withEvents(
        db,
        engine,
        { kind: 'submission', at: submitted_on, added },
        async (transaction) => {
          const { numInsertedOrUpdatedRows: kept = 0n } = await transaction
            .insertInto('archive_contents')
            .values({ hash: archive.content_hash, packed })
            // Stored content may be damaged, and then no second archive may share it.
            .onConflict((conflict) =>
              conflict.column('hash').doUpdateSet({ packed }).where('archive_contents.packed', '<>', packed),
            )
            .executeTakeFirst();
          if (kept > 0n) bytes += packed.length;
          await transaction
            .insertInto('archives')
            .values({ ...archive, ...nameKeys(name), submitted_by: author, dropped_at: null })
            .execute();
          return [uuid];
        },
      );
      await stale(staleNames.archives(wip), staleNames.recent(template, organisation));
      const head = {
        uuid,
        wip,
        template,
        organisation,
        name,
        file_name,
        format,
        submitted_on,
        author,
        dropped_at: null,
      };
      return { events: rows.map(({ number }) => ({ number, kind: 'submission', archive: head })), bytes };
    },
    records: (after) => proved.where('number', '>', after).orderBy('number').limit(BATCH).execute(),
    async proof(uuid) {
      const record = await proved.where('uuid', '=', uuid).executeTakeFirst();
      if (!record) return null;
      const before = await db
        .selectFrom('archives')
        .select(['checksum', 'earlier_checksum as earlier'])
        .where('number', '<', record.number)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
      return { record, before: before ?? { checksum: null, earlier: null } };
    },
    withContent(wanted) {
      const all = heads.where('dropped_at', 'is', null).orderBy('number');
      if ('before' in wanted) return all.where('submitted_on', '<', wanted.before).execute();
      return ('wip' in wanted ? all.where('wip', '=', wanted.wip) : all.where('uuid', '=', wanted.archive)).execute();
    },
    async isShown(uuid) {
      const head = await heads.where('uuid', '=', uuid).executeTakeFirst();
      if (!head) return false;
      const { wip, template, organisation } = head;
      const newest = [
        newestFirst.where('template', '=', template).where('organisation', '=', organisation),
        newestFirst
          .where('wip', '=', wip)
          .where((is) =>
            is.exists(
              is.selectFrom('wips').select('wips.uuid').where('wips.uuid', '=', wip).where('deleted_at', 'is', null),
            ),
          ),
      ];
      const shown = await Promise.all(newest.map((some) => some.limit(1).executeTakeFirst()));
      return shown.some((one) => one?.uuid === uuid);
    },
    async dropContent(uuid, at) {
      // Locked, so that no new archive refers to content that is being removed.
      await engine.lockName(db, 'submissions');
      const gone = await db
        .updateTable('archives')
        .set({ dropped_at: at, template_version: null })
        .where('uuid', '=', uuid)
        .where('dropped_at', 'is', null)
        .returning(['wip', 'template', 'organisation', 'content_hash', 'earlier_hash'])
        .executeTakeFirst();
      if (!gone) return null;
      let bytes = 0;
      for (const hash of [gone.content_hash, gone.earlier_hash]) {
        const named = (column: 'content_hash' | 'earlier_hash') =>
          db.selectFrom('archives').select('uuid').where(column, '=', hash).where('dropped_at', 'is', null);
        const removed = await db
          .deleteFrom('archive_contents')
          .where('hash', '=', hash)
          .where((is) => is.not(is.exists(named('content_hash'))))
          .where((is) => is.not(is.exists(named('earlier_hash'))))
          .returning(sql<number>`length(packed)`.as('bytes'))
          .execute();
        for (const one of removed) bytes += one.bytes;
      }
      const { wip, template, organisation } = gone;
      await stale(staleNames.archive, staleNames.archives(wip), staleNames.recent(template, organisation));
      return bytes;
    },
  };
}
