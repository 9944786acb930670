import { randomUUID } from 'node:crypto';
import { archiveRecord, unpackText, type Made } from '#server/storage/archive-record.ts';
import type { Stores } from '#server/storage/storage.ts';
import type { ArchiveHead } from '#server/storage/stores/archives.ts';
import type { Publish, StoredEvent } from '#server/storage/stores/events.ts';
import {
  found,
  foundFor,
  isSiteAdministrator,
  requireRole,
  requireWriter,
  type Actor,
  type Caller,
} from '../access.ts';
import { requireContent } from './archives.ts';
import { noteOf } from '../audit/audit.ts';
import { waiterOf, type Changes } from '../changes.ts';
import { indexNext, readNext, type ReadNext } from './record-index.ts';
import type { Documents } from './documents.ts';

/** The format of every archive that this server makes. */
const ARCHIVE_FORMAT = 'html';

/** The document of a submission. */
type Of = Pick<ArchiveHead, 'wip' | 'template' | 'organisation' | 'name' | 'file_name'>;

/** A submission that is added within a transaction, with its user and time. */
type Added = {
  actor: Actor;
  of: Of;
  made: Made;
  /** The entries of its document; null if they are read later. */
  read: ReadNext | null;
  now: Date;
  last: Awaited<ReturnType<Stores['archives']['last']>>;
};

/** Adds a submission and the entry of the audit log, within the transaction in which `last` was read. */
export async function addSubmission(
  stores: Stores,
  { actor, of, made, read, now, last }: Added,
  more = '',
): Promise<{ archive: ArchiveHead; events: StoredEvent[] }> {
  const archive = {
    uuid: randomUUID(),
    ...of,
    format: ARCHIVE_FORMAT,
    submitted_on: after(last.moment, now).toISOString(),
    author: actor.uuid,
  };
  // A template that was replaced meanwhile may mark more as private.
  const isRead = read !== null && (await stores.templates.head(of.template))?.template_version === read.version;
  const indexed = isRead && { changed: await indexNext(stores.records, of, read.entries, read.changes) };
  if (!isRead) await stores.records.endAll(of.wip, (await stores.records.lastPlace(of.wip)) + 1);
  const { events } = await stores.archives.add({
    ...archiveRecord(archive, made, last.checksum),
    ...(indexed && { indexed }),
  });
  const about = { uuid: of.wip, organisation: of.organisation };
  await noteOf(stores, { actor, at: now }, 'document_submitted', about, `archive ${archive.uuid}${more}`);
  return { archive: { ...archive, dropped_at: null }, events };
}

/** Restores the submission that dashboards showed before another one. */
export type PutBack = ReturnType<typeof createPutBack>;

/**
 * @param outside where submissions are read
 * @param documents reads their entries
 * @param changes the queue in which archives are added
 * @param publish sends the events after the submission is on the disk
 * @param now the clock
 */
export function createPutBack(
  outside: Pick<Stores, 'archives' | 'templates' | 'records'>,
  documents: Pick<Documents, 'entries'>,
  changes: Changes,
  publish: Publish,
  now: () => Date,
) {
  const { archives } = outside;
  const entriesOf = async (caller: Caller, uuid: string): Promise<ReadNext | null> => {
    const stored = await archives.packed(uuid);
    if (!stored?.packed || (stored.organisation !== caller.organisation && !isSiteAdministrator(caller))) return null;
    const { wip, name, template, line_breaks: lines } = stored;
    return readNext(
      outside,
      documents,
      { wip, name, template, html: await unpackText(stored.packed), lines },
      waiterOf(caller),
    );
  };
  return {
    /**
     * Submits the content of an archive again, as a new archive: the record stays true. Works also for a deleted WIP.
     * @param uuid the archive
     * @param insteadOf the archive that it replaces
     * @returns null if that is no longer the newest of its template, and nothing was done
     * @throws {Refusal} for an archive that is missing, or that the actor may not submit
     */
    async again(caller: Caller, uuid: string, insteadOf: string): Promise<ArchiveHead | null> {
      // A submission never changes: it is read before the transaction, for which others wait, and which checks the caller.
      const read = await entriesOf(caller, uuid);
      const added = await changes.by(caller, async (stores, actor) => {
        const head = foundFor(actor, await stores.archives.head(uuid), 'archive');
        requireWriter(actor);
        await requireRole(actor, head, stores.roles);
        const { wip, template, organisation, name, file_name } = head;
        const last = await stores.archives.last(template, organisation);
        const newest = await stores.archives.recent(template, organisation);
        if (newest?.uuid !== insteadOf) return null;
        const before = found(await stores.archives.record(uuid), 'archive');
        const packed = requireContent(before, (await stores.archives.packed(uuid))?.packed);
        const { template_version, line_breaks, content_hash } = before;
        const made = { template_version, line_breaks, content_hash, packed };
        const of = { wip, template, organisation, name, file_name };
        return addSubmission(
          stores,
          { actor, of, made, read, now: now(), last },
          ` with the content of archive ${uuid}`,
        );
      });
      if (added) publish(added.events);
      return added?.archive ?? null;
    },
  };
}

/**
 * A moment later than the last, even if the clock went back: newest `submitted_on` first must be the order of
 * submission.
 * @param last ISO text, or null when there is none
 */
function after(last: string | null, now: Date): Date {
  const least = last === null ? -Infinity : Date.parse(last) + 1;
  return now.getTime() >= least ? now : new Date(least);
}
