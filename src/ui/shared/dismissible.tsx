import { Banner, type BannerTone } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';

type DismissibleProps = {
  readonly tone: BannerTone;
  readonly onDismiss: () => void;
  readonly children: string;
};

/** A message that stays until the user dismisses it. */
export function Dismissible({ tone, onDismiss, children }: DismissibleProps) {
  const dismiss = (
    <Button size="small" onClick={onDismiss}>
      Dismiss
    </Button>
  );
  return (
    <Banner tone={tone} actions={dismiss}>
      {children}
    </Banner>
  );
}

/** Message about text that was typed after a shortcut, and that no field took. */
export function Untaken({ text, onDismiss }: { readonly text: string; readonly onDismiss: () => void }) {
  return (
    <Dismissible tone="warning" onDismiss={onDismiss}>
      {`No field took what you typed after the shortcut: “${text}”`}
    </Dismissible>
  );
}
