import * as v from 'valibot';
import { bodyOf, get, post } from './call.ts';
import { identity, listOf, moment, only, optionalText } from './fields.ts';
import type { saveRequest, submitRequest } from './requests.ts';

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

/** `templates[]`, `wips[]` or a bare array, whichever the host sends (`s7.wips-templates`). */
const wipsReply = v.union([
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
export type SaveBody = Omit<v.InferInput<typeof saveRequest>, 'save_name_was' | 'new_attributes_was'>;

/** A save with the base version of its edits, for a host with `capabilities.guard`. */
export type GuardedSaveBody = SaveBody & {
  edited_attributes: (EditedAttribute & { was: string })[];
  new_attributes_was: unknown[];
  save_name_was: string;
};

/** The WIP that a first save made: its identity is all that the page needs. */
const savedWip = v.object({ uuid: identity, created_from: optionalText, name: optionalText });

/** 2xx with nothing or any JSON is success (`d41.success`); our host names the archive that was made. */
const submittedReply = v.pipe(
  v.fallback(v.object({ result: v.fallback(v.nullable(v.object({ archive_uuid: v.nullable(v.string()) })), null) }), {
    result: null,
  }),
  v.transform(({ result }) => ({ archive: result?.archive_uuid ?? null })),
);

/** WIPs of a template (`s7.wips-templates`). */
export const listWips = get('/v1/templates/:id/wips', { reply: wipsReply });
/** Makes a WIP of a template (`s7.save`). */
export const createWip = post('/v1/templates/:id/wips/save', {
  body: bodyOf<typeof saveRequest>(),
  reply: only('result', savedWip),
});
/** Saves a WIP (`s7.update`); 409 with others' changes of the same (`capabilities.guard`). */
export const updateWip = post('/v1/wips/:uuid/update', { body: bodyOf<typeof saveRequest>() });
/** Submits a WIP (`s7.submit`), whose uuid the contract's address calls `name`; 409 if it was saved since. */
export const submitWip = post('/v1/wips/:uuid/submit', {
  body: bodyOf<typeof submitRequest>(),
  reply: submittedReply,
});
/** Deletes a WIP, by a GET as the contract has it (`s7.delete`). */
export const deleteWip = get('/v1/wips/:uuid/delete');
