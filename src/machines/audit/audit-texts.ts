import { auditActions } from '#common/config/audit-actions.ts';
import { AUDIT_FILE } from '#common/config/constants.ts';
import type { ApiFailure } from '#api/failure.ts';
import { failureText } from '../shared/failure-text.ts';

const actionTexts: Readonly<Record<string, string>> = auditActions;

/** Returns an action in words; one of a later server by its own name. */
export const actionText = (action: string): string => actionTexts[action] ?? action.replaceAll('_', ' ');

/** Message for a page of the log, or a file of it, that did not load. */
export const auditMessage = (operation: 'listing' | 'saving', failure: ApiFailure): string =>
  failureText(
    failure,
    operation === 'listing' ? 'The log did not come. Please try again.' : 'The file was not made. Please try again.',
  );

/** Message for figures that did not load. */
export const usageMessage = (failure: ApiFailure): string =>
  failureText(failure, 'It is not known what is used. Please try again.');

/** Text about a file that was made. */
export const fileText = (entries: number, isWhole: boolean): string =>
  isWhole
    ? `${entries.toLocaleString('en')} entries are in the file.`
    : `The newest ${entries.toLocaleString('en')} entries are in the file: at most ${AUDIT_FILE.toLocaleString('en')}. Narrow it down by days.`;
