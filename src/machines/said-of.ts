import type { ApiFailure } from '#api/failure.ts';

/** Statuses with which a proxy answers for a host that it does not reach. There nobody can sign in. */
const GATEWAY = 500;
const STOOD_IN = 'Something between you and Ready answered instead of it';

/** Our text for a failed call, with a line of its own where the answer was none of the host's (`d41.html`). */
export function toldOf(failure: ApiFailure, text: string): string {
  if (failure.kind !== 'malformed' || failure.standIn === undefined) return text;
  const way = failure.standIn < GATEWAY ? 'open this page again to sign in there' : 'try again in a moment';
  return `${text}\n${STOOD_IN}: ${way}`;
}

/** The host's own words for a failure, else ours. */
export function saidOf(failure: ApiFailure, otherwise: string): string {
  return (failure.kind === 'http' ? failure.message : null) ?? toldOf(failure, otherwise);
}
