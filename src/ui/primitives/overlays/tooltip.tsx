import { useState, type PointerEvent, type ReactElement } from 'react';
import * as RadixTooltip from '@radix-ui/react-tooltip';
import styles from './tooltip.module.css';

export interface TooltipProps {
  /** Plain words. `null` or empty: the child is shown alone, so that a reason can come and go without remounting the control. */
  readonly text: string | null;
  /** One control that takes the focus, for example a `<Button unavailable>`. */
  readonly children: ReactElement;
}

/** Words for a control on hover, on focus, and on a tap of an unavailable one. The text also becomes the control's description. */
export function Tooltip({ text, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const hasText = text !== null && text !== '';

  function handlePointerUp(event: PointerEvent<HTMLElement>): void {
    // A finger does not hover: on an unavailable control, which does nothing else, a tap shows the reason.
    if (event.currentTarget.getAttribute('aria-disabled') === 'true') setOpen(true);
  }

  return (
    <RadixTooltip.Provider delayDuration={300}>
      <RadixTooltip.Root open={open && hasText} onOpenChange={setOpen}>
        <RadixTooltip.Trigger asChild onPointerUp={handlePointerUp}>
          {children}
        </RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content className={styles.tooltip} side="bottom" sideOffset={8} collisionPadding={8}>
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
