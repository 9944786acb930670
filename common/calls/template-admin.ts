import * as v from 'valibot';
import { bodyOf, get, post } from './call.ts';
import type {
  blanksRequest,
  commandRequest,
  moveRequest,
  newTemplatesRequest,
  replaceRequest,
  templatePutBackRequest,
} from './requests.ts';
import { commandPair } from './session.ts';
import { identity, listOf, moment, only, optionalInteger, optionalText } from './fields.ts';
import { jobOf } from './admin.ts';

const flag = v.fallback(v.boolean(), false);
const texts = v.fallback(v.array(v.string()), []);

const managed = v.object({
  uuid: identity,
  name: optionalText,
  description: optionalText,
  file_name: optionalText,
  /** Number of its replacements. */
  version: v.fallback(v.number(), 0),
  /** Number of its regions. */
  regions: optionalInteger,
  /** Time and author of its current HTML. */
  changed_on: moment,
  changed_by: optionalText,
  /** Organization that it belongs to; null for all. */
  organization: optionalText,
  /** True if this administrator may change it. */
  changeable: flag,
  /** True if there is earlier HTML that can be restored. */
  can_put_back: flag,
  /** True if only holders of a role may change its documents. */
  has_role: flag,
  on_wall: flag,
  removed_on: moment,
});
/** A template as an administrator sees it. */
export type ManagedTemplate = v.InferOutput<typeof managed>;

/** The reply of a read and of each change: all templates after it, in order. `may_offer_to_all`: to every organization; `publishing`: the caller's last. */
const managedReply = v.object({
  templates: listOf(managed),
  may_offer_to_all: flag,
  command_docs: commandPair,
  publishing: v.fallback(jobOf(v.object({ names: texts })), null),
});
export type ManagedTemplates = v.InferOutput<typeof managedReply>;

const same = v.object({
  from: v.string(),
  to: v.string(),
  from_name: v.string(),
  to_name: v.string(),
  /** False if only their places between other regions are alike. */
  by_name: flag,
});
const examined = v.object({
  file_name: v.string(),
  name: v.string(),
  description: v.fallback(v.string(), ''),
  /** Its HTML including the files beside it: the published content. */
  content: v.string(),
  regions: texts,
  /** The names of the embedded files. */
  embedded: texts,
  problems: texts,
  outside: texts,
  notes: texts,
  /** Its regions compared with those of the template that it replaces, by id. `same`: lost regions that seem to be there under another id. */
  moves: v.fallback(
    v.nullable(v.object({ came: texts, went: texts, moved: texts, same: v.fallback(v.array(same), []) })),
    null,
  ),
});
/** A document that was checked, and is not stored. */
export type ExaminedDocument = v.InferOutput<typeof examined>;

/** Examines files; nothing is stored. */
export const examineFiles = post('/v1/templates/check', { reply: only('documents', listOf(examined)) });

const offset = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const change = v.tuple([offset, offset, v.string(), v.nullable(v.string())]);
const blank = v.object({
  kind: v.picklist(['cell', 'line', 'placeholder', 'field', 'box', 'space', 'text']),
  label: v.string(),
  own_id: v.fallback(v.nullable(v.string()), null),
  offered: flag,
  /** Offset behind the name of its tag in the document; -1 for text. */
  tag: v.pipe(v.number(), v.safeInteger(), v.minValue(-1)),
  pieces: v.array(v.tuple([offset, offset])),
  /** The changes that make it a region: start, end, text, and the text after its id and name, or null if the change does not contain these. */
  changes: v.array(change),
  /** For an empty place: the changes that make a box to tick of it, if its style draws one. */
  box: v.optional(v.array(change)),
});

/** The places of a document that can become regions, in its order. Offsets count UTF-16 units. */
const blanksReply = v.object({ blanks: v.array(blank), ids: texts, more: flag });
export type BlanksReply = v.InferOutput<typeof blanksReply>;

/** Finds the places of a document that can become regions; nothing is stored. */
export const findBlanks = post('/v1/templates/blanks', { body: bodyOf<typeof blanksRequest>(), reply: blanksReply });

const changed = { reply: managedReply };
/** Calls for templates (`capabilities.templatesManage`). */
export const listManagedTemplates = get('/v1/templates/all', changed);
/** Begins to publish documents, all of them or none. */
export const publishTemplates = post('/v1/templates/create', {
  body: bodyOf<typeof newTemplatesRequest>(),
  ...changed,
});
/** Forgets the last publishing; one that runs publishes nothing. */
export const dropPublishing = post('/v1/templates/create/drop', changed);
/** Adds the templates that come with the product. */
export const addShipped = post('/v1/templates/shipped', changed);
export const replaceTemplate = post('/v1/templates/:id/replace', {
  body: bodyOf<typeof replaceRequest>(),
  ...changed,
});
/** Further acts with one template. */
export const templateActs = {
  'put-back': post('/v1/templates/:id/put-back', { body: bodyOf<typeof templatePutBackRequest>(), ...changed }),
  move: post('/v1/templates/:id/move', { body: bodyOf<typeof moveRequest>(), ...changed }),
  command: post('/v1/templates/:id/command', { body: bodyOf<typeof commandRequest>(), ...changed }),
  remove: post('/v1/templates/:id/remove', changed),
  restore: post('/v1/templates/:id/restore', changed),
};
