/** The moments of the submissions before and after a moment, in epoch milliseconds. `time`: that moment; the host's present for a later one. */
export type Around = { readonly time: number; readonly previous: number | null; readonly next: number | null };

/** The time that the track covers. */
export type Span = 'hour' | 'day' | 'week' | 'all';

/** The submissions of all panes in a part of time, in epoch milliseconds; only how many there were, if there are too many. */
export type Track = {
  readonly from: number;
  readonly to: number;
  readonly moments: readonly { readonly at: number; readonly archive: string }[];
  readonly density: readonly { readonly from: number; readonly count: number }[];
};

/** The changes beside a moment: those on the track of its time are known at once, others when the host has said them. */
export function besideOf({
  moment,
  sought,
  track,
  around,
}: {
  moment: number | null;
  sought: number | null;
  track: Track | null;
  around: Around | null;
}): Pick<Around, 'previous' | 'next'> {
  // Several presses may come before the address has the first one's moment.
  const at = sought ?? moment ?? 0;
  const isOnTrack = track !== null && at >= track.from && at <= track.to;
  const known = sought === null ? around : null;
  const moments = isOnTrack ? track.moments.map((one) => one.at) : [];
  const before = [...moments.filter((one) => one < at), ...(known?.previous ? [known.previous] : [])];
  const after = [...moments.filter((one) => one > at), ...(known?.next ? [known.next] : [])];
  return {
    previous: before.length === 0 ? null : Math.max(...before),
    next: after.length === 0 ? null : Math.min(...after),
  };
}
