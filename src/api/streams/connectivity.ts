import { SLEEP_JUMP, SLEEP_CHECK_INTERVAL } from '#common/config/constants.ts';

/** News of the browser about the connection. `suspected`: an open stream may be dead, since the network came back or the machine has slept. */
type LineNews = { type: 'network.lost' } | { type: 'connection.suspected' };

/**
 * Watches for events that a stream alone notices late: the network is lost or comes back, a page was frozen, a machine has slept. After a sleep it
 * reports first that the network was lost: the content on the screen may be hours old.
 */
export function watchConnectivity(report: (news: LineNews) => void): () => void {
  const lost = (): void => report({ type: 'network.lost' });
  const suspected = (): void => report({ type: 'connection.suspected' });
  const woke = (): void => {
    lost();
    suspected();
  };
  let looked = Date.now();
  let wasHidden = document.hidden;
  const look = (): void => {
    const late = Date.now() - looked - SLEEP_CHECK_INTERVAL;
    looked = Date.now();
    // Browsers may suspend hidden pages for a minute at a time.
    const isSeen = !wasHidden && !document.hidden;
    wasHidden = document.hidden;
    if (isSeen && late > SLEEP_JUMP) woke();
  };
  const shown = (): void => {
    wasHidden ||= document.hidden;
  };
  const timer = setInterval(look, SLEEP_CHECK_INTERVAL);
  document.addEventListener('visibilitychange', shown);
  document.addEventListener('resume', woke);
  const restored = ({ persisted }: PageTransitionEvent): void => void (persisted && woke());
  window.addEventListener('pageshow', restored);
  window.addEventListener('offline', lost);
  window.addEventListener('online', suspected);
  if (!navigator.onLine) lost();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', shown);
    document.removeEventListener('resume', woke);
    window.removeEventListener('pageshow', restored);
    window.removeEventListener('offline', lost);
    window.removeEventListener('online', suspected);
  };
}
