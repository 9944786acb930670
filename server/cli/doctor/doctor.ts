import { StartError } from '#server/start-error.ts';
import { StorageUnavailable } from '#server/storage/unavailable.ts';
import { withInstallation } from '../installation.ts';
import { examineAddress } from './address.ts';
import { examineApplication } from './application.ts';
import { examineBackups } from './backups.ts';
import { examineBudgets } from './budgets.ts';
import { examineCertificate } from './certificate.ts';
import { examineClock } from './clock.ts';
import type { Examiner, Finding, Note, OutsideExaminer, Surroundings } from './finding.ts';
import { examineOwners } from './owners.ts';
import { examinePeople } from './people.ts';
import { examinePlace } from './place.ts';
import { examineProvidedOrganizations, examineProvider } from './provider.ts';
import { examineRoles } from './roles.ts';
import { examineSettings } from './settings.ts';
import { examineSoundness } from './soundness.ts';
import { examineTemplates } from './templates.ts';

const outside: readonly OutsideExaminer[] = [
  examineSettings,
  examineAddress,
  examineApplication,
  examineCertificate,
  examineOwners,
  examineProvider,
];
const examiners: readonly Examiner[] = [
  examinePlace,
  examineSoundness,
  examineClock,
  examineBackups,
  examineBudgets,
  examinePeople,
  examineProvidedOrganizations,
  examineRoles,
  examineTemplates,
];

/**
 * Examines an installation and its surroundings, and changes neither.
 * @returns findings, in words that say what to do
 */
export async function examine(surroundings: Surroundings): Promise<Finding[]> {
  const findings: Finding[] = [];
  const note: Note = (state, text) => void findings.push({ state, text });
  const { settings, now, isPlaceUnknown } = surroundings;
  for (const examiner of outside) await examiner(surroundings, note);
  // The data folder may have another installation than the one that is meant.
  if (isPlaceUnknown) return findings;
  try {
    await withInstallation(settings, { now, may: 'look' }, async (installation) => {
      for (const examiner of examiners) {
        try {
          await examiner({ ...surroundings, installation }, note);
        } catch (error) {
          const said = installation.inWords(error);
          if (!(said instanceof StartError)) throw said;
          if (!findings.some(({ text }) => text === said.message)) note('problem', said.message);
        }
      }
    });
  } catch (error) {
    if (!(error instanceof StartError || error instanceof StorageUnavailable)) throw error;
    note('problem', error.message);
  }
  return findings;
}
