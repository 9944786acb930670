/**
 * Hands what happened to an action or a guard: an event's own fields, what a call brought (`output`) or why it failed (`error`).
 * For `params` in a chart.
 */
export const fromEvent = <E>({ event }: { event: E }): E => event;
