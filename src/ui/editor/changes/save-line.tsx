import { Suspense } from 'react';
import { hasCapability, useAuth } from '#ui/session/use-auth.ts';
import type { Editor } from '#ui/editor/use-editor.ts';
import { shortText } from '../../shared/moment.tsx';
import { useJournalTag } from '../../unsaved/use-journal.ts';
import { onDemand } from '../on-demand.ts';
import { useWall } from '../use-submission.ts';
import styles from './save-line.module.css';

/** Keeps the room of the line until it is loaded. */
const NoLine = () => <div className={styles.who} />;
const WhoIsHere = onDemand<{ editor: Editor }>(async () => (await import('./who-is-here.tsx')).WhoIsHere, NoLine);

/** The row below the buttons: the description, the state of saves, and the other users here, at a host with presence. */
export function EditorLines({ editor }: { readonly editor: Editor }) {
  const { user } = useAuth();
  const description = editor.detail?.description;
  return (
    <div className={styles.lines} data-pin>
      <p dir="auto" className={styles.description} title={description ?? undefined}>
        {description}
      </p>
      {!editor.isReading && <SaveLine editor={editor} />}
      {hasCapability(user, 'presence') && (
        <Suspense fallback={<NoLine />}>
          <WhoIsHere editor={editor} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Shows at all times if the host has the content on the screen, and since when. "Saved" appears only after the host
 * has confirmed it. Text written by the document's script or an extension is saved as shown: the line shows the
 * number of those regions.
 */
function SaveLine({ editor: shown }: { readonly editor: Editor }) {
  // With each key the first changes, and the screen around it must not render again.
  const editor = { ...shown, isKept: useJournalTag(shown.actor, 'kept'), onWall: useWall(shown.actor) };
  return (
    <div className={styles.line} data-state={editor.dirty ? 'unsaved' : 'saved'}>
      <span key={lineText(editor)} role={editor.dirty && editor.saveLine.isWaiting ? 'alert' : undefined}>
        {lineText(editor)}
      </span>
      {editor.unreadable.length > 0 && <span role="status">{` · ${unreadableText(editor)}`}</span>}
      {editor.dirty && editor.unasked > 0 && (
        <span>{` · ${editor.unasked} ${editor.unasked === 1 ? 'field' : 'fields'} changed without a key`}</span>
      )}
    </div>
  );
}

type Line = Editor & { isKept: boolean; onWall: ReturnType<typeof useWall> };

/** Names the regions whose field cannot be read: they are not saved, whatever else is. */
function unreadableText(editor: Editor): string {
  return `Cannot be saved as typed: ${editor.unreadableNames.join(', ')}`;
}

function lineText(editor: Line): string {
  const { dirty, saveLine } = editor;
  if (saveLine.isSaving) return 'Saving…';
  if (dirty && saveLine.isWaiting) return 'No connection. We’ll save when it is back';
  const offline = saveLine.isOffline ? 'No connection. ' : '';
  return `${offline}${stateText(editor)}${dirty ? '' : wallText(editor)}`;
}

/**
 * Text that the wall shows another version of this WIP: one that was put back, or one submitted before the last save.
 */
function wallText({ wip, detail, onWall, putBack }: Line): string {
  if (putBack.isBack) {
    const at = putBack.before?.submittedOn ?? null;
    return at === null ? '' : `. The wall shows ${shortText(at)}, not this text`;
  }
  const at = wip !== null && onWall?.wip === wip ? (onWall?.submittedOn ?? null) : null;
  return at === null || at >= (detail?.updated_on ?? 0) ? '' : `. The wall shows the version of ${shortText(at)}`;
}

function stateText({ dirty, detail, isKept, saveLine, wip }: Line): string {
  if (dirty) return isKept ? 'Unsaved (kept on this device)' : 'Not saved';
  const at = saveLine.savedAt ?? (wip === null ? null : (detail?.updated_on ?? null));
  return at === null ? 'No changes' : `Saved ${shortText(at)}`;
}
