import { FRAME_LIMITS } from './limits.ts';

/** Scrolls, and reports once when the screen shows that, or after a limit: a hidden tab draws nothing. */
export function draw(top: number, report: () => void): void {
  scrollTo(0, top);
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
