import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { listArchives, readArchive } from './archives.ts';
import { readMoment } from './fields.ts';
import { copiedCode } from './requests.ts';
import { readWip } from './templates.ts';
import { parsed } from '#tests/support/replies.ts';
import type { Call } from './call.ts';

const isRefused = ({ reply }: Call, input: unknown): boolean => !v.safeParse(reply ?? v.never(), input).success;

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

describe('archives', () => {
  it('without an identity are left out of a list', () => {
    const archives = [{ name: 'None' }, { uuid: 'a-1', file_name: 'board.html' }, { archive_uuid: 'a-2', uuid: 'w-2' }];
    const listed = parsed(listArchives, { archives }).map(({ uuid, name }) => [uuid, name]);
    expect(listed).toEqual([
      ['a-1', 'board.html'],
      ['a-2', null],
    ]);
  });
  it('need content, which may be empty', () => {
    expect(parsed(readArchive, { result: { content: '' } })).toEqual({
      content: '',
      // A host that says nothing of its line breaks may have written some without a mark.
      line_breaks: 'guessed',
      name: null,
      format: null,
      uuid: null,
      submittedOn: null,
      submittedBy: null,
      wip: null,
      template: null,
    });
    expect(isRefused(readArchive, { result: { name: 'n' } })).toBe(true);
    expect(isRefused(readWip, { result: null })).toBe(true);
  });
});

it.each([
  [' abcde-FGHJK ', 'abcdefghjk'],
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['१२३-४५६', '123456'],
  ['0123 456 789', '0123456789'],
  ['ａｂｃ\u2011２３', 'abc23'],
  ['\u200eabc\u00a0d', 'abcd'],
])('reads the copied code %j as %s', (text, code) => {
  expect(copiedCode(text)).toBe(code);
});
