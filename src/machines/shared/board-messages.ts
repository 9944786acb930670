import type { ApiFailure } from '#api/failure.ts';
import { failureText } from '../shared/failure-text.ts';

/** Texts about boards and displays, which some hosts have. Only their screens load this file. */
export const boardMessages = {
  boards: {
    listing: 'The boards did not come. Please try again.',
    opening: 'The board did not come. Please try again.',
    preparing: 'The lists to choose from did not come. Please try again.',
    saving: 'The board was not saved. What you entered is still here. Please try again.',
    deleting: 'The board was not deleted. Please try again.',
  },
  displays: {
    pairing: 'This host gives no code to a display now. It is asked again by itself.',
    listing: 'The displays did not come. Please try again.',
    entering: 'The display was not paired. Please try again.',
    updating: 'The display was not changed. Please try again.',
    ending: 'The display was not removed. Please try again.',
    codeRequired: 'Enter the 8 letters that the display shows.',
    nameRequired: 'Give the display a name.',
    boardRequired: 'Choose a board.',
    paired: 'The display is paired: it shows its board within a few seconds.',
    updated: 'The display is changed.',
  },
} as const;

/** Message for a board that cannot be read, saved or deleted. */
export function boardMessage(operation: keyof typeof boardMessages.boards, failure: ApiFailure): string {
  return failureText(failure, boardMessages.boards[operation]);
}

/** Message for a display that gets no code, or for a failed act of an administrator on one. */
export function displayMessage(
  operation: 'pairing' | 'listing' | 'entering' | 'updating' | 'ending',
  failure: ApiFailure,
): string {
  return failureText(failure, boardMessages.displays[operation]);
}
