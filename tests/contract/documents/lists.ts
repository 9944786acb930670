import * as v from 'valibot';
import type { Person, Reply } from '#tests/support/person.ts';

const entries = v.optional(
  v.array(
    v.looseObject({
      uuid: v.string(),
      name: v.string(),
      deleted_on: v.optional(v.pipe(v.string(), v.isoTimestamp())),
      deleted_by: v.optional(v.nullable(v.string())),
    }),
  ),
  [],
);
const listReply = v.looseObject({ success: v.literal(true), templates: entries, archives: entries, users: entries });
const pageReply = v.object({ ...listReply.entries, next: v.nullable(v.string()), count: v.number() });
type Entry = v.InferOutput<typeof entries>[number];

const entriesOf = ({ templates, archives, users }: v.InferOutput<typeof listReply>): Entry[] => [
  ...templates,
  ...archives,
  ...users,
];
export const uuidsOf = (list: readonly Entry[]): string[] => list.map(({ uuid }) => uuid);
export const namesOf = (list: readonly Entry[]): string[] => list.map(({ name }) => name);

type Query = Readonly<Record<string, string>>;

export const ask = (person: Person, path: string, query: Query): Promise<Reply> =>
  person.get(`${path}?${new URLSearchParams(query).toString()}`);

/** One page of a list. */
export async function page(
  person: Person,
  path: string,
  query: Query,
): Promise<{ list: Entry[]; next: string | null; count: number }> {
  const { next, count, ...reply } = v.parse(pageReply, (await ask(person, path, query)).json);
  return { list: entriesOf(reply), next, count };
}

/** A list without pages. */
export async function whole(person: Person, path: string, query: Query = {}): Promise<Entry[]> {
  return entriesOf(v.parse(listReply, (await ask(person, path, query)).json));
}

/** Every entry of every page. @param between an act after each page, which gets the page's number from 1 */
export async function allPages(
  person: Person,
  path: string,
  query: Query,
  between: (no: number) => Promise<void> = async () => {},
): Promise<Entry[]> {
  const found: Entry[] = [];
  let cursor: Query = {};
  for (let no = 1; ; no += 1) {
    const { list, next } = await page(person, path, { ...query, ...cursor });
    found.push(...list);
    if (next === null) return found;
    await between(no);
    cursor = { cursor: next };
  }
}
