import type { Generated } from 'kysely';
import type { AccessToken, AuditEntry, Moment, Organisation, RefreshToken, RoleRecord, SessionFamily } from './port.ts';

/** The tables as the queries see them. `migrations.ts` makes them. */
export type Schema = {
  migrations: { number: number; name: string; applied_at: Moment };
  settings: { name: string; value: string };
  organisations: Organisation;
  users: {
    uuid: string;
    username: string;
    /** `username` as it is compared: see `usernameKey`. */
    username_key: string;
    name: string;
    email: string;
    organisation: string;
    permission: number;
    password_hash: string;
    created_at: Moment;
    disabled_at: Moment | null;
  };
  roles: RoleRecord;
  role_holders: { role: string; user: string };
  templates: {
    uuid: string;
    name: string;
    description: string;
    file_name: string;
    organisation: string | null;
    position: number;
    version: number;
    created_at: Moment;
    removed_at: Generated<Moment | null>;
    content: string;
  };
  wips: {
    uuid: string;
    template: string;
    organisation: string;
    name: string;
    description: string;
    version: number;
    created_at: Moment;
    created_by: string;
    updated_at: Moment;
    updated_by: string;
    deleted_at: Moment | null;
    content: string;
  };
  archives: {
    number: Generated<number>;
    uuid: string;
    wip: string;
    template: string;
    organisation: string;
    name: string;
    file_name: string;
    format: string;
    submitted_on: Moment;
    submitted_by: string;
    content: string;
  };
  session_families: SessionFamily;
  access_tokens: AccessToken;
  refresh_tokens: RefreshToken;
  /** What every process must hear of: see `EventStore`. */
  events: { number: Generated<number>; at: Moment; kind: string; subject: string };
  /** Sign-ins that failed, or are being judged just now. */
  attempts: { number: Generated<number>; name: string; at: Moment };
  audit: Omit<AuditEntry, 'action'> & { number: Generated<number>; action: string };
};

/** How names of users are compared: as people read them, without regard to case or to the form of accents. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}
