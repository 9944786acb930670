import type { EditorContext } from './context.ts';
import type { LoadedDocument, RegionValue } from './edits.ts';
import { type TheirChange, unseenIn } from './their-changes.ts';

/** What the editor tells of the document, so that changes of somebody else can be marked in it. */
export type TheirNews =
  | { type: 'document.read'; found: TheirChange[]; regions: RegionValue[] }
  | { type: 'text.typed'; changes: RegionValue[] }
  | { type: 'regions.carried'; found: TheirChange[] }
  | { type: 'region.reached'; id: string }
  | { type: 'document.shown' }
  | { type: 'document.left' };

/** The document was read anew after a save. Told before its values are taken for those that the user has seen. */
export const noteTheirs = {
  type: 'tellTheirs',
  params: ({ context, event }: { context: EditorContext; event: { output: LoadedDocument } }): TheirNews => ({
    type: 'document.read',
    found: unseenIn(context, event.output),
    regions: event.output.regions,
  }),
} as const;

/** Something was typed, in the document or in the list. */
export const noteTyped = {
  type: 'tellTheirs',
  params: ({
    event,
  }: {
    event:
      | { type: 'document.edited'; changes: RegionValue[] }
      | { type: 'attribute.edited'; id: string; value: string };
  }): TheirNews => ({
    type: 'text.typed',
    changes: event.type === 'document.edited' ? event.changes : [[event.id, event.value]],
  }),
} as const;

/** The document stands in its frame, which has no marks yet. */
export const markTheirs = { type: 'tellTheirs', params: { type: 'document.shown' } satisfies TheirNews } as const;

/** Another document is opened, or this one as the host has it now. */
export const forgetTheirs = { type: 'tellTheirs', params: { type: 'document.left' } satisfies TheirNews } as const;
