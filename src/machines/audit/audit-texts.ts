import type { auditActions } from '#common/calls/audit.ts';
import { AUDIT_FILE } from '#common/config/constants.ts';
import type { ApiFailure } from '#api/failure.ts';
import { failureText } from '../shared/failure-text.ts';

/** Actions of the log in words, after the name of the user who did them. */
export const actionTexts: Readonly<Record<string, string>> = {
  signed_in: 'signed in',
  sign_in_failed: 'failed to sign in',
  sign_in_refused: 'was kept from signing in',
  second_factor_set: 'turned on a second step',
  second_factor_removed: 'turned off a second step',
  identity_linked: 'linked with the identity provider',
  identity_unlinked: 'unlinked from the identity provider',
  signed_out: 'signed out',
  session_revoked: 'ended a session',
  role_assigned: 'gave a role',
  user_updated: 'changed a person',
  document_submitted: 'submitted a document',
  document_deleted: 'deleted a document',
  user_added: 'added a person',
  user_disabled: 'disabled a person',
  user_enabled: 'enabled a person',
  user_unlocked: 'unlocked a person',
  password_set: 'gave a password',
  password_changed: 'changed their password',
  sessions_ended: 'ended all sessions of a person',
  organisation_added: 'added an organization',
  role_added: 'added a role',
  template_imported: 'imported a template',
  template_replaced: 'replaced a template',
  template_removed: 'removed a template',
  template_restored: 'restored a template',
  template_put_back: 'put back a template',
  template_moved: 'moved a template in the order',
  command_chosen: 'chose a template for Command Docs',
  database_restored: 'restored the database',
  secret_rotated: 'rotated the secret',
  role_removed: 'removed a role',
  role_unassigned: 'took a role',
  user_removed: 'removed a person',
  user_renamed: 'renamed a person',
  user_moved: 'moved a person',
  organisation_renamed: 'renamed an organization',
  organisation_removed: 'removed an organization',
  audit_purged: 'purged the audit log',
  content_removed: 'removed the content of an archive',
  board_added: 'added a board',
  board_changed: 'changed a board',
  board_removed: 'removed a board',
  display_paired: 'paired a display',
  display_changed: 'changed a display',
  display_ended: 'removed a display',
  records_read: 'read records',
  records_exported: 'exported records',
  records_bundled: 'took records with their proof',
  checkpoint_signed: 'signed checkpoints of the records',
  record_held: 'held records',
  record_released: 'released records that were held',
  retention_applied: 'removed contents that were kept long enough',
} satisfies Record<(typeof auditActions)[number], string>;

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
