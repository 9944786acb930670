import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Moment, Row, Schema } from '../schema.ts';
import { ARCHIVE_HEAD } from './archives.ts';
import { firstOf, lastPlace } from './queries.ts';

/** Columns of a `RecordHead`. */
const HEAD = [
  ...ARCHIVE_HEAD,
  'archives.checksum',
  'archives.number',
  'archives.place',
  'archives.changed',
  'archives.is_indexed',
  'wips.deleted_at as wip_deleted',
] as const;

/** A submission as a list of records shows it. */
export type RecordHead = Row<'archives' | 'wips', typeof HEAD>;

/** One value in the index: from the submission with the place `first` of its WIP on, before the one with `until`. */
export type Span = Pick<Schema['region_values'], 'region' | 'label' | 'value' | 'is_row' | 'position'>;
/** Words of a region. */
export type RegionWords = { region: string; words: readonly string[] };

/** One change that a submission made. Texts are null where there was no such region. */
export type StoredChange = {
  wip: string;
  place: number;
  region: string;
  label: string;
  was: string | null;
  is: string | null;
};

/** Selects records. `from` <= submitted_on < `to`. */
export type RecordsWanted = {
  organisation: string;
  template?: string;
  wip?: string;
  by?: string;
  from?: Moment;
  to?: Moment;
  /** Those that contain this region; the words of `words` are only sought in it. */
  region?: string;
  /** All of them must be found, each with the users whose name it begins a word of, and the few WIPs with it (`wipsWith`). */
  words: readonly { word: string; authors: readonly string[]; wips: readonly string[] | null }[];
};

/** End of a page: the record after which the next one begins. */
export type RecordPlace = { at: Moment; number: number };

/** One value of a region's story. */
export type StoredValue = Pick<RecordHead, 'uuid' | 'wip' | 'name' | 'submitted_on' | 'author' | 'number'> & {
  value: string | null;
  until: Moment | null;
};

/** One WIP, or all of a template in an organisation. */
type Whose = { wip: string } | { template: string; organisation: string };

/** The submissions that a pane shows: those of a WIP, or of a template in an organisation. */
export type PaneSource = { kind: 'wip'; id: string } | { kind: 'template'; id: string; organisation: string };

/** Rows of one query: the number of its parameters is limited. */
const BATCH = 1_000;
/** Rows of one parameter. */
const GIVEN = 10_000;

/** Most WIPs with a word, and most rows of it, for which a search reads the submissions of these WIPs instead of the newest of all. */
const [FEW_WIPS, FEW_ROWS] = [100, 5_000];

/** Follows every word that begins with another one, in the order of code points. */
const LAST = '\u{10FFFF}';

/** A list in parts, each of one query. */
export function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH);
}

type GivenRow = readonly [region: string, other?: string | number];
/**
 * Rows as one parameter: their number does not change the text of a query, which both engines keep prepared. Neither engine reads U+0000 in it, which no
 * word and no id of a region has.
 */
const asRows = (rows: readonly GivenRow[]): RawBuilder<unknown> =>
  sql`json_each(${JSON.stringify(Object.fromEntries(rows.entries()))}) as given`;
function* givenIn(rows: readonly GivenRow[]): Generator<RawBuilder<unknown>> {
  for (let at = 0; at < rows.length; at += GIVEN) yield asRows(rows.slice(at, at + GIVEN));
}
const [REGION, OTHER] = [sql`(given.value ->> 0)`, sql`(given.value ->> 1)`];
const wordsIn = (words: readonly RegionWords[]): Generator<RawBuilder<unknown>> =>
  givenIn(words.flatMap(({ region, words: own }) => own.map((word) => [region, word] as const)));

/**
 * The index of what submissions contain. A row of it is not stored again as long as its value stays: it has the places of the
 * first submission with it, and of the first without.
 */
export function recordStore(db: Kysely<Schema>) {
  const heads = db.selectFrom('archives').innerJoin('wips', 'wips.uuid', 'archives.wip').select(HEAD);
  const covers = (table: string): RawBuilder<SqlBool> =>
    sql`${sql.ref(`${table}.wip`)} = archives.wip and ${sql.ref(`${table}.first`)} <= archives.place
      and (${sql.ref(`${table}.until`)} is null or ${sql.ref(`${table}.until`)} > archives.place)`;
  // A single letter begins too many words: it is found as a word alone.
  const begins = (word: string, region: string | undefined): RawBuilder<SqlBool> => {
    const place = region === undefined ? sql`1 = 1` : sql`region_words.region in ('', ${region})`;
    return /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u.test(word)
      ? sql`region_words.word = ${word} and ${place}`
      : sql`region_words.word >= ${word} and region_words.word < ${word + LAST} and ${place}`;
  };
  const conditions = ({ organisation, template, wip, by, from, to, region, words }: RecordsWanted) => {
    // As an expression where few WIPs are read: SQLite would take the index of the organization, with all of its submissions.
    const isOfFew = words.some(({ authors, wips }) => wips !== null && authors.length === 0);
    const all = [sql<SqlBool>`archives.organisation ${sql.raw(isOfFew ? "|| ''" : '')} = ${organisation}`];
    if (template !== undefined) all.push(sql`archives.template = ${template}`);
    if (wip !== undefined) all.push(sql`archives.wip = ${wip}`);
    if (by !== undefined) all.push(sql`archives.submitted_by = ${by}`);
    if (from !== undefined) all.push(sql`archives.submitted_on >= ${from}`);
    if (to !== undefined) all.push(sql`archives.submitted_on < ${to}`);
    if (region !== undefined && words.length === 0)
      all.push(
        sql`exists (select 1 from region_values where region_values.region = ${region} and ${covers('region_values')})`,
      );
    for (const { word, authors, wips } of words) {
      const isContained = sql`exists (select 1 from region_words where ${begins(word, region)} and ${covers('region_words')})`;
      if (authors.length > 0) all.push(sql`(archives.submitted_by in (${sql.join(authors)}) or ${isContained})`);
      else all.push(sql`${isContained}`);
      if (authors.length === 0 && wips)
        all.push(sql`archives.wip in (select ${REGION} from ${asRows(wips.map((one) => [one]))})`);
    }
    return sql<SqlBool>`${sql.join(all, sql` and `)}`;
  };
  const shownBy = (source: PaneSource): RawBuilder<SqlBool> =>
    source.kind === 'wip'
      ? sql`archives.wip = ${source.id}`
      : sql`archives.template = ${source.id} and archives.organisation = ${source.organisation}`;
  /** Changes words of a WIP's regions. @param first of the row with one of them */
  const setWords = async (
    wip: string,
    words: readonly RegionWords[],
    change: RawBuilder<unknown>,
    first: RawBuilder<unknown>,
  ): Promise<void> => {
    for (const given of wordsIn(words))
      await sql`update region_words set ${change} where (wip, word, region, first) in
        (select cast(${wip} as text), ${OTHER}, ${REGION}, ${first} from ${given})`.execute(db);
  };
  /** Of each WIP that was not deleted the newest submission before a moment: each is searched by itself, since most have far more of them. */
  const stoodAt = ({ from: _from, to: _to, ...wanted }: RecordsWanted, moment: Moment) =>
    db
      .selectFrom('wips')
      // In SQLite a cross join keeps the order of its tables.
      .crossJoin('archives')
      .where('wips.organisation', '=', wanted.organisation)
      .where(
        sql<SqlBool>`archives.number = (select one.number from archives as one where one.wip = wips.uuid
          and one.submitted_on < ${moment} order by one.submitted_on desc, one.number desc limit 1)`,
      )
      .where(sql<SqlBool>`(wips.deleted_at is null or wips.deleted_at >= ${moment})`)
      .where(conditions(wanted));
  const countUpTo = async (all: Expression<unknown>): Promise<number> => {
    const { rows } = await sql<{ count: number | string }>`select count(*) as count from ${all} as matching`.execute(
      db,
    );
    return Number(rows[0]?.count);
  };
  /** Values that begin or end with some submissions (`wanted`), each found by itself: in SQLite a `cross join` keeps that order. */
  const begun = sql`select span.wip, span.first as place, span.region, span.label, span.position,
    0 as is_gone, before.value as was, span.value as "is"
    from wanted cross join region_values as span left join region_values as before
    on before.wip = span.wip and before.region = span.region and before.until = span.first and before.first =
      (select max(one.first) from region_values as one
        where one.wip = span.wip and one.region = span.region and one.first < span.first)
    where span.wip = wanted.wip and span.first = wanted.place`;
  const gone = sql`select span.wip, span.until as place, span.region, span.label, span.position,
    1 as is_gone, span.value as was, null as "is" from wanted cross join region_values as span
    where span.wip = wanted.wip and span.until = wanted.place and not exists
    (select 1 from region_values as after where after.wip = span.wip and after.region = span.region and after.first = span.until)`;
  /**
   * The entries of a story. Removed contents are passed over: a value that is the same after them has not changed. In SQLite a
   * `cross join` keeps the order of its tables, without which all submissions of a WIP are read for each entry.
   */
  const entries = (of: Whose, region: string) => {
    const whose =
      'wip' in of
        ? sql`wip = ${of.wip}`
        : sql`wip in (select uuid from wips where template = ${of.template} and organisation = ${of.organisation})`;
    return sql`with spans as (
        select wip, value, first, until, lag(value) over by_wip as was, lag(until) over by_wip as was_until,
          lead(first) over by_wip as next from region_values where region = ${region} and ${whose}
          window by_wip as (partition by wip order by first)
      ), entries as (
        select wip, first as place, value from spans where was is null or was <> value or exists (select 1 from archives
          where archives.wip = spans.wip and place >= was_until and place < first and dropped_at is null)
        union all select wip, place, null as value from (select wip, next, (select min(place) from archives
            where archives.wip = spans.wip and place >= spans.until and dropped_at is null) as place from spans
          where until is not null and (next is null or next > until)) as gone
          where place is not null and (next is null or place < next)
      ), dated as (
        select at.uuid, at.wip, at.name, at.submitted_on, at.submitted_by as author, at.number, entries.value,
          lead(at.submitted_on) over (partition by at.wip order by at.place) as until
          from entries cross join archives as at where at.wip = entries.wip and at.place = entries.place
      )`;
  };
  return {
    /** The WIPs with words that begin with one, at any time; null if they are many. */
    async wipsWith(word: string, region: string | undefined): Promise<string[] | null> {
      const all = sql<{
        wip: string;
        rows: number | string;
      }>`select wip, count(*) as rows from (select wip from region_words
        where ${begins(word, region)} limit ${sql.lit(FEW_ROWS)}) as found group by wip`;
      const { rows } = await all.execute(db);
      const isMany = rows.length > FEW_WIPS || rows.reduce((sum, one) => sum + Number(one.rows), 0) >= FEW_ROWS;
      return isMany ? null : rows.map(({ wip }) => wip);
    },
    /** Newest first, some at once. */
    page: (wanted: RecordsWanted, after: RecordPlace | null, limit: number): Promise<RecordHead[]> => {
      const rows = heads.where(conditions(wanted));
      const further = after
        ? rows.where(
            sql<SqlBool>`archives.submitted_on <= ${after.at} and (archives.submitted_on < ${after.at} or archives.number < ${after.number})`,
          )
        : rows;
      return further.orderBy('submitted_on', 'desc').orderBy('archives.number', 'desc').limit(limit).execute();
    },
    /** How many those are, at most a number of them. */
    count: (wanted: RecordsWanted, most: number): Promise<number> =>
      countUpTo(db.selectFrom('archives').select('archives.uuid').where(conditions(wanted)).limit(most)),
    /** Of each WIP that was not deleted the newest submission before a moment, newest first. */
    newestBefore(wanted: RecordsWanted, moment: Moment, limit: number): Promise<RecordHead[]> {
      return stoodAt(wanted, moment)
        .select(HEAD)
        .orderBy('submitted_on', 'desc')
        .orderBy('archives.number', 'desc')
        .limit(limit)
        .execute();
    },
    /** The newest submission of a pane's source at a moment. */
    async newestAt(source: PaneSource, moment: Moment): Promise<RecordHead | null> {
      const all = heads.where(shownBy(source)).where('submitted_on', '<=', moment);
      const newest = all.orderBy('submitted_on', 'desc').orderBy('archives.number', 'desc').limit(1);
      return firstOf(newest);
    },
    /** The moments of the submissions before and after a moment, and of the first one. */
    async momentsAround(
      source: PaneSource,
      moment: Moment,
    ): Promise<{ previous: Moment | null; next: Moment | null; first: Moment | null }> {
      const of = sql`from archives where ${shownBy(source)}`;
      const { rows } = await sql<{ previous: Moment | null; next: Moment | null; first: Moment | null }>`select
        (select max(submitted_on) ${of} and submitted_on < ${moment}) as previous,
        (select min(submitted_on) ${of} and submitted_on > ${moment}) as next,
        (select min(submitted_on) ${of}) as first`.execute(db);
      return rows[0] ?? { previous: null, next: null, first: null };
    },
    /** The submissions of a pane's source from a moment on, up to another one, oldest first. */
    momentsBetween: (
      source: PaneSource,
      from: Moment,
      to: Moment,
      limit: number,
    ): Promise<{ uuid: string; submitted_on: Moment; number: number }[]> =>
      db
        .selectFrom('archives')
        .select(['uuid', 'submitted_on', 'number'])
        .where(shownBy(source))
        .where('submitted_on', '>=', from)
        .where('submitted_on', '<=', to)
        .orderBy('submitted_on')
        .orderBy('number')
        .limit(limit)
        .execute(),
    /** The number of them in each part of time: a day, an hour, a minute or a second, by the length of its text. */
    async momentsCounted(
      source: PaneSource,
      from: Moment,
      to: Moment,
      length: 10 | 13 | 16 | 19,
    ): Promise<{ at: string; count: number }[]> {
      const { rows } = await sql<{ at: string; count: number | string }>`select
        substr(submitted_on, 1, ${sql.lit(length)}) as at, count(*) as count from archives
        where ${shownBy(source)} and submitted_on >= ${from} and submitted_on <= ${to} group by 1`.execute(db);
      return rows.map(({ at, count }) => ({ at, count: Number(count) }));
    },
    /** How many those are, at most a number of them. */
    countBefore: (wanted: RecordsWanted, moment: Moment, most: number): Promise<number> =>
      countUpTo(stoodAt(wanted, moment).select('archives.uuid').limit(most)),
    head: (uuid: string): Promise<RecordHead | null> => firstOf(heads.where('archives.uuid', '=', uuid)),
    /** The submission with a place of a WIP. */
    atPlace: (wip: string, place: number): Promise<RecordHead | null> =>
      firstOf(heads.where('archives.wip', '=', wip).where('archives.place', '=', place)),
    /** The number of the newest submission of all; 0 without any. */
    async lastNumber(): Promise<number> {
      const last = db.selectFrom('archives').select(({ fn }) => fn.max('number').as('number'));
      return (await last.executeTakeFirst())?.number ?? 0;
    },
    /** The ids of regions that submissions between two places of a WIP contain, those of the last one first. */
    async regionsOf({ wip, low, high }: { wip: string; low: number; high: number }): Promise<string[]> {
      const isLast = sql`until is null or until > ${high}`;
      const all = sql<{ region: string }>`select region from region_values
        where wip = ${wip} and is_row = 0 and first <= ${high} and (until is null or until > ${low}) group by region
        order by min(case when ${isLast} then 0 else 1 end), min(case when ${isLast} then position end), min(position), region`;
      return (await all.execute(db)).rows.map(({ region }) => region);
    },
    lastPlace: (wip: string) => lastPlace(db, wip),
    /**
     * The changes of submissions against the ones before them, each in the order of its document.
     * @param each the most of each submission
     * @param length characters of each text, and one more where it is longer
     */
    async changes(
      of: readonly { wip: string; place: number }[],
      each: number,
      length: number,
    ): Promise<StoredChange[]> {
      if (of.length === 0) return [];
      const places = sql.join(of.map(({ wip, place }) => sql`(${wip}, ${sql.lit(place)})`));
      const part = (name: string) => sql`substr(${sql.ref(name)}, 1, ${sql.lit(length + 1)})`;
      const all = sql<StoredChange>`with wanted (wip, place) as (values ${places}), changes as (
        ${begun} union all ${gone}
      ), numbered as (
        select changes.*, row_number() over (partition by wip, place order by is_gone, position) as n from changes
      ) select wip, place, region, label, ${part('was')} as was, ${part('is')} as "is" from numbered
        where n <= ${sql.lit(each)} order by wip, place, n`;
      return (await all.execute(db)).rows;
    },
    /**
     * The values of a submission, in the order of its document. Each region of the WIP is searched by itself: a WIP with very
     * many submissions has far more values than regions.
     */
    async spans(wip: string, place: number): Promise<Span[]> {
      const next = (after: RawBuilder<unknown>) =>
        sql`(select min(region) from region_values where wip = ${wip} ${after})`;
      const all = sql<Span>`with recursive regions (id) as (
          select ${next(sql``)} union all select ${next(sql`and region > regions.id`)} from regions where id is not null
        ) select region, label, value, is_row, position from regions cross join region_values
        where wip = ${wip} and region = regions.id and first =
          (select max(one.first) from region_values as one where one.wip = ${wip} and one.region = regions.id and one.first <= ${place})
          and (until is null or until > ${place}) order by position`;
      return (await all.execute(db)).rows;
    },
    /** Short values of regions that the newest submissions of these WIPs hold, the WIPs in their order, up to a maximum. @param bytes the most of each */
    async newestValues(
      wips: readonly string[],
      most: number,
      bytes: number,
    ): Promise<Pick<Span, 'region' | 'value'>[]> {
      const held = db
        .selectFrom('region_values')
        .select(['wip', 'region', 'value'])
        .where('wip', 'in', wips)
        .where('until', 'is', null)
        .where('is_row', '=', 0)
        // Neither engine reads the text to get its length.
        .where(sql<SqlBool>`octet_length(value) between 1 and ${bytes}`)
        .limit(most);
      const values = Map.groupBy(await held.execute(), ({ wip }) => wip);
      return wips.flatMap((wip) => values.get(wip) ?? []);
    },
    /** The values of a region in one WIP, or in all of a template in an organisation, newest first. */
    async story(of: Whose, region: string, after: RecordPlace | null, limit: number): Promise<StoredValue[]> {
      const further = after
        ? sql`where submitted_on < ${after.at} or (submitted_on = ${after.at} and number < ${after.number})`
        : sql``;
      const all = sql<StoredValue>`${entries(of, region)} select * from dated ${further}
        order by submitted_on desc, number desc limit ${sql.lit(limit)}`;
      return (await all.execute(db)).rows;
    },
    /** True if a submission of an organization has, or had, a region. */
    async hasRegion(organisation: string, region: string): Promise<boolean> {
      const { rows } = await sql`select 1 from wips cross join region_values
        where organisation = ${organisation} and wip = wips.uuid and region = ${region} limit 1`.execute(db);
      return rows.length > 0;
    },
    /** Number of a story's entries. */
    async storyLength(of: Whose, region: string): Promise<number> {
      const all = sql<{ count: number | string }>`${entries(of, region)} select count(*) as count from entries`;
      return Number((await all.execute(db)).rows[0]?.count);
    },
    /** Adds values and words that a submission contains, and those from `first` on, before `until`. */
    async begin(
      wip: string,
      { values, words }: { values: readonly Span[]; words: readonly RegionWords[] },
      { first, until }: { first: number; until: number | null },
    ): Promise<void> {
      for (const some of batches(values))
        await db
          .insertInto('region_values')
          .values(some.map((span) => ({ ...span, wip, first, until })))
          .execute();
      for (const given of wordsIn(words))
        await sql`insert into region_words (wip, region, word, first, until) select ${wip}, ${REGION}, ${OTHER},
          cast(${first} as integer), cast(${until} as integer) from ${given}`.execute(db);
    },
    /** Notes the first submission that no longer contains what the one before it did. */
    async end(wip: string, regions: readonly string[], words: readonly RegionWords[], until: number): Promise<void> {
      for (const given of givenIn(regions.map((region) => [region])))
        await sql`update region_values set until = ${until}
          where wip = ${wip} and until is null and region in (select ${REGION} from ${given})`.execute(db);
      const first = sql`(select one.first from region_words as one
        where one.wip = ${wip} and one.word = ${OTHER} and one.region = ${REGION} and one.until is null limit 1)`;
      await setWords(wip, words, sql`until = ${until}`, first);
    },
    /** Notes the positions that values of the newest submission have in its document. */
    async reorder(wip: string, spans: readonly Pick<Span, 'region' | 'position'>[]): Promise<void> {
      for (const given of givenIn(spans.map(({ region, position }) => [region, position])))
        // In SQLite an `update from` compares each given row with each value.
        await sql`insert into region_values (wip, region, label, value, is_row, first, until, position)
          select wip, region, label, region_values.value, is_row, first, until, cast(${OTHER} as integer) from ${given} cross join region_values
          where wip = ${wip} and region = ${REGION} and until is null
          on conflict (wip, region, first) do update set position = excluded.position`.execute(db);
    },
    /** Notes that what begins with one submission is also in the one before it: all of some regions, and words of others. */
    async beginEarlier(
      wip: string,
      regions: readonly string[],
      words: readonly RegionWords[],
      first: number,
    ): Promise<void> {
      const now = first + 1;
      for (const some of batches(regions))
        for (const table of ['region_values', 'region_words'] as const)
          await db
            .updateTable(table)
            .set({ first })
            .where('wip', '=', wip)
            .where('first', '=', now)
            .where('region', 'in', some)
            .execute();
      await setWords(wip, words, sql`first = ${first}`, sql`cast(${now} as integer)`);
    },
    /** Ends all that the newest submission of a WIP contains: what the next one contains is not known. */
    async endAll(wip: string, until: number): Promise<void> {
      for (const table of ['region_values', 'region_words'] as const)
        await db.updateTable(table).set({ until }).where('wip', '=', wip).where('until', 'is', null).execute();
    },
    /** Removes what only one submission contains, and divides what the ones before and after it contain too. @param isWhole true for its name, too */
    async remove(wip: string, place: number, isWhole = false): Promise<void> {
      const isLast = (await this.lastPlace(wip)) === place;
      const next = place + 1;
      for (const [table, columns, of] of [
        ['region_values', sql`wip, region, label, value, is_row, position`, sql`1 = 1`],
        // The name stays, as the record does.
        ['region_words', sql`wip, region, word`, isWhole ? sql`1 = 1` : sql`region <> ''`],
      ] as const) {
        const [name, own] = [sql.table(table), sql`wip = ${wip} and ${of}`];
        const goesOn = isLast ? sql`1 = 0` : sql`(until is null or until > ${next})`;
        await sql`insert into ${name} (${columns}, first, until) select ${columns}, ${sql.lit(next)}, until from ${name}
          where ${own} and first < ${place} and ${goesOn}`.execute(db);
        await sql`update ${name} set until = ${place} where ${own} and first < ${place} and (until is null or until > ${place})`.execute(
          db,
        );
        await sql`update ${name} set first = ${next} where ${own} and first = ${place} and ${goesOn}`.execute(db);
        await sql`delete from ${name} where ${own} and first = ${place}`.execute(db);
      }
      await db
        .updateTable('archives')
        .set({ changed: null })
        .where('wip', '=', wip)
        .where('place', 'in', [place, next])
        .execute();
    },
    /** Notes how many entries a submission has changed. */
    async setChanged(uuid: string, changed: number): Promise<void> {
      await db.updateTable('archives').set({ changed }).where('uuid', '=', uuid).execute();
    },
    /** The newest submission that is not in the index, of one organisation or of all; null when all are. */
    async newestUnread(organisation?: string): Promise<RecordHead | null> {
      const unread = heads.where('is_indexed', '=', sql.lit(0)).orderBy('archives.number', 'desc').limit(1);
      // As an expression, since SQLite would take the index of the organization, with all of its submissions, in place of the few unread ones.
      const of = unread.where(sql<SqlBool>`archives.organisation || '' = ${organisation}`);
      return firstOf(organisation === undefined ? unread : of);
    },
    /** Notes whether a submission is in the index: 0 if it is to be read, 1 if it is, 2 if its document cannot be read. */
    async setIndexed(uuid: string, is_indexed: 0 | 1 | 2 = 1): Promise<void> {
      await db.updateTable('archives').set({ is_indexed }).where('uuid', '=', uuid).execute();
    },
    /** Newest submissions whose documents cannot be read. */
    unreadable: (most: number): Promise<RecordHead[]> =>
      heads.where('is_indexed', '=', 2).orderBy('archives.number', 'desc').limit(most).execute(),
    /** Empties the index of a WIP: its submissions have to be read again. */
    async clear(wip: string): Promise<void> {
      await db.deleteFrom('region_values').where('wip', '=', wip).execute();
      await db.deleteFrom('region_words').where('wip', '=', wip).execute();
      await db.updateTable('archives').set({ is_indexed: 0, changed: null }).where('wip', '=', wip).execute();
    },
    /** The first WIP after another one, by uuid, that has submissions. */
    async nextWip(after: string): Promise<string | null> {
      const next = db.selectFrom('archives').select(({ fn }) => fn.min('wip').as('wip'));
      return (await next.where('wip', '>', after).executeTakeFirst())?.wip ?? null;
    },
    /** Removes regions of a template's WIPs from the index, as if no document had ever had them. */
    async forget(template: string, regions: readonly string[]): Promise<void> {
      for (const some of batches(regions)) {
        const of = sql`region in (${sql.join(some)}) and wip in (select uuid from wips where template = ${template})`;
        await sql`with lost as (
            select wip, place, count(*) as n from (
              select wip, first as place from region_values where ${of}
              union all select wip, until as place from region_values as span where ${of} and until is not null and not exists
                (select 1 from region_values as after
                  where after.wip = span.wip and after.region = span.region and after.first = span.until)
            ) as changes group by wip, place
          ) update archives set changed = changed - lost.n from lost
          where archives.wip = lost.wip and archives.place = lost.place and changed is not null`.execute(db);
        await sql`delete from region_words where region in (${sql.join(some)})
          and wip in (select wip from region_values where ${of})`.execute(db);
        await sql`delete from region_values where ${of}`.execute(db);
      }
    },
    /** The users of an organisation whose names have a word that may begin with another one. */
    authorsNamed(organisation: string, word: string): Promise<{ uuid: string; name: string }[]> {
      const start = `${word.replace(/[\\%_]/g, '\\$&')}%`;
      const found = ['', '% ', '%-'].map((before) => sql`name_key like ${before + start} escape '\\'`);
      return db
        .selectFrom('users')
        .select(['uuid', 'name'])
        .where('organisation', '=', organisation)
        .where(sql<SqlBool>`(${sql.join(found, sql` or `)})`)
        .orderBy('uuid')
        .limit(BATCH)
        .execute();
    },
    /** The users who have submitted in an organisation. */
    async authors(organisation: string): Promise<string[]> {
      const all = db.selectFrom('archives').select('submitted_by').distinct().where('organisation', '=', organisation);
      return (await all.execute()).map(({ submitted_by }) => submitted_by);
    },
  };
}
