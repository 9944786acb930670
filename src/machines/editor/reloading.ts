import { readAnew, readNow } from './looking.ts';
import { noteTheirs } from './theirs.ts';
import { deletedMeanwhile } from './saving.ts';
import { editorSetup } from './editor.setup.ts';
import { fromEvent } from '#machines/loading.ts';

const nowLoaded = [
  { type: 'keepMadeOf', params: fromEvent },
  { type: 'rebase', params: fromEvent },
  { type: 'keepLoaded', params: fromEvent },
  ...readNow,
] as const;

/** What others have changed is laid over the document that is shown, which stays. */
const laidOver = {
  target: '#editor.loaded.command.idle',
  actions: [{ type: 'patchFromHost', params: fromEvent }, noteTheirs, ...nowLoaded, 'tellFetched'],
} as const;

/** After a save the document is fetched: what others have changed comes into view. What the host has now is what a later save is held against, also where the document is opened anew. */
export const reloading = editorSetup.createStateConfig({
  tags: 'busy',
  exit: ['goToWanted', 'forgetWanted'],
  on: { 'document.deletedBy': deletedMeanwhile },
  invoke: {
    id: 'reloadDocument',
    src: 'loadDocument',
    input: readAnew,
    onDone: [
      // The next save covers the rows, and then it is laid out anew.
      {
        guard: 'holdsRowsOfBefore',
        target: '#editor.loaded.command.idle',
        actions: 'dropRowsTaken',
      },
      // Whoever has added rows meanwhile, or typed in some, keeps the document that has them.
      { guard: 'holdsNewRows', ...laidOver, actions: [...laidOver.actions, 'dropRowsTaken'] },
      {
        guard: { type: 'isLaidOutAnew', params: fromEvent },
        target: '#editor.loaded.command.idle',
        actions: [noteTheirs, ...nowLoaded, 'takeLoadedHtml', 'showDocument', 'tellLaidOut'],
      },
      laidOver,
    ],
    onError: {
      target: '#editor.loaded.command.idle',
      actions: { type: 'keepLoadMessage', params: fromEvent },
    },
  },
});
