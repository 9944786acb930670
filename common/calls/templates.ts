import * as v from 'valibot';
import { standing } from './conflicts.ts';
import { get } from './call.ts';
import { identity, lineBreaks, listOf, only, optionalText } from './fields.ts';

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

const withHtml = { query: { html: 'true' }, reply: only('result', documentDetail) };
/** A template with its HTML (`s7.template`). */
export const readTemplate = get('/v1/templates/:id', withHtml);
/** A WIP with its HTML (`s7.wip`). */
export const readWip = get('/v1/wips/:uuid', withHtml);

const region = v.object({ id: v.string(), values: v.array(v.string()) });

/** Values that documents of the template hold, by region; the most used first (`capabilities.suggestions`). */
export const listSuggestions = get('/v1/templates/:id/suggestions', { reply: only('regions', v.array(region)) });
export type RegionSuggestions = v.InferOutput<typeof region>;
