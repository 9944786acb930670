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

/** The changes beside a moment: those on the track are known at once, others when the host has said them. */
export function besideOf({
  moment,
  track,
  around,
}: {
  moment: number | null;
  track: Track | null;
  around: Around | null;
}): Pick<Around, 'previous' | 'next'> {
  const moments = (track?.moments ?? []).map(({ at }) => at);
  return {
    previous: moments.filter((at) => at < (moment ?? 0)).at(-1) ?? around?.previous ?? null,
    next: moments.find((at) => at > (moment ?? 0)) ?? around?.next ?? null,
  };
}
