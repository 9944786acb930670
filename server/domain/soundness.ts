import { setImmediate as others } from 'node:timers/promises';
import type { DocumentPlan } from '#common/document/plan/document-plan.ts';
import type { OpenDatabase } from '#server/storage/lifecycle/open.ts';
import { lacksOf } from '#server/storage/lifecycle/soundness.ts';
import { isPasswordHash } from './credentials/passwords.ts';

/** Problems of the stored data, in words that say what to do. `isGrave`: no work is possible with it. */
export type Soundness = { problems: string[]; isGrave: boolean };

/** Maximum of names in a message. */
const NAMED = 5;
/** Plans that are read before waiting calls get their turn: a server checks once a minute. */
const AT_ONCE = 20;

const isPlan = (text: string | null): boolean => {
  try {
    return typeof (JSON.parse(text ?? '') as Partial<DocumentPlan>).isSteady === 'boolean';
  } catch {
    return false;
  }
};

/**
 * Compares the schema of a database with that of a new one, and reads the data that every save and every sign-in needs.
 */
export async function soundnessOf({
  db,
  engine,
  storage: { templates, templateVersions, users },
}: Pick<OpenDatabase, 'db' | 'engine' | 'storage'>): Promise<Soundness> {
  const lacks = await lacksOf(db, engine);
  // Checks that read tables would fail if one is missing.
  if (lacks.length > 0) {
    const problem = `the database lacks ${lacks.join(', ')}, which a new one has: it was changed by hand. Restore a backup.`;
    return { problems: [problem], isGrave: true };
  }
  const problems: string[] = [];
  const offered = (await templates.all()).filter(({ removed_at }) => removed_at === null);
  for (const [at, { name, template_version }] of offered.entries()) {
    // oxlint-disable no-await-in-loop -- no call waits for it
    if (at % AT_ONCE === AT_ONCE - 1) await others();
    if (!isPlan(await templateVersions.plan(template_version)))
      problems.push(
        `template ${name}: its documents cannot be saved, since its plan cannot be read. Restore a backup.`,
      );
    // oxlint-enable no-await-in-loop
  }
  const able = (await users.list(null)).filter(({ disabled_at }) => disabled_at === null);
  const kept = able.filter(({ password_hash }) => !isPasswordHash(password_hash)).map(({ username }) => username);
  const isGrave = problems.length > 0 || (kept.length > 0 && kept.length === able.length);
  if (kept.length > 0) {
    const names = [...kept.slice(0, NAMED), ...(kept.length > NAMED ? ['others'] : [])].join(', ');
    problems.push(
      `${names} cannot sign in, since what is kept of their passwords is none: user passwd, or restore a backup.`,
    );
  }
  return { problems, isGrave };
}
