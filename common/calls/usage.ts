import * as v from 'valibot';
import { listOf, moment, optionalText } from './fields.ts';

const amount = v.fallback(v.nullable(v.number()), null);

/**
 * GET /v1/usage: amounts that organizations have stored today (UTC) and in total, and their limits; null for no limit. `server`: for site
 * administrators only.
 */
export const usageReply = v.object({
  organizations: listOf(
    v.object({ name: optionalText, stored: v.number(), stored_most: amount, wips: v.number(), wips_most: amount }),
  ),
  server: v.fallback(v.nullable(v.object({ database: v.number(), free: amount, last_backup: moment })), null),
});
/** The output of `usageReply`. */
export type UsageReply = v.InferOutput<typeof usageReply>;
