const phases = ['loading', 'failed', 'loaded'] as const;

/** State of data from the host; `unasked` before the first request. */
export type Phase = 'unasked' | (typeof phases)[number];

/** @param is true if a snapshot has the tag of a phase */
export const phaseOf = (is: (phase: (typeof phases)[number]) => boolean): Phase => phases.find(is) ?? 'unasked';
