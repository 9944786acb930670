import { lackOf } from '#server/built.ts';
import type { OutsideExaminer } from './finding.ts';

/** Examines the built application. */
export const examineApplication: OutsideExaminer = ({ settings }, note) => {
  const lack = lackOf(settings.dist);
  note(lack === null ? 'ok' : 'problem', `the application ${lack ?? 'is built'}`);
};
