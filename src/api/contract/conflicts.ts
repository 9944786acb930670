import * as v from 'valibot';
import { listOf, moment, optionalInteger, optionalText } from './fields.ts';

/** How a WIP stands at a host with `capabilities.guard`: each save makes one more revision. */
export const standing = { revision: optionalInteger, updated_on: moment, updated_by: optionalText };

/** The answer 409 to a save: what others have changed of what was to be saved. Nothing of the save was done. */
export const saveConflict = v.object({
  ...standing,
  /** Their value of each region that both have changed. */
  conflicts: listOf(v.object({ id: v.string(), value: v.string() })),
  /** Their rows, where both have changed the rows; null where that is not so. */
  new_attributes: v.fallback(v.nullable(v.array(v.unknown())), null),
});
/** What others have changed of the same, as a refused save tells it. */
export type SaveConflict = v.InferOutput<typeof saveConflict>;

/** The answer 409 to a submission: the document was saved since. */
export const submitConflict = v.object(standing);
