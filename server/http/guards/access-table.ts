import { requireAdministrator, requireSiteAdministrator, requireWriter, type Actor } from '#server/domain/access.ts';
import { Refusal } from '#server/domain/refusal.ts';
import type { Session } from '#server/domain/session/sessions.ts';

/** Kinds of callers that the rules distinguish. `display`: a screen with a display's cookie alone. */
export type ActorKind =
  | 'nobody'
  | 'display'
  | 'reader'
  | 'writer'
  | 'roleHolder'
  | 'administrator'
  | 'siteAdministrator';

/**
 * Relation of the thing that an address names to the caller. `ownBehindRole`: it is of the caller's organisation, and
 * roles exist for its template's file. For a display all of them are on its board: for it another organisation's thing
 * does not exist, even there.
 */
export type Relation = 'own' | 'ownBehindRole' | 'foreign' | 'unknown';

/** How a call ends: done, or refused with this status. */
export type Verdict = 'done' | 401 | 403 | 404;

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
    | null;
  /** The parameter of the query that names the things, separated by commas; without it the address itself names one. */
  query?: 'ids';
  /** True if the caller must have a role for the template's file or be an administrator, if such roles exist. */
  role?: true;
  /**
   * True if the session's anti-forgery header is required: on each POST, and on the GET that deletes
   * (`docs/adr/0004-delete-by-get.md`).
   */
  antiForgery?: true;
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

const read = (thing: AccessRule['thing']): AccessRule => ({ needs: 'read', thing });
const write = (thing: AccessRule['thing']): AccessRule => ({ needs: 'write', thing, role: true, antiForgery: true });
const administer = (thing: AccessRule['thing']): AccessRule => ({ needs: 'administer', thing, antiForgery: true });
const ofSite: AccessRule = { needs: 'site', thing: null, antiForgery: true };
const ofDisplay = (thing: AccessRule['thing']): AccessRule => ({ needs: 'display', thing });
const open: AccessRule = { needs: 'nobody', thing: null };

/**
 * Every route of the server and its requirements. The server does not start with a route that is not here; the test
 * matrix (`tests/contract/http/access-matrix.test.ts`) is made from it.
 */
export const accessTable: Readonly<Record<string, AccessRule>> = {
  'POST /auth/login': { ...open, own: true },
  'POST /auth/refresh-token': { ...open, own: true },
  'POST /auth/logout': { ...open, own: true },
  // Ends with the first user: until then the code that the server prints opens it.
  'POST /auth/first-run': { ...open, own: true },
  // Available if the operator has named an identity provider.
  'POST /auth/provider/begin': { ...open, own: true },
  'POST /auth/provider/return': { ...open, own: true },
  'GET /auth/verify': { ...read(null), withOneTimePassword: true },
  'GET /v1/templates': read(null),
  // `templates.recent` in `capabilities`.
  'GET /v1/templates/recent': read(null),
  // `templates.manage` in `capabilities`.
  'GET /v1/templates/all': { needs: 'administer', thing: null },
  'POST /v1/templates/check': administer(null),
  'POST /v1/templates/blanks': administer(null),
  'POST /v1/templates/create': administer(null),
  'POST /v1/templates/shipped': administer(null),
  'POST /v1/templates/:id/replace': administer('ownTemplate'),
  'POST /v1/templates/:id/put-back': administer('ownTemplate'),
  'POST /v1/templates/:id/move': administer('ownTemplate'),
  'POST /v1/templates/:id/command': administer('template'),
  'POST /v1/templates/:id/remove': administer('ownTemplate'),
  'POST /v1/templates/:id/restore': administer('ownTemplate'),
  'GET /v1/templates/:id': read('template'),
  'GET /v1/templates/:id/wips': read('template'),
  'GET /v1/templates/:id/archives/recent': read('template'),
  // `regions.suggestions` in `capabilities`.
  'GET /v1/templates/:id/suggestions': read('template'),
  'POST /v1/templates/:id/wips/save': write('template'),
  'GET /v1/wips/:uuid': read('document'),
  'GET /v1/wips/:uuid/archives': read('document'),
  'POST /v1/wips/:uuid/update': write('document'),
  'POST /v1/wips/:uuid/submit': write('document'),
  'GET /v1/wips/:uuid/delete': write('document'),
  // `presence` in `capabilities`.
  'POST /v1/wips/:uuid/presence': write('document'),
  'GET /v1/archives/:uuid': read('archive'),
  // `archives.changes` in `capabilities`.
  'GET /v1/archives/:uuid/changes': read('archive'),
  // `archives.putBack` in `capabilities`.
  'POST /v1/archives/:uuid/submit': write('archive'),
  'GET /events/wips/:id': read('topic'),
  // `events.multiplex` in `capabilities`. It is refused when the caller may read none of the things.
  'GET /events/wips': { ...read('topic'), query: 'ids' },
  // `boards` in `capabilities`.
  'GET /v1/boards': read(null),
  'GET /v1/boards/:uuid': read('board'),
  'POST /v1/boards/create': { needs: 'write', thing: null, antiForgery: true },
  'POST /v1/boards/:uuid/update': { needs: 'write', thing: 'board', antiForgery: true },
  'POST /v1/boards/:uuid/delete': { needs: 'write', thing: 'board', antiForgery: true },
  // `displays` in `capabilities`. A screen requests a code, and claims its result by the cookie of that call.
  'POST /v1/displays/pairings': { ...open, own: true },
  'POST /v1/displays/pairings/claim': { ...open, own: true },
  'POST /v1/displays/pair': administer('board'),
  'GET /v1/displays': { needs: 'administer', thing: null },
  'POST /v1/displays/:uuid/update': administer('display'),
  'POST /v1/displays/:uuid/end': administer('display'),
  'GET /v1/displays/self': ofDisplay(null),
  'GET /v1/displays/self/boards/:uuid': ofDisplay('board'),
  'GET /v1/displays/self/templates/:id/archives/recent': ofDisplay('template'),
  'GET /v1/displays/self/wips/:uuid/archives': ofDisplay('document'),
  'GET /v1/displays/self/archives/:uuid': ofDisplay('archive'),
  'GET /v1/displays/self/archives/:uuid/changes': ofDisplay('archive'),
  'GET /events/displays/self': { ...ofDisplay('topic'), query: 'ids' },
  'GET /v1/roles': { needs: 'administer', thing: null },
  'GET /v1/users': { needs: 'administer', thing: null },
  'POST /v1/users/roles/create': administer('user'),
  'POST /v1/users/:uuid/update': administer('user'),
  // `users.manage` in `capabilities`.
  'POST /v1/users/roles/delete': administer('user'),
  // `roles.manage` in `capabilities`.
  'GET /v1/roles/all': { needs: 'administer', thing: null },
  'POST /v1/roles/create': ofSite,
  'POST /v1/roles/remove': ofSite,
  // `users.manage` in `capabilities`.
  'GET /v1/organizations': { needs: 'administer', thing: null },
  'POST /v1/users/create': administer(null),
  'POST /v1/users/import/check': administer(null),
  'POST /v1/users/import': administer(null),
  'POST /v1/users/:uuid/disable': administer('user'),
  'POST /v1/users/:uuid/enable': administer('user'),
  'POST /v1/users/:uuid/unlock': administer('user'),
  'POST /v1/users/:uuid/sign-out': administer('user'),
  'POST /v1/users/:uuid/one-time-password': administer('user'),
  'POST /v1/users/:uuid/remove-second-factor': administer('user'),
  // `second-factor` in `capabilities`.
  'GET /v1/account/second-factor': { ...read(null), withoutSecondFactor: true },
  'POST /v1/account/second-factor/begin': { needs: 'read', thing: null, antiForgery: true, withoutSecondFactor: true },
  'POST /v1/account/second-factor': { needs: 'read', thing: null, antiForgery: true, withoutSecondFactor: true },
  'POST /v1/account/second-factor/remove': { needs: 'read', thing: null, antiForgery: true },
  // `account` in `capabilities`.
  'POST /v1/account/password': { needs: 'read', thing: null, antiForgery: true, withOneTimePassword: true },
  'GET /v1/account/sessions': read(null),
  'POST /v1/account/sessions/:uuid/end': { needs: 'read', thing: 'session', antiForgery: true },
  // `audit.read` in `capabilities`.
  'GET /v1/audit': { needs: 'administer', thing: null },
  // `usage.read` in `capabilities`.
  'GET /v1/usage': { needs: 'administer', thing: null },
  // For monitors: they name nothing and reveal nothing of the stored data.
  'GET /health': open,
  'GET /ready': open,
  'GET /metrics': { ...open, own: true },
  'GET /openapi.json': open,
  // Preflights of an application on another host of the site; available only with READY_APP_ORIGINS.
  'OPTIONS /auth/*': open,
  'OPTIONS /v1/*': open,
  'OPTIONS /events/*': open,
  // The application's pages and files, which are the same for every caller.
  'GET /*': open,
  'HEAD /*': open,
};

/** @throws {Error} for a route that is not in the table: the server does not start then */
export function ruleOf(route: string): AccessRule {
  const rule = Object.hasOwn(accessTable, route) ? accessTable[route] : undefined;
  if (!rule) throw new Error(`The route ${route} is not in the access table (server/http/guards/access-table.ts).`);
  return rule;
}

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

const levels: Record<Exclude<ActorKind, 'display'>, number> = {
  nobody: -1,
  reader: 1,
  writer: 2,
  roleHolder: 2,
  administrator: 3,
  siteAdministrator: 4,
};
const least: Record<Exclude<AccessRule['needs'], 'display'>, number> = {
  nobody: -1,
  read: 0,
  write: 2,
  administer: 3,
  site: 4,
};

/**
 * How a call ends by this table, given a right body and a valid anti-forgery header.
 * @param relation null for a route that names no thing
 */
export function verdictOf(rule: AccessRule, kind: ActorKind, relation: Relation | null): Verdict {
  if (rule.needs === 'nobody') return 'done';
  if (kind === 'display' && rule.needs === 'display') {
    return relation === 'foreign' || relation === 'unknown' ? 404 : 'done';
  }
  if (kind === 'nobody' || kind === 'display' || rule.needs === 'display') return 401;
  if (levels[kind] < least[rule.needs]) return 403;
  if (relation === 'unknown' || (relation === 'foreign' && rule.thing === 'session')) return 404;
  if (relation === 'foreign' && kind !== 'siteAdministrator') return 403;
  if (relation === 'ownBehindRole' && rule.role && kind === 'writer') return 403;
  return 'done';
}
