import { randomUUID } from 'node:crypto';
import type { SaveRequest } from '#api/contract/requests.ts';
import type { ArchiveHead, Stores, Storage, Tell, WipHead, WithSaves } from '#server/storage/port.ts';
import { found, foundFor, requireRole, requireWriter, type Actor } from './access.ts';
import { auditEntry } from './audit.ts';
import { applySave } from './documents.ts';

/** The format of every archive that this server makes. */
const ARCHIVE_FORMAT = 'html';

/** What people may do with works in progress. Every method throws a `Refusal` for what is missing or not theirs. */
export type Wips = {
  /** The WIPs of a template in the actor's own organisation, last changed first. */
  list(actor: Actor, template: string): Promise<WipHead[]>;
  open(actor: Actor, uuid: string): Promise<WipHead>;
  /** The same with its HTML. */
  read(actor: Actor, uuid: string): Promise<WithSaves<WipHead>>;
  /** Makes a WIP from a template. */
  create(actor: Actor, template: string, save: SaveRequest): Promise<WipHead>;
  /** Lays a save over a WIP and gives it the save's name. */
  update(actor: Actor, uuid: string, save: SaveRequest): Promise<WipHead>;
  submit(actor: Actor, uuid: string): Promise<ArchiveHead>;
  remove(actor: Actor, uuid: string): Promise<void>;
};

/**
 * @param storage where WIPs are kept
 * @param tell called after a submission is on the disk
 * @param now the clock
 */
export function createWips(storage: Storage, tell: Tell, now: () => Date): Wips {
  const checked = <T extends WipHead>(actor: Actor, wip: T | null): T =>
    foundFor(actor, wip?.deleted_at === null ? wip : null, 'document');

  /** Takes a WIP for a change: held against other writers, and the actor may write it. */
  const take = async (actor: Actor, uuid: string, stores: Stores): Promise<WipHead> => {
    const wip = checked(actor, await stores.wips.lock(uuid));
    requireWriter(actor);
    await requireRole(actor, wip, stores.roles);
    return wip;
  };

  return {
    async list(actor, template) {
      foundFor(actor, await storage.templates.head(template), 'template');
      return storage.wips.list(template, actor.organisation);
    },

    open: async (actor, uuid) => checked(actor, await storage.wips.head(uuid)),
    read: async (actor, uuid) => checked(actor, await storage.wips.full(uuid)),

    create: (actor, template, save) =>
      storage.transaction(async (stores) => {
        const full = await stores.templates.full(template);
        const base = foundFor(actor, full?.removed_at === null ? full : null, 'template');
        requireWriter(actor);
        await requireRole(actor, base, stores.roles);
        const uuid = randomUUID();
        const at = now().toISOString();
        await stores.wips.add({
          uuid,
          template,
          organisation: actor.organisation,
          name: save.save_name,
          description: base.description,
          content: await applySave(base.content, save),
          line_breaks: 'marked',
          author: actor.uuid,
          created_at: at,
          updated_at: at,
        });
        return found(await stores.wips.head(uuid), 'document');
      }),

    update: (actor, uuid, save) =>
      storage.transaction(async (stores) => {
        await take(actor, uuid, stores);
        const { content } = found(await stores.wips.full(uuid), 'document');
        await stores.wips.change(uuid, {
          name: save.save_name,
          content: await applySave(content, save),
          author: actor.uuid,
          at: now().toISOString(),
        });
        return found(await stores.wips.head(uuid), 'document');
      }),

    async submit(actor, uuid) {
      const { archive, events } = await storage.transaction(async (stores) => {
        const wip = await take(actor, uuid, stores);
        const { content, line_breaks } = found(await stores.wips.full(uuid), 'document');
        const last = await stores.archives.lastMoment(wip.template, wip.organisation);
        const head: ArchiveHead = {
          uuid: randomUUID(),
          wip: uuid,
          template: wip.template,
          organisation: wip.organisation,
          name: wip.name,
          file_name: wip.file_name,
          format: ARCHIVE_FORMAT,
          submitted_on: after(last, now()).toISOString(),
        };
        const added = await stores.archives.add({ ...head, content, line_breaks, author: actor.uuid });
        const { organisation } = wip;
        const more = { subject: uuid, organisation, detail: `archive ${head.uuid}` };
        await stores.audit.add(auditEntry(now(), actor, 'document_submitted', more));
        return { archive: head, events: added };
      });
      tell(events);
      return archive;
    },

    remove: (actor, uuid) =>
      storage.transaction(async (stores) => {
        const { organisation } = await take(actor, uuid, stores);
        await stores.wips.remove(uuid, now().toISOString());
        await stores.audit.add(auditEntry(now(), actor, 'document_deleted', { subject: uuid, organisation }));
      }),
  };
}

/**
 * A moment later than the last, whatever the clock says: newest `submitted_on` first must be the order of submission.
 * @param last ISO text, or null when there is none
 */
function after(last: string | null, now: Date): Date {
  const least = last === null ? -Infinity : Date.parse(last) + 1;
  return now.getTime() >= least ? now : new Date(least);
}
