import type { Client } from '#api/client.ts';
import { readArchive } from '#common/calls/archives.ts';
import { type DocumentDetail, readWip } from '#common/calls/templates.ts';
import type { Source } from '#common/config/paths.ts';
import { broughtBackInto, carriedInto, type Filling, findPlaces, sharedInto } from '#document/carry.ts';
import { type DocumentContent, readDocument } from '#common/document/plan/read-document.ts';
import type { FillRequest } from '#machines/editor/carry.machine.ts';
import { wipNameOf } from '#machines/editor/edits.ts';

/** Another document with its name, the time when it was saved or submitted, and the WIP of a submission. */
type Read = Pick<DocumentDetail, 'content' | 'line_breaks'> & { name: string; at: number | null; wip?: string | null };

async function readSource(client: Client, { kind, id }: Source, signal: AbortSignal): Promise<Read> {
  if (kind === 'wip') {
    const detail = await client.call(readWip, { uuid: id }, { signal });
    return { ...detail, name: wipNameOf(detail, id), at: detail.updated_on };
  }
  const { name, submittedOn, ...detail } = await client.call(readArchive, { uuid: id }, { signal });
  return { ...detail, name: name?.trim() || 'Untitled', at: submittedOn };
}

/**
 * Fills a document that is being opened: a new one from another one of its template, or a WIP from a submission of it.
 * @param opened the document to fill
 * @param wip the WIP that is opened; null for a new document
 * @returns 'lost' if the other one could not be read, or is a submission of another WIP: the document opens all the same
 */
export async function fillOpened(
  client: Client,
  from: Source,
  { detail, content }: { detail: DocumentDetail; content: DocumentContent },
  wip: string | null,
  rowsFunction: string,
  signal: AbortSignal,
): Promise<Filling | 'lost'> {
  try {
    const { name, at, ...source } = await readSource(client, from, signal);
    if (wip !== null && source.wip !== wip) return 'lost';
    const [places, given] = await Promise.all([
      findPlaces(detail.content, rowsFunction),
      readDocument(source.content, source.line_breaks, content.regions),
    ]);
    const carried =
      wip === null
        ? carriedInto(places, content.regions, content.groups, given)
        : broughtBackInto(places, content, given);
    return { ...carried, name, at };
  } catch {
    return 'lost';
  }
}

/** Reads the values of another document that fill the shared regions of the open one. */
export async function fillShared(
  client: Client,
  { source: from, html, values }: FillRequest,
  rowsFunction: string,
  signal: AbortSignal,
): Promise<Filling> {
  const { name, at, ...source } = await readSource(client, from, signal);
  const [places, given] = await Promise.all([
    findPlaces(html, rowsFunction),
    readDocument(source.content, source.line_breaks),
  ]);
  return { ...sharedInto(places, values, given), name, at };
}
