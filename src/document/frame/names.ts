import { labelsApart, regionNamer } from '#common/document/regions/region-namer.ts';
import type { Pair } from '#common/document/regions/values.ts';
import { atOnce, inSlices, type Work } from '#common/document/text/in-slices.ts';
import { domTree, type FrameRegion } from './dom-regions.ts';
import { FRAME_LIMITS } from './limits.ts';
import { ownDocument } from './own.ts';
import { inside } from './realm.ts';

/** Regions that are named between two pauses. */
const NAMED_AT_ONCE = 32;
/** Counts the namers: a later one ends the work of those before. */
let turn = 0;

/**
 * Makes a function that names the regions of this document, with a number where two would be spoken alike.
 * @param later is called when a long document's regions have their numbers
 */
export function namerOfRegions(
  regions: ReadonlyMap<string, FrameRegion>,
  later: () => void,
): (element: HTMLElement) => string {
  const nameOf = regionNamer<Node>(
    ownDocument.documentElement,
    ownDocument.querySelectorAll('label[for],input[type=radio]'),
    (id) => ownDocument.getElementById(id),
    domTree,
  );
  const names = new Map<Element, string>();
  const own = (turn += 1);
  function* naming(): Work<void> {
    const apart = labelsApart();
    for (const { elements } of regions.values()) {
      if (names.size % NAMED_AT_ONCE === 0) yield;
      if (own !== turn) return;
      if (elements[0]) names.set(elements[0], apart(nameOf(elements[0])));
    }
  }
  const work = naming();
  const step = inside(() => work.next());
  if (regions.size <= FRAME_LIMITS.eager) atOnce(work);
  else void inSlices({ next: () => step(null) }).then(inside(later));
  return (element) => names.get(element) ?? nameOf(element);
}

/** True if the document's author has named the element. */
export const isNamed = (element: HTMLElement): boolean =>
  element.matches('[aria-label],[aria-labelledby]') || ((element as Partial<HTMLInputElement>).labels?.length ?? 0) > 0;

/** The names of all regions that are in the document. */
export const namesOf = (regions: ReadonlyMap<string, FrameRegion>, nameOf: (element: HTMLElement) => string): Pair[] =>
  Array.from(regions.values(), ({ id, elements: [first] }): Pair[] => (first ? [[id, nameOf(first)]] : [])).flat();
