import { saveRequest, type SaveRequest } from '#common/calls/requests.ts';
import {
  bytesAtMost,
  merged,
  rendering,
  type DocumentPlan,
  type Save,
  type Written,
} from '#common/document/plan/document-plan.ts';
import type { Work } from '#common/document/text/in-slices.ts';
import type { WrittenText } from '#server/storage/stores/wips.ts';
import { readBody, readJson } from '../read-body.ts';
import { Refusal } from '../refusal.ts';
import { HTML_MAX } from '../uploads/html-bytes.ts';

/** Parses the stored form of a document's values and rows. */
export function writtenOf({ values, rows }: WrittenText): Written {
  // A map, not an object: an id may be the name of an inherited property.
  return { values: new Map(Object.entries(JSON.parse(values) as Record<string, string>)), rows };
}

/** A save as it arrived: parsed already, or the bytes of its body. */
export type GivenSave = SaveRequest | Uint8Array;

/** @throws {Refusal} invalid, in words */
export const readSave = (given: GivenSave): SaveRequest =>
  given instanceof Uint8Array ? readBody(saveRequest, readJson(given)) : given;

/** The fields that a save sets besides the content. `nameWas`: the name on which it is based; null without one. */
export const fieldsIn = (save: SaveRequest) => ({ name: save.save_name, nameWas: save.save_name_was ?? null });

/** Applies a save to the values and rows of a document. */
export function writtenAfter(plan: DocumentPlan, before: WrittenText, save: Save): WrittenText {
  const { values, rows } = merged(plan, writtenOf(before), save);
  return { values: JSON.stringify(Object.fromEntries(values)), rows };
}

/** True if a document may be larger than is allowed: only rendering it gives the exact size. */
export function mayBeTooLarge(plan: DocumentPlan, { values, rows }: WrittenText): boolean {
  // No character becomes more than six bytes: this estimate is mostly enough.
  if (plan.bytes + 6 * (plan.most * values.length + (rows?.length ?? 0)) < HTML_MAX - 100) return false;
  return bytesAtMost(plan, values, rows ?? '') > HTML_MAX;
}

/** @throws {Refusal} tooLarge */
export function requireSize(html: string): string {
  if (Buffer.byteLength(html) <= HTML_MAX) return html;
  throw new Refusal('tooLarge', 'The document would become larger than 5 MB. Shorten it and save again.');
}

/** The HTML of a document, as work that can be done in slices. */
export function* renderingStored(source: string, plan: DocumentPlan, stored: WrittenText): Work<string> {
  const isUntouched = stored.values === '{}' && stored.rows === null;
  return isUntouched ? source : yield* rendering(source, plan, writtenOf(stored));
}
