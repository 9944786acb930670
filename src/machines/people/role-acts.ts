import type { ManagedRole, ManagedRoles } from '#common/calls/roles.ts';
import { type ApiFailure, isUnreached } from '#api/failure.ts';
import { failureText } from '../shared/failure-text.ts';
import type { ListProblem } from '../shared/managed-list.machine.ts';
import { managedList } from '../shared/managed-list.ts';

/** Act of an administrator, with the uuids of the role and of the person. */
export type RoleAct =
  | { kind: 'add'; name: string; file: string }
  | { kind: 'give' | 'take'; role: string; person: string }
  | { kind: 'remove'; role: string };

/** Texts about roles. Only their screen loads them. */
const roleMessages = {
  listFailed: 'Error loading roles. Please try again.',
  nameRequired: 'Enter a name.',
  fileRequired: 'Choose a template.',
  failed: 'Nothing was changed. Please try again.',
  unanswered: 'No answer came. It may have been done all the same: reload the page to see.',
} as const;

/** Returns the name of a role or a person. */
export const calledOf = ({ name }: { name: string | null }): string => name?.trim() || 'Without a name';

const roleIn = ({ roles }: Pick<ManagedRoles, 'roles'>, act: RoleAct): ManagedRole | null =>
  'role' in act ? (roles.find(({ uuid }) => uuid === act.role) ?? null) : null;

/** Question before a role is removed, about its consequences. */
export function questionOf(all: Pick<ManagedRoles, 'roles'>, act: RoleAct): string | null {
  const role = roleIn(all, act);
  if (act.kind !== 'remove' || role === null) return null;
  const count = role.holders.length + role.elsewhere;
  const holders = count === 0 ? 'Nobody holds it.' : count === 1 ? 'One person holds it.' : `${count} people hold it.`;
  const isOnly = all.roles.filter(({ file_name }) => file_name === role.file_name).length === 1;
  return `Remove ${calledOf(role)}? ${holders} ${
    isOnly
      ? `Everybody who may write then changes documents of ${role.file_name}.`
      : `Other roles still open ${role.file_name}.`
  }`;
}

/** Text about a completed act. @param all as they were before it */
function doneText(all: Pick<ManagedRoles, 'roles' | 'people'>, act: RoleAct): string {
  const role = roleIn(all, act);
  const name = role ? calledOf(role) : '';
  const person = 'person' in act ? all.people.find(({ uuid }) => uuid === act.person) : undefined;
  const who = person ? calledOf(person) : '';
  switch (act.kind) {
    case 'add':
      return `${act.name.trim()} is here. Only its holders and administrators change documents of ${act.file}.`;
    case 'give':
      return `${who} holds ${name}.`;
    case 'take':
      return `${who} does not hold ${name} any more.`;
    case 'remove':
      return `${name} is removed.`;
  }
}

/** Message for an act that failed, or whose outcome is unknown. */
const actMessage = (failure: ApiFailure): string =>
  isUnreached(failure) ? roleMessages.unanswered : failureText(failure, roleMessages.failed);

export const NO_ROLES: ManagedRoles = { roles: [], people: [], files: [], changeable: false };

const problemOf = (act: RoleAct): ListProblem | null => {
  if (act.kind !== 'add') return null;
  if (act.name.trim() === '') return { field: 'name', text: roleMessages.nameRequired };
  return act.file === '' ? { field: 'file', text: roleMessages.fileRequired } : null;
};

/**
 * The roles as an administrator sees them (ADR 54): the people with each role, and the acts. Each answer of the host contains all roles as they are then. A
 * role is removed only after a question.
 */
export const roleList = managedList<ManagedRoles, RoleAct, ManagedRoles>({
  empty: NO_ROLES,
  listFailed: (failure) => failureText(failure, roleMessages.listFailed),
  problemOf,
  asks: (act, all) => questionOf(all, act) !== null,
  after: (_before, _act, all) => all,
  doneText: (act, all) => doneText(all, act),
  failedText: (_act, failure) => actMessage(failure),
  rereads: () => true,
});
