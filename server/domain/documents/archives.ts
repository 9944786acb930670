import { unpackText } from '#server/storage/archive-record.ts';
import type { LineBreaks } from '#server/storage/schema.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { ArchiveHead } from '#server/storage/stores/archives.ts';
import { foundFor, type Reader } from '../access.ts';
import { createAuthors, type WithAuthorName } from '../authors.ts';
import { Refusal } from '../refusal.ts';

/** Reads submissions. Every method throws a `Refusal` for one that is missing or of another organisation. */
export type Archives = ReturnType<typeof createArchives>;

/**
 * @param packed its content, if it was read
 * @throws {Refusal} gone, in words, when the content was removed
 */
export function requireContent<T>({ dropped_at }: Pick<ArchiveHead, 'dropped_at'>, packed: T): NonNullable<T> {
  if (dropped_at !== null) throw new Refusal('gone', `Its content was removed on ${dropped_at.slice(0, 10)}.`);
  if (packed === null || packed === undefined) throw new Error('The content of an archive is not there.');
  return packed;
}

/** The topic of a WIP's submissions. */
export function wipTopic(wip: string): string {
  return `wip ${wip}`;
}

/**
 * The topic of a template's submissions in one organisation: another organisation must not learn of them, though they
 * share the template.
 */
export function templateTopic(template: string, organisation: string): string {
  return `template ${template} ${organisation}`;
}

/** @param storage where archives are stored */
export function createArchives(storage: Pick<Storage, 'archives' | 'templates' | 'wips' | 'users'>) {
  const { archives, templates, wips } = storage;
  const authors = createAuthors(storage.users);
  return {
    /** The archives of a WIP, newest first; also of a deleted one. */
    async list(actor: Reader, wip: string): Promise<WithAuthorName<ArchiveHead>[]> {
      foundFor(actor, await wips.head(wip), 'document');
      return authors.addAuthorNames(await archives.list(wip));
    },
    /** The newest archive of a template in the reader's own organisation, or null. */
    async recent(actor: Reader, template: string): Promise<WithAuthorName<ArchiveHead> | null> {
      foundFor(actor, await templates.head(template), 'template');
      const archive = await archives.recent(template, actor.organisation);
      return archive && authors.addAuthorName(archive);
    },
    open: async (actor: Reader, uuid: string): Promise<WithAuthorName<ArchiveHead>> =>
      authors.addAuthorName(foundFor(actor, await archives.head(uuid), 'archive')),
    /** The same with its HTML. */
    async read(
      actor: Reader,
      uuid: string,
    ): Promise<WithAuthorName<ArchiveHead> & { content: string; line_breaks: LineBreaks }> {
      const { packed, ...archive } = foundFor(actor, await archives.packed(uuid), 'archive');
      return { ...(await authors.addAuthorName(archive)), content: await unpackText(requireContent(archive, packed)) };
    },
    /** Of each template that the actor may read, the newest archive, or null. */
    async newest(actor: Reader): Promise<{ template: string; archive: WithAuthorName<ArchiveHead> | null }[]> {
      const all = await templates.list(actor.organisation);
      const newest = await Promise.all(all.map(({ uuid }) => archives.recent(uuid, actor.organisation)));
      const archiveByUuid = new Map(
        (await authors.addAuthorNames(newest.filter((one) => one !== null))).map((one) => [one.uuid, one]),
      );
      return all.map(({ uuid }, at) => ({
        template: uuid,
        archive: archiveByUuid.get(newest[at]?.uuid ?? '') ?? null,
      }));
    },
    /**
     * The topic on which submissions of a WIP or a template are announced to the actor.
     * @param id the uuid of either
     */
    async topic(actor: Reader, id: string): Promise<string> {
      const template = await templates.head(id);
      if (template) {
        foundFor(actor, template, 'template');
        return templateTopic(id, actor.organisation);
      }
      foundFor(actor, await wips.head(id), 'document');
      return wipTopic(id);
    },
  };
}
