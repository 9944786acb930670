import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../forms/button.tsx';
import { classNames } from '../class-names.ts';
import { type FocusTarget, useFocusReturn } from '../use-focus-return.ts';
import { late, useLate } from '../use-late.ts';
import type * as Windows from './windows.tsx';
import styles from './dialog.module.css';

/** The code of all dialogs. Tests load it before they start. */
export const windows = late<typeof Windows>(() => import('./windows.tsx'));

interface FrameOfWindowProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly returnFocus?: FocusTarget | undefined;
  readonly children: (code: typeof Windows, onCloseAutoFocus: (event: Event) => void) => ReactNode;
}

/** A dialog's place in the page. Its code loads once the place is drawn; until it first opens, there is nothing else. */
export function FrameOfWindow({ open, onClose, returnFocus, children }: FrameOfWindowProps) {
  const [isMade, setIsMade] = useState(open);
  if (open && !isMade) setIsMade(true);
  const { loaded, hasFailed, retry } = useLate(windows, open);
  const onCloseAutoFocus = useFocusReturn(open, returnFocus);
  if (open && loaded === null && hasFailed) return <NotLoaded onRetry={retry} onClose={onClose} />;
  return isMade && loaded !== null && children(loaded, onCloseAutoFocus);
}

/** Shown in place of a dialog whose code does not load, by the browser's own dialog. */
function NotLoaded({ onRetry, onClose }: { readonly onRetry: () => void; readonly onClose: () => void }) {
  const place = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => place.current?.showModal(), []);
  return (
    <dialog ref={place} className={classNames(styles.dialog, styles.medium)} onClose={onClose}>
      <p className={styles.message}>
        This question could not be loaded. Nothing has changed, and nothing is lost. Check the connection.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => place.current?.close()}>Close</Button>
        <Button variant="primary" onClick={onRetry}>
          Try Again
        </Button>
      </div>
    </dialog>
  );
}
