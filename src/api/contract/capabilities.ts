/** What a host may announce beside the contract's calls, by the name that stands in the session's `capabilities`. A host that announces none is a plain one. */
export const capabilities = {
  /**
   * A save may say what each edit was made of, and a submission which revision the user has seen. Where somebody else has changed the same meanwhile
   * nothing is done, and the answer is 409 with theirs (`contract/conflicts.ts`). Documents tell their revision, when it was saved and by whom.
   */
  guard: 'documents.guard',
  /**
   * The session's replies carry `drafts_key`: a key for this person, with which a browser may keep unsaved text on its disk. The same at each sign-in, until the
   * installation's secret is rotated; and `drafts_mark`, which stays the same then too: what is kept is named with it, and known as the person's.
   */
  draftsKey: 'drafts.key',
  /** Archives tell who submitted them, by their present name, and which WIP they are of. */
  author: 'archives.author',
  /** GET /v1/archives/{uuid}/changes tells what submissions of the last ten minutes have changed. */
  changes: 'archives.changes',
  /** POST /v1/archives/{uuid}/submit submits the content of an archive again, in the place of the newest one of its template. */
  putBack: 'archives.putBack',
  /** GET /v1/templates/recent gives the newest archive of each template in one call. */
  recent: 'templates.recent',
  /** Boards that people make: kept by the host, and told of on the stream of many (`contract/boards.ts`). */
  boards: 'boards',
  /** Screens without a user: paired by a code, each reads its board and nothing else (`contract/displays.ts`). */
  displays: 'displays',
  /** Each event stream carries a named event `heartbeat` every 15 s, so that a reader can tell a quiet stream from a dead one. */
  heartbeat: 'events.heartbeat',
  /** GET /events/wips?ids=a,b,… is one stream for many WIPs and templates; each event names its `id`. */
  multiplex: 'events.multiplex',
  /** Who has a document open tells the others on its stream, and in which region the caret stands (`contract/presence.ts`). */
  presence: 'presence',
  /** The lists of WIPs, archives and users take `limit`, `cursor`, `q` and `sort`, and then tell `next` and `count` (`contract/pages.ts`). */
  pages: 'lists.pages',
  /** GET /v1/templates/{id}/wips?deleted=true also gives the deleted WIPs that have archives, and since when and by whom they are deleted. */
  deletedWips: 'wips.deleted',
  /** GET /v1/templates/{id}/suggestions tells values that the organization's documents of a template hold, by region (`contract/suggestions.ts`). */
  suggestions: 'regions.suggestions',
  /**
   * Administrators do everything with people in the browser (`contract/people.ts`): pages of users tell more of each, and there are calls for a new user, a
   * one-time password and so on. POST /v1/users/{uuid}/update takes `username` too.
   */
  usersManage: 'users.manage',
  /**
   * A person changes their password and ends their sessions (`contract/account.ts`). The session's replies carry `must_change_password`: with a one-time
   * password nothing else can be done until it is changed, and every other call is refused with 403 and the code `password_change_required`.
   */
  account: 'account',
  /**
   * A person has a code of an authenticator asked for at each sign-in (`contract/account.ts`), which POST /auth/login takes as `code` then. Where the host
   * requires one, the session's replies carry `must_set_second_factor`, and every other call is refused with 403 and the code `second_factor_setup_required`.
   */
  secondFactor: 'second-factor',
  /** Administrators bring, replace, order and remove templates in the browser (`contract/template-admin.ts`). */
  templatesManage: 'templates.manage',
  /** Administrators see who holds which role, and site administrators make and remove roles (`contract/roles.ts`). */
  rolesManage: 'roles.manage',
  /** GET /v1/audit gives administrators the audit log of their organization in pages (`contract/audit.ts`). */
  audit: 'audit.read',
  /** GET /v1/usage tells administrators how much of the server's budgets is used (`contract/usage.ts`). */
  usage: 'usage.read',
} as const;

/** What an application may find announced. Our server announces what `capabilities` lists; it may be older than the application. */
export type Capability = (typeof capabilities)[keyof typeof capabilities];
