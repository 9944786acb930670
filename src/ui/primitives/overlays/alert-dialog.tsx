import type { ReactNode } from 'react';
import * as RadixAlertDialog from '@radix-ui/react-alert-dialog';
import { Button } from '../forms/button.tsx';
import { classNames } from '../class-names.ts';
import { lines } from '../layout/lines.tsx';
import { useFocusReturn, type FocusTarget } from '../use-focus-return.ts';
import styles from './dialog.module.css';

interface CommonProps {
  readonly open: boolean;
  /** The text, shown literally. */
  readonly message: string;
  /** A short heading over the message; without one the message is the dialog's name. */
  readonly title?: string;
  /** Element that receives the focus at closing if the opener is gone; by default the page's title. */
  readonly returnFocus?: FocusTarget;
}

export interface ConfirmDialogProps extends CommonProps {
  readonly onConfirm: () => void;
  /** The Cancel button or Escape. */
  readonly onCancel: () => void;
  /** The action as a verb: 'Delete'. */
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  /** `danger` for actions that cannot be undone. */
  readonly tone?: 'danger' | 'normal';
  /** The action is running; both buttons are unavailable. */
  readonly busy?: boolean;
}

/** Asks before an action, in place of `window.confirm`. The focus starts on Cancel. */
export function ConfirmDialog({
  onConfirm,
  onCancel,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'normal',
  busy = false,
  ...common
}: ConfirmDialogProps) {
  return (
    <Frame {...common} onDismiss={() => !busy && onCancel()}>
      <RadixAlertDialog.Cancel asChild>
        <Button unavailable={busy}>{cancelLabel}</Button>
      </RadixAlertDialog.Cancel>
      <Button
        variant={tone === 'danger' ? 'danger' : 'primary'}
        busy={busy}
        busyLabel={confirmLabel}
        onClick={onConfirm}
      >
        {confirmLabel}
      </Button>
    </Frame>
  );
}

export interface AlertDialogProps extends CommonProps {
  /** The button or Escape. */
  readonly onDismiss: () => void;
}

/** Shows a message that has to be read, in place of `window.alert`: one button. */
export function AlertDialog({ onDismiss, ...common }: AlertDialogProps) {
  return (
    <Frame {...common} onDismiss={onDismiss}>
      <RadixAlertDialog.Cancel asChild>
        <Button variant="primary">OK</Button>
      </RadixAlertDialog.Cancel>
    </Frame>
  );
}

interface FrameProps extends CommonProps {
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

function Frame({ open, message, title, returnFocus, onDismiss, children }: FrameProps) {
  const handleCloseAutoFocus = useFocusReturn(open, returnFocus);
  const undescribed = title === undefined ? { 'aria-describedby': undefined } : {};
  return (
    <RadixAlertDialog.Root open={open} onOpenChange={(next) => !next && onDismiss()}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay className={styles.backdrop} />
        <RadixAlertDialog.Content
          {...undescribed}
          className={classNames(styles.dialog, styles.medium)}
          onCloseAutoFocus={handleCloseAutoFocus}
        >
          {title === undefined ? (
            <RadixAlertDialog.Title className={classNames(styles.message, styles.onlyMessage)}>
              {lines(message)}
            </RadixAlertDialog.Title>
          ) : (
            <>
              <RadixAlertDialog.Title className={styles.title}>{title}</RadixAlertDialog.Title>
              <RadixAlertDialog.Description className={styles.message}>{lines(message)}</RadixAlertDialog.Description>
            </>
          )}
          <div className={styles.actions}>{children}</div>
        </RadixAlertDialog.Content>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  );
}
