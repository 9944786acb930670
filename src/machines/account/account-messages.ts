import { type ApiFailure, isUnreached } from '#api/failure.ts';
import { failureText } from '../shared/failure-text.ts';

/** Texts about the user's own password and sessions, which some hosts let users change. Only their screens load this file. */
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

/** Message for a password change that failed, or whose outcome is unknown. */
export const passwordMessage = (failure: ApiFailure): string =>
  isUnreached(failure) ? accountMessages.mayBeChanged : failureText(failure, accountMessages.changing);

/** Message for sessions that cannot be listed, or one that cannot be ended. */
export const sessionsMessage = (operation: 'listing' | 'ending', failure: ApiFailure): string =>
  failureText(failure, accountMessages[operation]);

/** Message for a second factor whose state could not be read. */
export const factorUnread = (failure: ApiFailure): string => failureText(failure, accountMessages.factorUnread);

/** Message for a second factor whose setup failed, or whose outcome is unknown: setting it up again shows its recovery codes. */
export const factorNotSet = (failure: ApiFailure): string =>
  isUnreached(failure) ? accountMessages.factorNotSet : failureText(failure, accountMessages.factorFailed);

/** Message for a change of the second factor that failed, or whose outcome is unknown. */
export const factorMessage = (failure: ApiFailure): string =>
  isUnreached(failure) ? accountMessages.factorUnanswered : failureText(failure, accountMessages.factorFailed);
