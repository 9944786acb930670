import { expect, it } from 'vitest';
import { planOf } from '#common/document/plan/make-plan.ts';
import { sqliteEngine } from '#server/storage/engines/engine.ts';
import { migrate } from '#server/storage/migrations/migrate.ts';
import type { OpenDatabase } from '#server/storage/lifecycle/open.ts';
import type { Storage } from '#server/storage/storage.ts';
import { openSqlite } from '#server/storage/engines/sqlite.ts';
import { soundnessOf } from './soundness.ts';

it('lets others have their turn while it reads the plans of many templates', async () => {
  const { db } = openSqlite(':memory:');
  await migrate(db, sqliteEngine, new Date(0).toISOString(), null);
  const templates = Array.from({ length: 500 }, (_, at) => ({ name: `Plan ${at}`, template_version: '' }));
  let inOneTurn = 0;
  let most = 0;
  const storage = {
    templates: { all: async () => templates.map((template) => ({ ...template, removed_at: null })) },
    templateVersions: {
      async plan() {
        inOneTurn += 1;
        most = Math.max(most, inOneTurn);
        setImmediate(() => (inOneTurn = 0));
        return JSON.stringify(planOf('<p data-region="a"></p>'));
      },
    },
    users: { list: async () => [] },
  };
  const database = { db, engine: sqliteEngine, storage: storage as unknown as Storage };
  expect(await soundnessOf(database satisfies Pick<OpenDatabase, 'db' | 'engine' | 'storage'>)).toEqual({
    problems: [],
    isGrave: false,
  });
  expect(most).toBeLessThanOrEqual(20);
  await db.destroy();
});
