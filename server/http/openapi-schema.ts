import type * as v from 'valibot';

/** A JSON schema as OpenAPI 3.1 takes it. */
export type JsonSchema = { [key: string]: unknown };

type Part = v.GenericSchema | v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>;

/** The part of valibot's schemas that has a name in JSON schema; the rest is checked all the same, and described by its message. */
const limits: Readonly<Record<string, (requirement: unknown, type: unknown) => JsonSchema>> = {
  max_length: (most, type) => (type === 'array' ? { maxItems: most } : { maxLength: most }),
  min_length: (least, type) => (type === 'array' ? { minItems: least } : { minLength: least }),
  non_empty: (_none, type) => (type === 'array' ? { minItems: 1 } : { minLength: 1 }),
  integer: () => ({ type: 'integer' }),
  email: () => ({ format: 'email' }),
  regex: (pattern) => (pattern instanceof RegExp ? { pattern: pattern.source } : {}),
};

/**
 * What a schema takes, in JSON schema: of a pipe the part before it turns one thing into another.
 * @param schema one of `src/api/contract`
 * @throws {Error} for a kind of schema that is not known here, so that none is described wrongly
 */
export function jsonSchema(schema: v.GenericSchema): JsonSchema {
  const shape = schema as v.GenericSchema & Record<string, unknown>;
  if (Array.isArray(shape['pipe'])) return pipeSchema(shape['pipe'] as Part[]);
  const inner = shape['wrapped'] as v.GenericSchema | undefined;
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type: schema.type };
    case 'unknown':
      return {};
    case 'literal':
      return { const: shape['literal'] };
    case 'array':
      return { type: 'array', items: jsonSchema(shape['item'] as v.GenericSchema) };
    case 'nullable':
      return inner ? orNull(jsonSchema(inner)) : {};
    case 'optional':
      return inner ? jsonSchema(inner) : {};
    case 'union':
      return { anyOf: (shape['options'] as v.GenericSchema[]).map(jsonSchema) };
    case 'object': {
      const entries = Object.entries(shape['entries'] as Record<string, v.GenericSchema>);
      const required = entries.filter(([, entry]) => isRequired(entry)).map(([name]) => name);
      return {
        type: 'object',
        properties: Object.fromEntries(entries.map(([name, entry]) => [name, jsonSchema(entry)])),
        ...(required.length > 0 && { required }),
      };
    }
    default:
      throw new Error(`A schema of the kind '${schema.type}' cannot be described in OpenAPI yet.`);
  }
}

/** A field that may be absent, or is replaced when it is not what it should be (decision 6), is not required. */
function isRequired(entry: v.GenericSchema): boolean {
  return entry.type !== 'optional' && !('fallback' in entry) && entry.type !== 'unknown';
}

function orNull(schema: JsonSchema): JsonSchema {
  return typeof schema['type'] === 'string'
    ? { ...schema, type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] };
}

function pipeSchema(parts: readonly Part[]): JsonSchema {
  const [first, ...rest] = parts;
  let schema = first?.kind === 'schema' ? jsonSchema(first) : {};
  for (const part of rest) {
    const shape = part as unknown as Record<string, unknown>;
    // `listOf` reads each entry by itself and leaves out what is none: its metadata says which schema that is.
    const metadata = shape['metadata'] as { entry?: v.GenericSchema } | undefined;
    if (shape['type'] === 'metadata' && metadata?.entry) schema = { ...schema, items: jsonSchema(metadata.entry) };
    if (part.kind === 'transformation' && shape['type'] !== 'trim' && shape['type'] !== 'metadata') break;
    schema = { ...schema, ...limits[String(shape['type'])]?.(shape['requirement'], schema['type']) };
  }
  return schema;
}
