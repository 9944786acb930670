import type { Client } from '../client.ts';
import {
  type ImportedPeople,
  type Organization,
  organizationsReply,
  type PeopleCheck,
  peopleCheckReply,
  peopleImportReply,
  peopleReply,
  type PersonEntry,
  type PersonReply,
  personReply,
} from '#common/calls/people.ts';
import type { RoleAssignment, UserUpdate } from '#common/calls/admin.ts';
import type { Page, PageRequest } from '#common/calls/pages.ts';
import { readPage } from './pages.ts';

/** A new user. Without an organization: the administrator's own. */
export type NewPerson = {
  username: string;
  name: string;
  email?: string;
  organization_id?: number;
  permission: number;
};

/** An action that needs no input but the user. */
export type PersonDeed = 'disable' | 'enable' | 'unlock' | 'sign-out' | 'one-time-password' | 'remove-second-factor';

const id = encodeURIComponent;

export async function listPeople(
  client: Client,
  wanted: PageRequest,
  signal?: AbortSignal,
): Promise<Page<PersonEntry>> {
  return readPage(client, '/v1/users', peopleReply, wanted, signal);
}

export async function listOrganizations(client: Client, signal?: AbortSignal): Promise<Organization[]> {
  return (await client.get('/v1/organizations', organizationsReply, { signal })).organizations;
}

/** @returns the user, and their one-time password */
export async function addPerson(client: Client, person: NewPerson): Promise<PersonReply> {
  return client.post('/v1/users/create', person, personReply);
}

/** @param change only the fields that are to change */
export async function changePerson(
  client: Client,
  person: string,
  change: Omit<UserUpdate, 'email'> & { username?: string; email?: string | null },
): Promise<PersonReply> {
  return client.post(`/v1/users/${id(person)}/update`, change, personReply);
}

export async function doWithPerson(client: Client, person: string, deed: PersonDeed): Promise<PersonReply> {
  return client.post(`/v1/users/${id(person)}/${deed}`, {}, personReply);
}

/** Gives a role to a user, or removes it. */
export async function changeRole(
  client: Client,
  deed: 'create' | 'delete',
  assignment: RoleAssignment,
): Promise<PersonReply> {
  return client.post(`/v1/users/roles/${deed}`, assignment, personReply);
}

/** Requests a preview of an import of a table of text. @param csv with headings */
export async function checkPeopleFile(client: Client, csv: string): Promise<PeopleCheck> {
  return client.post('/v1/users/import/check', { csv }, peopleCheckReply);
}

/** Adds all users of a table, or none. */
export async function importPeople(client: Client, csv: string): Promise<ImportedPeople> {
  return client.post('/v1/users/import', { csv }, peopleImportReply);
}
