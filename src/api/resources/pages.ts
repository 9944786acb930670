import type * as v from 'valibot';
import type { Call, Given } from '#common/calls/call.ts';
import { type Page, PAGE_MAX, pageReply, type PageRequest, SOUGHT_MAX } from '#common/calls/pages.ts';
import type { Client } from '../client.ts';

/**
 * Reads a list.
 * @param call of the whole list
 * @param wanted the page of it, on a host that announces `lists.pages`; null for the whole list, which is then its one page
 * @param inPage the list in the reply of a page, where it differs from that of the whole list
 */
export async function readPage<Path extends string, Entry>(
  client: Client,
  call: Call<Path, Entry[]>,
  given: Given<Path, unknown>,
  wanted: PageRequest | null,
  signal?: AbortSignal,
  inPage = call.reply as v.GenericSchema<unknown, Entry[]>,
): Promise<Page<Entry>> {
  if (!wanted) {
    const entries = await client.call(call, given, { signal });
    return { entries, next: null, count: entries.length };
  }
  const { q, sort, cursor, limit = PAGE_MAX } = wanted;
  const query = {
    limit: String(limit),
    sort,
    ...(q !== '' && { q: q.slice(0, SOUGHT_MAX) }),
    ...(cursor !== null && { cursor }),
  };
  return client.call(call, given, { signal, query }, pageReply(inPage));
}
