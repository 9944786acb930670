import { type ReactNode, useEffect } from 'react';
import { useApp } from '#ui/shared/app-context.ts';
import { startLeaveGuard } from '#ui/shared/leave-guard.ts';
import { useNavigation } from '#ui/shared/navigation-context.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Dialog, DialogActions } from '#ui/primitives/overlays/dialog.tsx';

type ShownOnceProps = {
  readonly title: string;
  readonly description: string;
  /** The result of copying; empty before. */
  readonly copied: string;
  readonly copyLabel?: string;
  readonly onCopy: () => void;
  readonly onDone: () => void;
  /** Content beside the buttons. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
};

/** A secret that is shown once. Only 'Done' closes it: not Escape, not a press beside it, not the browser's Back, and closing the tab asks first. */
export function ShownOnce({
  title,
  description,
  copied,
  copyLabel = 'Copy',
  onCopy,
  onDone,
  more,
  children,
}: ShownOnceProps) {
  const navigation = useNavigation();
  const app = useApp();
  useEffect(
    () =>
      navigation.guardLeaving(
        () => navigation.refuse(),
        () => startLeaveGuard(app),
      ),
    [app, navigation],
  );
  return (
    <Dialog open onClose={() => undefined} title={title} description={description} isReadFirst>
      {children}
      <p role="status">{copied}</p>
      <DialogActions>
        <Button onClick={onCopy}>{copyLabel}</Button>
        {more}
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
