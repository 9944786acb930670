import type { Stores } from '#server/storage/storage.ts';

/** A record with its author's uuid. */
type Made = { author: string };
/** The same with the author's present name; null when they were removed. */
export type WithAuthorName<T> = T & { submitted_by: string | null };

/** Finds the names of authors of submissions. @param users where names are stored */
export function createAuthors(users: Pick<Stores['users'], 'byUuid'>) {
  const nameOf = async (uuid: string): Promise<string | null> => (await users.byUuid(uuid))?.name ?? null;
  const namesOf = async (uuids: readonly string[]): Promise<ReadonlyMap<string, string | null>> =>
    new Map(await Promise.all([...new Set(uuids)].map(async (uuid) => [uuid, await nameOf(uuid)] as const)));
  return {
    /** The present names of users, by uuid; null for removed ones. */
    namesOf,
    /** Adds the author's present name. */
    addAuthorName: async <T extends Made>(one: T): Promise<WithAuthorName<T>> => ({
      ...one,
      submitted_by: await nameOf(one.author),
    }),
    /** Reads each name once. */
    async addAuthorNames<T extends Made>(all: readonly T[]): Promise<WithAuthorName<T>[]> {
      const names = await namesOf(all.map(({ author }) => author));
      return all.map((one) => ({ ...one, submitted_by: names.get(one.author) ?? null }));
    },
  };
}
