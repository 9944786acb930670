import { randomInt, randomUUID } from 'node:crypto';
import { DISPLAY_CODE_LENGTH } from '#common/config/boards.ts';
import type { DisplayUpdateRequest, PairRequest } from '#common/calls/requests.ts';
import type { Stores } from '#server/storage/storage.ts';
import type { DisplayRecord } from '#server/storage/stores/displays.ts';
import type { Publish, StoredEvent } from '#server/storage/stores/events.ts';
import { found, foundFor, isSiteAdministrator, requireAdministrator, type Actor, type Caller } from '../access.ts';
import { noteOf } from '../audit/audit.ts';
import type { Changes } from '../changes.ts';
import { Refusal } from '../refusal.ts';
import { networkOf } from '../credentials/throttle.ts';
import { hashToken, newToken } from '../session/tokens.ts';

/** Letters that are not mistaken for one another, and that make no words. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
/** Milliseconds for which a code can be entered, and for which its screen can then learn of it. */
const PAIRING_LIFE = 10 * 60_000;
/** Maximum of screens that wait at once, in one network and in all; beyond that the oldest code ends. */
const WAITING_MOST = { ofNetwork: 60, inAll: 1_000 } as const;
/** Wrong codes of one user in the window, after which they wait; the window in milliseconds. */
const WRONG_CODES = 10;
const WRONG_CODES_WINDOW = 15 * 60_000;

/** State of a pairing. */
export type PairingState = 'waiting' | 'paired' | 'expired';

/**
 * Pairing of screens, and what administrators do with displays. Every method throws a `Refusal` for a display that is
 * missing or of another organisation.
 */
export type Displays = ReturnType<typeof createDisplays>;

/**
 * @param storage where displays are stored
 * @param changes the queue in which calls change them
 * @param publish sends the events of a change after it is on the disk
 * @param now the clock
 */
export function createDisplays(storage: Stores, changes: Changes, publish: Publish, now: () => Date) {
  const later = (milliseconds: number): string => new Date(now().getTime() + milliseconds).toISOString();
  const newCode = (): string =>
    Array.from({ length: DISPLAY_CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  const theirs = async (actor: Actor, uuid: string, { displays }: Stores): Promise<DisplayRecord> =>
    foundFor(actor, await displays.byUuid(uuid), 'display');

  /** @returns the display, or why there is none; not thrown, so that the note of a wrong code is committed */
  const paired = async (
    actor: Actor,
    { code, name, board }: PairRequest,
    stores: Stores,
  ): Promise<DisplayRecord | Refusal> => {
    requireAdministrator(actor);
    // A display belongs to the organisation of its board.
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
    await noteOf(stores, { actor, at: now() }, 'display_paired', { uuid, organisation });
    return found(await stores.displays.byUuid(uuid), 'display');
  };

  return {
    /**
     * Gives a screen a code.
     * @param before the claim that the screen had; it ends
     * @param address network address of the screen
     * @param waiting aborted once the screen no longer waits for the code
     * @returns the code that the user enters elsewhere, the claim of the screen, and for how many seconds both are valid
     */
    async ask(
      before: string | null,
      address: string,
      waiting: AbortSignal,
    ): Promise<{ code: string; claim: string; life: number }> {
      const claim = newToken();
      const code = newCode();
      const network = hashToken(`network of a screen\n${networkOf(address)}`);
      await changes.for({ who: network, waiting }, async ({ pairings }) => {
        await pairings.lock();
        await pairings.settle(later(PAIRING_LIFE));
        // A paired claim is a display's token, and this screen may have its cookie.
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

    /** State of the pairing. Its claim is the display's token from then on, however often the screen asks. */
    async claim(claim: string | null): Promise<PairingState> {
      const pairing = claim === null ? null : await storage.pairings.byClaim(hashToken(claim));
      if (!pairing || pairing.expires_at <= later(0)) return 'expired';
      if (pairing.display === null) return 'waiting';
      return (await storage.displays.byUuid(pairing.display)) ? 'paired' : 'expired';
    },

    async pair(caller: Caller, wanted: PairRequest): Promise<DisplayRecord> {
      const display = await changes.by(caller, (stores, actor) => paired(actor, wanted, stores));
      if (display instanceof Refusal) throw display;
      return display;
    },

    /** Displays of the actor's organisation, by name; a site administrator sees all. */
    async list(actor: Actor): Promise<DisplayRecord[]> {
      requireAdministrator(actor);
      return storage.displays.list(isSiteAdministrator(actor) ? null : actor.organisation);
    },

    async update(caller: Caller, uuid: string, { name, board }: DisplayUpdateRequest): Promise<DisplayRecord> {
      const { changed, events } = await changes.by(caller, async (stores, actor) => {
        requireAdministrator(actor);
        const before = await theirs(actor, uuid, stores);
        if (board !== undefined) {
          const { organisation } = foundFor(actor, await stores.boards.byUuid(board), 'board');
          if (organisation !== before.organisation) {
            throw new Refusal('invalid', 'A display can show boards of its own organization only.');
          }
        }
        await noteOf(stores, { actor, at: now() }, 'display_changed', before);
        const change = { name: name ?? before.name, board: board ?? before.board };
        const storedEvents = await stores.displays.change(uuid, change, later(0));
        return { changed: { ...before, ...change }, events: storedEvents };
      });
      publish(events);
      return changed;
    },

    async end(caller: Caller, uuid: string): Promise<void> {
      const events = await changes.by(caller, async (stores, actor) => {
        requireAdministrator(actor);
        return endDisplay(stores, actor, await theirs(actor, uuid, stores), now());
      });
      publish(events);
    },

    /** Removes the pairings that were never completed. */
    async purge(): Promise<void> {
      await storage.pairings.settle(later(PAIRING_LIFE));
      await storage.pairings.purge(later(0));
    },
  };
}

/** Ends a display, within a transaction. @param actor null for the command line */
export async function endDisplay(
  stores: Stores,
  actor: Actor | null,
  display: DisplayRecord,
  now: Date,
): Promise<StoredEvent[]> {
  await noteOf(stores, { actor, at: now }, 'display_ended', display);
  return stores.displays.end(display.uuid, now.toISOString());
}

/**
 * Finds a display for the command line.
 * @param wanted its uuid, or its name if no other display has it
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
