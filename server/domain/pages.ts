import type { Storage } from '#server/storage/storage.ts';
import type { ArchiveHead } from '#server/storage/stores/archives.ts';
import type { Pages as StoredPages, Part, Wanted } from '#server/storage/stores/pages.ts';
import type { ListedUser } from '#server/storage/stores/people.ts';
import type { WipHead } from '#server/storage/stores/wips.ts';
import { foundFor, isSiteAdministrator, requireAdministrator, type Actor, type Reader } from './access.ts';
import { createAuthors, type WithAuthorName } from './authors.ts';

/** A part of a list, and the number of entries that match in all. */
type Counted<Entry> = Part<Entry> & { count: number };

/**
 * The lists that users may read, in pages. Every method throws a `Refusal` for what is missing or of another
 * organisation, as the complete lists do.
 */
export type Pages = ReturnType<typeof createPages>;

/** Query of a complete list. */
const ALL = { q: '', sort: 'newest', after: null, limit: null } as const;

/** @param storage where the lists are stored */
export function createPages({
  pages,
  templates,
  wips,
  users,
}: Pick<Storage, 'pages' | 'templates' | 'wips' | 'users'>) {
  const authors = createAuthors(users);
  return {
    /** The WIPs of a template in the actor's own organisation. */
    async wips(actor: Actor, template: string, wanted: Wanted): Promise<Counted<WipHead>> {
      foundFor(actor, await templates.head(template), 'template');
      return counted(pages.wips, { template, organisation: actor.organisation }, wanted);
    },
    /**
     * The same with the deleted ones that have archives, each with the present name of the user who deleted it.
     * @param wanted null for all of them
     */
    async wipsAndDeleted(actor: Actor, template: string, wanted: Wanted | null): Promise<Counted<WipHead>> {
      foundFor(actor, await templates.head(template), 'template');
      const whose = { template, organisation: actor.organisation };
      const page = await counted(pages.wipsAndDeleted, whose, wanted ?? ALL);
      const names = await authors.namesOf(page.entries.flatMap(({ deleted_by }) => deleted_by ?? []));
      const entries = page.entries.map((wip) => ({ ...wip, deleted_by: names.get(wip.deleted_by ?? '') ?? null }));
      return { ...page, entries };
    },
    /** The archives of a WIP; also of a deleted one. */
    async archives(actor: Reader, wip: string, wanted: Wanted): Promise<Counted<WithAuthorName<ArchiveHead>>> {
      foundFor(actor, await wips.head(wip), 'document');
      const page = await counted(pages.archives, { wip }, wanted);
      return { ...page, entries: await authors.addAuthorNames(page.entries) };
    },
    /** The users of the actor's own organisation; a site administrator sees all. */
    async users(actor: Actor, wanted: Wanted): Promise<Counted<ListedUser>> {
      requireAdministrator(actor);
      return counted(pages.users, { organisation: isSiteAdministrator(actor) ? null : actor.organisation }, wanted);
    },
  };
}

async function counted<Whose, Entry>(
  list: StoredPages<Whose, Entry>,
  whose: Whose,
  wanted: Wanted,
): Promise<Counted<Entry>> {
  const [part, count] = await Promise.all([list.page(whose, wanted), list.count(whose, wanted.q)]);
  return { ...part, count };
}
