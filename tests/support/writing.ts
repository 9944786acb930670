import * as v from 'valibot';
import { type ArchiveSummary, listArchives } from '#common/calls/archives.ts';
import { type DocumentDetail, readWip } from '#common/calls/templates.ts';
import { type SaveBody, createWip } from '#common/calls/wips.ts';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { findRegions } from '#common/document/html/regions.ts';
import type { Person, Reply } from './person.ts';
import { parsed } from './replies.ts';

/** The body of a save. @param edits values by region */
export const saving = (save_name: string, edits: Record<string, string> = {}, rows: unknown[] = []): SaveBody => ({
  save_name,
  edited_attributes: Object.entries(edits).map(([id, value]) => ({ id, value })),
  new_attributes: rows,
});

/** Address of a template's first save. */
export const savePath = (template: string = COMMAND_TEMPLATE_LEFT): string => `/v1/templates/${template}/wips/save`;

/** The WIP in a save's reply. */
export const savedIn = (reply: Reply) => parsed(createWip, reply.json);

/** Makes a WIP. @throws if it is refused */
export async function save(
  person: Person,
  name: string,
  edits: Record<string, string> = {},
  template?: string,
): Promise<ReturnType<typeof savedIn>> {
  const reply = await person.post(savePath(template), saving(name, edits));
  if (reply.status !== 201) throw new Error(`${name} could not be saved: ${reply.status} ${reply.text}`);
  return savedIn(reply);
}

/** A WIP as read from the host. */
export async function load(person: Person, wip: string): Promise<DocumentDetail> {
  return parsed(readWip, (await person.get(`/v1/wips/${wip}?html=true`)).json);
}

const submitReply = v.object({ result: v.object({ archive_uuid: v.string() }) });

/** The archive in a submission's reply. */
export const archiveIn = (reply: Reply): string => v.parse(submitReply, reply.json).result.archive_uuid;

/** Submits a WIP. @returns its archive. @throws if it is refused */
export async function submit(person: Person, wip: string): Promise<string> {
  const reply = await person.post(`/v1/wips/${wip}/submit`);
  if (reply.status !== 200) throw new Error(`${wip} could not be submitted: ${reply.status} ${reply.text}`);
  return archiveIn(reply);
}

/** A WIP's archives, the newest first. */
export async function archivesOf(person: Person, wip: string): Promise<ArchiveSummary[]> {
  return parsed(listArchives, (await person.get(`/v1/wips/${wip}/archives`)).json);
}

/** Content of a region of a document. */
export const valueIn = (html: string, id: string): string | undefined =>
  findRegions(html, 'marked').find((region) => region.id === id)?.value;
