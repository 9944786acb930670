/**
 * Every number and fixed name of the specification's section 9, and the ones `decisions.md` adds. Times are milliseconds.
 */
export const REQUEST_TIMEOUT = 10_000;
export const INITIAL_AUTH_CHECK_TIMEOUT = 1_000;
export const POST_LOGIN_WAIT = 100;
export const LOGIN_REDIRECT_DELAY = 1_500;
export const SIGNUP_SIMULATED_DELAY = 1_000;
export const SIGNUP_REDIRECT_DELAY = 2_000;
export const SUCCESS_BANNER = 1_500;
export const STREAM_RECONNECT = 3_000;
/** Decision 22: the first load starts when the stream opens, or after this time if it has not. */
export const STREAM_FIRST_LOAD = 300;
/** What has no stream of its own at a plain host is asked for at this interval (quality.md, "six dashboards in one browser"). */
export const STREAM_POLL = 15_000;
/** How long the tab that has the browser's streams may take to answer another one that somebody looks at. */
export const LEADER_ANSWER = 5_000;
/** How often a live screen looks whether its session goes on: a wall with no submission all night must not sign itself out. */
export const SESSION_CHECK = 300_000;
/** Decision 8: how long a document's own function may take. */
export const NEW_ATTRIBUTES_TIMEOUT = 2_000;

export const DEFAULT_PERMISSION = 0;
export const BASIC_PERMISSION = 2;
export const ADMIN_PERMISSION = 3;
/** Decision 27: made by the command line or the demo seed only. */
export const SITE_ADMIN_PERMISSION = 4;

/** The anti-forgery cookie and the header that carries its value (section 9). */
export const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'X-XSRF-TOKEN';

/** Heights of the document frame in section 9. */
export const FRAME_HEIGHT = {
  editor: '80vh',
  wipDashboard: '80vh',
  templateDashboard: '95vh',
  commandDashboard: '95vh',
  archiveModal: '60vh',
} as const;

/** The reference server's two fixed template ids, under which it seeds the pair of the Command Docs card (decision 1). */
export const COMMAND_TEMPLATE_LEFT = '0b6f4c1e-5d0a-4c57-9a3e-6f1f6f2f9a01';
export const COMMAND_TEMPLATE_RIGHT = '0b6f4c1e-5d0a-4c57-9a3e-6f1f6f2f9a02';

/** Decision 8: the element of a document that carries the rows its own script made. */
export const NEW_ATTRIBUTES_ELEMENT_ID = 'ready-new-attributes';

/** A live view that could not fetch its archive tries again by itself after this time: nobody presses a button on a wall. */
export const ARCHIVE_RETRY = 15_000;
/** How long the document frame may take to give its values for a save before the values known so far are taken. */
export const SNAPSHOT_TIMEOUT = 3_500;

/** The organization that sign-up offers beside the product's own (section 9, "Sign-up organizations"). */
export const PARTNER_ORGANIZATION = 'active911';
