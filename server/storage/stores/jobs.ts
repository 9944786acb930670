import type { Kysely, Selectable } from 'kysely';
import type { Moment, Schema } from '../schema.ts';
import { firstOf } from './queries.ts';

/** A job as it is stored. */
export type JobRecord = Selectable<Schema['jobs']>;

/** Work that takes longer than a call may. */
export function jobStore(db: Kysely<Schema>) {
  const running = (uuid: string) => db.updateTable('jobs').where('uuid', '=', uuid).where('state', '=', 'running');
  return {
    of: (user: string, kind: string): Promise<JobRecord | null> =>
      firstOf(db.selectFrom('jobs').selectAll().where('user', '=', user).where('kind', '=', kind)),
    /** Adds one in the place of the user's last. @returns false if that one still runs */
    async begin(job: Pick<JobRecord, 'uuid' | 'kind' | 'user' | 'total' | 'at'>): Promise<boolean> {
      const begun = { ...job, done: 0, state: 'running', message: null, sealed: null } as const;
      const written = await db
        .insertInto('jobs')
        .values(begun)
        .onConflict((conflict) =>
          conflict.columns(['user', 'kind']).doUpdateSet(begun).where('jobs.state', '!=', 'running'),
        )
        .executeTakeFirst();
      return written.numInsertedOrUpdatedRows !== 0n;
    },
    /** Stores how far a running one is. @returns false if it does not run any more */
    async report(uuid: string, done: number, at: Moment): Promise<boolean> {
      return (await running(uuid).set({ done, at }).executeTakeFirst()).numUpdatedRows > 0n;
    },
    /** Ends a running one well. @returns false if it does not run any more */
    async finish(uuid: string, sealed: string, at: Moment): Promise<boolean> {
      const { numUpdatedRows } = await running(uuid)
        .set((is) => ({ state: 'done', done: is.ref('total'), sealed, at }))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** Ends a running one badly. @param before only if it has given no sign of life since then */
    async fail(uuid: string, message: string, at: Moment, before?: Moment): Promise<void> {
      const failed = running(uuid).set({ state: 'failed', message, at });
      await (before === undefined ? failed : failed.where('at', '<', before)).execute();
    },
    /** Ends all that run. */
    async failAll(message: string, at: Moment): Promise<void> {
      await db.updateTable('jobs').where('state', '=', 'running').set({ state: 'failed', message, at }).execute();
    },
    async drop(user: string, kind: string): Promise<void> {
      await db.deleteFrom('jobs').where('user', '=', user).where('kind', '=', kind).execute();
    },
    /** Removes those that have ended, or given their last sign of life, before a moment. */
    async purge(before: Moment): Promise<void> {
      await db.deleteFrom('jobs').where('at', '<', before).execute();
    },
  };
}
