import { CODE_DUE } from '#common/config/constants.ts';
import { ApiError } from '#api/failure.ts';
import type { SessionUser } from '#common/calls/session.ts';
import type { Template } from '#common/calls/templates.ts';
import type { Wip } from '#common/calls/wips.ts';
import type { ArchiveDetail, ArchiveSummary } from '#common/calls/archives.ts';

/** Samples that models put into the machines: one of each kind. */

const http = (status: number, message: string | null = null): ApiError =>
  new ApiError({ kind: 'http', status, message, retryAfter: null });

export const failures = {
  badRequest: http(400),
  unauthorized: http(401),
  forbidden: http(403),
  codeDue: new ApiError({ kind: 'http', status: 403, message: null, retryAfter: null }, { code: CODE_DUE }),
  notFound: http(404),
  conflict: http(409),
  gone: http(410),
  tooMany: http(429),
  server: http(500),
  serverSays: http(500, 'The storage is full.'),
  network: new ApiError({ kind: 'network' }),
  timeout: new ApiError({ kind: 'timeout' }),
  malformed: new ApiError({ kind: 'malformed' }),
} as const;

export const user: SessionUser = {
  username: 'ada',
  user_id: 'u-1',
  organization: 'Harbour Watch',
  permission: 2,
  capabilities: [],
  drafts_key: null,
  drafts_mark: null,
  must_change_password: false,
  must_set_second_factor: false,
  command_docs: { left: null, right: null },
  identity_provider: null,
};

/** A base template of a list. */
export function template(uuid: string, name: string): Template {
  return { uuid, name, description: null, file_name: `${uuid}.html` };
}

/** A saved document of a list. */
export function wip(uuid: string, name: string): Wip {
  return {
    uuid,
    name,
    description: null,
    file_name: null,
    created_from: 't-1',
    deletedOn: null,
    deletedBy: null,
    updatedOn: null,
    updatedBy: null,
    isOnWall: false,
  };
}

/** A list in which a name does not identify a document. */
export const namesakes: Wip[] = [wip('w-1', 'Monday'), wip('w-2', 'Tuesday'), wip('w-3', 'Monday')];

/** A submission of a list. */
export function archive(uuid: string): ArchiveSummary {
  return {
    uuid,
    name: 'Daily Brief',
    format: 'html',
    submittedOn: 1_750_000_000_000,
    submittedBy: null,
    wip: null,
    contentRemovedOn: null,
  };
}

/** A submission with its content. */
export const archiveDetail: ArchiveDetail = {
  content: '<p>Wind 4</p>',
  line_breaks: 'marked',
  name: 'Daily Brief',
  format: 'html',
  uuid: null,
  submittedOn: 1_750_000_000_000,
  submittedBy: null,
  wip: null,
  template: null,
};
