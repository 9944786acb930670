/** Passes an event's own fields, the result of a call (`output`) or its failure (`error`) to an action or a guard. For `params` in a chart. */
export const fromEvent = <E>({ event }: { event: E }): E => event;

/** The end of a call that failed, as `fromEvent` passes it. */
export type Failed = { error: unknown };
