import * as v from 'valibot';
import { get } from './call.ts';
import { identity, lineBreaks, listOf, moment, only, optionalInteger, optionalText } from './fields.ts';

export const template = v.object({
  uuid: identity,
  name: optionalText,
  description: optionalText,
  file_name: optionalText,
});
/** A base template in a list. */
export type Template = v.InferOutput<typeof template>;

/** Templates of the organization and of all (`s7.templates`). */
export const listTemplates = get('/v1/templates', { reply: only('templates', listOf(template)) });

/** State of a WIP at a host with `capabilities.guard`: each save adds one revision. */
export const standing = { revision: optionalInteger, updated_on: moment, updated_by: optionalText };

/** The `result` of a template or a WIP (`s3.detail`). `content` may be empty, never absent. */
export const documentDetail = v.object({
  content: v.string(),
  line_breaks: lineBreaks,
  base_name: optionalText,
  wip_name: optionalText,
  wip_uuid: optionalText,
  description: optionalText,
  name: optionalText,
  created_from: optionalText,
  uuid: optionalText,
  ...standing,
});
/** A template or a WIP with its HTML. */
export type DocumentDetail = v.InferOutput<typeof documentDetail>;

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

const withHtml = { query: { html: 'true' }, reply: only('result', documentDetail) };
/** A template with its HTML (`s7.template`). */
export const readTemplate = get('/v1/templates/:id', withHtml);
/** A WIP with its HTML (`s7.wip`). */
export const readWip = get('/v1/wips/:uuid', withHtml);

const region = v.object({ id: v.string(), values: v.array(v.string()) });

/** Values that documents of the template hold, by region; the most used first (`capabilities.suggestions`). */
export const listSuggestions = get('/v1/templates/:id/suggestions', { reply: only('regions', v.array(region)) });
export type RegionSuggestions = v.InferOutput<typeof region>;
