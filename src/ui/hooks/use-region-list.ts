import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { RegionControl } from '#document/region-controls.ts';
import { valuesById, type RegionValue } from '#machines/editor-edits.ts';

type Asking = { names(): void };
type Change = { added: RegionValue[]; removed: string[] };
type Told = {
  readonly names: ReadonlyMap<string, string>;
  /** Regions that the document's own script made, with the values that they began with. */
  readonly added: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
};

const NOTHING: Told = { names: new Map(), added: new Map(), removed: new Set() };

/** What only the running document knows of its regions: their names, and those that its own script made or took away. */
export function useRunningRegions(frame: RefObject<Asking | null>) {
  const [told, setTold] = useState(NOTHING);
  const hear = useMemo(
    () => ({
      opened: () => setTold(NOTHING),
      named: (pairs: RegionValue[]) => setTold((before) => ({ ...before, names: new Map(pairs) })),
      changed: (change: Change) =>
        setTold(({ names, added, removed }) => ({
          names,
          added: new Map([...added, ...change.added].filter(([id]) => !change.removed.includes(id))),
          removed: new Set([...removed, ...change.removed].filter((id) => !change.added.some(([back]) => back === id))),
        })),
      ask: () => frame.current?.names(),
    }),
    [frame],
  );
  return { told, hear };
}

type Values = {
  readonly regions: readonly RegionValue[];
  readonly baseline: readonly RegionValue[];
  readonly edits: readonly RegionValue[];
};

/** A line of the Attributes view. */
export type ListedRegion = { readonly id: string; readonly name: string; readonly value: string };

/** Each editable region with its content now (section 2, Attributes): those of the file in its order, then those that its script made. */
export function listRegions({ regions, baseline, edits }: Values, told: Told): ListedRegion[] {
  const [changed, known, host] = [valuesById(edits), valuesById(baseline), valuesById(regions)];
  const listed = (id: string, value: string): ListedRegion => ({
    id,
    name: told.names.get(id) ?? id,
    value: changed.get(id) ?? known.get(id) ?? value,
  });
  const made = new Map([...baseline.filter(([id]) => !host.has(id)), ...told.added]);
  return [
    ...regions.map(([id, value]) => listed(id, value)),
    ...[...made].flatMap(([id, value]) => (host.has(id) || told.removed.has(id) ? [] : [listed(id, value)])),
  ];
}

const NO_CONTROLS: ReadonlyMap<string, RegionControl> = new Map();

/** Which regions of an HTML text are form controls. Until that is known all are shown as text. */
export function useRegionControls(html: string): ReadonlyMap<string, RegionControl> {
  const [found, setFound] = useState({ html: '', controls: NO_CONTROLS });
  useEffect(() => {
    let isWanted = true;
    // The parser is not part of the first load; the document on the screen has fetched it already.
    const find = async (): Promise<void> => {
      const { findControls } = await import('#document/region-controls.ts');
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
