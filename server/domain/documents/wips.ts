import { randomUUID } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';
import { contentHash, packText } from '#server/storage/archive-record.ts';
import type { LineBreaks } from '#server/storage/schema.ts';
import type { Stores } from '#server/storage/storage.ts';
import type { ArchiveHead } from '#server/storage/stores/archives.ts';
import type { Publish } from '#server/storage/stores/events.ts';
import type { TemplateHead } from '#server/storage/stores/templates.ts';
import type { WipHead, WipRecord } from '#server/storage/stores/wips.ts';
import { found, foundFor, requireRole, requireWriter, type Actor, type Caller } from '../access.ts';
import { noteOf } from '../audit/audit.ts';
import { holdsOf, requireNotHeld } from '../holds.ts';
import { createAuthors } from '../authors.ts';
import { waiterOf, type Changes } from '../changes.ts';
import { Refusal } from '../refusal.ts';
import type { Documents } from './documents.ts';
import { createTurns } from '../line.ts';
import { addSubmission } from './submissions.ts';
import { readNext } from './record-index.ts';
import { isConflict, type Conflict } from './save-guard.ts';
import type { GivenSave } from './written.ts';

/**
 * Operations on works in progress. Every method throws a `Refusal` for a document that is missing or of another
 * organisation.
 */
export type Wips = ReturnType<typeof createWips>;

/** Limits of changes of one document that wait for the ones before them, in all and of one user. */
const WAITING = {
  most: 20,
  each: 4,
  full: 'Too many changes of this document are waiting. Please try again in a moment.',
} as const;

/** A change that takes a while to prepare. */
type PreparedChange<Before, Now, Ready, Result> = {
  /** Reads the present state and checks that the actor may change it. */
  look: (stores: Stores, actor: Actor) => Promise<Before>;
  prepare: (before: Before) => Promise<Ready>;
  /** The same within the transaction, locked against other writers. */
  again: (stores: Stores, actor: Actor) => Promise<Now>;
  /** True if it is still the state for which the change was prepared. */
  isSame: (now: Now, before: Before) => boolean;
  change: (stores: Stores, actor: Actor, now: Now, ready: Ready) => Promise<Result>;
};

/**
 * The stores and changes of WIPs, the worker that puts documents together, and the bus that is notified of a stored
 * submission.
 */
export type WipParts = { stores: Stores; changes: Changes; documents: Documents; publish: Publish; now: () => Date };

export function createWips({ stores: storage, changes, documents, publish, now }: WipParts) {
  const authors = createAuthors(storage.users);
  const checked = <T extends WipHead>(actor: Actor, wip: T | null): T =>
    foundFor(actor, wip?.deleted_at === null ? wip : null, 'document');

  /** Locks a WIP for a change against other writers, and checks that the actor may write it. */
  const take = async (actor: Actor, uuid: string, stores: Stores): Promise<WipHead> => {
    const wip = checked(actor, await stores.wips.lock(uuid));
    requireWriter(actor);
    await requireRole(actor, wip, stores.roles);
    return wip;
  };

  const turns = createTurns(WAITING);
  const place = { stores: storage, changes };
  /** Changes of one document run one after another: none is prepared for a state that the one before it changes. */
  const inTurn = <B, N, R, T>(uuid: string, caller: Caller, change: PreparedChange<B, N, R, T>): Promise<T> =>
    turns(uuid, waiterOf(caller), () => prepared(place, caller, change));
  /** Reads a WIP for a change, and checks that the actor may write it. */
  const look = async (actor: Actor, uuid: string, { wips, roles }: Stores): Promise<WipRecord> => {
    const wip = checked(actor, await wips.full(uuid));
    requireWriter(actor);
    await requireRole(actor, wip, roles);
    return wip;
  };
  const lookAtTemplate = async (actor: Actor, uuid: string, { templates, roles }: Stores): Promise<TemplateHead> => {
    const head = await templates.head(uuid);
    const template = foundFor(actor, head?.removed_at === null ? head : null, 'template');
    requireWriter(actor);
    await requireRole(actor, template, roles);
    return template;
  };

  return {
    /** The WIPs of a template in the actor's own organisation, last changed first. */
    async list(actor: Actor, template: string): Promise<WipHead[]> {
      foundFor(actor, await storage.templates.head(template), 'template');
      return storage.wips.list(template, actor.organisation);
    },

    /** Name of the user who saved it last; null if they were removed since. */
    savedBy: async ({ updated_by }: Pick<WipHead, 'updated_by'>): Promise<string | null> =>
      (await storage.users.byUuid(updated_by))?.name ?? null,
    /** The same of a list. */
    async savedByAll(wips: readonly Pick<WipHead, 'updated_by'>[]): Promise<(string | null)[]> {
      const names = await authors.namesOf(wips.map(({ updated_by }) => updated_by));
      return wips.map(({ updated_by }) => names.get(updated_by) ?? null);
    },

    open: async (actor: Actor, uuid: string): Promise<WipHead> => checked(actor, await storage.wips.head(uuid)),
    /** The same with its HTML. */
    async read(actor: Actor, uuid: string): Promise<WipHead & { content: string; line_breaks: LineBreaks }> {
      const wip = checked(actor, await storage.wips.full(uuid));
      return { ...wip, content: await documents.render(wip, { who: actor.uuid, waiting: null }) };
    },

    /** Makes a WIP from a template. */
    async create(caller: Caller, template: string, save: GivenSave): Promise<WipHead> {
      const uuid = randomUUID();
      const base = (stores: Stores, actor: Actor): Promise<TemplateHead> => lookAtTemplate(actor, template, stores);
      return prepared(place, caller, {
        look: base,
        prepare: (before) => documents.begin(untouched(before), save, waiterOf(caller)),
        again: base,
        isSame: (there, before) => there.template_version === before.template_version,
        async change(stores, actor, { description, template_version }, { version, nameWas: _nameWas, ...fields }) {
          const at = now().toISOString();
          if (version) await stores.templateVersions.add(version);
          await stores.wips.add({
            uuid,
            template,
            organisation: actor.organisation,
            description,
            ...fields,
            template_version: version?.hash ?? template_version,
            line_breaks: 'marked',
            author: actor.uuid,
            created_at: at,
            updated_at: at,
          });
          return found(await stores.wips.head(uuid), 'document');
        },
      });
    },

    /**
     * Applies a save to a WIP and gives it the save's name.
     * @returns the conflicting changes of others, if nothing was done
     */
    update: (caller: Caller, uuid: string, save: GivenSave): Promise<WipHead | (WipHead & Conflict)> =>
      inTurn(uuid, caller, {
        look: (stores, actor) => look(actor, uuid, stores),
        prepare: (wip) => documents.save(wip, save, waiterOf(caller)),
        again: (stores, actor) => take(actor, uuid, stores),
        isSame: isSameRevision,
        async change(stores, actor, before, saved) {
          if (isConflict(saved)) return { ...before, ...saved };
          const { version, nameWas, ...fields } = saved;
          // A user who has not changed the name does not overwrite another user's new name.
          const name = nameWas === fields.name ? before.name : fields.name;
          const template_version = version?.hash ?? before.template_version;
          if (version) await stores.templateVersions.add(version);
          await stores.wips.change(uuid, {
            ...fields,
            name,
            template_version,
            author: actor.uuid,
            at: now().toISOString(),
          });
          return found(await stores.wips.head(uuid), 'document');
        },
      }),

    /**
     * @param seen the revision that the actor has seen; null for any.
     * @returns null if the revision has changed, and nothing was done
     */
    async submit(caller: Caller, uuid: string, seen: number | null): Promise<ArchiveHead | null> {
      const submitted = await inTurn(uuid, caller, {
        look: (stores, actor) => look(actor, uuid, stores),
        async prepare({ template, name, template_version, values, rows, line_breaks }) {
          const html = await documents.render({ template_version, values, rows }, waiterOf(caller));
          // If they cannot be read now, the records read them later: no submission fails for that.
          const read = await readNext(
            storage,
            documents,
            { wip: uuid, name, template, html, lines: line_breaks },
            waiterOf(caller),
          ).catch(() => null);
          const made = { template_version, line_breaks, content_hash: contentHash(html), packed: await packText(html) };
          return { made, read };
        },
        again: (stores, actor) => take(actor, uuid, stores),
        isSame: isSameRevision,
        async change(stores, actor, { organisation, template, name, file_name, revision }, { made, read }) {
          if (seen !== null && revision !== seen) return null;
          const last = await stores.archives.last(template, organisation);
          const of = { wip: uuid, template, organisation, name, file_name };
          return addSubmission(stores, { actor, of, made, read, now: now(), last });
        },
      });
      if (submitted) publish(submitted.events);
      return submitted?.archive ?? null;
    },

    /** Returns a WIP, and refuses a user who may not write it. */
    async requireWritable(actor: Actor, uuid: string): Promise<WipHead> {
      const wip = checked(actor, await storage.wips.head(uuid));
      requireWriter(actor);
      await requireRole(actor, wip, storage.roles);
      return wip;
    },

    remove: (caller: Caller, uuid: string): Promise<void> =>
      changes.by(caller, async (stores, actor) => {
        await stores.holds.lock();
        const { organisation, template, updated_at } = await take(actor, uuid, stores);
        const text = { wip: uuid, template, organisation, at: updated_at };
        await requireNotHeld(stores, 'This document', async (active) => {
          const periods = active.filter((hold) => hold.organisation === organisation && hold.since !== null);
          for (const { since, until, ...hold } of holdsOf(active, text).length > 0 ? [] : periods) {
            const wanted = { organisation, wip: uuid, from: since ?? '', to: until ?? '', words: [] };
            // oxlint-disable-next-line no-await-in-loop -- the first is enough
            if ((await stores.records.count(wanted, 1)) > 0) return { since, until, ...hold };
          }
          return holdsOf(active, text)[0];
        });
        await stores.wips.remove(uuid, now().toISOString(), actor.uuid);
        await noteOf(stores, { actor, at: now() }, 'document_deleted', { uuid, organisation });
      }),
  };
}

/** Maximum attempts to prepare a change, if other processes keep changing the same thing. */
const ATTEMPTS = 20;

/**
 * Does a change that is prepared outside of the transaction: while it is prepared nothing is locked, and no call waits.
 * It is prepared again if another process was faster.
 * @throws {Refusal} busy, when others are faster each time
 */
async function prepared<Before, Now, Ready, Result>(
  { stores: outside, changes }: { stores: Stores; changes: Changes },
  caller: Caller,
  { look, prepare, again, isSame, change }: PreparedChange<Before, Now, Ready, Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // oxlint-disable no-await-in-loop -- one attempt after the other
    caller.waiting.throwIfAborted();
    const before = await look(outside, caller);
    // The embedded database answers synchronously: without a pause all other calls would wait for all of this.
    await others();
    const ready = await prepare(before);
    await others();
    const done = await changes.by(caller, async (stores, actor) => {
      const now = await again(stores, actor);
      return isSame(now, before) ? { result: await change(stores, actor, now, ready) } : null;
    });
    // oxlint-enable no-await-in-loop
    if (done) return done.result;
  }
  throw new Refusal('busy', 'Others are changing this document just now. Please try again.', 1);
}

const isSameRevision = (now: Pick<WipHead, 'revision'>, before: Pick<WipHead, 'revision'>): boolean =>
  now.revision === before.revision;

/** A document of a template without any values yet. */
const untouched = ({ template_version }: Pick<WipHead, 'template_version'>) => ({
  template_version,
  values: '{}',
  rows: null,
});
