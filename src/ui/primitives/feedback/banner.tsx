import { createContext, use, type ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { lines } from '../layout/lines.tsx';
import styles from './banner.module.css';

export type BannerTone = 'success' | 'error' | 'info' | 'warning';

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info, warning: TriangleAlert } as const;

/** True inside a `<BannerSlot>`, whose own regions do the announcing. */
const InSlot = createContext(false);

export interface BannerProps {
  readonly tone: BannerTone;
  readonly children: ReactNode;
  /** Small buttons or links that answer the message. */
  readonly actions?: ReactNode;
}

/** A message in a sentence. On its own an error is a `role="alert"`, all else a `role="status"`. */
export function Banner({ tone, children, actions }: BannerProps) {
  const inSlot = use(InSlot);
  const Icon = ICONS[tone];
  return (
    <div
      className={classNames(styles.banner, styles[tone])}
      role={inSlot ? undefined : tone === 'error' ? 'alert' : 'status'}
    >
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.text}>{lines(children)}</div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

export interface BannerSlotProps {
  /**
   * `floating` takes no room and no presses: it is at the free end of the positioned row around it, or over the window's lower edge if that row has
   * no free end. `toast` is over the window's lower edge and takes presses: for banners with buttons. `inline` is in the flow, without height while
   * empty: put it after the control that it concerns.
   */
  readonly placement: 'floating' | 'toast' | 'inline';
  /** A `<Banner>` that is announced politely (saved, submitted, reconnecting), or nothing. */
  readonly status?: ReactNode;
  /** A `<Banner tone="error">`, or nothing. */
  readonly alert?: ReactNode;
}

/**
 * The place for banners that come and go. Its two live regions are mounted before there is a message, or screen readers would not announce it: keep
 * the slot mounted and change its content.
 */
export function BannerSlot({ placement, status, alert }: BannerSlotProps) {
  return (
    <InSlot value={true}>
      <div className={styles[placement]}>
        <div role="alert" className={styles.region}>
          {alert}
        </div>
        <div role="status" className={styles.region}>
          {status}
        </div>
      </div>
    </InSlot>
  );
}
