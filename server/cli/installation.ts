import type { Settings } from '#server/settings.ts';
import { openForCommand, type May } from '#server/storage/lifecycle/open.ts';
import type { Installation } from './command.ts';

/**
 * Opens an installation for some work, and closes it.
 * @param how `may`: permissions of opening it
 * @throws {StartError} with one sentence, when it cannot be used
 */
export async function withInstallation<T>(
  settings: Settings,
  { now, may }: { now: Date; may: May },
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const installation = await openForCommand(settings, now.toISOString(), may);
  try {
    return await work(installation);
  } catch (error) {
    throw installation.inWords(error);
  } finally {
    await installation.close();
  }
}
