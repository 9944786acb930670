import { sql, type Kysely, type Selectable } from 'kysely';
import type { Schema } from '../schema.ts';
import { batches } from './records.ts';

/** An archive that a display showed in one of its panes. */
export type ReceivedRow = Selectable<Schema['received']>;

/** Archives that displays showed. */
export function receivedStore(db: Kysely<Schema>) {
  return {
    /** The newest thousand of an archive, each with the last sign of life of its display. */
    ofArchive: (archive: string) =>
      db
        .selectFrom('received')
        .innerJoin('displays', 'displays.uuid', 'received.display')
        .select(['display', 'received.name', 'since', 'until', 'last_seen', 'ended_at'])
        .where('archive', '=', archive)
        // One that began by mistake ends before.
        .where((is) => is.or([is('until', 'is', null), is('until', '>=', is.ref('since'))]))
        .orderBy('since', 'desc')
        .limit(1_000)
        .execute(),
    /** Those of displays that have not ended, each with the time of its submission. */
    open: (displays: readonly string[]) =>
      db
        .selectFrom('received')
        .innerJoin('archives', 'archives.uuid', 'received.archive')
        .selectAll('received')
        .select('archives.submitted_on')
        .where('display', 'in', displays)
        .where('until', 'is', null)
        .orderBy('since')
        .execute(),
    /** The panes of displays that have shown some of the archives before, and their submissions. */
    before: (displays: readonly string[], archives: readonly string[]) =>
      db
        .selectFrom('received')
        .innerJoin('archives', 'archives.uuid', 'received.archive')
        .select(['display', 'pane', 'archive', 'archives.submitted_on'])
        .distinct()
        .where('archive', 'in', archives)
        .where('display', 'in', displays)
        .execute(),
    async add(rows: readonly ReceivedRow[]) {
      for (const some of batches(rows))
        // Two processes may have learned of the same at once.
        await db
          .insertInto('received')
          .values([...some])
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    },
    /** Ends rows, each at its `until`. */
    async end(rows: readonly ReceivedRow[]) {
      for (const some of batches(rows)) {
        const values = some.map(({ display, pane, since, until }) => sql`(${display}, ${pane}, ${since}, ${until})`);
        await sql`update received set until = ended.column4 from (values ${sql.join(values)}) as ended
          where display = ended.column1 and pane = ended.column2 and since = ended.column3 and until is null`.execute(
          db,
        );
      }
    },
    /** Ends all rows at the last sign of life of their displays. */
    async endAll() {
      await sql`update received set until = case when last_seen > since then last_seen else since end
        from displays where displays.uuid = received.display and until is null`.execute(db);
    },
  };
}
