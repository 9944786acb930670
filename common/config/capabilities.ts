/** Extras that a host may announce beside the contract's calls, by their names in the session's `capabilities`. A plain host announces none. */
export const capabilities = {
  /**
   * A save may include the base version of each edit, and a submission the revision that the user has seen. If another user has changed the same
   * meanwhile nothing is saved, and the answer is 409 with their values (`calls/templates.ts`). Documents include their revision, the time of
   * its save and its author.
   */
  guard: 'documents.guard',
  /**
   * The session's replies include `drafts_key`: a key for this user, with which a browser may store unsaved text on its disk. It is the same at
   * each sign-in, until the installation's secret is rotated; and `drafts_mark`, which stays the same even then: stored text is named with it, and
   * recognized as the user's.
   */
  draftsKey: 'drafts.key',
  /** Archives include their author, by the present name, and their WIP. */
  author: 'archives.author',
  /** GET /v1/archives/{uuid}/changes returns the changes by submissions of the last ten minutes. */
  changes: 'archives.changes',
  /** POST /v1/archives/{uuid}/submit submits the content of an archive again, in place of the newest one of its template. */
  putBack: 'archives.putBack',
  /** GET /v1/templates/recent returns the newest archive of each template in one call. */
  recent: 'templates.recent',
  /** Boards made by users: stored at the host, which reports changes on the stream of many (`calls/boards.ts`). */
  boards: 'boards',
  /** Screens without a user: paired by a code, each reads its board and nothing else (`calls/displays.ts`). */
  displays: 'displays',
  /** Each event stream carries a named event `heartbeat` every 15 s, so that a reader can distinguish a quiet stream from a dead one. */
  heartbeat: 'events.heartbeat',
  /** GET /events/wips?ids=a,b,… is one stream for many WIPs and templates; each event names its `id`. */
  multiplex: 'events.multiplex',
  /** Each user with an open document is reported to the others on its stream, with the region of the caret (`calls/presence.ts`). */
  presence: 'presence',
  /** The lists of WIPs, archives and users accept `limit`, `cursor`, `q` and `sort`, and then include `next` and `count` (`calls/pages.ts`). */
  pages: 'lists.pages',
  /** GET /v1/templates/{id}/wips?deleted=true also returns the deleted WIPs that have archives, with the time and author of the deletion. */
  deletedWips: 'wips.deleted',
  /** GET /v1/templates/{id}/suggestions returns values in the organization's documents of a template, by region (`calls/suggestions.ts`). */
  suggestions: 'regions.suggestions',
  /**
   * Administrators manage users in the browser (`calls/people.ts`): pages of users include more fields, and there are calls for a new user, a
   * one-time password and so on. POST /v1/users/{uuid}/update accepts `username` too.
   */
  usersManage: 'users.manage',
  /**
   * Users change their password and end their sessions (`calls/account.ts`). The session's replies include `must_change_password`: with a
   * one-time password every other call is refused with 403 and the code `password_change_required` until it is changed.
   */
  account: 'account',
  /**
   * Users can require a code of an authenticator at each sign-in (`calls/account.ts`), which POST /auth/login then accepts as `code`. If the
   * host requires one, the session's replies include `must_set_second_factor`, and every other call is refused with 403 and the code
   * `second_factor_setup_required`.
   */
  secondFactor: 'second-factor',
  /** Administrators add, replace, order and remove templates in the browser (`calls/template-admin.ts`). */
  templatesManage: 'templates.manage',
  /** Administrators see the holders of each role, and site administrators create and remove roles (`calls/roles.ts`). */
  rolesManage: 'roles.manage',
  /** GET /v1/audit returns the audit log of an administrator's organization in pages (`calls/audit.ts`). */
  audit: 'audit.read',
  /**
   * The records desk (`calls/records.ts`): all submissions of the organization in one list, searched by the values that they contain; their
   * changes, comparisons, the values of one region over time, and files of all of these. It is not announced to displays.
   */
  records: 'records',
  /**
   * Proof of the records for others (`calls/records.ts`): GET /v1/records/checkpoint returns the newest signed checkpoint of an administrator's
   * organization, and GET /v1/records/bundle a file that proves its records without this host.
   * Administrators also hold records, so that nothing of them is removed before they release them.
   */
  recordsProof: 'records.proof',
  /** GET /v1/usage returns the used share of the server's budgets to administrators (`calls/usage.ts`). */
  usage: 'usage.read',
} as const;

/** Capability that an application may find announced. Our server announces those in `capabilities`; it may be older than the application. */
export type Capability = (typeof capabilities)[keyof typeof capabilities];
