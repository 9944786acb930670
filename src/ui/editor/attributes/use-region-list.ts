import { useEffect, useMemo, useState } from 'react';
import type { RegionControl } from '#common/document/html/region-controls.ts';
import type { RunningRegions } from '#machines/editor/edits.ts';
import { type RegionValue, valuesById } from '#machines/shared/region-values.ts';
import { emptyOf } from '#machines/editor/submission-facts.ts';

type Values = {
  readonly regions: readonly RegionValue[];
  readonly baseline: readonly RegionValue[];
  readonly edits: readonly RegionValue[];
  readonly running: RunningRegions;
};

/** A line of the Attributes view. */
export type ListedRegion = { readonly id: string; readonly name: string; readonly value: string };

/** Names of regions by their ids, as far as the document has sent them. */
export const namesOf = ({ running }: Pick<Values, 'running'>) => valuesById(running.names);

/** Each editable region with its content now: those of the file in its order, then those that its script made. */
export function listRegions({ regions, baseline, edits, running }: Values): ListedRegion[] {
  const [changed, known, host] = [valuesById(edits), valuesById(baseline), valuesById(regions)];
  const names = namesOf({ running });
  const removed = new Set(running.removed);
  const listed = (id: string, value: string): ListedRegion => ({
    id,
    name: names.get(id) ?? id,
    value: changed.get(id) ?? known.get(id) ?? value,
  });
  const made = new Map([...baseline.filter(([id]) => !host.has(id)), ...running.added]);
  return [
    ...regions.map(([id, value]) => listed(id, value)),
    ...[...made].flatMap(([id, value]) => (host.has(id) || removed.has(id) ? [] : [listed(id, value)])),
  ];
}

type Filling = Values & {
  unreadable: readonly string[];
  required: readonly RegionValue[] | undefined;
  ticked: readonly string[] | undefined;
};

/** Number of filled text regions, and the ids of the required regions that are empty, in document order. */
export function useProgress({ regions, baseline, edits, unreadable, running, required, ticked }: Filling) {
  return useMemo(() => {
    const values = listRegions({ regions, baseline, edits, running }).map(({ id, value }): RegionValue => [
      id,
      unreadable.includes(id) ? '' : value,
    ]);
    const boxes = new Set(ticked);
    const texts = values.filter(([id]) => !boxes.has(id));
    return {
      filled: texts.filter(([, value]) => value.trim() !== '').length,
      total: texts.length,
      left: emptyOf(required ?? [], values),
    };
  }, [regions, baseline, edits, unreadable, running, required, ticked]);
}

/** Name of a group of radio buttons: the names of all of them. */
export const groupName = (group: readonly string[], nameOf: (id: string) => string): string =>
  group.map(nameOf).join(' / ');

/** Name of a region of the document, or its id until the document has sent its names; null if it has no such region. */
export function nameOfRegion({ regions, running }: Pick<Values, 'regions' | 'running'>, id: string): string | null {
  const named = running.names.find(([one]) => one === id);
  if (named) return named[1];
  return [...regions, ...running.added].some(([one]) => one === id) ? id : null;
}

const NO_CONTROLS: ReadonlyMap<string, RegionControl> = new Map();

/** Regions of an HTML text that are form controls. Until they are found, all are shown as text. */
export function useRegionControls(html: string): ReadonlyMap<string, RegionControl> {
  const [found, setFound] = useState({ html: '', controls: NO_CONTROLS });
  useEffect(() => {
    let isWanted = true;
    // The parser is not part of the first load; the document on the screen has fetched it already.
    const find = async (): Promise<void> => {
      const { findControls } = await import('#common/document/html/region-controls.ts');
      const controls = await findControls(html);
      if (isWanted) setFound({ html, controls });
    };
    find().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [html]);
  return found.html === html ? found.controls : NO_CONTROLS;
}
