import { FRAME_LIMITS } from './limits.ts';

/**
 * Reports once when the screen shows the document, or after a limit: a hidden tab draws nothing. @param top pixels to scroll to before, or null to stay
 */
export function draw(top: number | null, report: () => void): void {
  if (top !== null) scrollTo(0, top);
  let isReported = false;
  const reportOnce = (): void => {
    if (!isReported) report();
    isReported = true;
  };
  const wait = (frames: number): void =>
    void requestAnimationFrame(() => (frames > 1 ? wait(frames - 1) : reportOnce()));
  wait(FRAME_LIMITS.drawnFrames);
  setTimeout(reportOnce, FRAME_LIMITS.drawn);
}
