/** Why a request was not done. `http/` gives each its status. */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'passwordDue'
  | 'factorDue'
  | 'codeDue'
  | 'missing'
  | 'gone'
  | 'tooLarge'
  | 'throttled'
  | 'full'
  | 'busy';

/** A request that a rule turns down, in words for the person who made it. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  /** Seconds after which another attempt makes sense; null when that is not a matter of time. */
  readonly retryAfter: number | null;

  /**
   * @param kind why
   * @param message a sentence for people
   * @param retryAfter seconds
   */
  constructor(kind: RefusalKind, message: string, retryAfter: number | null = null) {
    super(message);
    this.name = 'Refusal';
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}
