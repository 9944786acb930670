import {
  cloneElement,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import styles from './tooltip.module.css';

/** Distance from the window's edge, and the room that the words may need, in pixels. */
const [EDGE, WIDTH, HEIGHT] = [8, 352, 128];
/** Events that close it, of the keys Escape alone; after the last two its control may be elsewhere, as when Tab has scrolled to it. */
const EVENTS = ['keydown', 'pointerdown', 'scroll', 'resize'] as const;

export interface TooltipProps {
  /** Plain words. `null` or empty: the child is shown alone, so that a reason can come and go without remounting the control. */
  readonly text: string | null;
  /** One control that takes the focus, for example a `<Button unavailable>`. */
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/**
 * Words for a control on hover, on focus, and on a tap of an unavailable one, which are also its description. They stay under the pointer, and Escape
 * closes them (WCAG 1.4.13).
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const [control, setControl] = useState<Element | null>(null);
  const [place, setPlace] = useState<DOMRect | null>(null);
  const isOpen = control !== null && place !== null && text !== null && text !== '';
  const open = ({ currentTarget }: { currentTarget: Element }): void => {
    setControl(currentTarget);
    setPlace(currentTarget.getBoundingClientRect());
  };
  const close = (): void => setControl(null);
  useEffect(() => {
    if (control === null) return undefined;
    const follow = (event: Event): void => {
      if (event.type === 'scroll' || event.type === 'resize') setPlace(control.getBoundingClientRect());
      else if (!(event instanceof KeyboardEvent) || event.key === 'Escape') close();
    };
    for (const type of EVENTS) window.addEventListener(type, follow, true);
    return () => EVENTS.forEach((type) => window.removeEventListener(type, follow, true));
  }, [control]);
  const leave = ({ pointerType, relatedTarget }: PointerEvent): void => {
    const isOnWords = relatedTarget instanceof Element && relatedTarget.closest('[role=tooltip]') !== null;
    if (pointerType === 'mouse' && !isOnWords) close();
  };
  const isLow = isOpen && place.bottom + HEIGHT > window.innerHeight;
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': isOpen ? id : undefined,
        onPointerEnter: (event) => event.pointerType === 'mouse' && open(event),
        onPointerLeave: leave,
        // A finger does not hover: on an unavailable control, which does nothing else, a tap shows the reason.
        onPointerUp: (event) => event.currentTarget.getAttribute('aria-disabled') === 'true' && open(event),
        onFocus: open,
        onBlur: close,
      })}
      {isOpen &&
        createPortal(
          <p
            role="tooltip"
            id={id}
            className={styles.tooltip}
            style={{
              ...(place.right > WIDTH + EDGE
                ? { right: document.documentElement.clientWidth - place.right }
                : { left: EDGE }),
              ...(isLow ? { bottom: window.innerHeight - place.top } : { top: place.bottom }),
            }}
            onPointerLeave={close}
          >
            <span>{text}</span>
          </p>,
          document.body,
        )}
    </>
  );
}
