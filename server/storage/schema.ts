import type { Generated } from 'kysely';
import type { BoardRecord } from './port/board-port.ts';
import type { DisplayRecord, Pairing } from './port/display-port.ts';
import type { Moment } from './port/moment.ts';
import type * as people from './port/people-port.ts';
import type * as port from './port/port.ts';
import type * as sessions from './port/session-port.ts';

/** Search key and sort key of a name: see `names.ts`. */
type NameKeys = { name_key: string; name_order: string };

/**
 * The tables as the queries see them: the fields of the port, and columns that only the stores use. `migrations.ts`
 * makes them.
 */
export type Schema = {
  migrations: { number: number; name: string; applied_at: Moment };
  settings: { name: string; value: string };
  /** `removed_at`: its row stays for references, under another name. */
  organisations: people.Organisation & {
    removed_at: Generated<Moment | null>;
    command_left: Generated<string | null>;
    command_right: Generated<string | null>;
  };
  users: people.NewUser & {
    /** `username` in its form for comparisons: see `usernameKey`. */
    username_key: string;
    signed_in_at: Moment | null;
    disabled_at: Moment | null;
    /** Time since which the row is only there for references, without personal data. */
    removed_at: Generated<Moment | null>;
    /** Search keys: see `names.ts`. */
    name_key: string;
    email_key: string;
    username_sought: string;
  };
  second_factors: people.SecondFactor;
  identities: people.Identity;
  roles: people.RoleRecord;
  role_holders: { role: string; user: string };
  template_versions: port.TemplateVersion;
  templates: Omit<port.NewTemplate, 'changed_by'> & {
    version: number;
    removed_at: Generated<Moment | null>;
    version_before: Generated<string | null>;
    /** Null until its first HTML is replaced. */
    changed_at: Generated<Moment | null>;
    changed_by: Generated<string | null>;
  };
  wips: Omit<port.NewWip, 'author'> & {
    revision: number;
    created_by: string;
    updated_by: string;
    deleted_at: Moment | null;
    /** Null for those that are not deleted, and for those that were deleted with their organisation. */
    deleted_by: Generated<string | null>;
  } & NameKeys;
  archives: Omit<port.ArchiveRecord, 'author'> & NameKeys & { number: Generated<number>; submitted_by: string };
  /** Texts that archives are made of, packed, by their hash. */
  archive_contents: { hash: string; packed: Uint8Array };
  session_families: sessions.SessionFamily;
  access_tokens: sessions.AccessToken;
  refresh_tokens: sessions.RefreshToken;
  /** Events for every process: see `EventStore`. */
  events: { number: Generated<number>; at: Moment; kind: port.StoredEvent['kind']; subject: string };
  attempts: sessions.SignInTry & { number: Generated<number> };
  /** Time of the last note that tries are refused: of a name from a network, of a name, or from a network. */
  sign_in_refusals: sessions.SignInPair & { at: Moment };
  provider_sign_ins: sessions.ProviderSignIn;
  /** Networks from which a user signed in, hashed. */
  known_networks: { user: string; network: string; used_at: Moment };
  boards: Omit<BoardRecord, 'updated_by'> & { updated_by: string; name_order: string };
  /** `ended_at`: its row stays, so that a restore does not bring it back. */
  displays: Omit<DisplayRecord, 'paired_by'> & {
    paired_by: string;
    token: string;
    name_order: string;
    ended_at: Moment | null;
  };
  pairings: Pairing;
  usage: { day: string; user: string; organisation: string; bytes: number };
  audit: Omit<port.AuditEntry, 'action'> & { number: Generated<number>; action: string };
};

/**
 * Form of a username for comparisons: as people read it, without regard to case or to the form of accents. It is not the form for searches, in
 * which two people's names may be the same.
 */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}
