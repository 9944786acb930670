import type { ApiFailure } from '#api/failure.ts';

const STOOD_IN = 'Something between you and Ready answered instead of it';

/**
 * Advice about a page that arrived instead of the host's answer: a portal asks to sign in; a proxy that is busy, or does not reach the host, has no such
 * page.
 */
function wayPast(status: number): string {
  if (status === 413) return 'it lets nothing so large through';
  return status === 429 || status >= 500 ? 'try again in a moment' : 'open this page again to sign in there';
}

/** Returns our text for a failed call, with a line of its own if the answer was not the host's (`d41.html`). */
export function standInText(failure: ApiFailure, text: string): string {
  if (failure.kind !== 'malformed' || failure.standIn === undefined) return text;
  return `${text}\n${STOOD_IN}: ${wayPast(failure.standIn)}`;
}

/** Returns the host's own text for a failure, else ours. */
export function failureText(failure: ApiFailure, otherwise: string): string {
  return (failure.kind === 'http' ? failure.message : null) ?? standInText(failure, otherwise);
}
