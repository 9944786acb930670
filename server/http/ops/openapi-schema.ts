import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** A JSON schema as OpenAPI 3.1 takes it. */
export type JsonSchema = { [key: string]: unknown };

/**
 * The input of a schema as JSON schema: of a pipe, the part before it transforms a value. Rules that have no name in
 * JSON schema are still checked.
 * @param schema one of `common/calls`
 * @throws {Error} for a kind of schema that has no form in JSON schema
 */
export function jsonSchema(schema: v.GenericSchema): JsonSchema {
  const described = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    ignoreActions: ['check', 'trim'],
    // `listOf` of the contract reads each entry by itself, and names the schema of an entry in its metadata.
    overrideAction({ valibotAction }) {
      if (valibotAction.type !== 'metadata') return undefined;
      const { entry } = (valibotAction as v.MetadataAction<unknown, { entry: v.GenericSchema }>).metadata;
      return { type: 'array', items: jsonSchema(entry) };
    },
    overrideSchema({ valibotSchema, jsonSchema: made }) {
      const [inner] = valibotSchema.type === 'nullable' ? (made.anyOf ?? []) : [];
      if (typeof inner === 'object' && typeof inner.type === 'string') return { ...inner, type: [inner.type, 'null'] };
      if (valibotSchema.type !== 'object') return undefined;
      // A field that is replaced when it is missing or wrong is not required.
      const { entries } = valibotSchema as v.ObjectSchema<v.ObjectEntries, undefined>;
      const { required = [], ...rest } = made;
      const needed = required.filter((name) => !('fallback' in (entries[name] ?? {})));
      return { ...rest, ...(needed.length > 0 && { required: needed }) };
    },
  });
  // OpenAPI 3.1 names the dialect once, for the whole document.
  delete described.$schema;
  return { ...described };
}
