import type { RecordEntry } from '#common/calls/records.ts';

/** One record. @param uuid of its archive */
export const record = (uuid: string, more: Partial<RecordEntry> = {}): RecordEntry => ({
  archive_uuid: uuid,
  wip_uuid: 'w-1',
  template_id: 't-1',
  name: 'Corvane Ridge',
  file_name: 'brief.html',
  submitted_on: 1_750_000_000_000,
  submitted_by: 'Dana Okafor',
  submitted_by_uuid: 'u-1',
  number: 2,
  wip_deleted_on: null,
  content_removed_on: null,
  checksum: 'c',
  changes: [{ id: 'people', label: 'People evacuated', was: '412', is: '438' }],
  changed: 1,
  ...more,
});
