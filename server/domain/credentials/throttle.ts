import { createHmac } from 'node:crypto';
import type { Storage, Stores } from '#server/storage/storage.ts';
import type { UserRecord } from '#server/storage/stores/people.ts';
import type { SignInPair } from '#server/storage/stores/sign-ins.ts';
import { usernameKey } from '#server/storage/names.ts';
import { auditEntry, noteOf, type By } from '../audit/audit.ts';
import type { InstallationSecret } from './secret.ts';

/** Failures in the window after which a name has to wait in one network. */
const FAILURES_OF_PAIR = 5;
/** Failures of a name in the window, from all networks, after which its tries are this many milliseconds apart. */
const FAILURES_OF_NAME = 20;
const APART = 5_000;
/** Milliseconds for which a failure counts. */
const WINDOW = 15 * 60_000;
/** Milliseconds after which a network that a user did not use is removed. */
const NETWORK_KEPT = 90 * 86_400_000;
const NETWORKS_OF_USER = 20;

/** The limit of a try: of its name in its network, of its name anywhere, or of the other names of its network. */
export type Limit = 'pair' | 'name' | 'network';

/** Decision on a try that is about to be made. */
export type Admission = {
  /** True if the password is to be checked. If `wait` is not 0 then, only success may show that it was. */
  isAdmitted: boolean;
  /** Seconds until a try that is refused now would be checked; 0 if no limit is reached. */
  wait: number;
  /** The limit that is reached, or null. */
  limit: Limit | null;
  /** The user with the name, if there is one. */
  user: Pick<UserRecord, 'uuid' | 'organisation'> | null;
  /** For `succeeded` and `takeBack`. */
  entry: { number: number; pair: SignInPair; network: string } | null;
};

/** Counts failed sign-ins, for all server processes together. */
export type Throttle = ReturnType<typeof createThrottle>;

/** Removes all tries of a user's name. @returns how many there were in the window, and from how many networks */
export type Unlock = (
  stores: Stores,
  by: By,
  user: Pick<UserRecord, 'uuid' | 'username' | 'organisation'>,
) => Promise<{ tries: number; networks: number }>;

/** The parts of `createThrottle`. */
export type ThrottleParts = {
  storage: Pick<Storage, 'transaction' | 'attempts' | 'networks'>;
  /**
   * The installation's secret, by which names and networks are hashed: a password that is typed into the wrong field is
   * never stored in the clear.
   */
  secret: Pick<InstallationSecret, 'current'>;
  now: () => Date;
  /** Maximum of names that may fail from one network in the window. */
  addressMax: number;
};

/** @param parts storage, secret, clock and the limit of an address */
export function createThrottle({ storage, secret, now, addressMax }: ThrottleParts) {
  const hider = async () => {
    const key = await secret.current();
    const hidden = (what: string, value: string): string =>
      createHmac('sha256', key).update(`${what}\n${value}`).digest('base64url');
    return { hidden, nameOf: (username: string): string => hidden('sign-in name', usernameKey(username)) };
  };
  const before = (milliseconds: number): string => new Date(now().getTime() - milliseconds).toISOString();

  /** Milliseconds that a try has to wait by each limit. */
  const waits = async ({ username, network }: SignInPair, { attempts }: Stores) => {
    const at = now().getTime();
    const ofName = await attempts.ofName(username, before(WINDOW));
    const counted = ofName.filter(({ is_beyond }) => is_beyond === 0);
    const ofPair = counted.filter((one) => one.network === network);
    const names = await attempts.namesFrom(network, before(WINDOW));
    // Names that failed already may continue to fail, each up to its own limit.
    const isNew = !names.some((one) => one.username === username);
    const until = (moment: string | undefined, milliseconds: number): number =>
      moment === undefined ? 0 : Math.max(0, Date.parse(moment) + milliseconds - at);
    return {
      pair: until(ofPair[ofPair.length - FAILURES_OF_PAIR]?.at, WINDOW),
      name: counted.length < FAILURES_OF_NAME ? 0 : until(counted.at(-1)?.at, APART),
      network: isNew ? until(names[names.length - addressMax]?.at, WINDOW) : 0,
      beyond: ofName.filter((one) => one.network === network && one.is_beyond !== 0).length,
    };
  };

  return {
    /**
     * Stores a try before it is checked, so that a burst cannot exceed a limit. The first one that a limit refuses is
     * noted in the audit log.
     * @param typed the username as it was typed
     * @param address network address of the try
     */
    async admit(typed: string, address: string): Promise<Admission> {
      const { hidden, nameOf } = await hider();
      return storage.transaction(async (stores) => {
        const { attempts, networks, users, audit } = stores;
        const place = networkOf(address);
        const pair = { username: nameOf(typed), network: hidden('network', place) };
        const at = now().toISOString();
        await attempts.lock(pair);
        await attempts.settle(pair, at);
        const user = await users.byUsername(typed);
        const network = hidden(`network of ${user?.uuid ?? ''}`, place);
        const isKnown = await networks.isKnown(user?.uuid ?? '', network);
        const { beyond, ...times } = await waits(pair, stores);
        const longest = Math.max(times.pair, times.name, times.network);
        const limit = (['pair', 'name', 'network'] as const).find((one) => times[one] > 0) ?? null;
        const found = { wait: Math.ceil(longest / 1000), limit, user };
        // Guesses from other networks, and of other names, do not count against this user.
        const isSpared = isKnown && times.pair === 0 && beyond < FAILURES_OF_PAIR;
        if (limit === null || isSpared) {
          const number = await attempts.add({ ...pair, is_beyond: limit === null ? 0 : 1, at });
          return { ...found, isAdmitted: true, entry: { number, pair, network } };
        }
        const refused = {
          username: limit === 'network' ? '' : pair.username,
          network: limit === 'name' ? '' : pair.network,
        };
        // One entry for each limit and window: a flood of tries does not fill the disk.
        if (await attempts.noteRefusal(refused, at, before(WINDOW))) {
          const more = { address, subject: user?.uuid ?? null, organisation: user?.organisation ?? null };
          await audit.add(auditEntry(now(), null, 'sign_in_refused', { ...more, detail: described[limit] }));
        }
        return { ...found, isAdmitted: false, entry: null };
      });
    },

    /** Removes the failures of the name in its network, which is known for this user from now on. @param user its uuid */
    async succeeded({ entry }: Admission, user: string): Promise<void> {
      if (!entry) return;
      await storage.transaction(async ({ attempts, networks }) => {
        await attempts.clear(entry.pair.username, entry.pair.network);
        await networks.use(user, entry.network, now().toISOString(), NETWORKS_OF_USER);
      });
    },

    /** Removes a try that was not checked. */
    async takeBack({ entry }: Admission): Promise<void> {
      if (entry) await storage.attempts.remove(entry.number);
    },

    /** Finds which of some usernames have to wait now, anywhere, because of their own failures. */
    async locked(usernames: readonly string[]): Promise<Set<string>> {
      const { nameOf } = await hider();
      const names = new Map(usernames.map((username) => [nameOf(username), username]));
      const all = new Map<string, number>();
      const locked = new Set<string>();
      for (const { username, count } of await storage.attempts.counts([...names.keys()], before(WINDOW))) {
        const ofName = (all.get(username) ?? 0) + count;
        all.set(username, ofName);
        if (count >= FAILURES_OF_PAIR || ofName >= FAILURES_OF_NAME) locked.add(names.get(username) ?? '');
      }
      return locked;
    },

    /** Prepares the removal of all tries of a user's name, which is done within a transaction. */
    async unlocking(): Promise<Unlock> {
      const { nameOf } = await hider();
      return async (stores, by, user) => {
        const forgotten = await stores.attempts.clear(nameOf(user.username), null);
        if (forgotten.tries === 0) return forgotten;
        const detail = `${forgotten.tries} tries from ${forgotten.networks} networks`;
        await noteOf(stores, by, 'user_unlocked', user, detail);
        return forgotten;
      };
    },

    /** Removes what no longer counts. */
    async purge(): Promise<void> {
      await storage.attempts.purge(before(WINDOW), before(0));
      await storage.networks.purge(before(NETWORK_KEPT));
    },
  };
}

const described: Record<Limit, string> = {
  pair: 'this name failed too often from this network',
  name: 'this name failed too often from everywhere together',
  network: 'too many names failed from this network',
};

/**
 * The network of an address, as one household, station or guesser has it. A guesser with IPv6 has a whole /64.
 * @returns a /24 of IPv4, a /64 of IPv6
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  const [byte, ...bytes] = plain.split('.');
  if (!plain.includes(':')) return bytes.length === 3 ? `${[byte, ...bytes.slice(0, 2)].join('.')}.0/24` : plain;
  const [front = [], back = []] = plain
    .toLowerCase()
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  const groups = [...front, ...zeros, ...back].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}

/** The usual form of an address: an IPv4 address also if the socket gives it as IPv6. */
export function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
