import { type ApiFailure, isUnreached } from '#api/failure.ts';
import { saidOf } from './said-of.ts';

/** Texts about one's own password and sessions, which some hosts let people change. Their screens alone load it. */
export const accountMessages = {
  currentRequired: 'Enter your current password.',
  passwordRequired: 'Enter a new password of 12 characters or more.',
  notAlike: 'The two new passwords differ. Enter it again.',
  changed: 'Your password is changed. Your other sessions have ended.',
  changing: 'Your password was not changed. Please try again.',
  mayBeChanged: 'No answer came. Your password may be changed all the same: if the current one is not right, it is.',
  listing: 'Your sessions did not come. Please try again.',
  ending: 'The session was not ended. Please try again.',
} as const;

/** A password that was not changed, or of which that is not known. */
export const passwordMessage = (failure: ApiFailure): string =>
  isUnreached(failure) ? accountMessages.mayBeChanged : saidOf(failure, accountMessages.changing);

/** Sessions that cannot be listed, or one that cannot be ended. */
export const sessionsMessage = (deed: 'listing' | 'ending', failure: ApiFailure): string =>
  saidOf(failure, accountMessages[deed]);
