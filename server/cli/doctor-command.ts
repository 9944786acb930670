import type { Command } from './command.ts';
import { examine } from './doctor/doctor.ts';

/** Command `doctor`. It opens the installation by itself, since a failure to open it is a finding. */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'look at the settings and the installation and say what is wrong; exit code 1 when something is',
  needs: 'nothing',
  anySettings: true,
  async run({ settings, problems, isPlaceUnknown, now }) {
    const findings = await examine({ settings, problems, isPlaceUnknown, now: now() });
    const isFailure = findings.some((finding) => finding.state === 'problem');
    const text = findings.map((finding) => `${finding.state.padEnd(7)}  ${finding.text}`).join('\n');
    return { text, json: { findings }, isFailure };
  },
};
