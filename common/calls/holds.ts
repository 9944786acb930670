import * as v from 'valibot';
import { bodyOf, get, post } from './call.ts';
import { identity, listOf, moment, only, optionalText } from './fields.ts';
import type { holdRequest, releaseRequest } from './requests.ts';

const hold = v.object({
  uuid: identity,
  /** One of these, or a period: from `from` until before `to`. */
  wip: optionalText,
  template: optionalText,
  from: moment,
  to: moment,
  reason: v.string(),
  /** The present name; null for the command line and for a removed user. */
  set_by: optionalText,
  set_on: moment,
  released_by: optionalText,
  /** Null while it is not released. */
  released_on: moment,
  release_reason: optionalText,
});
/** A hold on records (`capabilities.recordsProof`): nothing that it covers is removed before it is released. */
export type Hold = v.InferOutput<typeof hold>;

/** The holds of the organization, the newest first, the released ones too; with `archive` those that cover one record. */
export const listHolds = get('/v1/records/holds', { reply: only('holds', listOf(hold)) });
const changed = only('hold', hold);
export const setHold = post('/v1/records/holds/create', { body: bodyOf<typeof holdRequest>(), reply: changed });
export const releaseHold = post('/v1/records/holds/:uuid/release', {
  body: bodyOf<typeof releaseRequest>(),
  reply: changed,
});
