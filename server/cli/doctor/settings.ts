import type { OutsideExaminer } from './finding.ts';

/** Examines the settings with which a server would start. */
export const examineSettings: OutsideExaminer = ({ settings, problems }, note) => {
  for (const problem of problems) note('problem', problem);
  for (const warning of settings.warnings) note('warning', warning);
  if (problems.length === 0) note('ok', 'the settings can be used');
};
