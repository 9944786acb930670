/** Something the operator must change before the server can start: shown as one sentence, without a stack trace. */
export class StartError extends Error {
  /** @param sentence the problem and its remedy */
  constructor(sentence: string) {
    super(sentence);
    this.name = 'StartError';
  }
}

/** The message of anything that was thrown, for a sentence. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
