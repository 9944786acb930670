import type { Editor } from '#ui/hooks/use-editor.ts';
import { momentText, timeText } from '../shared/moment.tsx';
import styles from './save-line.module.css';

type SaveLineProps = {
  readonly editor: Editor;
  /** Whether what is not saved is also kept on this computer. */
  readonly isKept?: boolean;
};

/** Says at all times whether the host has what stands here, and since when. "Saved" only after the host said so. */
export function SaveLine({ editor, isKept = false }: SaveLineProps) {
  return (
    <div className={styles.line} data-state={editor.dirty ? 'unsaved' : 'saved'}>
      {lineText(editor, isKept)}
    </div>
  );
}

function lineText({ dirty, detail, saveLine, wip }: Editor, isKept: boolean): string {
  if (saveLine.isSaving) return 'Saving…';
  if (dirty && saveLine.isWaiting) return 'Not saved: no connection. Trying again';
  if (dirty) return isKept ? 'Not saved, kept on this computer' : 'Not saved';
  const at = saveLine.savedAt ?? (wip === null ? null : (detail?.updated_on ?? null));
  if (at !== null) return `Saved ${isOfToday(at) ? timeText(at) : momentText(at)}`;
  return 'No changes';
}

const isOfToday = (at: number): boolean => new Date(at).toDateString() === new Date().toDateString();
