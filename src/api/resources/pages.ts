import type * as v from 'valibot';
import type { Client } from '../client.ts';
import { type Page, PAGE_MAX, pageReply, type PageRequest, SOUGHT_MAX } from '#common/calls/pages.ts';

/**
 * Reads a list.
 * @param path of the whole list
 * @param list the schema of the list in the reply
 * @param wanted the page of it, on a host that announces `lists.pages`; null for the whole list, which is then its one page
 */
export async function readPage<Entry>(
  client: Client,
  path: string,
  list: v.GenericSchema<unknown, Entry[]>,
  wanted: PageRequest | null,
  signal?: AbortSignal,
): Promise<Page<Entry>> {
  if (!wanted) {
    const entries = await client.get(path, list, { signal });
    return { entries, next: null, count: entries.length };
  }
  const { q, sort, cursor, limit = PAGE_MAX } = wanted;
  const query = {
    limit: String(limit),
    sort,
    ...(q !== '' && { q: q.slice(0, SOUGHT_MAX) }),
    ...(cursor !== null && { cursor }),
  };
  return client.get(`${path}?${new URLSearchParams(query).toString()}`, pageReply(list), { signal });
}
