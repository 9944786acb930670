import type { Kysely } from 'kysely';
import type { DocumentPlan } from '#common/document/plan/document-plan.ts';
import { planOf } from '#common/document/plan/make-plan.ts';
import type { Schema } from '../schema.ts';

/**
 * Recomputes the plans by which documents are put together. A plan that is not steady is of no use, and one that a save
 * made has no places.
 */
export async function recomputePlans(db: Kysely<Schema>): Promise<void> {
  for (const { hash, plan: before } of await db.selectFrom('template_versions').select(['hash', 'plan']).execute()) {
    if (!(JSON.parse(before) as DocumentPlan).isSteady) continue;
    // One at a time: each may have 5 MB.
    const { content } = await db
      .selectFrom('template_versions')
      .select('content')
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow();
    const plan = planOf(content);
    if (plan.isSteady)
      await db
        .updateTable('template_versions')
        .set({ plan: JSON.stringify(plan) })
        .where('hash', '=', hash)
        .execute();
  }
}
