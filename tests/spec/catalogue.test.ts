import { describe, expect, it } from 'vitest';
import type { ApiFailure } from '#api/failure.ts';
import { loginMessage } from '#machines/session/login-messages.ts';
import {
  adminMessage,
  archiveMessage,
  deleteMessage,
  listMessage,
  loadDocumentMessage,
  messages,
  refusedMessage,
  saveMessage,
  signupMessage,
  submitMessage,
} from '#machines/shared/messages.ts';
import { type ClauseId, quoteOf } from '#tests/support/clauses.ts';
import { shows } from '#tests/support/shows.ts';

const http = (status: number, message: string | null = null): ApiFailure => ({
  kind: 'http',
  status,
  message,
  retryAfter: null,
});
const network: ApiFailure = { kind: 'network' };
const timeout: ApiFailure = { kind: 'timeout' };
const malformed: ApiFailure = { kind: 'malformed' };

/** The text between the quotation marks of the specification's own words. */
function quoted(id: ClauseId): string {
  const [, text] = /'(.+)'/.exec(quoteOf(id)) ?? [];
  if (text === undefined) throw new Error(`${id} quotes no text.`);
  return text;
}

/** Each text of the catalogue where the specification gives it in one piece, and what our table holds for it. */
const table: [ClauseId, string][] = [
  ['s8.login.401', loginMessage(http(401))],
  ['s8.login.500', loginMessage(http(500))],
  ['s8.login.429', loginMessage(http(429))],
  ['s8.login.other', loginMessage(network)],
  ['s8.signup.409', signupMessage(http(409))],
  ['s8.signup.400', signupMessage(http(400))],
  ['s8.document.wip-default', loadDocumentMessage('wip', malformed)],
  ['s8.document.template-default', loadDocumentMessage('template', malformed)],
  ['s8.document.fetching', loadDocumentMessage('template', timeout)],
  ['s8.document.saving', saveMessage(network)],
  ['s8.document.submitting', submitMessage(http(500))],
  ['s8.document.unexpected', saveMessage(malformed)],
  ['s8.document.delete-default', deleteMessage(network)],
  ['s8.archives.none-wip', messages.archives.noneForWip],
  ['s8.archives.failed', archiveMessage('browser', true, malformed)],
  ['s8.archives.fetching', archiveMessage('wip', true, network)],
  ['s8.archives.none-template', messages.archives.noneForTemplate],
  ['s8.archives.loading-template', archiveMessage('template', true, network)],
  ['s8.lists.fetching', listMessage('fetchingTemplates', network)],
  ['s8.lists.not-found', messages.lists.templateNotFound],
  ['s8.lists.no-template', messages.lists.noTemplate],
  ['s8.lists.no-form', messages.lists.noForm],
  ['s8.lists.no-wip', messages.lists.noWip],
  ['s8.admin.400-default', adminMessage('role', http(400))],
  ['s8.admin.401-role', adminMessage('role', http(401))],
  ['s8.admin.401-user', adminMessage('user', http(401))],
  ['s8.admin.other-role', adminMessage('role', network)],
  ['s8.admin.refused-role', refusedMessage('role', null)],
  ['s8.admin.refused-user', refusedMessage('user', ' ')],
  ['s8.admin.role-done', messages.admin.createdRole],
  ['s8.admin.user-done', messages.admin.updatedUser],
  ['s5.submit.complete', messages.document.submitIncomplete],
];

describe("the texts against the specification's own words", () => {
  it.each(table.map(([id, text]) => [shows(id)(text), id, text] as const))('%s', (_title, id, text) => {
    expect(text).toBe(quoted(id));
  });

  it(shows('s8.admin.other-user')('An error occurred while updating the user. Please try again.'), () => {
    const [start, end] = quoted('s8.admin.other-role').split('creating the role');
    expect(adminMessage('user', http(500))).toBe(`${start}updating the user${end}`);
    expect(quoted('s8.admin.other-user')).toBe('... updating the user. ...');
  });

  it(shows('s8.signup.500')('Server error. Please try again later.'), () => {
    expect(signupMessage(http(500))).toBe(quoted('s8.login.500'));
  });

  it(shows('s8.signup.other')('Registration failed. ...'), () => {
    expect(signupMessage(network)).toMatch(/^Registration failed\. \S/);
    expect(quoted('s8.signup.other')).toBe('Registration failed. ...');
  });

  it.each([
    [shows('s8.lists.loading-templates')('templates'), 'templates', listMessage('loadingTemplates', network)],
    [shows('s8.lists.loading-wips')('WIPs'), 'WIPs', listMessage('loadingWips', network)],
    [shows('s8.lists.loading-archives')('archives'), 'archives', listMessage('loadingArchives', network)],
  ])('Error loading … Please try again: %s', (_title, what, text) => {
    expect(text).toBe(quoted('s8.lists.loading-templates').replace('templates/WIPs/archives', what));
  });

  it.each([
    [shows('s8.archives.updating-left')('left'), 'left'],
    [shows('s8.archives.updating-right')('right'), 'right'],
  ] as const)('Error updating … archive content: %s', (_title, pane) => {
    expect(archiveMessage(pane, false, network)).toBe(quoted('s8.archives.updating-left').replace('left/right', pane));
  });

  it.each([
    [shows('s8.document.403-wip')('access this WIP'), 'access this WIP', loadDocumentMessage('wip', http(403))],
    [
      shows('s8.document.403-template')('access this template'),
      'access this template',
      loadDocumentMessage('template', http(403)),
    ],
    [shows('s8.document.403-save')('save this template'), 'save this template', saveMessage(http(403))],
    [
      shows('s8.document.403-submit s8.document.403-advice')('submit this form'),
      'submit this form',
      submitMessage(http(403, 'The words of the host do not count here.')),
    ],
  ])('Permission denied: %s', (_title, denied, text) => {
    const start = quoteOf('s8.document.403-wip').slice("403: '".length).replace('access this WIP', denied);
    expect(text).toBe(`${start}. ${quoteOf('s8.document.403-advice').slice(0, -1)}`);
  });

  it(shows('s8.document.server-message s8.document.delete-message')("the server's own words come first"), () => {
    const own = http(500, 'The press is broken.');
    const texts = [
      loadDocumentMessage('wip', own),
      loadDocumentMessage('template', own),
      saveMessage(own),
      submitMessage(own),
      deleteMessage(own),
      listMessage('loadingWips', own),
      archiveMessage('wip', true, own),
    ];
    expect(new Set(texts)).toEqual(new Set(['The press is broken.']));
  });

  it(shows('s8.admin.400-message s8.admin.refused-message')("an administrator sees the host's reasons"), () => {
    expect(adminMessage('role', http(400, 'No such user.'))).toBe('No such user.');
    expect(adminMessage('user', http(400, 'No such user.'))).toBe('No such user.');
    expect(refusedMessage('role', 'They have it.')).toBe('They have it.');
  });
});
