import { hasCapability, useAuth } from '#ui/hooks/use-auth.ts';
import type { Editor } from '#ui/hooks/use-editor.ts';
import { momentText, timeText } from '../shared/moment.tsx';
import { WhoIsHere } from './who-is-here.tsx';
import styles from './save-line.module.css';

/** Beside the buttons: whether the host has what stands here, and who else is here, at a host that tells it. */
export function EditorLines({ editor }: { readonly editor: Editor }) {
  const { user } = useAuth();
  return (
    <div className={styles.lines} data-pin>
      {!editor.isReading && <SaveLine editor={editor} />}
      {hasCapability(user, 'presence') && <WhoIsHere editor={editor} />}
    </div>
  );
}

/**
 * Says at all times whether the host has what stands here, and since when. "Saved" only after the host said so. What the document's script or an extension has
 * written is saved as it is shown: it says how many regions that is.
 */
function SaveLine({ editor }: { readonly editor: Editor }) {
  return (
    <div className={styles.line} data-state={editor.dirty ? 'unsaved' : 'saved'}>
      <span key={lineText(editor)}>{lineText(editor)}</span>
      {editor.dirty && editor.unasked > 0 && (
        <span>{` · ${editor.unasked} ${editor.unasked === 1 ? 'region' : 'regions'} changed without a key`}</span>
      )}
    </div>
  );
}

function lineText({ dirty, detail, journal, saveLine, wip }: Editor): string {
  if (saveLine.isSaving) return 'Saving…';
  if (dirty && saveLine.isWaiting) return 'Not saved: no connection. Trying again';
  if (dirty) return journal.isKept ? 'Not saved, kept on this computer' : 'Not saved';
  const at = saveLine.savedAt ?? (wip === null ? null : (detail?.updated_on ?? null));
  if (at !== null) return `Saved ${isOfToday(at) ? timeText(at) : momentText(at)}`;
  return 'No changes';
}

const isOfToday = (at: number): boolean => new Date(at).toDateString() === new Date().toDateString();
