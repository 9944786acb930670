const phases = ['loading', 'failed', 'loaded'] as const;

/** How far something has come that is loaded from the host; `unasked` before anything asks for it. */
export type Phase = 'unasked' | (typeof phases)[number];

/** @param is whether a snapshot has the tag of a phase */
export const phaseOf = (is: (phase: (typeof phases)[number]) => boolean): Phase => phases.find(is) ?? 'unasked';
