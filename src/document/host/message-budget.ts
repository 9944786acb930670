import { FRAME_CAPS } from './protocol.ts';

/** Remaining allowance of a frame, in messages and in characters, and the number of times that it broke the rules. Plain data. */
export type MessageBudget = {
  readonly tokens: number;
  readonly bulk: number;
  readonly at: number;
  readonly strikes: number;
};

/** Full buckets. @param now milliseconds of any steady clock */
export function fullBudget(now: number): MessageBudget {
  return { tokens: FRAME_CAPS.rate, bulk: FRAME_CAPS.bulk, at: now, strikes: 0 };
}

/**
 * Takes one message out of the buckets, which fill at `FRAME_CAPS.rate` messages and `FRAME_CAPS.bulkRate` characters a second. A message over the
 * rate is refused: a strike. One over the number of characters is the last: reading it has already blocked the page.
 * @param size the message's characters
 */
export function spend(budget: MessageBudget, now: number, size: number): { budget: MessageBudget; isAllowed: boolean } {
  const elapsed = Math.max(0, now - budget.at) / 1000;
  const tokens = Math.min(FRAME_CAPS.rate, budget.tokens + elapsed * FRAME_CAPS.rate);
  const bulk = Math.min(FRAME_CAPS.bulk, budget.bulk + elapsed * FRAME_CAPS.bulkRate) - size;
  const next = { ...budget, tokens, bulk, at: now };
  if (bulk < 0) return { budget: { ...next, strikes: Math.max(budget.strikes, FRAME_CAPS.strikes) }, isAllowed: false };
  return tokens >= 1
    ? { budget: { ...next, tokens: tokens - 1 }, isAllowed: true }
    : { budget: strike(next), isAllowed: false };
}

/** Counts one message that was not of the protocol, or over a cap. */
export function strike(budget: MessageBudget): MessageBudget {
  return { ...budget, strikes: budget.strikes + 1 };
}
