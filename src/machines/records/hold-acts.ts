import { isUnreached } from '#api/failure.ts';
import type { Hold } from '#common/calls/records.ts';
import { failureText } from '../shared/failure-text.ts';
import { managedList } from '../shared/managed-list.ts';

/** Act of an administrator: holding a document, a template or a period, or releasing a hold. `hold`: its uuid. */
export type HoldAct =
  | { kind: 'add'; held: { wip: string } | { template: string } | { from: string; to: string }; reason: string }
  | { kind: 'release'; hold: string; reason: string };

/** Name of the field for the reason of a release. */
export const releaseField = (hold: string): string => `reason of ${hold}`;

/** The holds that cover a record: the list, and the acts. A released one stays in it. */
export const holdList = managedList<Hold[], HoldAct, Hold>({
  empty: [],
  listFailed: (failure) => failureText(failure, 'The holds did not come. Please try again.'),
  problemOf: (act) =>
    act.reason.trim() === ''
      ? { field: act.kind === 'add' ? 'reason' : releaseField(act.hold), text: 'Write why.' }
      : null,
  asks: () => false,
  after: (before, act, hold) =>
    act.kind === 'add' ? [hold, ...before] : before.map((one) => (one.uuid === hold.uuid ? hold : one)),
  doneText: ({ kind }) =>
    kind === 'add' ? 'It is held: nothing removes it before the hold is released.' : 'The hold is released.',
  failedText: (_act, failure) =>
    isUnreached(failure)
      ? 'No answer came. It may have been done all the same: reload the page to see.'
      : failureText(failure, 'Nothing was changed. Please try again.'),
  rereads: () => true,
});
