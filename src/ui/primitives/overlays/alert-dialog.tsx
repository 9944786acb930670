import { FrameOfWindow } from './frame-of-window.tsx';
import type { AlertDialogProps, ConfirmDialogProps } from './windows.tsx';

/** Asks before an action, in place of `window.confirm`. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <FrameOfWindow open={props.open} onClose={props.onCancel} returnFocus={props.returnFocus}>
      {({ ConfirmWindow }, onCloseAutoFocus) => <ConfirmWindow {...props} onCloseAutoFocus={onCloseAutoFocus} />}
    </FrameOfWindow>
  );
}

/** Shows a message that has to be read, in place of `window.alert`: one button. */
export function AlertDialog(props: AlertDialogProps) {
  return (
    <FrameOfWindow open={props.open} onClose={props.onDismiss} returnFocus={props.returnFocus}>
      {({ AlertWindow }, onCloseAutoFocus) => <AlertWindow {...props} onCloseAutoFocus={onCloseAutoFocus} />}
    </FrameOfWindow>
  );
}
