import { Banner, BannerSlot, type BannerSlotProps } from './banner.tsx';

type OutcomeSlotProps = {
  readonly placement?: BannerSlotProps['placement'];
  readonly message?: string | null;
  readonly success?: string | null;
};

/** The slot of an action's outcome: why it failed (`message`), or that it succeeded. */
export function OutcomeSlot({ placement = 'inline', message = null, success = null }: OutcomeSlotProps) {
  return (
    <BannerSlot
      placement={placement}
      alert={message !== null && <Banner tone="error">{message}</Banner>}
      status={success !== null && <Banner tone="success">{success}</Banner>}
    />
  );
}
