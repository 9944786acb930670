/** Reasons why a request was refused. `http/` gives each its status. */
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

/** A request that a rule refuses, in words for the user. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  /** Seconds after which another attempt makes sense; null when waiting does not help. */
  readonly retryAfter: number | null;

  /**
   * @param kind the reason
   * @param message a sentence for users
   * @param retryAfter seconds
   */
  constructor(kind: RefusalKind, message: string, retryAfter: number | null = null) {
    super(message);
    this.name = 'Refusal';
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}
