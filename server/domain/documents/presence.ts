import * as v from 'valibot';
import { presenceEvent, type PresenceEvent } from '#api/contract/presence.ts';
import type { PresenceRequest } from '#api/contract/requests.ts';
import type { Storage } from '#server/storage/port/port.ts';
import type { Actor } from '../access.ts';
import type { Wips } from './wips.ts';

/** Who has which document open: passed on, and stored nowhere. */
export type Presence = {
  /**
   * Tells the others who have a WIP open that the actor is there, or has left.
   * @throws {Refusal} when the actor may not write it
   */
  tell(actor: Actor, wip: string, word: PresenceRequest): Promise<void>;
  /** Tells whoever has a WIP open that the actor has deleted it. */
  tellDeleted(actor: Pick<Actor, 'name'>, wip: string): Promise<void>;
};

const announcement = v.pipe(v.string(), v.parseJson(), v.object({ wip: v.string(), event: presenceEvent }));

/**
 * @param storage what reaches the other processes
 * @param wips who may write what
 */
export function createPresence(storage: Pick<Storage, 'announce'>, wips: Pick<Wips, 'requireWritable'>): Presence {
  return {
    async tell(actor, wip, { tab, region = null, left = false }) {
      await wips.requireWritable(actor, wip);
      const who = { user: actor.uuid, tab };
      const event: PresenceEvent = left
        ? { type: 'person_left', ...who }
        : { type: 'person_here', ...who, name: actor.name, region };
      await storage.announce(announced(wip, event));
    },
    async tellDeleted({ name }, wip) {
      await storage.announce(announced(wip, { type: 'document_deleted', name }));
    },
  };
}

const announced = (wip: string, event: PresenceEvent): string =>
  JSON.stringify({ wip, event } satisfies v.InferOutput<typeof announcement>);

/** What a process has announced; null for anything else. */
export function presenceIn(text: string): v.InferOutput<typeof announcement> | null {
  const read = v.safeParse(announcement, text);
  return read.success ? read.output : null;
}
