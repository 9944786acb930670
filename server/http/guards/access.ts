import { requireAdministrator, requireSiteAdministrator, requireWriter, type Actor } from '#server/domain/access.ts';
import { Refusal } from '#server/domain/refusal.ts';
import type { Session } from '#server/domain/session/sessions.ts';

/** Requirements of a route for its callers. */
export type AccessRule = {
  /**
   * The first one: no session at all. `display`: a display's own cookie, which opens nothing else. `read`: any session.
   * `write`: level 2. `administer`: level 3. `site`: level 4.
   */
  needs: 'nobody' | 'display' | 'read' | 'write' | 'administer' | 'site';
  /**
   * The kind of thing that the address or the body names; null when they name none. A `session` of another user does
   * not exist for any caller; an `ownTemplate` is one of one organisation alone, since those for all of them are
   * changed by site administrators.
   */
  thing:
    | 'template'
    | 'ownTemplate'
    | 'document'
    | 'archive'
    | 'topic'
    | 'user'
    | 'board'
    | 'display'
    | 'session'
    | 'hold'
    | null;
  /** The parameter of the query that names the thing, `ids` several separated by commas; without it the address itself names one. */
  query?: 'ids' | 'from' | 'template';
  /** True if the caller must have a role for the template's file or be an administrator, if such roles exist. */
  role?: true;
  /**
   * True if the session's anti-forgery header is required: on each POST, and on the GET that deletes
   * (`docs/adr/0004-delete-by-get.md`).
   */
  antiForgery?: true;
  /** True if a display gets 403 for it, since no sign-in would open it to a display. */
  notForDisplays?: true;
  /** True if it is allowed for a session that has to change its one-time password first, too. */
  withOneTimePassword?: true;
  /**
   * True if it is allowed for a session that has to set up a second factor first, too, as all routes with
   * `withOneTimePassword` are.
   */
  withoutSecondFactor?: true;
  /**
   * True if the route itself checks its callers: sign-in, refresh and sign-out by their own cookies; metrics by address
   * or token.
   */
  own?: true;
};

type Thing = AccessRule['thing'];

/** For any session. */
export const read = (thing: Thing = null): AccessRule => ({ needs: 'read', thing });
/** The same for the records, which are no display's. */
export const readRecords = (thing: Thing = null): AccessRule => ({ ...read(thing), notForDisplays: true });
/** For those who may change documents of the thing's template. */
export const write = (thing: Thing): AccessRule => ({ needs: 'write', thing, role: true, antiForgery: true });
/** For those who may change anything, whatever roles there are. */
export const arrange = (thing: Thing = null): AccessRule => ({ needs: 'write', thing, antiForgery: true });
/** For administrators: to see it, and to change it. */
export const inspect: AccessRule = { needs: 'administer', thing: null };
export const administer = (thing: Thing = null): AccessRule => ({ needs: 'administer', thing, antiForgery: true });
export const ofSite: AccessRule = { needs: 'site', thing: null, antiForgery: true };
/** For a user's own account. */
export const own = (thing: Thing = null): AccessRule => ({ needs: 'read', thing, antiForgery: true });
/** For a display's own cookie. */
export const ofDisplay = (thing: Thing = null): AccessRule => ({ needs: 'display', thing });
export const open: AccessRule = { needs: 'nobody', thing: null };
/** Open, but the handler checks its callers. */
export const ownCheck: AccessRule = { ...open, own: true };

/**
 * @throws {Refusal} passwordDue, if a one-time password has to be changed first; factorDue, if a second factor has to
 * be set up first
 */
export function requireSettled(rule: AccessRule, { actor, isFactorDue }: Session): void {
  if (rule.withOneTimePassword) return;
  if (actor.password_until !== null) throw new Refusal('passwordDue', 'Change your one-time password first.');
  if (isFactorDue && !rule.withoutSecondFactor) throw new Refusal('factorDue', 'Set up your second step first.');
}

/**
 * Checks the level before anything is read: a caller who may not write learns nothing of what exists.
 * @throws {Refusal} forbidden
 */
export function requireLevel({ needs }: AccessRule, actor: Actor): void {
  if (needs === 'write') requireWriter(actor);
  if (needs === 'administer' || needs === 'site') requireAdministrator(actor);
  if (needs === 'site') requireSiteAdministrator(actor);
}
