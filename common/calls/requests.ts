import * as v from 'valibot';
import { BOARD_LIMITS, DISPLAY_CODE_LENGTH, DISPLAY_NAME_MAX } from '#common/config/boards.ts';
import { PEOPLE_FILE_SIZE_MAX } from '#common/config/constants.ts';
import { boardShown } from './board-shown.ts';
import { REASON_MAX } from '../config/records.ts';
import { integerLike, PRESENCE_REGION_MAX } from './fields.ts';

/** Limits of a request at our server. Sizes are characters of text. */
const SAVE_NAME_MAX = 200;
const EDITED_ATTRIBUTES_MAX = 50_000;
const NEW_ATTRIBUTES_MAX = 1_000;
const NEW_ATTRIBUTES_SIZE_MAX = 1_000_000;
const FIELD_MAX = 200;
const EMAIL_MAX = 254;
const CREDENTIAL_MAX = 1_000;
const CODE_MAX = 100;
const ANSWER_MAX = 8_000;
const DESCRIPTION_MAX = 2_000;
const DOCUMENTS_MAX = 100;

const DECIMAL = /\p{Nd}/u;

/** Value of a decimal digit of any script: those of a script follow one another, from 0 on. */
function digitOf(digit: string): string {
  const at = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DECIMAL.test(String.fromCodePoint(at - value - 1))) value += 1;
  return String(value);
}

/**
 * The letters and digits of a code that was made for copying (one-time passwords, recovery codes, codes of authenticators and of screens), in small
 * letters: blanks, hyphens, case, full-width characters and the digits of another script do not matter.
 */
export const copiedCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\P{Nd}0-9]/gu, digitOf)
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');

/** Control characters, and those that turn the direction of the text around them, with which one name can pass for another. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const UNSAFE_IN_A_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

function body<const E extends v.ObjectEntries>(entries: E) {
  return v.object(entries, (issue) => {
    const key = issue.path?.at(-1)?.key;
    return typeof key === 'string' ? `'${key}' is missing.` : 'The request must be a JSON object.';
  });
}

const text = (label: string, most: number) =>
  v.pipe(v.string(`${label} must be text.`), v.maxLength(most, `${label} is too long.`));

const line = (label: string, most: number) =>
  v.pipe(
    v.string(`${label} must be text.`),
    v.trim(),
    v.check((value) => value !== '' && Array.from(value).length <= most, `${label} must have 1 to ${most} characters.`),
    v.check(
      (value) => !UNSAFE_IN_A_LINE.test(value),
      `${label} must not contain line breaks, control characters or marks that turn the direction of text.`,
    ),
  );

/** POST /auth/login */
export const loginRequest = body({
  username: text('The username', CREDENTIAL_MAX),
  password: text('The password', CREDENTIAL_MAX),
  /** A code of the authenticator, or a recovery code, if the host has requested one (`capabilities.account`). */
  code: v.exactOptional(text('The code', CODE_MAX)),
});

/** POST /auth/first-run: accepted only by an installation without users, which announces that in its page. */
export const firstRunRequest = body({
  code: text('The code', CREDENTIAL_MAX),
  organization: line('The organization’s name', FIELD_MAX),
  username: line('The username', FIELD_MAX),
  password: text('The password', CREDENTIAL_MAX),
});
export type FirstRunRequest = v.InferOutput<typeof firstRunRequest>;

/** POST /auth/provider/return: the query of the identity provider's redirect to the application. */
export const providerReturnRequest = body({ answer: text('The answer', ANSWER_MAX) });

const rows = (label: string) =>
  v.pipe(
    v.array(v.unknown(), `'${label}' must be a list.`),
    v.maxLength(NEW_ATTRIBUTES_MAX, `A document may hold at most ${NEW_ATTRIBUTES_MAX} added rows.`),
    v.check(
      (list) => JSON.stringify(list).length <= NEW_ATTRIBUTES_SIZE_MAX,
      'The rows added by the document are too large.',
    ),
  );

/**
 * POST /v1/templates/{id}/wips/save and POST /v1/wips/{wipUuid}/update. `was`: the base value of an edit, and `new_attributes_was` the base rows
 * (`capabilities.guard`). An update with these is refused as a whole if another user has changed the same since. `save_name_was`: the earlier name
 * of the document; an update that does not change the name keeps the current one.
 */
export const saveRequest = body({
  save_name: line('The name', SAVE_NAME_MAX),
  save_name_was: v.exactOptional(v.string("'save_name_was' must be text.")),
  edited_attributes: v.pipe(
    v.array(
      body({
        id: v.string("'id' must be text."),
        value: v.string("'value' must be text."),
        was: v.exactOptional(v.string("'was' must be text.")),
      }),
      "'edited_attributes' must be a list.",
    ),
    v.maxLength(EDITED_ATTRIBUTES_MAX, `A save may change at most ${EDITED_ATTRIBUTES_MAX} fields.`),
  ),
  new_attributes: rows('new_attributes'),
  new_attributes_was: v.exactOptional(rows('new_attributes_was')),
});
export type SaveRequest = v.InferOutput<typeof saveRequest>;

/** Submitting a WIP. `revision`: the one that the user has seen (`capabilities.guard`); without it, or without a body, the current one is submitted. */
export const submitRequest = v.nullish(v.object({ revision: v.exactOptional(v.pipe(v.number(), v.integer())) }), {});

/** POST /v1/archives/{uuid}/submit (`capabilities.putBack`). `instead_of`: the newest archive of its template that the user has seen. */
export const putBackRequest = body({ instead_of: v.string("'instead_of' must be text.") });
/**
 * POST /v1/wips/{wipUuid}/presence (`capabilities.presence`). `tab`: an id of this window among the user's. `region`: the id of the region with the
 * caret. The server forwards nothing else, so that no text of a document can leak.
 */
export const presenceRequest = body({
  tab: v.pipe(
    v.string("'tab' must be text."),
    v.regex(/^[\w-]{1,64}$/, "'tab' must have 1 to 64 letters, digits and dashes."),
  ),
  region: v.exactOptional(v.nullable(text("'region'", PRESENCE_REGION_MAX))),
  left: v.exactOptional(v.boolean("'left' must be true or false.")),
});
export type PresenceRequest = v.InferOutput<typeof presenceRequest>;

const TIME = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)$/;

/** True for a moment in UTC or with an offset, on a day that exists. */
function isMoment(value: string): boolean {
  const [, year = '', month = '', day = ''] = TIME.exec(value) ?? [];
  if (year === '' || Number.isNaN(Date.parse(value))) return false;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
}

/** A moment in UTC or with an offset, read as one in UTC. @param name of the field */
export const momentText = (name: string) =>
  v.pipe(
    v.string(`'${name}' must be text.`),
    v.check(isMoment, `'${name}' must be a moment in UTC or with an offset, such as 2026-01-31T14:00:00Z.`),
    v.transform((value) => new Date(value).toISOString()),
  );

const reason = line('The reason', REASON_MAX);
const uuid = (name: string) =>
  v.pipe(
    v.string(`'${name}' must be text.`),
    v.uuid(`'${name}' must be a UUID.`),
    v.transform((value) => value.toLowerCase()),
  );

/**
 * POST /v1/records/holds/create (`capabilities.recordsProof`): one document, one template, or a period. `archive`: a record in whose organization it holds
 * a template or a period; without it in the user's.
 */
export const holdRequest = v.pipe(
  body({
    wip: v.exactOptional(uuid('wip')),
    template: v.exactOptional(uuid('template')),
    from: v.exactOptional(momentText('from')),
    to: v.exactOptional(momentText('to')),
    archive: v.exactOptional(uuid('archive')),
    reason,
  }),
  v.check(
    ({ wip, template, from, to }) =>
      (from === undefined) === (to === undefined) &&
      [wip, template, from].filter((one) => one !== undefined).length === 1,
    "Say what is held, in one way: 'wip', 'template', or 'from' and 'to'.",
  ),
  v.check(({ from = '', to = '' }) => from === '' || from < to, "'from' must be before 'to'."),
);
export type HoldRequest = v.InferOutput<typeof holdRequest>;

/** POST /v1/records/holds/{uuid}/release */
export const releaseRequest = body({ reason });

/** POST /v1/boards/create and POST /v1/boards/{uuid}/update (`capabilities.boards`) */
export const boardRequest = body({
  name: line('The name', BOARD_LIMITS.name),
  shown: v.message(boardShown, 'What the board shows is not right: one to four panes, or a playlist of boards.'),
});
export type BoardRequest = v.InferOutput<typeof boardRequest>;

const boardOfDisplay = v.pipe(v.string('Choose a board.'), v.nonEmpty('Choose a board.'));

/** POST /v1/displays/pair (`capabilities.displays`): the code as shown, or typed in another case and with other separators. */
export const pairRequest = body({
  code: v.pipe(
    v.string('Enter the code that the screen shows.'),
    v.transform((code) => copiedCode(code).toUpperCase()),
    v.length(DISPLAY_CODE_LENGTH, `The code that the screen shows has ${DISPLAY_CODE_LENGTH} letters.`),
  ),
  name: line('The name', DISPLAY_NAME_MAX),
  board: boardOfDisplay,
});
export type PairRequest = v.InferOutput<typeof pairRequest>;

/** POST /v1/displays/{uuid}/update: one or both. */
export const displayUpdateRequest = v.pipe(
  body({ name: v.exactOptional(line('The name', DISPLAY_NAME_MAX)), board: v.exactOptional(boardOfDisplay) }),
  v.check((change) => Object.keys(change).length > 0, 'Nothing to change: give a name or a board.'),
);
export type DisplayUpdateRequest = v.InferOutput<typeof displayUpdateRequest>;

/** POST /v1/users/roles/create */
export const roleAssignmentRequest = body({
  user_uuid: v.pipe(v.string('User selection is required.'), v.nonEmpty('User selection is required.')),
  role_uuid: v.pipe(v.string('Role selection is required.'), v.nonEmpty('Role selection is required.')),
});

/** POST /v1/roles/create (`capabilities.rolesManage`) */
export const newRoleRequest = body({
  name: line('The name', FIELD_MAX),
  file_name: v.string("'file_name' must be text."),
});

/** POST /v1/roles/remove */
export const roleRequest = body({ role_uuid: v.string("'role_uuid' must be text.") });

/** An email address of a user. */
export const emailText = v.pipe(
  line('The email address', EMAIL_MAX),
  v.email('This is not an email address: write one such as name@example.org.'),
);
const organization = v.message(integerLike, 'The organization must be given by its number.');
const permission = v.message(integerLike, 'The permission must be a whole number.');

/**
 * POST /v1/users/{uuid}/update: one or more of the fields. `username`: the name for signing in; `email` is null for no email address
 * (`capabilities.usersManage`).
 */
export const userUpdateRequest = v.pipe(
  body({
    username: v.exactOptional(line('The username', FIELD_MAX)),
    name: v.exactOptional(line('The name', FIELD_MAX)),
    email: v.exactOptional(v.nullable(emailText)),
    organization_id: v.exactOptional(organization),
    permission: v.exactOptional(permission),
  }),
  v.check((change) => Object.keys(change).length > 0, 'Nothing to change: fill in at least one field.'),
);
export type UserUpdateRequest = v.InferOutput<typeof userUpdateRequest>;

/** POST /v1/users/create (`capabilities.usersManage`). Without an organization: the administrator's own. */
export const newUserRequest = body({
  username: line('The username', FIELD_MAX),
  name: line('The name', FIELD_MAX),
  email: v.exactOptional(emailText),
  organization_id: v.exactOptional(organization),
  permission,
});
export type NewUserRequest = v.InferOutput<typeof newUserRequest>;

/** POST /v1/users/import and /v1/users/import/check (`capabilities.usersManage`). `csv`: a table of text with headings. */
export const peopleFileRequest = body({ csv: text('The file', PEOPLE_FILE_SIZE_MAX) });

/** A job's key: 32 bytes as base64url or hex. */
const key = v.pipe(
  v.string('The key must be a text.'),
  v.regex(/^[\w-]{32,64}$/, 'The key must have 32 to 64 letters.'),
);
/** POST /v1/users/import: the file, and a key of the caller's own, without which the passwords cannot be read. */
export const peopleImportRequest = body({ csv: text('The file', PEOPLE_FILE_SIZE_MAX), key });
/** The key with which a job was begun; with another one the reply has no result. */
export const jobRequest = body({ key });

/** POST /v1/account/second-factor: the secret from the first step, and a code that proves that the authenticator has it. */
export const secondFactorRequest = body({
  current: text('The current password', CREDENTIAL_MAX),
  secret: text('The secret', CODE_MAX),
  code: text('The code', CODE_MAX),
});
export type SecondFactorRequest = v.InferOutput<typeof secondFactorRequest>;

/** POST /v1/account/second-factor/remove: `code` is one that its authenticator shows, or a recovery code. */
export const factorRemovalRequest = body({
  current: text('The current password', CREDENTIAL_MAX),
  code: text('The code', CODE_MAX),
});
export type FactorRemovalRequest = v.InferOutput<typeof factorRemovalRequest>;

/** POST /v1/account/password (`capabilities.account`) */
export const passwordRequest = body({
  current: text('The current password', CREDENTIAL_MAX),
  password: text('The new password', CREDENTIAL_MAX),
});
export type PasswordRequest = v.InferOutput<typeof passwordRequest>;

const allowOutside = v.optional(v.boolean("'allow_outside' must be true or false."), false);
const html = v.string("'content' must be text.");

/** The file name of a template, as publishing and the check of an upload accept it. */
export const templateFileName = v.pipe(
  line('The file name', FIELD_MAX),
  v.regex(/^[^/\\]+\.[hH][tT][mM][lL]?$/, 'The file name must end with .html and name no folder.'),
);

/**
 * POST /v1/templates/create (`capabilities.templatesManage`): documents as returned by the check, all of them or none. `for_all`: for every
 * organization.
 */
export const newTemplatesRequest = body({
  documents: v.pipe(
    v.array(
      body({
        file_name: templateFileName,
        name: line('The name', SAVE_NAME_MAX),
        description: v.optional(text('The description', DESCRIPTION_MAX), ''),
        content: html,
      }),
      "'documents' must be a list.",
    ),
    v.nonEmpty('There is no document to publish.'),
    v.maxLength(DOCUMENTS_MAX, `At most ${DOCUMENTS_MAX} templates can be published at once.`),
  ),
  for_all: v.optional(v.boolean("'for_all' must be true or false."), false),
  allow_outside: allowOutside,
});
export type NewTemplatesRequest = v.InferOutput<typeof newTemplatesRequest>;

/** POST /v1/templates/blanks: a document as returned by the check. */
export const blanksRequest = body({ content: html });

const version = v.pipe(v.number("'version' must be a number."), v.integer("'version' must be a whole number."));

/** POST /v1/templates/{id}/replace. `version`: the one that the administrator has seen; `keep_ids`: regions that get the id of before again. */
export const replaceRequest = body({
  version,
  keep_ids: v.exactOptional(
    v.pipe(
      v.array(v.object({ from: text('The id', PRESENCE_REGION_MAX), to: text('The id', PRESENCE_REGION_MAX) })),
      v.maxLength(EDITED_ATTRIBUTES_MAX, `At most ${EDITED_ATTRIBUTES_MAX} fields can keep their ids.`),
      v.check((all) => new Set(all.map(({ from }) => from)).size === all.length, 'Two fields cannot keep one id.'),
    ),
  ),
  file_name: text('The file name', FIELD_MAX),
  content: html,
  allow_outside: allowOutside,
});
export type ReplaceRequest = v.InferOutput<typeof replaceRequest>;

/** POST /v1/templates/{id}/put-back */
export const templatePutBackRequest = body({ version });

/** POST /v1/templates/{id}/move: the template to place it before, or null for the last place. */
export const moveRequest = body({ before: v.nullable(v.string("'before' must be text.")) });

/** POST /v1/templates/{id}/command: the pane of Command Docs. */
export const commandRequest = body({ pane: v.picklist(['left', 'right'], "'pane' must be 'left' or 'right'.") });
