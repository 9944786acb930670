import { randomInt, randomUUID } from 'node:crypto';
import { DISPLAY_CODE_LENGTH } from '#config/boards.ts';
import type { DisplayUpdateRequest, PairRequest } from '#api/contract/requests.ts';
import type { DisplayRecord } from '#server/storage/port/display-port.ts';
import type { AuditAction, StoredEvent, Stores, Tell } from '#server/storage/port/port.ts';
import { found, foundFor, isSiteAdministrator, requireAdministrator, type Actor, type Caller } from '../access.ts';
import { auditEntry } from '../audit/audit.ts';
import type { Changes } from '../changes.ts';
import { Refusal } from '../refusal.ts';
import { networkOf } from '../session/throttle.ts';
import { hashToken, newToken } from '../session/tokens.ts';

/** Letters that nobody takes for one another, and that make no words. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
/** Milliseconds for which a code can be entered, and for which its screen can learn of it then. */
const PAIRING_LIFE = 10 * 60_000;
/** Screens that may wait at once, in one network and in all; beyond that the oldest code ends. */
const WAITING_MOST = { ofNetwork: 60, inAll: 1_000 } as const;
/** Wrong codes of one person in the window, after which they wait; the window in milliseconds. */
const WRONG_CODES = 10;
const WRONG_CODES_WINDOW = 15 * 60_000;

/** How a pairing stands. */
export type PairingState = 'waiting' | 'paired' | 'expired';

/** How screens become displays, and what administrators do with them. Every method throws a `Refusal` for what is missing or not theirs. */
export type Displays = {
  /**
   * Gives a screen a code.
   * @param before the claim that the screen had; it ends
   * @param address where the screen asks from
   * @param waiting aborted once nobody waits for the code
   * @returns what its user enters elsewhere, what the screen claims it with, and for how many seconds
   */
  ask(
    before: string | null,
    address: string,
    waiting: AbortSignal,
  ): Promise<{ code: string; claim: string; life: number }>;
  /** How it stands. What claimed it is the display's token from then on, however often the screen asks. */
  claim(claim: string | null): Promise<PairingState>;
  pair(caller: Caller, wanted: PairRequest): Promise<DisplayRecord>;
  /** Those of the actor's organisation, by name; a site administrator sees all. */
  list(actor: Actor): Promise<DisplayRecord[]>;
  update(caller: Caller, uuid: string, change: DisplayUpdateRequest): Promise<DisplayRecord>;
  end(caller: Caller, uuid: string): Promise<void>;
  /** Forgets the pairings that nobody completed. */
  purge(): Promise<void>;
};

/**
 * @param storage where displays are kept
 * @param changes where calls change them
 * @param tell called after a change is on the disk
 * @param now the clock
 */
export function createDisplays(storage: Stores, changes: Changes, tell: Tell, now: () => Date): Displays {
  const later = (milliseconds: number): string => new Date(now().getTime() + milliseconds).toISOString();
  const newCode = (): string =>
    Array.from({ length: DISPLAY_CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  const theirs = async (actor: Actor, uuid: string, { displays }: Stores): Promise<DisplayRecord> =>
    foundFor(actor, await displays.byUuid(uuid), 'display');
  const note = (
    { audit }: Stores,
    actor: Actor,
    action: AuditAction,
    { uuid, organisation }: Pick<DisplayRecord, 'uuid' | 'organisation'>,
  ) => audit.add(auditEntry(now(), actor, action, { subject: uuid, organisation }));

  /** @returns the display, or why there is none: what is noted of a wrong code must stay, so it is not thrown */
  const paired = async (
    actor: Actor,
    { code, name, board }: PairRequest,
    stores: Stores,
  ): Promise<DisplayRecord | Refusal> => {
    requireAdministrator(actor);
    // A display belongs where its board does.
    const { organisation } = foundFor(actor, await stores.boards.byUuid(board), 'board');
    const tries = { username: `display codes of ${actor.uuid}`, network: 'display codes' };
    await stores.attempts.lock(tries);
    await stores.attempts.settle(tries, later(0));
    const [first, ...more] = await stores.attempts.ofName(tries.username, later(-WRONG_CODES_WINDOW));
    if (first && more.length + 1 >= WRONG_CODES) {
      const wait = Math.ceil((Date.parse(first.at) + WRONG_CODES_WINDOW - now().getTime()) / 1000);
      return new Refusal('throttled', 'Too many wrong codes. Please wait some minutes.', Math.max(1, wait));
    }
    await stores.pairings.lock();
    await stores.pairings.settle(later(PAIRING_LIFE));
    const pairing = await stores.pairings.byCode(hashToken(code));
    if (!pairing || pairing.display !== null || pairing.expires_at <= later(0)) {
      await stores.attempts.add({ ...tries, is_beyond: 0, at: later(0) });
      return new Refusal('missing', 'No screen shows this code now. Look at the screen again: it changes its code.');
    }
    const uuid = randomUUID();
    await stores.displays.add({
      uuid,
      organisation,
      name,
      board,
      token: pairing.claim,
      author: actor.uuid,
      paired_at: later(0),
      last_seen: later(0),
    });
    await stores.pairings.become(pairing.code, uuid, later(PAIRING_LIFE));
    await note(stores, actor, 'display_paired', { uuid, organisation });
    return found(await stores.displays.byUuid(uuid), 'display');
  };

  return {
    async ask(before, address, waiting) {
      const claim = newToken();
      const code = newCode();
      const network = hashToken(`network of a screen\n${networkOf(address)}`);
      await changes.for({ who: network, waiting }, async ({ pairings }) => {
        await pairings.lock();
        await pairings.settle(later(PAIRING_LIFE));
        // One that was paired is a display whose cookie this screen may have.
        const former = before === null ? null : await pairings.byClaim(hashToken(before));
        if (former?.display === null) await pairings.remove(former.claim);
        await pairings.giveWay(network, WAITING_MOST.ofNetwork - 1);
        await pairings.giveWay(null, WAITING_MOST.inAll - 1);
        await pairings.add({
          code: hashToken(code),
          claim: hashToken(claim),
          network,
          expires_at: later(PAIRING_LIFE),
          display: null,
        });
      });
      return { code, claim, life: PAIRING_LIFE / 1000 };
    },

    async claim(claim) {
      const pairing = claim === null ? null : await storage.pairings.byClaim(hashToken(claim));
      if (!pairing || pairing.expires_at <= later(0)) return 'expired';
      if (pairing.display === null) return 'waiting';
      return (await storage.displays.byUuid(pairing.display)) ? 'paired' : 'expired';
    },

    async pair(caller, wanted) {
      const display = await changes.by(caller, (stores, actor) => paired(actor, wanted, stores));
      if (display instanceof Refusal) throw display;
      return display;
    },

    async list(actor) {
      requireAdministrator(actor);
      return storage.displays.list(isSiteAdministrator(actor) ? null : actor.organisation);
    },

    async update(caller, uuid, { name, board }) {
      const { changed, events } = await changes.by(caller, async (stores, actor) => {
        requireAdministrator(actor);
        const before = await theirs(actor, uuid, stores);
        if (board !== undefined) {
          const { organisation } = foundFor(actor, await stores.boards.byUuid(board), 'board');
          if (organisation !== before.organisation) {
            throw new Refusal('invalid', 'A display can show boards of its own organization only.');
          }
        }
        await note(stores, actor, 'display_changed', before);
        const change = { name: name ?? before.name, board: board ?? before.board };
        const told = await stores.displays.change(uuid, change, later(0));
        return { changed: { ...before, ...change }, events: told };
      });
      tell(events);
      return changed;
    },

    async end(caller, uuid) {
      const events = await changes.by(caller, async (stores, actor) => {
        requireAdministrator(actor);
        return endDisplay(stores, actor, await theirs(actor, uuid, stores), now());
      });
      tell(events);
    },

    async purge() {
      await storage.pairings.settle(later(PAIRING_LIFE));
      await storage.pairings.purge(later(0));
    },
  };
}

/** Ends a display, within a transaction. @param actor null: whoever runs the server */
export async function endDisplay(
  { displays, audit }: Stores,
  actor: Actor | null,
  { uuid, organisation }: DisplayRecord,
  now: Date,
): Promise<StoredEvent[]> {
  await audit.add(auditEntry(now, actor, 'display_ended', { subject: uuid, organisation }));
  return displays.end(uuid, now.toISOString());
}

/**
 * Finds a display for whoever runs the server.
 * @param wanted its uuid, or its name where no other one has it
 */
export async function displayCalled({ displays }: Stores, wanted: string): Promise<DisplayRecord> {
  const all = await displays.list(null);
  const [first, ...more] = all.filter(({ uuid, name }) => uuid === wanted || name === wanted);
  if (!first) throw new Refusal('missing', `There is no display '${wanted}'.`);
  if (more.length > 0) {
    throw new Refusal(
      'invalid',
      `${more.length + 1} displays are called '${wanted}'. Name one by its uuid: display list.`,
    );
  }
  return first;
}
