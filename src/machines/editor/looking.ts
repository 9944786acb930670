import type { Source } from '#config/paths.ts';
import type { RegionValue } from './edits.ts';
import { editorSetup } from './editor.setup.ts';
import { fromEvent } from '#machines/loading.ts';

/** Whether the document has to be read anew before a save. */
export const asking = editorSetup.createStateConfig({
  entry: 'askForLook',
  on: {
    'look.spared': { target: 'updating' },
    'look.kept': { target: 'comparing' },
    'look.wanted': { target: 'looking' },
  },
});

/** What a read of the document is called with. */
export const readAnew = ({
  context,
}: {
  context: { template: string; wip: string | null; baseline: RegionValue[]; from?: Source | null };
}) => ({
  template: context.template,
  wip: context.wip,
  known: context.baseline,
  from: context.from,
});

/** The host's document was read this moment. */
export const readNow = [{ type: 'keepHeld', params: fromEvent }, 'tellRead'] as const;

/** What follows a look that succeeded. */
export const looked = { target: 'comparing', actions: readNow } as const;

/** A save is held against what is known of the host's document. Where somebody else has changed the same it is asked about, and nothing is sent. */
export const comparing = editorSetup.createStateConfig({
  always: [
    {
      guard: 'isOvertaken',
      target: '#editor.loaded.command.resolving',
      actions: ['keepOvertaken', 'clearMessage', 'tellSaveDropped'],
    },
    { target: 'updating' },
  ],
});
