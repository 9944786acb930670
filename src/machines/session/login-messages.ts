import { type ApiFailure, statusOf } from '#api/failure.ts';
import { failureText, standInText } from '../shared/failure-text.ts';

/** The texts of the sign-in (`s8.login.*`), to the letter. */
export const loginMessages = {
  unauthorized: 'Invalid username or password. Please try again.',
  server: 'Server error. Please try again later.',
  tooMany: 'Too many login attempts. Please wait before trying again.',
  other: 'Login failed. Please check your connection and try again.',
  succeeded: 'Login successful!',
  nothingOpened: 'The page of the sign-in did not open. Please try again.',
  codeRefused: 'The code was not taken. Please try again.',
} as const;

export function loginMessage(failure: ApiFailure): string {
  switch (statusOf(failure)) {
    case 401:
      return loginMessages.unauthorized;
    case 500:
      return loginMessages.server;
    case 429:
      return loginMessages.tooMany;
    default:
      return standInText(failure, loginMessages.other);
  }
}

/** Message for a refused code. */
export const codeMessage = (failure: ApiFailure): string => failureText(failure, loginMessages.codeRefused);

/** Message for a failed sign-in through the identity provider. */
export const providerMessage = (failure: ApiFailure): string => failureText(failure, loginMessages.other);
