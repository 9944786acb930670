/**
 * Every number and fixed name of the specification (`s9.…` in docs/spec-coverage.md), and our own. Times are milliseconds.
 */
export const REQUEST_TIMEOUT = 10_000;
export const INITIAL_AUTH_CHECK_TIMEOUT = 1_000;
export const POST_LOGIN_WAIT = 100;
export const LOGIN_REDIRECT_DELAY = 1_500;
/** Time in which the identity provider's page must open before the form is shown again. */
export const PROVIDER_OPENING = 15_000;
export const SIGNUP_SIMULATED_DELAY = 1_000;
export const SIGNUP_REDIRECT_DELAY = 2_000;
export const SUCCESS_BANNER = 1_500;
export const STREAM_RECONNECT = 3_000;
/** A live view's first load starts when its stream opens, or after this time if it has not (`d22.first-load`). */
export const STREAM_FIRST_LOAD = 300;
/** Maximum wait of a live view of a large document after a submission, and the numbers of characters from which a document is large and largest. */
export const LIVE_SPREAD = 500;
export const LARGE_DOCUMENT = 50_000;
export const LARGEST_DOCUMENT = 1_000_000;
/** Interval between requests for an id without a stream of its own: a plain host gives a browser four streams (`api/streams/stream-pool.ts`). */
export const STREAM_POLL = 15_000;
/** Silence after which a stream of a host with heartbeats, which arrive every 15 s, counts as dead. */
export const STREAM_SILENCE = 30_000;
/** Interval at which a live view whose stream has no heartbeats requests the newest archive. */
export const QUIET_STREAM_POLL = 60_000;
/** Minimum age of a stream before it is reopened: every live view of every tab requests that, and one opening is enough. */
export const STREAM_RENEWAL = 2_000;
/**
 * Time during which only the badge shows a lost stream: a server that stops asks its readers to reconnect within 8 s. With `STREAM_SILENCE` it
 * stays under 40 s, and a second is left for a slow machine.
 */
export const WALL_DOUBT = 9_000;
/** Interval between checks of an unreachable host with heartbeats, and its random extra, so that many walls do not reconnect at once. */
export const HOST_CHECK_INTERVAL = 3_000;
export const HOST_LOOK_SPREAD = 1_000;
/** Interval between checks for a sleep of the machine, and the delay of a check that counts as one. */
export const SLEEP_CHECK_INTERVAL = 1_000;
export const SLEEP_JUMP = 20_000;
/** Interval at which a live view updates the age of its document, and the ages from which it labels the document as old, and very old. */
export const AGE_CHECK_INTERVAL = 5_000;
export const AGE_OLD = 3_600_000;
export const AGE_VERY_OLD = 14_400_000;
/** Time for which a live view shows the changes of a submission. */
export const CHANGE_SHOWN = 600_000;
/** Time before its turn at which the next board of a playlist is loaded, and time without turning after a user's action. */
export const BOARD_AHEAD = 5_000;
/** Maximum wait for an incomplete next board while the host is reachable: a plain host's pane needs 70 s to detect that it is cut off. */
export const BOARD_WAIT = 90_000;
export const BOARD_REST = 60_000;
/** Time for which a page of a document is shown that does not fit as a whole, and time without turning after a user's action. */
export const PAGE_TURN = 15_000;
export const PAGE_REST = 60_000;
/**
 * Wall mode: time for which the bar and the cursor stay, interval at which the picture moves by a pixel, and interval between checks for another
 * build if no stream was lost.
 */
export const WALL_REST = 5_000;
export const WALL_DRIFT = 180_000;
export const BUILD_CHECK_INTERVAL = 900_000;
/** Time within which all walls of a host that is back check for another build. */
export const WALL_SPREAD = 10_000;
/** Time limit of a wall's request for its page. */
export const WALL_PAGE_TIMEOUT = 30_000;
/**
 * Interval at which the sign-in form in place of a wall checks for a session, and its pause after typing. The first is less than the 10 s for which
 * our server answers a renewal again whose answer was lost: later the same request would end the session.
 */
export const SESSION_CHECK_INTERVAL = 8_000;
export const FORM_REST = 60_000;
/** Interval between retries of a save that did not reach the host, beside the one when the network is back. */
export const SAVE_RETRY = 15_000;
/** Time for which a check of the host's document is valid for the next save, on a host that detects no conflicts itself. */
export const FRESH_READ = 15_000;
/** Time limit for the answer to a question before a submission: its subject may have changed by then. */
export const SUBMISSION_QUESTION = 900_000;
/** Time for which the dashboard's cards show the newest archive before the host is asked again. */
export const NEWEST_POLL_INTERVAL = 60_000;
/** Interval at which a board stored at the host is read again, even without a reported change, and the interval after a failed read. */
export const BOARD_POLL_INTERVAL = 300_000;
export const BOARD_RETRY = 15_000;
/**
 * Interval at which a display checks if its code was entered, and if it is still a display; its wait after a failure, and the time for which it
 * shows that it was ended.
 */
export const DISPLAY_CLAIM = 3_000;
export const DISPLAY_POLL_INTERVAL = 60_000;
export const DISPLAY_RETRY = 15_000;
export const DISPLAY_ENDED = 10_000;
/** Maximum size of a table of users to add at once, in characters: a hundred with long names take a third. */
export const PEOPLE_FILE_SIZE_MAX = 50_000;
/** Time for which an action on a user is confirmed. */
export const PERSON_BANNER = 10_000;
/** Interval at which a page asks how far a job of the host is. */
export const JOB_LOOK = 1_000;
/** Time for which an action on a managed list is confirmed. */
export const TEMPLATE_BANNER = 10_000;
/**
 * Time after a first key until unsaved text is written to the disk, with the text typed meanwhile; time limit for a document to list its rows for
 * it; interval between retries.
 */
export const JOURNAL_REST = 300;
export const JOURNAL_ROWS = 400;
export const JOURNAL_RETRY = 5_000;
/** Maximum wait of a logout for the disk; after that it shows that the last text is not stored. */
export const JOURNAL_SETTLE = 3_000;
/** Maximum wait of a list of documents for the text stored on this device, which is shown above it. */
export const KEPT_AWAITED = 500;
/** Number of days for which unsaved text is stored on a computer, and the maximum bytes of it for each user. */
export const JOURNAL_DAYS = 7;
export const JOURNAL_BYTES = 20_000_000;
/**
 * Presence of others in a document: lifetime of a report, interval between reports of a present user, minimum time between them, time limit for the
 * answer to a newcomer, and number of reports without a user's action after which they stop (about five minutes).
 */
export const PRESENCE_LIFE = 45_000;
export const PRESENCE_EVERY = 20_000;
export const PRESENCE_APART = 5_000;
export const PRESENCE_ANSWER = 2_000;
export const PRESENCE_QUIET_MESSAGES = 15;
/** Time after its stream was closed for good until a document subscribes again, and maximum number of remembered windows. */
export const PRESENCE_RETURN = 15_000;
export const PRESENCE_MOST = 50;
/** Time limit for the tab that holds the browser's streams to answer a visible tab. */
export const LEADER_ANSWER = 5_000;
/** Pause in typing before the host is asked for matches in a long list. */
export const SEARCH_PAUSE = 250;
/** Time for which values used before in a document's regions are valid, and after which failed reads are repeated. */
export const SUGGESTIONS_FRESH = 300_000;
export const SUGGESTIONS_AGAIN = 60_000;
/** Interval at which a live screen checks its session, which keeps it alive: a wall with no submission all night must not be signed out. */
export const SESSION_CHECK = 300_000;

/** Entries of the audit log in one page, and in an exported file. */
export const AUDIT_PAGE = 200;
export const AUDIT_FILE = 10_000;

export const DEFAULT_PERMISSION = 0;
export const BASIC_PERMISSION = 2;
export const ADMIN_PERMISSION = 3;
/** Administers every organisation; given by the command line or the demo seed only. */
export const SITE_ADMIN_PERMISSION = 4;

/** The `code` in the 403 to every call of a session that has to change its one-time password first. */
export const PASSWORD_DUE = 'password_change_required';
/** The same for a session that has to set up a second factor first. */
export const FACTOR_DUE = 'second_factor_setup_required';
/** Code of the refusal of a sign-in that lacks a valid code of the user's authenticator. */
export const CODE_DUE = 'second_factor_required';

/** The anti-forgery cookie and the header that carries its value (`s9.anti-forgery`). */
export const XSRF_COOKIE = 'XSRF-TOKEN';
/** The element by which a server says that the request for the page had no session: a check of it would only be refused. */
export const NO_SESSION_META = 'no-session';
export const XSRF_HEADER = 'X-XSRF-TOKEN';

/** The reference server's two fixed template ids, under which it seeds the pair of the Command Docs card (`s9.command-ids`). */
export const COMMAND_TEMPLATE_LEFT = '0b6f4c1e-5d0a-4c57-9a3e-6f1f6f2f9a01';
export const COMMAND_TEMPLATE_RIGHT = '0b6f4c1e-5d0a-4c57-9a3e-6f1f6f2f9a02';

/** The organization that sign-up offers beside the product's own (`s9.organizations`). */
export const PARTNER_ORGANIZATION = 'active911';
