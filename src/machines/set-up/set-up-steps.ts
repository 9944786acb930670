import type { ApiFailure } from '#api/failure.ts';
import { saidOf } from '../shared/said-of.ts';

/** Steps from an empty installation to a document on a wall, in their order. */
export const STEPS = ['people', 'template', 'board', 'display'] as const;

/** One of them. */
export type Step = (typeof STEPS)[number];

/** Facts of the host: which steps it offers, and which of them are done by what is there; and those that this person skips. */
export type SetUpFacts = { done: Partial<Record<Step, boolean>>; skipped: Step[] };

/** The steps that the host offers and that are neither done nor skipped. */
export const missingOf = ({ done, skipped }: SetUpFacts): Step[] =>
  STEPS.filter((step) => done[step] === false && !skipped.includes(step));

/** A look at what is there that failed. */
export const setUpMessage = (failure: ApiFailure): string =>
  saidOf(failure, 'It is not known what is missing. Please try again.');
