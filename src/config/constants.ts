/**
 * Every number and fixed name of the specification (`s9.…` in docs/spec-coverage.md), and our own. Times are milliseconds.
 */
export const REQUEST_TIMEOUT = 10_000;
export const INITIAL_AUTH_CHECK_TIMEOUT = 1_000;
export const POST_LOGIN_WAIT = 100;
export const LOGIN_REDIRECT_DELAY = 1_500;
/** How long the identity provider's page may take to come before the form is there again. */
export const PROVIDER_OPENING = 15_000;
export const SIGNUP_SIMULATED_DELAY = 1_000;
export const SIGNUP_REDIRECT_DELAY = 2_000;
export const SUCCESS_BANNER = 1_500;
export const STREAM_RECONNECT = 3_000;
/** A live view's first load starts when its stream opens, or after this time if it has not (`d22.first-load`). */
export const STREAM_FIRST_LOAD = 300;
/** How long a live view of a large document waits after a submission at the most, and from how many characters a document is large and is largest. */
export const LIVE_SPREAD = 500;
export const LARGE_DOCUMENT = 50_000;
export const LARGEST_DOCUMENT = 1_000_000;
/** How often an id that has no stream of its own is asked for: a plain host gives a browser four streams (`api/streams/stream-pool.ts`). */
export const STREAM_POLL = 15_000;
/** How long a stream of a host with heartbeats, which come every 15 s, may say nothing until it counts as dead. */
export const STREAM_SILENCE = 30_000;
/** How often a live view whose stream has no heartbeats asks which archive is the newest. */
export const QUIET_STREAM_POLL = 60_000;
/** A stream that has been on its way for less is not opened anew: every live view of every tab asks for it, and one opening is enough. */
export const STREAM_RENEWAL = 2_000;
/**
 * How long a lost stream is the badge's matter alone: a server that stops asks its readers to come back within 8 s. With `STREAM_SILENCE` it stays under 40 s,
 * and a second is left for a slow machine.
 */
export const WALL_DOUBT = 9_000;
/** How often a host with heartbeats that is not reached is looked for: each time after so long, and up to so much longer, so that many walls do not come back at once. */
export const HOST_LOOK = 3_000;
export const HOST_LOOK_SPREAD = 1_000;
/** How often it is looked whether the machine has slept, and by how much a look may be late. */
export const SLEEP_LOOK = 1_000;
export const SLEEP_JUMP = 20_000;
/** How often a live view counts the age of its document, and from which ages it says that the document is old, and very old. */
export const AGE_LOOK = 5_000;
export const AGE_OLD = 3_600_000;
export const AGE_VERY_OLD = 14_400_000;
/** How long a live view says what a submission has changed. */
export const CHANGE_SHOWN = 600_000;
/** How long before its turn the next board of a playlist is got ready, and for how long nothing turns after a hand. */
export const BOARD_AHEAD = 5_000;
/** How long a next board that is not complete is waited for while the host is heard: a plain host's pane needs 70 s to find that it is cut off. */
export const BOARD_WAIT = 90_000;
export const BOARD_REST = 60_000;
/** How long a page of a document is shown that cannot be seen whole, and for how long nothing turns after a hand. */
export const PAGE_TURN = 15_000;
export const PAGE_REST = 60_000;
/** Wall mode: how long the bar and the cursor stay, how often the picture moves by a pixel, and how often it is looked for another build, when no stream was lost. */
export const WALL_REST = 5_000;
export const WALL_DRIFT = 180_000;
export const WALL_BUILD_LOOK = 900_000;
/** When a host is back, all its walls look for another build within so long. */
export const WALL_SPREAD = 10_000;
/** How long the host may take to answer a wall's question for its page. */
export const WALL_PAGE_TIMEOUT = 30_000;
/**
 * How often the sign-in form that stands in a wall's place asks whether there is a session after all, and for how long it does not after somebody typed. The
 * first is less than the 10 s for which our server answers a renewal again whose answer was lost: later the same question would end the session.
 */
export const SESSION_LOOK = 8_000;
export const FORM_REST = 60_000;
/** How often a save that did not reach the host is tried again, beside the moment when the network is back. */
export const SAVE_RETRY = 15_000;
/** How long a look at the host's document is good enough for the next save, on a host that compares nothing itself. */
export const LAST_LOOK = 15_000;
/** How long what is asked before a submission may wait for its answer: what it was asked about may be another by then. */
export const SUBMISSION_QUESTION = 900_000;
/** How long the dashboard's cards say which archive is the newest before the host is asked again. */
export const NEWEST_LOOK = 60_000;
/** How often a board that is kept at the host is read again, also when no change was told, and one that could not be read. */
export const BOARD_LOOK = 300_000;
export const BOARD_RETRY = 15_000;
/** How often a display asks whether its code was entered, and whether it is still one; how long it waits after a failure, and how long it says that it was ended. */
export const DISPLAY_CLAIM = 3_000;
export const DISPLAY_LOOK = 60_000;
export const DISPLAY_RETRY = 15_000;
export const DISPLAY_ENDED = 10_000;
/** How long it is said that a display was paired or changed. */
export const DISPLAY_TOLD = 10_000;
/** The longest table of people to add at once, in characters: a hundred with long names take a third. */
export const PEOPLE_FILE_SIZE_MAX = 50_000;
/** How long it is said what was done with a person. */
export const PERSON_TOLD = 10_000;
/** How long it is said what was done with a template. */
export const TEMPLATE_TOLD = 10_000;
/** How long after a first key unsaved text is written to the disk, with what was typed meanwhile; how long a document may take to list its rows for it; when it is tried again. */
export const JOURNAL_REST = 300;
export const JOURNAL_ROWS = 400;
export const JOURNAL_RETRY = 5_000;
/** How long a logout waits for the disk until it says that what was typed last is not there. */
export const JOURNAL_SETTLE = 3_000;
/** How long a list of documents waits for what is kept on this device, which stands above it. */
export const KEPT_AWAITED = 500;
/** For how many days unsaved text is kept on a computer, and how many bytes of it a person may have there. */
export const JOURNAL_DAYS = 7;
export const JOURNAL_BYTES = 20_000_000;
/**
 * Who else has a document open: for how long a word of them holds, how often somebody who is there says so, how far apart their words are at least, within which
 * time they answer a newcomer, and after how many words without a hand on the document they say no more (about five minutes).
 */
export const PRESENCE_LIFE = 45_000;
export const PRESENCE_EVERY = 20_000;
export const PRESENCE_APART = 5_000;
export const PRESENCE_ANSWER = 2_000;
export const PRESENCE_QUIET_WORDS = 15;
/** How long after its stream was closed for good a document listens again, and of how many windows it remembers that they are there. */
export const PRESENCE_RETURN = 15_000;
export const PRESENCE_MOST = 50;
/** How long the tab that holds the browser's streams may take to answer a visible tab. */
export const LEADER_ANSWER = 5_000;
/** How long nothing may be typed until a host is asked for what is sought in a long list. */
export const SEARCH_PAUSE = 250;
/** How long values used before in a document's regions are given without being read again, and when they are read again that could not be had. */
export const SUGGESTIONS_FRESH = 300_000;
export const SUGGESTIONS_AGAIN = 60_000;
/** How often a live screen checks its session, which keeps it alive: a wall with no submission all night must not be signed out. */
export const SESSION_CHECK = 300_000;

/** Entries of the audit log in one page, and in a file that is made of it. */
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
/** Code of the refusal of a sign-in that lacks a right code of the person's authenticator. */
export const CODE_DUE = 'second_factor_required';

/** The anti-forgery cookie and the header that carries its value (`s9.anti-forgery`). */
export const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'X-XSRF-TOKEN';

/** The reference server's two fixed template ids, under which it seeds the pair of the Command Docs card (`s9.command-ids`). */
export const COMMAND_TEMPLATE_LEFT = '0b6f4c1e-5d0a-4c57-9a3e-6f1f6f2f9a01';
export const COMMAND_TEMPLATE_RIGHT = '0b6f4c1e-5d0a-4c57-9a3e-6f1f6f2f9a02';

/** The organization that sign-up offers beside the product's own (`s9.organizations`). */
export const PARTNER_ORGANIZATION = 'active911';
