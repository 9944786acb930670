import type { KeyboardEvent, ReactNode } from 'react';
import * as RadixDialog from '@radix-ui/react-dialog';
import { classNames } from '../class-names.ts';
import { useFocusReturn } from '../use-focus-return.ts';
import { useHeightOnPage } from '../use-height-on-page.ts';
import styles from './dialog.module.css';

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

const focusItself = (event: Event): void => {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
};

const FIELDS = 'input, textarea, select, [contenteditable]';

/** True if a key may have a meaning for the whole window. A held key would repeat its call. */
const isFree = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat || event.defaultPrevented) &&
  !(event.target instanceof Element && event.target.closest(FIELDS));

/** A modal window. It traps the focus and gives it back. Put the buttons into `<DialogActions>`, inside the `<form>` if there is one. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  size = 'medium',
  isReadFirst,
  onKey,
  children,
}: DialogProps) {
  const handleCloseAutoFocus = useFocusReturn(open);
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
          onCloseAutoFocus={handleCloseAutoFocus}
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

/** The row of buttons at the end of a dialog; stays visible while the content scrolls. Cancel first, the action last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  const height = useHeightOnPage('--dialog-actions');
  return (
    <div ref={height} className={styles.actions}>
      {children}
    </div>
  );
}
