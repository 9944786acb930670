import type { ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import { useHeightOnPage } from '../use-height-on-page.ts';
import { FrameOfWindow } from './frame-of-window.tsx';
import type { DialogProps } from './windows.tsx';
import styles from './dialog.module.css';

/** A modal window. It traps the focus and gives it back. Put the buttons into `<DialogActions>`, inside the `<form>` if there is one. */
export function Dialog(props: DialogProps) {
  return (
    <FrameOfWindow open={props.open} onClose={props.onClose}>
      {({ DialogWindow }, onCloseAutoFocus) => <DialogWindow {...props} onCloseAutoFocus={onCloseAutoFocus} />}
    </FrameOfWindow>
  );
}

/** The row of buttons at the end of a dialog; stays visible while the content scrolls. Cancel first, the action last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  const height = useHeightOnPage('--dialog-actions');
  return (
    <div ref={height} className={styles.actions}>
      {children}
    </div>
  );
}

/** The row of a dialog whose one button closes it. */
export const CloseAction = ({ onClose }: { readonly onClose: () => void }) => (
  <DialogActions>
    <Button variant="primary" onClick={onClose}>
      Close
    </Button>
  </DialogActions>
);
