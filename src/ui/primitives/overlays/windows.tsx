import type { KeyboardEvent, ReactNode } from 'react';
import * as RadixAlertDialog from '@radix-ui/react-alert-dialog';
import * as RadixDialog from '@radix-ui/react-dialog';
import { Button } from '../forms/button.tsx';
import { classNames } from '../class-names.ts';
import { lines } from '../layout/lines.tsx';
import type { FocusTarget } from '../use-focus-return.ts';
import styles from './dialog.module.css';

/** Content and answers of a window; its frame, which loads before, says if it is open and moves the focus back. */
export type Framed<Props> = Props & { readonly onCloseAutoFocus: (event: Event) => void };

export interface DialogProps {
  readonly open: boolean;
  /** Called by Escape or a press outside. Leave `open` true to refuse. */
  readonly onClose: () => void;
  readonly title: string;
  /** One or two sentences under the title, announced with it. */
  readonly description?: ReactNode;
  /** `medium` for a form, `large` for a document. */
  readonly size?: 'medium' | 'large';
  /** The focus starts on the dialog itself: a key pressed without reading decides nothing. */
  readonly isReadFirst?: boolean;
  /** Called with the name of a key that was pressed once and alone in the window, and not into a field. */
  readonly onKey?: (key: string) => void;
  readonly children: ReactNode;
}

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

export interface AlertDialogProps extends CommonProps {
  /** The button or Escape. */
  readonly onDismiss: () => void;
}

const focusItself = (event: Event): void => {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
};

const FIELDS = 'input, textarea, select, [contenteditable]';

/** True if a key may have a meaning for the whole window. A held key would repeat its call. */
const isFree = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat || event.defaultPrevented) &&
  !(event.target instanceof Element && event.target.closest(FIELDS));

/** The window of `Dialog`. */
export function DialogWindow({
  open,
  onClose,
  title,
  description,
  size = 'medium',
  isReadFirst,
  onKey,
  children,
  onCloseAutoFocus,
}: Framed<DialogProps>) {
  const undescribed = description === undefined ? { 'aria-describedby': undefined } : {};
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.backdrop} />
        <RadixDialog.Content
          {...undescribed}
          {...(isReadFirst && { onOpenAutoFocus: focusItself })}
          className={classNames(styles.dialog, styles[size])}
          onKeyDown={(event) => {
            if (isFree(event)) onKey?.(event.key);
          }}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <RadixDialog.Title dir="auto" className={styles.title}>
            {title}
          </RadixDialog.Title>
          {description !== undefined && (
            <RadixDialog.Description className={styles.description}>{description}</RadixDialog.Description>
          )}
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** The window of `ConfirmDialog`. */
export function ConfirmWindow({
  onConfirm,
  onCancel,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'normal',
  busy = false,
  ...common
}: Framed<ConfirmDialogProps>) {
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

/** The window of `AlertDialog`. */
export function AlertWindow({ onDismiss, ...common }: Framed<AlertDialogProps>) {
  return (
    <Frame {...common} onDismiss={onDismiss}>
      <RadixAlertDialog.Cancel asChild>
        <Button variant="primary">OK</Button>
      </RadixAlertDialog.Cancel>
    </Frame>
  );
}

interface FrameProps extends Framed<CommonProps> {
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

function Frame({ open, message, title, onCloseAutoFocus, onDismiss, children }: FrameProps) {
  const undescribed = title === undefined ? { 'aria-describedby': undefined } : {};
  return (
    <RadixAlertDialog.Root open={open} onOpenChange={(next) => !next && onDismiss()}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay className={styles.backdrop} />
        <RadixAlertDialog.Content
          {...undescribed}
          className={classNames(styles.dialog, styles.medium)}
          onCloseAutoFocus={onCloseAutoFocus}
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
