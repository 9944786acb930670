import { differences, type Difference } from '../regions/differences.ts';
import { parsing } from './html-tree.ts';
import type { Work } from '../text/in-slices.ts';
import { findingRegions } from './regions.ts';
import type { LineBreaks } from '../regions/values.ts';

/** A document as a host keeps it. */
export type Kept = { readonly html: string; readonly lines: LineBreaks };

function* values({ html, lines }: Kept): Work<[id: string, value: string][]> {
  const document = yield* parsing(html);
  return (yield* findingRegions(document, lines)).map(({ id, value }): [string, string] => [id, value]);
}

/** Differences of the newer document, by their files. Rows that a document's own script makes are in no file. */
export function* findingDifferences(before: Kept, now: Kept): Work<Difference[]> {
  return differences(yield* values(before), yield* values(now));
}
