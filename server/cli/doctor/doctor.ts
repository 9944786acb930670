import type { Settings } from '#server/settings.ts';
import type { Installation } from '../command.ts';
import { examineApplication } from './application.ts';
import { examineClock } from './clock.ts';
import { examineBackups } from './backups.ts';
import type { Examiner, Finding } from './finding.ts';
import { examinePeople } from './people.ts';
import { examinePlace } from './place.ts';
import { examineTemplates } from './templates.ts';

const examiners: readonly Examiner[] = [
  examinePlace,
  examineClock,
  examineApplication,
  examineBackups,
  examinePeople,
  examineTemplates,
];

/**
 * Looks at an installation.
 * @param now the machine's clock
 * @returns what was found, in words that say what to do
 */
export async function examine(settings: Settings, installation: Installation, now: Date): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const examiner of examiners) {
    await examiner({ settings, installation, now }, (state, text) => void findings.push({ state, text }));
  }
  return findings;
}
