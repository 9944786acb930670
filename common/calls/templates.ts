import * as v from 'valibot';
import { standing } from './conflicts.ts';
import { identity, lineBreaks, listOf, optionalText } from './fields.ts';

export const template = v.object({
  uuid: identity,
  name: optionalText,
  description: optionalText,
  file_name: optionalText,
});
/** A base template in a list. */
export type Template = v.InferOutput<typeof template>;

/** GET /v1/templates */
export const templatesReply = v.object({ templates: listOf(template) });

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

/** GET /v1/templates/{id}?html=true and GET /v1/wips/{uuid}?html=true */
export const documentReply = v.object({ result: documentDetail });
