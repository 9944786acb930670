import type { ImportedPeople, ImportJob, Organization, PersonEntry } from '#common/calls/people.ts';
import { type ApiFailure, isUnreached, statusOf } from '#api/failure.ts';
import { failureText } from '../shared/failure-text.ts';

/** Fields of a person's form: text, as it was typed or chosen. */
export type PersonFields = { username: string; name: string; email: string; organization: string; permission: string };

/** Act of an administrator, with the uuid of the person concerned. */
export type Act =
  | { kind: 'add'; fields: PersonFields }
  | { kind: 'change'; person: string; fields: PersonFields }
  | { kind: 'disable' | 'enable' | 'unlock' | 'signOut' | 'oneTime' | 'removeFactor'; person: string }
  | { kind: 'giveRole' | 'takeRole'; person: string; role: string };

/** Texts about people. Only their screen loads them. */
export const peopleMessages = {
  usernameRequired: 'Enter a username.',
  nameRequired: 'Enter a name.',
  notBegun: 'No answer came, and nobody is being added. Please try again.',
  noNews: 'No answer came. The server goes on by itself; we ask again.',
  tooLarge: 'The file is too large: it may have 50,000 characters. Split it.',
  unread: 'The file could not be read. Choose it again.',
  copied: 'Copied.',
  notCopied: 'The browser did not copy it. Select it and copy it yourself.',
  failed: 'Nothing was changed. Please try again.',
  unanswered: 'No answer came. It may have been done all the same: reload the page to see.',
} as const;

/** Returns the name of a person: their own, else the one that they sign in with. */
export const calledOf = ({ name, username }: Pick<PersonEntry, 'name' | 'username'>): string =>
  name?.trim() || username?.trim() || 'Somebody without a name';

const LEVELS = ['Reader', 'Reader', 'Basic User', 'Administrator', 'Site Administrator'];

/** The name of a permission level, and its number where it has none. */
export const levelText = (permission: number | null): string => LEVELS[permission ?? 0] ?? `Level ${permission}`;

/** Returns true if a change ends the person's sessions: a lower level, or another organization. */
const endsSessions = (fields: PersonFields, { permission, organization_id }: PersonEntry): boolean =>
  Number(fields.permission) < (permission ?? 0) || movesTo(fields, { organization_id });

const movesTo = ({ organization }: PersonFields, { organization_id }: Pick<PersonEntry, 'organization_id'>): boolean =>
  organization !== '' && Number(organization) !== organization_id;

/** Question before an act, about its consequences; an act without any to consider has none. */
export type Question = { text: string; confirm: string; isGrave: boolean };

/**
 * @param person their current entry; null if it is not in the list
 * @param organizations for the name of the new one
 */
export function questionOf(
  act: Act,
  person: PersonEntry | null,
  organizations: readonly Organization[],
): Question | null {
  if (person === null || act.kind === 'add') return null;
  const name = calledOf(person);
  switch (act.kind) {
    case 'disable':
      return {
        text: `Disable ${name}? They are signed out at once; their documents stay.`,
        confirm: 'Disable',
        isGrave: true,
      };
    case 'signOut':
      return {
        text: `Sign ${name} out everywhere? They can sign in again at once.`,
        confirm: 'Sign Out',
        isGrave: false,
      };
    case 'oneTime':
      return {
        text: `Make a one-time password for ${name}? Their present password ends, and they are signed out at once.`,
        confirm: 'Make Password',
        isGrave: false,
      };
    case 'removeFactor':
      return {
        text: `Ask ${name} for no code any more? Their password alone lets them in until they set up a second step again.`,
        confirm: 'Ask for No Code',
        isGrave: true,
      };
    case 'change': {
      if (!endsSessions(act.fields, person)) return null;
      if (movesTo(act.fields, person)) {
        const to = organizations.find(({ organization_id }) => String(organization_id) === act.fields.organization);
        return {
          text: `Move ${name} to ${to?.name ?? 'another organization'}? They are signed out at once; their documents stay where they are.`,
          confirm: 'Move',
          isGrave: false,
        };
      }
      return {
        text: `Make ${name} a ${levelText(Number(act.fields.permission))}? They are signed out at once.`,
        confirm: 'Change Level',
        isGrave: false,
      };
    }
    default:
      return null;
  }
}

/** Text about a completed act. @param person their entry after it */
export function doneText(act: Act, person: PersonEntry): string {
  const name = calledOf(person);
  switch (act.kind) {
    case 'add':
      return `${name} is added.`;
    case 'disable':
      return `${name} is disabled.`;
    case 'enable':
      return `${name} can sign in again.`;
    case 'unlock':
      return `${name} can try to sign in again: the failed tries are forgotten.`;
    case 'signOut':
      return `${name} is signed out everywhere.`;
    case 'oneTime':
      return `${name} has a one-time password.`;
    case 'removeFactor':
      return `${name} is asked for no code any more.`;
    case 'giveRole':
    case 'takeRole':
    case 'change':
      return `${name} is saved.`;
  }
}

/** Returns true if an act may have been done: no answer arrived, or one from a proxy, or it took too long. */
export const isUncertain = (failure: ApiFailure): boolean =>
  isUnreached(failure) || [502, 503, 504].includes(statusOf(failure) ?? 0);

/** Message for an act that failed, or whose outcome is unknown. */
export const actMessage = (failure: ApiFailure): string =>
  isUncertain(failure) ? peopleMessages.unanswered : failureText(failure, peopleMessages.failed);

const NOBODY = 'Nobody was added.';

/** Text about an import that did not end with passwords to hand over; null if there was none. */
export function endText(job: ImportJob | null): string | null {
  if (job === null) return null;
  if (job.state === 'failed') return job.message?.startsWith(NOBODY) ? job.message : `${NOBODY} ${job.message ?? ''}`;
  const who = job.total === 1 ? '1 person was' : `${job.total} people were`;
  return `${who} added. Their one-time passwords are shown only in the browser in which the import began: give each a new one in their row.`;
}

/** First characters by which a spreadsheet takes a cell for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const cellOf = (value: string): string => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** One-time passwords as a table (RFC 4180), to be handed out. No cell is taken for a formula. */
export const passwordsText = (added: ImportedPeople | null): string =>
  [
    ['username', 'name', 'one-time password'],
    ...(added?.people ?? []).map((one) => [one.username, one.name, one.password]),
  ]
    .map((row) => `${row.map(cellOf).join(',')}\r\n`)
    .join('');
