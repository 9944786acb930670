import { type ApiFailure, isUnreached, statusOf } from '#api/failure.ts';
import type { Markup, PastedGrid } from '#document/host/protocol.ts';
import { failureText, standInText } from './failure-text.ts';
import { type RegionValue, valuesById } from './region-values.ts';

/**
 * The error catalogue (`s8.*`) and the validation texts (`s5.*`), to the letter, each once. A machine stores the text that one of the functions below picks
 * for a failed operation. The sign-in's texts are in `login-messages.ts`, those of boards and displays in `board-messages.ts`: not every page loads them.
 */
export const messages = {
  signup: {
    firstName: 'First name is required.',
    lastName: 'Last name is required.',
    organization: 'Please select an organization.',
    orgLogin: 'Organization login is required.',
    orgPassword: 'Organization password is required.',
    conflict: 'Username already exists. Please choose a different username.',
    invalid: 'Invalid registration data. Please check your inputs.',
    server: 'Server error. Please try again later.',
    other: 'Registration failed. Please try again.',
    succeeded: 'Account created successfully! Please check your email for further instructions.',
  },
  document: {
    wipFailed: 'Failed to load saved template wip',
    templateFailed: 'Failed to load template',
    fetching: 'Error fetching form. Please try again.',
    saving: 'Error saving form. Please try again.',
    submitting: 'Error submitting form. Please try again.',
    unexpected: 'Unexpected response from server',
    deleting: 'Error deleting WIP. Please try again.',
    saved: 'Form saved successfully!',
    submitted: 'Form submitted successfully!',
    nameRequired: 'Please enter a name for the saved form',
    submitIncomplete: 'Template and WIP name are required for submission',
    saveFirst: 'Please save your changes before submitting',
    mayHaveArrived:
      'No answer came. The document may have been saved all the same: look under Open WIP before you save it again.',
    notAllCopied:
      'Some of the text from before has no place in the new WIP. It stays on this device under the old document: see Not saved on the dashboard.',
    mayBeOnWall:
      'No answer came. It may have been submitted all the same: look at the dashboard. Before it is sent again, you are asked.',
    submissionLate: 'Not submitted: the question was open for 15 minutes. Submit again when you are ready.',
    puttingBack: 'What was there could not be put back. Please try again.',
    putBackUnanswered:
      'No answer came. It may have been put back all the same: look at the dashboard before you try again.',
    notFilled:
      'The document to fill this one from could not be read, so nothing was filled in. Reload the page to try again.',
    sourceUnread: 'That document could not be read, so nothing was filled in. Please try again.',
    rowsStay: 'The added rows stay: they were changed or saved since.',
    rowsNotSaved: 'Rows that you added were not saved: the document could not list them. Everything else is saved.',
    rowsUnknown:
      'The document did not answer. What was typed into it last, and rows added since the last save, may be missing.',
  },
  archives: {
    noneForWip: 'No submitted archives found for this WIP. Try submitting!',
    failed: 'Failed to load archive',
    fetching: 'Error fetching archive. Please try again.',
    noneForTemplate: 'No recent archive found for this template. Try submitting!',
    loadingTemplate: 'Error loading template archive. Please try again.',
    updatingLeft: 'Error updating left archive content.',
    updatingRight: 'Error updating right archive content.',
    emptyTemplateDashboard:
      'No documents submitted to dashboard. Edit the template and submit to see the archive here.',
  },
  lists: {
    fetchingTemplates: 'Error fetching templates. Please try again.',
    templateNotFound: 'Template not found.',
    noTemplate: 'No template specified.',
    noForm: 'No form file specified.',
    noWip: 'No WIP UUID specified.',
    loadingTemplates: 'Error loading templates. Please try again.',
    loadingWips: 'Error loading WIPs. Please try again.',
    loadingArchives: 'Error loading archives. Please try again.',
    loadingUsers: 'Error loading users. Please try again.',
    loadingRoles: 'Error loading roles. Please try again.',
    selectTemplate: 'Please select a template.',
    selectedNotFound: 'Selected template not found.',
  },
  admin: {
    invalid: 'Invalid input data.',
    unauthorizedRoles: 'You are not authorized to create roles.',
    unauthorizedUsers: 'You are not authorized to update users.',
    otherRole: 'An error occurred while creating the role. Please try again.',
    otherUser: 'An error occurred while updating the user. Please try again.',
    failedRole: 'Failed to create role.',
    failedUser: 'Failed to update user.',
    createdRole: 'Role created successfully!',
    updatedUser: 'User updated successfully!',
    userRequired: 'User selection is required.',
    roleRequired: 'Role selection is required.',
  },
} as const;

const listOf = (names: readonly string[]): string => new Intl.ListFormat('en').format(names.map((name) => `“${name}”`));

/** Names fields with something that their browser cannot read, which therefore cannot be saved. */
export const unreadableMessage = (names: readonly string[]): string =>
  `Not saved: what is typed in ${listOf(names)} is no number, date or time. Correct it or clear it.`;

/** Names fields whose unreadable content is gone, because the document was opened again. */
export const unreadableGoneMessage = (names: readonly string[]): string =>
  `The document was opened again. What was typed in ${listOf(names)} could not be read, and is gone: the stored value is there.`;

/** Warning before the first change of a region that cannot keep all that its template contains. */
export function lossMessage(what: readonly Markup[]): string {
  const list = new Intl.ListFormat('en').format(what);
  return `A field holds plain text and links. As soon as you change this one, what is saved of it is without its ${list}.`;
}

/** Values that a message lists. */
const MOST_NAMED = 20;

/** Lists values that fields cannot hold or show, with the fields' names. */
export function unfitMessage(unfit: readonly RegionValue[], names: readonly RegionValue[]): string {
  const nameOf = valuesById(names);
  const list = unfit.slice(0, MOST_NAMED).map(([id, value]) => `${nameOf.get(id) || id} ${quoted(value)}`);
  if (unfit.length > MOST_NAMED) list.push(`${unfit.length - MOST_NAMED} more`);
  return `These values do not fit their fields, and what is stored there stays until you change it: ${new Intl.ListFormat('en').format(list)}.`;
}

/** A text in quotes, without control characters, which could turn the letters around it. */
const quoted = (text: string): string => `“${text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')}”`;

/** Lists the cells of a pasted table that have no place. Their text is shown without control characters, which could turn the letters around them. */
export function leftTexts({ cells, fits, left }: PastedGrid): string {
  const shown = left.map(quoted);
  const more = cells - fits - left.length;
  return new Intl.ListFormat('en').format(more > 0 ? [...shown, `${more} more`] : shown);
}

/** Message after a pasted table if some of its cells had no place. */
export const leftMessage = (grid: PastedGrid): string =>
  `${grid.fits} of ${grid.cells} cells were filled. No place for: ${leftTexts(grid)}.`;

/** Act that a 403 says the user may not do. */
type Denied = 'access this WIP' | 'access this template' | 'save this template' | 'submit this form';

/** Returns the text of a 403 on a document (`s8.document.403-wip` and its neighbours). */
export function permissionDenied(denied: Denied): string {
  return `Permission denied: You do not have sufficient permissions to ${denied}. Please contact your administrator or check your account permissions.`;
}

/** Returns a text of the sign-up (`s8.signup.*`): unreachable while registration is simulated, kept for a host that has it. */
export function signupMessage(failure: ApiFailure): string {
  switch (statusOf(failure)) {
    case 409:
      return messages.signup.conflict;
    case 400:
      return messages.signup.invalid;
    case 500:
      return messages.signup.server;
    default:
      return messages.signup.other;
  }
}

/** Message for a template or a WIP that cannot be opened: a reply that breaks the contract has a text of its own. */
export function loadDocumentMessage(what: 'wip' | 'template', failure: ApiFailure): string {
  if (statusOf(failure) === 403) return permissionDenied(what === 'wip' ? 'access this WIP' : 'access this template');
  const { wipFailed, templateFailed, fetching } = messages.document;
  return failureText(failure, failure.kind !== 'malformed' ? fetching : what === 'wip' ? wipFailed : templateFailed);
}

/** Message for a failed save: the reply to a first save is malformed if it does not name the new WIP (`s8.document.unexpected`). */
export function saveMessage(failure: ApiFailure): string {
  if (statusOf(failure) === 403) return permissionDenied('save this template');
  const { unexpected, saving } = messages.document;
  return failureText(failure, failure.kind === 'malformed' ? unexpected : saving);
}

/** Message that another user has deleted the open document. @param name of that user */
export const deletedMessage = (name: string): string => `\u2068${name}\u2069 deleted this document.`;

export function submitMessage(failure: ApiFailure): string {
  if (statusOf(failure) === 403) return permissionDenied('submit this form');
  return failureText(failure, messages.document.submitting);
}

/** Message for an earlier archive that could not be put back on the dashboards. */
export function putBackMessage(failure: ApiFailure): string {
  if (isUnreached(failure)) return messages.document.putBackUnanswered;
  if (statusOf(failure) === 403) return permissionDenied('submit this form');
  return failureText(failure, messages.document.puttingBack);
}

export function deleteMessage(failure: ApiFailure): string {
  return failureText(failure, messages.document.deleting);
}

/** The view that shows an archive: each has its own default text. */
export type ArchiveView = 'wip' | 'template' | 'left' | 'right' | 'browser';

/**
 * Message for an archive that cannot be read (`s8.archives.*`).
 * @param view the screen, or the pane of the Command dashboard
 * @param firstLoad true if nothing was shown yet: a pane's update has a text of its own
 */
export function archiveMessage(view: ArchiveView, firstLoad: boolean, failure: ApiFailure): string {
  return failureText(failure, archiveDefault(view, firstLoad, failure));
}

function archiveDefault(view: ArchiveView, firstLoad: boolean, failure: ApiFailure): string {
  if (view === 'template' || (firstLoad && (view === 'left' || view === 'right')))
    return messages.archives.loadingTemplate;
  if (view === 'left') return messages.archives.updatingLeft;
  if (view === 'right') return messages.archives.updatingRight;
  return failure.kind === 'malformed' ? messages.archives.failed : messages.archives.fetching;
}

/** Message for a list that cannot be read (`s8.lists.*`). */
export function listMessage(
  list: 'fetchingTemplates' | 'loadingTemplates' | 'loadingWips' | 'loadingArchives' | 'loadingUsers',
  failure: ApiFailure,
): string {
  return failureText(failure, messages.lists[list]);
}

/** Message for a role or a user that could not be changed (`s8.admin.*`). */
export function adminMessage(operation: 'role' | 'user', failure: ApiFailure): string {
  const { admin } = messages;
  switch (statusOf(failure)) {
    case 400:
      return failureText(failure, admin.invalid);
    case 401:
      return operation === 'role' ? admin.unauthorizedRoles : admin.unauthorizedUsers;
    case 403:
      return failureText(failure, operation === 'role' ? admin.otherRole : admin.otherUser);
    default:
      return standInText(failure, operation === 'role' ? admin.otherRole : admin.otherUser);
  }
}

/** Message for a change that the host refused: `success` is not true (`s8.admin.refused-message`). */
export function refusedMessage(operation: 'role' | 'user', message: string | null): string {
  return message?.trim() || (operation === 'role' ? messages.admin.failedRole : messages.admin.failedUser);
}

/** Message for the two lists of the administration. The catalogue has no text for them: theirs are worded like those of the other lists. */
export function adminListMessage(list: 'users' | 'roles', failure: ApiFailure): string {
  if (statusOf(failure) === 401) {
    return list === 'roles' ? messages.admin.unauthorizedRoles : messages.admin.unauthorizedUsers;
  }
  return failureText(failure, list === 'roles' ? messages.lists.loadingRoles : messages.lists.loadingUsers);
}
