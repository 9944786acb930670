import * as v from 'valibot';
import { identity, listOf, moment, optionalText } from './fields.ts';

const wipEntry = v.pipe(
  v.object({
    uuid: v.fallback(v.nullable(identity), null),
    wip_uuid: v.fallback(v.nullable(identity), null),
    name: optionalText,
    wip_name: optionalText,
    description: optionalText,
    file_name: optionalText,
    created_from: optionalText,
    deleted_on: moment,
    deleted_by: optionalText,
    updated_on: moment,
    updated_by: optionalText,
    on_wall: v.fallback(v.boolean(), false),
  }),
  v.check(({ uuid, wip_uuid }) => (wip_uuid ?? uuid) !== null),
  v.transform(
    ({ uuid, wip_uuid, name, wip_name, deleted_on, deleted_by, updated_on, updated_by, on_wall, ...wip }) => ({
      ...wip,
      uuid: wip_uuid ?? uuid ?? '',
      name: wip_name ?? name,
      deletedOn: deleted_on,
      deletedBy: deleted_by,
      updatedOn: updated_on,
      updatedBy: updated_by,
      isOnWall: on_wall,
    }),
  ),
);
/**
 * A saved copy of a template in a list. `uuid` is the WIP's own, whichever field it came in. `deletedOn` is epoch milliseconds, and null for one
 * that exists; only a list of `capabilities.deletedWips` has others. `isOnWall`: the template's newest submission is from it, if the host sends
 * that.
 */
export type Wip = v.InferOutput<typeof wipEntry>;

const wips = listOf(wipEntry);

/** GET /v1/templates/{id}/wips: `templates[]`, `wips[]` or a bare array, whichever the host sends (`s7.wips-templates`). */
export const wipsReply = v.union([
  v.pipe(v.array(v.unknown()), wips),
  v.pipe(
    v.object({ wips }),
    v.transform((reply) => reply.wips),
  ),
  v.pipe(
    v.object({ templates: wips }),
    v.transform((reply) => reply.templates),
  ),
]);

/** One changed region (`d7.edited`). */
export type EditedAttribute = { id: string; value: string };

/** The body of save and update (`s7.save`, `s7.update`). */
export type SaveBody = { save_name: string; edited_attributes: EditedAttribute[]; new_attributes: unknown[] };

/** A save with the base version of its edits, for a host with `capabilities.guard`. */
export type GuardedSaveBody = SaveBody & {
  edited_attributes: (EditedAttribute & { was: string })[];
  new_attributes_was: unknown[];
  save_name_was: string;
};

/** POST /v1/templates/{id}/wips/save: the new WIP's identity is all that the client needs. */
export const saveReply = v.object({
  result: v.object({ uuid: identity, created_from: optionalText, name: optionalText }),
});
/** The WIP that a first save made. */
export type SavedWip = v.InferOutput<typeof saveReply>['result'];

/** POST /v1/wips/{name}/submit: 2xx with nothing or any JSON is success (`d41.success`); our host names the archive that was made. */
export const submittedReply = v.fallback(
  v.object({ result: v.fallback(v.nullable(v.object({ archive_uuid: v.nullable(v.string()) })), null) }),
  { result: null },
);
