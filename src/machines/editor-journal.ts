import { type RegionValue, valuesById } from './editor-edits.ts';

/** What it needs of a document that was loaded. */
type Opened = {
  detail: { content: string; base_name: string | null; name: string | null };
  regions: RegionValue[];
  draft: RegionValue[];
  draftRows: unknown[] | null;
};

/** What the journal needs of an editor. */
type Edited = {
  template: string;
  wip: string | null;
  name: string;
  loaded: Opened | null;
  baseline: RegionValue[];
  edits: RegionValue[];
};

export const placeOf = ({ template, wip }: Edited) => ({ template, wip });

/** Whether text was typed into a document before, in this page, and never saved. */
export const hasDraft = ({ draft, draftRows }: Opened): boolean => draft.length > 0 || draftRows !== null;

/** What the journal is told of a document that was opened. */
export const openedOf = ({ name }: Edited, opened: Opened) => ({
  title: name || opened.detail.base_name?.trim() || opened.detail.name?.trim() || 'Untitled',
  html: opened.detail.content,
  isLaidOver: hasDraft(opened),
  rows: opened.draftRows,
});

/** What differs from the host's content, and what it was made of. */
export function changesOf({ loaded, baseline, edits, name }: Edited) {
  const [before, known] = [valuesById(baseline), valuesById(loaded?.regions ?? [])];
  return {
    edits,
    was: edits.map(([id]): RegionValue => [id, before.get(id) ?? '']),
    name,
    // Regions that the document's script made are none of the host's HTML: their text travels among the rows.
    hasRowEdits: edits.some(([id]) => !known.has(id)),
  };
}
