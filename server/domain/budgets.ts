import type { Storage, Stores } from '#server/storage/storage.ts';
import type { WrittenText } from '#server/storage/stores/wips.ts';
import { isSiteAdministrator, requireAdministrator, type Actor } from './access.ts';
import { Refusal } from './refusal.ts';

/**
 * Limits of storage: bytes a day (UTC) of one user and of one organisation, and WIPs of an organisation; null for no
 * limit.
 */
export type Budgets = { ofPerson: number | null; ofOrganisation: number | null; wips: number | null };

/** Used part of each budget, of the user or organisation that uses most of it: 1 is all; null for no limit. */
export type Used = { [Budget in keyof Budgets]: number | null };

/** Part of a budget from which on a warning is given. */
const NEARLY = 0.8;
/** Days for which the sums of each user are stored. */
const KEPT = 7;
const DAY = 86_400_000;
/** Bytes of a WIP besides its values and rows, with its entries in the indexes. */
const WIP_BYTES = 2_000;

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
const bytesOf = ({ values, rows }: WrittenText): number => Buffer.byteLength(values) + Buffer.byteLength(rows ?? '');
/** Bytes as people read them. */
export const inMegabytes = (bytes: number): string =>
  `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: bytes < 10_000_000 ? 1 : 0 })} MB`;

/** Seconds until the budgets of another day begin. */
const untilTomorrow = (now: Date): number => Math.ceil((DAY - (now.getTime() % DAY)) / 1000);

/**
 * A storage that counts what its transactions store against budgets. A transaction that would exceed one fails.
 * @param say receives a warning, once a day in this process, about a user or an organisation that has nearly used up a
 * budget
 * @param now the clock
 */
export function keepWithin(storage: Storage, budgets: Budgets, say: (text: string) => void, now: () => Date): Storage {
  const said = new Set<string>();
  const warn = (who: string, bytes: number, most: number): void => {
    const key = `${dayOf(now())} ${who}`;
    if (bytes < most * NEARLY || said.has(key)) return;
    said.add(key);
    say(
      `${who} has stored ${inMegabytes(bytes)} today, of ${inMegabytes(most)} that it may: doctor says who wrote most`,
    );
  };
  const require = (who: string, subject: string, bytes: number, most: number | null): void => {
    if (most === null) return;
    warn(who, bytes, most);
    if (bytes <= most) return;
    throw new Refusal(
      'throttled',
      `${subject} stored ${inMegabytes(most)} today, which is all for one day. What you typed is still here: save it after midnight (UTC), or ask your administrator.`,
      untilTomorrow(now()),
    );
  };
  const count = async ({ usage }: Stores, user: string, organisation: string, bytes: number): Promise<void> => {
    if (bytes <= 0) return;
    const { ofUser, ofOrganisation } = await usage.add(dayOf(now()), { user, organisation, bytes });
    require(`The user ${user}`, 'You have', ofUser, budgets.ofPerson);
    require(`The organization ${organisation}`, 'Your organization has', ofOrganisation, budgets.ofOrganisation);
  };
  const counting = (stores: Stores): Stores => {
    const { wips, archives, templateVersions } = stores;
    // A version that a save adds is counted with the save.
    let ofVersions = 0;
    const andVersions = (bytes: number): number => {
      const all = bytes + ofVersions;
      ofVersions = 0;
      return all;
    };
    return {
      ...stores,
      templateVersions: {
        ...templateVersions,
        async add(version) {
          const isNew = await templateVersions.add(version);
          if (isNew) ofVersions += version.content.length + version.plan.length;
          return isNew;
        },
      },
      wips: {
        ...wips,
        async add(wip) {
          await wips.add(wip);
          if (budgets.wips !== null && (await wips.count(wip.organisation)) > budgets.wips) {
            throw new Refusal(
              'full',
              `Your organization has ${budgets.wips.toLocaleString('en')} documents, which is as many as it may have. What you typed is still here: delete documents that are not needed any more, then save it.`,
            );
          }
          await count(stores, wip.author, wip.organisation, andVersions(WIP_BYTES + bytesOf(wip)));
        },
        async change(uuid, change) {
          const before = await wips.size(uuid);
          await wips.change(uuid, change);
          if (before)
            await count(stores, change.author, before.organisation, andVersions(bytesOf(change) - before.bytes));
        },
      },
      archives: {
        ...archives,
        async add(archive) {
          const added = await archives.add(archive);
          await count(stores, archive.author, archive.organisation, added.bytes);
          return added;
        },
      },
    };
  };
  return { ...storage, transaction: (work) => storage.transaction((stores) => work(counting(stores))) };
}

/** Used parts of the budgets. */
export async function usedOf(
  { usage, wips, organisations }: Pick<Storage, 'usage' | 'wips' | 'organisations'>,
  budgets: Budgets,
  now: Date,
): Promise<Used> {
  const rows = await usage.list(dayOf(now));
  const most = (of: 'user' | 'organisation', budget: number | null): number | null =>
    budget && Math.max(0, ...sums(rows, of).map(({ bytes }) => bytes)) / budget;
  const counts = budgets.wips && (await organisations.list()).map(({ uuid }) => wips.count(uuid));
  return {
    ofPerson: most('user', budgets.ofPerson),
    ofOrganisation: most('organisation', budgets.ofOrganisation),
    wips: budgets.wips && Math.max(0, ...(await Promise.all(counts || []))) / budgets.wips,
  };
}

/** Bytes that the actor's organisation has stored today, and how many WIPs it has; for a site administrator of each. */
export async function usageFor(
  { usage, wips, organisations }: Pick<Storage, 'usage' | 'wips' | 'organisations'>,
  actor: Actor,
  now: Date,
): Promise<{ name: string; stored: number; wips: number }[]> {
  requireAdministrator(actor);
  const stored = new Map(sums(await usage.list(dayOf(now)), 'organisation').map(({ uuid, bytes }) => [uuid, bytes]));
  const all = await organisations.list();
  const own = isSiteAdministrator(actor) ? all : all.filter(({ uuid }) => uuid === actor.organisation);
  return Promise.all(
    own.map(async ({ uuid, name }) => ({ name, stored: stored.get(uuid) ?? 0, wips: await wips.count(uuid) })),
  );
}

type Row = Awaited<ReturnType<Storage['usage']['list']>>[number];

/** Sums of stored bytes, the largest first. */
function sums(rows: readonly Row[], of: 'user' | 'organisation'): { uuid: string; bytes: number }[] {
  return [...Map.groupBy(rows, (row) => row[of])]
    .map(([uuid, own]) => ({ uuid, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) }))
    .toSorted((one, other) => other.bytes - one.bytes);
}

/** The user who has stored most today, in words; null if nothing was stored. `isNearly`: a budget is nearly used up. */
export async function mostOf(
  storage: Pick<Storage, 'usage' | 'wips' | 'organisations' | 'users'>,
  budgets: Budgets,
  now: Date,
): Promise<{ text: string; isNearly: boolean } | null> {
  const rows = await storage.usage.list(dayOf(now));
  const [organisation] = sums(rows, 'organisation');
  if (!organisation) return null;
  const [user] = sums(
    rows.filter((row) => row.organisation === organisation.uuid),
    'user',
  );
  const name = (await storage.organisations.list()).find(({ uuid }) => uuid === organisation.uuid)?.name;
  const username = user && (await storage.users.byUuid(user.uuid))?.username;
  const by = user ? `, most of it by ${username ?? user.uuid} (${inMegabytes(user.bytes)})` : '';
  const used = await usedOf(storage, budgets, now);
  return {
    text: `${name ?? organisation.uuid} stored ${inMegabytes(organisation.bytes)} today${by}`,
    isNearly: Object.values(used).some((part) => part !== null && part >= NEARLY),
  };
}

/** Removes the sums of days long ago. */
export const purgeUsage = ({ usage }: Pick<Storage, 'usage'>, now: Date): Promise<void> =>
  usage.purge(dayOf(new Date(now.getTime() - KEPT * DAY)));
