import { requireAdministrator, requireWriter, type Actor } from '#server/domain/access.ts';

/** Who asks, as far as it decides what the answer may be (decision 27). */
export type ActorKind = 'nobody' | 'reader' | 'writer' | 'roleHolder' | 'administrator' | 'siteAdministrator';

/** What the address names, seen from who asks. `ownBehindRole`: of the own organisation, its template opened by a role (decision 27). */
export type Relation = 'own' | 'ownBehindRole' | 'foreign' | 'unknown';

/** How a call ends: done, or turned down with this status. */
export type Verdict = 'done' | 401 | 403 | 404;

/** What a route asks of who calls it. */
export type AccessRule = {
  /** `nobody`: no session at all. `read`: whoever has a session. `write`: level 2. `administer`: level 3. */
  needs: 'nobody' | 'read' | 'write' | 'administer';
  /** What a part of the address or the body names; null when nothing. */
  thing: 'template' | 'document' | 'archive' | 'topic' | 'user' | null;
  /** The parameter of the query that names the things, several with commas between them; without it the address itself does. */
  query?: 'ids';
  /** Whether the template's role counts (decision 27). */
  role?: true;
  /** Whether the anti-forgery header is required of a session: each POST, and the delete GET (decision 29). */
  antiForgery?: true;
  /** Decides for itself who is let in: sign-in, refresh and sign-out by their own cookies; metrics by address or token. */
  own?: true;
};

const read = (thing: AccessRule['thing']): AccessRule => ({ needs: 'read', thing });
const write = (thing: AccessRule['thing']): AccessRule => ({ needs: 'write', thing, role: true, antiForgery: true });
const open: AccessRule = { needs: 'nobody', thing: null };

/**
 * Every route of the server and what it asks (decisions 25-30). A route that is not here does not start; the test matrix
 * (`tests/contract/access-matrix.test.ts`) is made of it.
 */
export const accessTable: Readonly<Record<string, AccessRule>> = {
  'POST /auth/login': { ...open, own: true },
  'POST /auth/refresh-token': { ...open, own: true },
  'POST /auth/logout': { ...open, own: true },
  'GET /auth/verify': read(null),
  'GET /v1/templates': read(null),
  'GET /v1/templates/:id': read('template'),
  'GET /v1/templates/:id/wips': read('template'),
  'GET /v1/templates/:id/archives/recent': read('template'),
  'POST /v1/templates/:id/wips/save': write('template'),
  'GET /v1/wips/:uuid': read('document'),
  'GET /v1/wips/:uuid/archives': read('document'),
  'POST /v1/wips/:uuid/update': write('document'),
  'POST /v1/wips/:uuid/submit': write('document'),
  'GET /v1/wips/:uuid/delete': write('document'),
  'GET /v1/archives/:uuid': read('archive'),
  'GET /events/wips/:id': read('topic'),
  // `events.multiplex` in `capabilities`. Refused when none of the things may be read.
  'GET /events/wips': { ...read('topic'), query: 'ids' },
  'GET /v1/roles': { needs: 'administer', thing: null },
  'GET /v1/users': { needs: 'administer', thing: null },
  'POST /v1/users/roles/create': { needs: 'administer', thing: 'user', antiForgery: true },
  'POST /v1/users/:uuid/update': { needs: 'administer', thing: 'user', antiForgery: true },
  // For whatever watches the server: they name nothing and tell nothing of what is stored.
  'GET /health': open,
  'GET /ready': open,
  'GET /metrics': { ...open, own: true },
  'GET /openapi.json': open,
  'GET /docs': open,
  // Preflights of an application on another host of the site; there only with READY_APP_ORIGINS.
  'OPTIONS /auth/*': open,
  'OPTIONS /v1/*': open,
  'OPTIONS /events/*': open,
  // The application's pages and files: the same for everybody.
  'GET /*': open,
  'HEAD /*': open,
};

/** @throws {Error} for a route that the table does not know: the server does not start then */
export function ruleOf(method: string, url: string): AccessRule {
  const rule = Object.hasOwn(accessTable, `${method} ${url}`) ? accessTable[`${method} ${url}`] : undefined;
  if (!rule) throw new Error(`The route ${method} ${url} is not in the access table (server/http/access-table.ts).`);
  return rule;
}

/**
 * The level that a route asks for, checked before anything is looked up: who may not write learns nothing of what is there.
 * @throws {Refusal} forbidden
 */
export function requireLevel({ needs }: AccessRule, actor: Actor): void {
  if (needs === 'write') requireWriter(actor);
  if (needs === 'administer') requireAdministrator(actor);
}

const levels: Record<ActorKind, number> = {
  nobody: -1,
  reader: 1,
  writer: 2,
  roleHolder: 2,
  administrator: 3,
  siteAdministrator: 4,
};
const least: Record<AccessRule['needs'], number> = { nobody: -1, read: 0, write: 2, administer: 3 };

/**
 * What the table says of one call with a right body and a valid anti-forgery header.
 * @param relation null for a route that names no thing
 */
export function verdictOf(rule: AccessRule, kind: ActorKind, relation: Relation | null): Verdict {
  if (rule.needs === 'nobody') return 'done';
  if (kind === 'nobody') return 401;
  if (levels[kind] < least[rule.needs]) return 403;
  if (relation === 'unknown') return 404;
  if (relation === 'foreign' && kind !== 'siteAdministrator') return 403;
  if (relation === 'ownBehindRole' && rule.role && kind === 'writer') return 403;
  return 'done';
}
