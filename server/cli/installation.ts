import type { Settings } from '#server/settings.ts';
import { openForCommand } from '#server/storage/open.ts';
import type { Installation } from './command.ts';

/**
 * Opens an installation for some work, and closes it.
 * @param mayMake whether an installation is made where there is none
 * @throws {StartError} with one sentence, when it cannot be used
 */
export async function withInstallation<T>(
  settings: Settings,
  { now, mayMake }: { now: Date; mayMake: boolean },
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const installation = await openForCommand(settings, now.toISOString(), mayMake);
  try {
    return await work(installation);
  } catch (error) {
    throw installation.inWords(error);
  } finally {
    await installation.close();
  }
}
