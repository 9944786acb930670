import { type ApiFailure, isUnreached } from '#api/failure.ts';
import { failureText } from '../shared/failure-text.ts';

/** Texts about the first administrator of an installation. Only their screen loads them. */
export const firstRunMessages = {
  codeRequired: 'Enter the code that the server printed when it started.',
  organizationRequired: 'Enter the name of your organization.',
  usernameRequired: 'Enter a username.',
  passwordRequired: 'Enter a password of 12 characters or more.',
  notAlike: 'The two passwords differ. Enter it again.',
  failed: 'Nothing was made. Please try again.',
  unanswered: 'No answer came. You may have been made all the same: try to sign in.',
} as const;

/** Message for a first administrator whose creation failed, or whose outcome is unknown. */
export const firstRunMessage = (failure: ApiFailure): string =>
  isUnreached(failure) ? firstRunMessages.unanswered : failureText(failure, firstRunMessages.failed);
