import { FRAME_CAPS } from './protocol.ts';

/** How a frame stands with its host: what it may still send and how often it broke the rules. Plain data. */
export type MessageBudget = { readonly tokens: number; readonly at: number; readonly strikes: number };

/** A full bucket. @param now milliseconds of any steady clock */
export function fullBudget(now: number): MessageBudget {
  return { tokens: FRAME_CAPS.rate, at: now, strikes: 0 };
}

/** Takes one message out of the bucket, which fills at `FRAME_CAPS.rate` a second. One that finds it empty is refused: a strike. */
export function spend(budget: MessageBudget, now: number): { budget: MessageBudget; isAllowed: boolean } {
  const elapsed = Math.max(0, now - budget.at);
  const tokens = Math.min(FRAME_CAPS.rate, budget.tokens + (elapsed * FRAME_CAPS.rate) / 1000);
  return tokens >= 1
    ? { budget: { ...budget, tokens: tokens - 1, at: now }, isAllowed: true }
    : { budget: strike({ ...budget, tokens, at: now }), isAllowed: false };
}

/** Counts one message that was not of the protocol, or over a cap. */
export function strike(budget: MessageBudget): MessageBudget {
  return { ...budget, strikes: budget.strikes + 1 };
}

/** Whether the frame has to go. */
export function isOut(budget: MessageBudget): boolean {
  return budget.strikes >= FRAME_CAPS.strikes;
}
