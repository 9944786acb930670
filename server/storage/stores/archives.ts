import { sql } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { staleNames, type Cache, type ReadOnly } from '../memory.ts';
import { nextLink, type Link } from '../chain.ts';
import { nameKeys } from '../names.ts';
import type { Added } from '../own-events.ts';
import type { Moment, Row } from '../schema.ts';
import { firstOf } from './queries.ts';
import { withEvents } from './with-events.ts';

/** Records read at once: each may hold a document of 5 MB. */
const BATCH = 20;

/** Records without their documents that are read at once. */
const CHAIN_BATCH = 500;
/** Links of a chain that are read at once. */
const LINK_BATCH = 2_000;

/** Columns of an `ArchiveHead`. */
export const ARCHIVE_HEAD = [
  'archives.uuid',
  'archives.wip',
  'archives.template',
  'archives.organisation',
  'archives.name',
  'archives.file_name',
  'archives.format',
  'archives.submitted_on',
  'archives.submitted_by as author',
  'archives.dropped_at',
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

/** A submission without its HTML. */
export type ArchiveHead = Row<'archives', typeof ARCHIVE_HEAD>;

/** A submission as it is stored for good. */
export type ArchiveRecord = ArchiveHead & Row<'archives', typeof RECORD>;

/** An archive to add. `packed` is not stored again if it is stored already. */
export type NewArchive = Omit<ArchiveRecord, 'dropped_at'> & {
  packed: Uint8Array;
  /** How many entries have changed, if its values are in the index; absent if they are to be read later. */
  indexed?: { changed: number | null };
};

/** Selects archives: those of before a moment, of one template if it is given; of one WIP; or a single one. */
export type ArchivesWanted = { before: Moment; template?: string } | { wip: string } | { archive: string };

/** A submission with its place among all. */
export type NumberedArchive = ArchiveHead & { number: number };

/** A record with its content, as far as that is stored. */
export type ProvedRecord = ArchiveRecord &
  Link & { number: number; packed: Uint8Array | null; earlier: Uint8Array | null };

/** Bytes of a record without its content, with the notes beside it: the maximum, except for a long name. */
const RECORD_BYTES = 2_000;

/** Submissions. */
export function archiveStore(db: ReadOnly, engine: Engine, { settled, exact, write }: Cache, added: Added) {
  const heads = db.selectFrom('archives').select(ARCHIVE_HEAD);
  const proved = heads
    .leftJoin('archive_contents as content', 'content.hash', 'archives.content_hash')
    .leftJoin('archive_contents as earlier', 'earlier.hash', 'archives.earlier_hash')
    .select(['number', 'link_number', 'link', ...RECORD, 'content.packed', 'earlier.packed as earlier']);
  type Place = Pick<ArchiveHead, 'wip' | 'template' | 'organisation'>;
  const changed = ({ wip, template, organisation }: Place): string[] => [
    staleNames.archives(wip),
    staleNames.recent(template, organisation),
  ];
  const newestFirst = heads.orderBy('submitted_on', 'desc').orderBy('number', 'desc');
  return {
    /** Newest first. */
    list: (wip: string): Promise<ArchiveHead[]> =>
      exact(staleNames.archives(wip), [staleNames.archives(wip)], () => newestFirst.where('wip', '=', wip).execute()),
    /** The newest of a template in one organisation. */
    recent(template: string, organisation: string): Promise<ArchiveHead | null> {
      const name = staleNames.recent(template, organisation);
      return exact(name, [name], async () => {
        const inTurn = newestFirst.where('template', '=', template).where('organisation', '=', organisation);
        return firstOf(inTurn.limit(1));
      });
    },
    head: (uuid: string): Promise<ArchiveHead | null> =>
      settled(
        `archive ${uuid}`,
        // A missing one may be added later.
        (archive) => archive && [staleNames.archive],
        () => firstOf(heads.where('uuid', '=', uuid)),
      ),
    /**
     * The head with the HTML as it is stored: packed with brotli, so that later changes of rendering do not affect it.
     * `packed` is null if it was removed.
     */
    packed(uuid: string) {
      const contents = heads.leftJoin('archive_contents', 'archive_contents.hash', 'archives.content_hash');
      return firstOf(contents.select(['packed', 'line_breaks']).where('uuid', '=', uuid));
    },
    /** The one before it of the same WIP, and the one that was the newest of the template in the organisation then. */
    async before({ wip, template, organisation, submitted_on }: ArchiveHead) {
      const earlier = newestFirst.where('submitted_on', '<', submitted_on).limit(1);
      const inTurn = earlier.where('template', '=', template).where('organisation', '=', organisation);
      const [ofWip, ofTemplate] = await Promise.all([
        earlier.where('wip', '=', wip).executeTakeFirst(),
        inTurn.executeTakeFirst(),
      ]);
      return { ofWip: ofWip ?? null, ofTemplate: ofTemplate ?? null };
    },
    record: (uuid: string): Promise<ArchiveRecord | null> => firstOf(heads.select(RECORD).where('uuid', '=', uuid)),
    /**
     * The latest `submitted_on` of a template in one organisation, and the checksum of the last submission of all;
     * locked against other submitters until the transaction ends.
     */
    async last(template: string, organisation: string) {
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
    /** The latest `submitted_on` of all; null when there is no archive. */
    async newest() {
      const newest = db.selectFrom('archives').select(({ fn }) => fn.max('submitted_on').as('moment'));
      return (await newest.executeTakeFirst())?.moment ?? null;
    },
    /** Also adds an event for every process. @returns that event, to be published, and how many bytes were added */
    async add({ author, packed, indexed, ...archive }: NewArchive) {
      const { uuid, wip, template, organisation, name, file_name, format, submitted_on } = archive;
      let bytes = RECORD_BYTES;
      const rows = await write(changed(archive), (to) =>
        withEvents(to, engine, { kind: 'submission', at: submitted_on, added }, async (transaction) => {
          const { numInsertedOrUpdatedRows: kept = 0n } = await transaction
            .insertInto('archive_contents')
            .values({ hash: archive.content_hash, packed })
            // Stored content may be damaged, and then no second archive may share it.
            .onConflict((conflict) =>
              conflict.column('hash').doUpdateSet({ packed }).where('archive_contents.packed', '<>', packed),
            )
            .executeTakeFirst();
          if (kept > 0n) bytes += packed.length;
          const before = await transaction
            .selectFrom('archives')
            .select(['link_number', 'link'])
            .where('organisation', '=', organisation)
            .orderBy('link_number', 'desc')
            .limit(1)
            .executeTakeFirst();
          await transaction
            .insertInto('archives')
            .values({
              ...archive,
              ...nextLink(before, archive.checksum),
              ...nameKeys(name),
              submitted_by: author,
              dropped_at: null,
              place: sql`(select coalesce(max(place), 0) + 1 from archives where wip = ${wip})`,
              changed: indexed?.changed ?? null,
              is_indexed: indexed ? 1 : 0,
            })
            .execute();
          return [uuid];
        }),
      );
      const fields = { uuid, wip, template, organisation, name, file_name, format, submitted_on };
      const head = { ...fields, author, dropped_at: null };
      return { events: rows.map(({ number }) => ({ number, kind: 'submission' as const, archive: head })), bytes };
    },
    /** The records after a number in the order in which they were submitted, some at once. */
    records: (after: number): Promise<ProvedRecord[]> =>
      proved.where('number', '>', after).orderBy('number').limit(BATCH).execute(),
    /** The records of an organisation's chain after a place in it, some at once. */
    ofChain: (organisation: string, after: number): Promise<(ArchiveRecord & Link)[]> =>
      heads
        .select(['link_number', 'link', ...RECORD])
        .where('organisation', '=', organisation)
        .where('link_number', '>', after)
        .orderBy('link_number')
        .limit(CHAIN_BATCH)
        .execute(),
    /** The links of an organisation's chain from a place in it to another, some at once. */
    links: (organisation: string, from: number, to: number) =>
      db
        .selectFrom('archives')
        .select(['link_number', 'link', 'checksum', 'name', 'submitted_on', 'uuid'])
        .where('organisation', '=', organisation)
        .where('link_number', '>=', from)
        .where('link_number', '<=', to)
        .orderBy('link_number')
        .limit(LINK_BATCH)
        .execute(),
    /** A record, and the checksums of the one before it. */
    async proof(uuid: string) {
      const record: ProvedRecord | undefined = await proved.where('uuid', '=', uuid).executeTakeFirst();
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
    /** Those after a number that have their content, in the order in which they were submitted, some at once. */
    withContent(wanted: ArchivesWanted, after: number, most: number): Promise<NumberedArchive[]> {
      const content = heads.select('number').where('dropped_at', 'is', null);
      const all = content.where('number', '>', after).orderBy('number').limit(most);
      if ('wip' in wanted) return all.where('wip', '=', wanted.wip).execute();
      if ('archive' in wanted) return all.where('uuid', '=', wanted.archive).execute();
      const older = all.where('submitted_on', '<', wanted.before);
      return (wanted.template === undefined ? older : older.where('template', '=', wanted.template)).execute();
    },
    /** True if it is the newest of its template in its organisation, or of its WIP unless that was deleted. */
    async isShown(uuid: string) {
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
    /**
     * Removes its content, within a transaction.
     * @returns bytes that were stored for it alone; null if it was removed already
     */
    async dropContent(uuid: string, at: Moment) {
      // Locked, so that no new archive refers to content that is being removed.
      await engine.lockName(db, 'submissions');
      const gone = await write(
        (dropped: Place | undefined) => [...(dropped ? changed(dropped) : []), staleNames.archive],
        (to) =>
          to
            .updateTable('archives')
            .set({ dropped_at: at, template_version: null })
            .where('uuid', '=', uuid)
            .where('dropped_at', 'is', null)
            .returning(['wip', 'template', 'organisation', 'content_hash', 'earlier_hash'])
            .executeTakeFirst(),
      );
      if (!gone) return null;
      let bytes = 0;
      for (const hash of [gone.content_hash, gone.earlier_hash]) {
        const named = (column: 'content_hash' | 'earlier_hash') =>
          db.selectFrom('archives').select('uuid').where(column, '=', hash).where('dropped_at', 'is', null);
        // No read of the content is cached.
        const removed = await write([], (to) =>
          to
            .deleteFrom('archive_contents')
            .where('hash', '=', hash)
            .where((is) => is.not(is.exists(named('content_hash'))))
            .where((is) => is.not(is.exists(named('earlier_hash'))))
            .returning(sql<number>`length(packed)`.as('bytes'))
            .execute(),
        );
        for (const one of removed) bytes += one.bytes;
      }
      return bytes;
    },
  };
}
