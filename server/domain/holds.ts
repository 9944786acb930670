import { randomUUID } from 'node:crypto';
import type { HoldRequest } from '#common/calls/requests.ts';
import type { Storage, Stores } from '#server/storage/storage.ts';
import type { Hold } from '#server/storage/stores/holds.ts';
import { found, foundFor, isSiteAdministrator, requireAdministrator, type Actor, type Caller } from './access.ts';
import { noteOf, type By } from './audit/audit.ts';
import type { Changes } from './changes.ts';
import { Refusal } from './refusal.ts';

/** Maximum of holds of one organisation that are not released. */
const HOLDS_MAX = 200;

/** Something that a hold may cover. `at`: the time of a submission, or of the last save of a document. */
type Holdable = { wip: string; template: string; organisation: string; at: string };

/** @param holds those that are not released. @returns the ones that cover something */
export const holdsOf = (holds: readonly Hold[], { wip, template, organisation, at }: Holdable): Hold[] =>
  holds.filter(
    (hold) =>
      hold.organisation === organisation &&
      (hold.wip === wip ||
        hold.template === template ||
        (hold.since !== null && hold.until !== null && hold.since <= at && at < hold.until)),
  );

/** The request of a hold, with null for what it does not name. */
type Wanted = { [Key in keyof HoldRequest]: HoldRequest[Key] | null };

/** A hold in words: who set it when, and why. */
export const holdText = ({ set_on, set_by, setter, reason }: Hold): string =>
  `held since ${set_on.slice(0, 10)} by ${setter ?? (set_by === null ? 'the command line' : 'a user who was removed')}: ${reason}`;

/**
 * Refuses a removal. To be called within its transaction, before any other lock of it.
 * @param what is removed, such as 'This document'
 * @param covers gets the holds that are not released, and returns one that forbids the removal
 * @throws {Refusal} invalid, with the reason and the user of the hold
 */
export async function requireNotHeld(
  { holds }: Pick<Stores, 'holds'>,
  what: string,
  covers: (active: readonly Hold[]) => Hold | null | undefined | Promise<Hold | null | undefined>,
): Promise<void> {
  await holds.lock();
  const hold = await covers(await holds.active());
  if (hold)
    throw new Refusal(
      'invalid',
      `${what} is ${holdText(hold)}. An administrator can release the hold on a record’s page, or with: records hold --release ${hold.uuid}.`,
    );
}

/**
 * Sets a hold, within a transaction.
 * @param organisation whose records are held, for a template of all organisations and for a period
 * @throws {Refusal} for a document or a template that does not exist or is another organisation's
 */
export async function setHold(stores: Stores, by: By, wanted: HoldRequest, organisation: string): Promise<Hold> {
  const { holds, wips, templates } = stores;
  const { actor, at } = by;
  await holds.lock();
  const { wip = null, template = null, from: since = null, to: until = null, reason }: Wanted = wanted;
  const allowed = <T extends { organisation: string | null }>(thing: T | null, what: string): T =>
    actor ? foundFor(actor, thing, what) : found(thing, what);
  const own =
    wip !== null
      ? allowed(await wips.head(wip), 'document').organisation
      : template !== null
        ? allowed(await templates.head(template), 'template').organisation
        : null;
  const hold = { uuid: randomUUID(), organisation: own ?? organisation, wip, template, since, until, reason };
  if ((await holds.active()).filter((one) => one.organisation === hold.organisation).length >= HOLDS_MAX)
    throw new Refusal('invalid', `There are ${HOLDS_MAX} holds already: release those that are not needed any more.`);
  await holds.add({ ...hold, set_by: actor?.uuid ?? null, set_on: at.toISOString() });
  await noteOf(stores, by, 'record_held', { ...hold, uuid: wip ?? template ?? hold.uuid }, `hold ${hold.uuid}`);
  return found(await holds.byUuid(hold.uuid), 'hold');
}

/** Releases a hold, within a transaction; it stays listed. @throws {Refusal} for one that is released or not the actor's */
export async function releaseHold(stores: Stores, by: By, uuid: string, reason: string): Promise<Hold> {
  const { holds } = stores;
  const { actor, at } = by;
  await holds.lock();
  const hold = await holds.byUuid(uuid);
  const { organisation, wip, template, released_on } = actor ? foundFor(actor, hold, 'hold') : found(hold, 'hold');
  if (released_on !== null)
    throw new Refusal('invalid', `This hold was released on ${released_on.slice(0, 10)} already.`);
  await holds.release(uuid, { by: actor?.uuid ?? null, at: at.toISOString(), reason });
  await noteOf(stores, by, 'record_released', { uuid: wip ?? template ?? uuid, organisation }, `hold ${uuid}`);
  return found(await holds.byUuid(uuid), 'hold');
}

/** Holds of administrators, on the records of their organisation. Every method throws a `Refusal` for what is missing or another organisation's. */
export type Holds = ReturnType<typeof createHolds>;

/** @param now the clock */
export function createHolds(storage: Pick<Storage, 'holds' | 'records'>, changes: Changes, now: () => Date) {
  return {
    /**
     * The newest first, the released ones too; a site administrator sees those of all.
     * @param archive null, or the submission that they cover
     */
    async list(actor: Actor, archive: string | null): Promise<Hold[]> {
      requireAdministrator(actor);
      const all = await storage.holds.list(isSiteAdministrator(actor) ? null : actor.organisation);
      if (archive === null) return all;
      const head = foundFor(actor, await storage.records.head(archive), 'archive');
      return holdsOf(all, { ...head, at: head.submitted_on });
    },
    set: (caller: Caller, wanted: HoldRequest): Promise<Hold> =>
      changes.by(caller, async (stores, actor) => {
        requireAdministrator(actor);
        const { archive } = wanted;
        const head = archive === undefined ? actor : foundFor(actor, await stores.records.head(archive), 'archive');
        return setHold(stores, { actor, at: now() }, wanted, head.organisation);
      }),
    release: (caller: Caller, uuid: string, reason: string): Promise<Hold> =>
      changes.by(caller, (stores, actor) => {
        requireAdministrator(actor);
        return releaseHold(stores, { actor, at: now() }, uuid, reason);
      }),
  };
}
