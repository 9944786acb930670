import { linkNotation, serialiseLinks } from '#document/link-notation.ts';

/** A value with a link at its end, or with the bare address where that is wanted or a link cannot be written. */
export function withLink(before: string, url: string, label: string | null): string {
  if (label === null || linkNotation(url, label, true) === null) return before + url;
  return serialiseLinks([
    { type: 'text', text: before },
    { type: 'link', href: url, label, top: true },
  ]);
}

/** What a sheet of paper must say of itself: what an editor holds was not submitted. An untouched template is a blank copy. */
export function paperNote(wip: string | null, isDirty: boolean): string | null {
  if (wip !== null) return isDirty ? 'Draft with unsaved changes - not submitted' : 'Draft - not submitted';
  return isDirty ? 'Draft, not saved - not submitted' : null;
}
