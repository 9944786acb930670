import type { ApiFailure } from '#api/failure.ts';
import { failureText } from '../shared/failure-text.ts';

/** Steps from an empty installation to a document on a wall, in their order. */
export const STEPS = ['people', 'template', 'board', 'display'] as const;

/** One of them. */
export type Step = (typeof STEPS)[number];

/** Facts of the host: the steps that it offers, and if its data complete them; and the steps that this user skips. */
export type SetUpFacts = { done: Partial<Record<Step, boolean>>; skipped: Step[] };

/** Returns the steps that the host offers and that are neither done nor skipped. */
export const missingOf = ({ done, skipped }: SetUpFacts): Step[] =>
  STEPS.filter((step) => done[step] === false && !skipped.includes(step));

/** Message for facts that did not load. */
export const setUpMessage = (failure: ApiFailure): string =>
  failureText(failure, 'It is not known what is missing. Please try again.');
