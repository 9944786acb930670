/** The database cannot be reached just now, or not in time. */
export class StorageUnavailable extends Error {
  /** @param cause what the engine said */
  constructor(cause: unknown) {
    super(`The database does not answer: ${cause instanceof Error ? cause.message || cause.name : 'unknown'}.`, {
      cause,
    });
    this.name = 'StorageUnavailable';
  }
}
