import { failureOf } from '#api/failure.ts';
import { type Answer, dropped, held, json, raw, refused } from '#tests/support/hosts/fake-answers.ts';
import type { FakeHost } from '#tests/support/hosts/fake-host.ts';
import type { Outcome } from 'chart-walks';

/** Session of a screen's description: the signed-in user, and whether the walk answers the checks of the session, the first one too. */
export type HeldSession = { user: object | null; holdsSession?: boolean; isWhole?: boolean };

/** Time after which a request without an answer is given up, in milliseconds. */
export const TIME_OUT = 10_000;

/**
 * Lets a host hold every call until the walk answers it. The host itself answers the check of the session, which most walks are not about, unless the
 * screen's description says that the walk answers this too.
 * @returns a function that signs a user in from now on
 */
export function holdCalls(host: FakeHost, { user, holdsSession, isWhole }: HeldSession): (user: object) => void {
  let person = user;
  const sessionAnswer = (): Answer => (person === null ? refused(403) : json(person));
  host.on('*', held);
  // An address with a provider's answer in it is one of its host alone.
  host.offer('POST /auth/provider/return');
  if (holdsSession) host.on('GET /auth/verify', isWhole ? held : sessionAnswer, held);
  else host.on('GET /auth/verify', sessionAnswer);
  return (signedIn) => {
    person = signedIn;
  };
}

/**
 * Returns the answer to a call whose outcome the model decides.
 * @param reply the body of a good reply
 * @returns null for a call that is never answered
 */
export function endOf(outcome: Outcome, reply: () => unknown): Answer | null {
  if ('output' in outcome) return json(reply());
  const failure = failureOf(outcome.error);
  switch (failure.kind) {
    case 'timeout':
      return null;
    case 'network':
      return dropped();
    case 'malformed':
      return raw('not of the contract');
    case 'http':
      return refused(failure.status, failure.message ?? undefined);
  }
}
