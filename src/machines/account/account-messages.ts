import { type ApiFailure, isUnreached } from '#api/failure.ts';
import { saidOf } from '../shared/said-of.ts';

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
  codeRequired: 'Enter the code that the authenticator shows.',
  factorUnread: 'It is not known whether a code is asked of you. Please try again.',
  factorFailed: 'Nothing was changed. Please try again.',
  factorNotSet:
    'No answer came. Enter the code that the authenticator shows now, and press Turn On again: then your recovery codes are shown.',
  factorUnanswered: 'No answer came. It may have been done all the same: reload the page to see.',
  copied: 'Copied.',
  notCopied: 'The browser did not copy them. Select them and copy them yourself.',
} as const;

/** A password that was not changed, or of which that is not known. */
export const passwordMessage = (failure: ApiFailure): string =>
  isUnreached(failure) ? accountMessages.mayBeChanged : saidOf(failure, accountMessages.changing);

/** Sessions that cannot be listed, or one that cannot be ended. */
export const sessionsMessage = (deed: 'listing' | 'ending', failure: ApiFailure): string =>
  saidOf(failure, accountMessages[deed]);

/** A second factor of which nothing is known. */
export const factorUnread = (failure: ApiFailure): string => saidOf(failure, accountMessages.factorUnread);

/** A second factor that was not set up, or of which that is not known: it can be set up again, and its recovery codes are told then. */
export const factorNotSet = (failure: ApiFailure): string =>
  isUnreached(failure) ? accountMessages.factorNotSet : saidOf(failure, accountMessages.factorFailed);

/** A second factor that was not changed, or of which that is not known. */
export const factorMessage = (failure: ApiFailure): string =>
  isUnreached(failure) ? accountMessages.factorUnanswered : saidOf(failure, accountMessages.factorFailed);
