import * as v from 'valibot';

/** A text field. If a host omits it, or sends another type, it is null and shown as absent (`d6.absent-fields`). */
export const optionalText = v.fallback(v.nullable(v.string()), null);

/** The identity of an object: the only required field of a reply. Never empty. */
export const identity = v.pipe(v.string(), v.nonEmpty());

/** An integer that may come as a numeric string (`d6.numeric-text`). */
export const integerLike = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\s*-?\d+\s*$/), v.transform(Number))]),
  v.integer(),
);

/** `integerLike`, or null when the field is absent or something else. */
export const optionalInteger = v.fallback(v.nullable(integerLike), null);

/** An identifier that hosts write as text or as a number; kept as text. Null when absent. */
export const optionalId = v.fallback(v.nullable(v.union([v.string(), v.pipe(v.number(), v.transform(String))])), null);

const EPOCH_SECONDS_LIMIT = 100_000_000_000;

/**
 * A moment as hosts write it: ISO text, epoch seconds or epoch milliseconds (`d6.moments`).
 * @param value the reply's field
 * @returns epoch milliseconds, or null when it is absent or cannot be read
 */
export function readMoment(value: unknown): number | null {
  if (typeof value === 'string') {
    const text = value.trim();
    if (/^-?\d+(\.\d+)?$/.test(text)) return readMoment(Number(text));
    const parsed = Date.parse(text);
    return Number.isNaN(parsed) ? null : parsed;
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  const milliseconds = Math.abs(value) < EPOCH_SECONDS_LIMIT ? value * 1000 : value;
  return Math.abs(milliseconds) <= 8.64e15 ? milliseconds : null;
}

/** A moment in epoch milliseconds, or null. */
export const moment = v.optional(v.pipe(v.unknown(), v.transform(readMoment)), null);

/**
 * Information of a host about the line breaks in a document's text (docs/adr/0018-line-breaks.md). A host without it may have written some without
 * a mark.
 */
export const lineBreaks = v.fallback(v.picklist(['marked', 'guessed']), 'guessed');

/**
 * A list whose entries without identity are left out (`d6.no-identity`).
 * @param entry the schema of one entry
 */
export function listOf<const S extends v.GenericSchema>(entry: S) {
  return v.pipe(
    v.array(v.unknown()),
    // The OpenAPI document reads the entry's schema from here.
    v.metadata({ entry }),
    v.transform((entries): v.InferOutput<S>[] =>
      entries.flatMap((candidate) => {
        const parsed = v.safeParse(entry, candidate);
        return parsed.success ? [parsed.output] : [];
      }),
    ),
  );
}

/** The reply of calls that only say whether they worked: `success` and `message`. */
export const outcomeReply = v.object({ success: v.fallback(v.boolean(), false), message: optionalText });
export type Outcome = v.InferOutput<typeof outcomeReply>;

/** A reply of which one field is all that counts. @param key its name */
// @__NO_SIDE_EFFECTS__
export const only = <const Key extends string, Schema extends v.GenericSchema>(
  key: Key,
  schema: Schema,
): v.GenericSchema<Record<Key, v.InferInput<Schema>>, v.InferOutput<Schema>> =>
  v.pipe(
    v.object({ [key]: schema }),
    v.transform((reply) => reply[key]),
  );

/** Maximum length of a region's id in a message about presence. */
export const PRESENCE_REGION_MAX = 200;
