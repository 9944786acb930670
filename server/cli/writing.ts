import { Refusal } from '#server/domain/refusal.ts';

/**
 * Runs work that writes a file for the operator.
 * @param file its path
 * @throws {Refusal} in one sentence if the operating system refuses it: no such folder, no permission, no room
 */
export async function writing<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new Refusal('invalid', `${file} could not be written: ${error.message}.`);
  }
}
