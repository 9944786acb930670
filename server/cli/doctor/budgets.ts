import { mostOf } from '#server/domain/budgets.ts';
import type { Examiner } from './finding.ts';

/** Names the user who stores most, and warns if a budget is nearly used up. */
export const examineBudgets: Examiner = async ({ settings, installation: { storage }, now }, note) => {
  const most = await mostOf(storage, settings.budgets, now);
  if (most?.isNearly) note('warning', `${most.text}: a budget is nearly used up (docs/server.md, Limits)`);
  else if (most) note('ok', most.text);
};
