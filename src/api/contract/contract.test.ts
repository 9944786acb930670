import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { rolesReply, usersReply } from './admin.ts';
import { archiveReply, archivesReply, recentReply, submissionEvent } from './archives.ts';
import { readMoment } from './fields.ts';
import { sessionUserOf } from '../session-reply.ts';
import { loginReply, verifyReply } from './session.ts';
import { documentReply, templatesReply } from './templates.ts';
import { saveReply, wipsReply } from './wips.ts';

const read = <const S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> => v.parse(schema, input);
const refused = (schema: v.GenericSchema, input: unknown): boolean => !v.safeParse(schema, input).success;

describe('moments', () => {
  it.each([
    ['ISO text', '2026-11-21T04:00:00.000Z', 1_795_233_600_000],
    ['epoch milliseconds', 1_795_233_600_000, 1_795_233_600_000],
    ['epoch seconds', 1_795_233_600, 1_795_233_600_000],
    ['epoch seconds as text', '1795233600', 1_795_233_600_000],
    ['nonsense', 'yesterday', null],
    ['nothing', undefined, null],
    ['an object', {}, null],
    ['a number no date can hold', 1e300, null],
  ])('reads %s', (_name, input, expected) => {
    expect(readMoment(input)).toBe(expected);
  });
});

describe('the session', () => {
  const nested = { user: { username: 'dana', uuid: 'u1', organization: 'Ready', permission: '2' } };
  it.each([
    ['flat', { username: 'dana', uuid: 'u1', organization: 'Ready', permission: 2 }],
    ['nested', nested],
  ])('is read %s', (_name, reply) => {
    expect(sessionUserOf(read(verifyReply, reply), 'User')).toEqual({
      username: 'dana',
      user_id: 'u1',
      organization: 'Ready',
      permission: 2,
      capabilities: [],
      drafts_key: null,
      drafts_mark: null,
    });
  });

  it.each(['User', 'guest'] as const)('falls back to %s, the text null and 0', (name) => {
    const empty = read(verifyReply, { user: null, username: null, permission: 'much' });
    expect(sessionUserOf(empty, name)).toMatchObject({ username: name, user_id: 'null', permission: 0 });
  });

  it('takes only a true success from a login', () => {
    expect(read(loginReply, { success: 'yes', username: 'x' }).success).toBe('yes');
    expect(read(loginReply, {}).success).toBe(null);
  });
});

describe('lists', () => {
  it('leave out entries without identity and show missing fields as absent', () => {
    const { templates } = read(templatesReply, {
      templates: [{ uuid: 't' }, { name: 'lost' }, null, 7, { uuid: '' }, { uuid: 'u', name: 5, extra: 1 }],
    });
    expect(templates).toEqual([
      { uuid: 't', name: null, description: null, file_name: null },
      { uuid: 'u', name: null, description: null, file_name: null },
    ]);
  });

  it.each([
    ['templates[]', { templates: [{ uuid: 'w', name: 'n' }] }],
    ['wips[]', { wips: [{ wip_uuid: 'w', wip_name: 'n' }] }],
    ['a bare array', [{ uuid: 'other', wip_uuid: 'w', name: 'n' }]],
  ])('of WIPs come as %s', (_name, reply) => {
    expect(read(wipsReply, reply)).toMatchObject([{ uuid: 'w', name: 'n' }]);
  });

  it('that are no lists are refused', () => {
    expect(refused(templatesReply, { templates: {} })).toBe(true);
    expect(refused(wipsReply, {})).toBe(true);
    expect(refused(archivesReply, '<html>')).toBe(true);
  });

  it('of users take numbers as text and keep what is absent absent', () => {
    expect(
      read(usersReply, { success: true, users: [{ uuid: 'u', organization_id: 3, permission: '2' }] }).users,
    ).toEqual([{ uuid: 'u', email: null, name: null, organization_id: '3', permission: 2 }]);
    expect(read(rolesReply, { roles: [{ uuid: 'r' }] }).roles).toEqual([{ uuid: 'r', name: null, file_name: null }]);
  });
});

describe('archives', () => {
  it('are sorted newest first; equal and missing times keep the order of the host', () => {
    const archives = read(archivesReply, {
      archives: [
        { archive_uuid: 'undated-1' },
        { archive_uuid: 'old', submitted_on: 1_795_000_000 },
        { uuid: 'tie-1', submitted_on: '2026-11-21T04:00:00Z' },
        { archive_uuid: 'tie-2', metadata: { submitted_on: 1_795_233_600_000 } },
        { archive_uuid: 'undated-2' },
      ],
    });
    expect(archives.map(({ uuid }) => uuid)).toEqual(['tie-1', 'tie-2', 'old', 'undated-1', 'undated-2']);
  });

  const recent = { uuid: 'a', file_name: 'x.html', metadata: { archive_format: 'html', submitted_on: 1_795_233_600 } };
  it.each([
    ['one object', { success: true, archives: recent }],
    ['a one-element array', { archives: [recent] }],
  ])('that are recent come as %s', (_name, reply) => {
    expect(read(recentReply, reply)).toEqual({
      uuid: 'a',
      name: 'x.html',
      format: 'html',
      submittedOn: 1_795_233_600_000,
      submittedBy: null,
      wip: null,
    });
  });

  it.each([[{ success: true }], [{ archives: [] }], [{ archives: null }]])(
    'that are recent may be nothing: %j',
    (reply) => {
      expect(read(recentReply, reply)).toBe(null);
    },
  );

  it('need content, which may be empty', () => {
    expect(read(archiveReply, { result: { content: '' } })).toEqual({
      content: '',
      // A host that says nothing of its line breaks may have written some without a mark.
      line_breaks: 'guessed',
      name: null,
      format: null,
      uuid: null,
      submittedOn: null,
      submittedBy: null,
      wip: null,
    });
    expect(refused(archiveReply, { result: { name: 'n' } })).toBe(true);
    expect(refused(documentReply, { result: null })).toBe(true);
  });

  it('are announced by a completed submission only', () => {
    expect(refused(submissionEvent, { type: 'submission_started', archive_uuid: 'a' })).toBe(true);
    expect(refused(submissionEvent, { type: 'submission_complete' })).toBe(true);
    expect(read(submissionEvent, { type: 'submission_complete', archive_uuid: 'a' }).archive_uuid).toBe('a');
  });
});

describe('a first save', () => {
  it('names the new WIP, or is refused', () => {
    expect(read(saveReply, { result: { uuid: 'w' } }).result.uuid).toBe('w');
    expect(refused(saveReply, { result: { name: 'w' } })).toBe(true);
    expect(refused(saveReply, { success: true })).toBe(true);
  });
});
