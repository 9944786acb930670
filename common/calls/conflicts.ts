import * as v from 'valibot';
import { listOf, moment, optionalInteger, optionalText } from './fields.ts';

/** State of a WIP at a host with `capabilities.guard`: each save adds one revision. */
export const standing = { revision: optionalInteger, updated_on: moment, updated_by: optionalText };

/** The answer 409 to a save: others' changes of the values to be saved. Nothing was saved. */
export const saveConflict = v.pipe(
  v.object({
    ...standing,
    /** Their value of each region that both have changed. */
    conflicts: listOf(v.object({ id: v.string(), value: v.string() })),
    /** Their rows, if both have changed the rows; else null. */
    new_attributes: v.fallback(v.nullable(v.array(v.unknown())), null),
  }),
  v.check(({ conflicts, new_attributes }) => conflicts.length > 0 || new_attributes !== null),
);
/** Others' changes of the same values, from a refused save. */
export type SaveConflict = v.InferOutput<typeof saveConflict>;

/** The answer 409 to a submission: the document was saved since. */
export const submitConflict = v.object(standing);
