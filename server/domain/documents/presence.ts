import * as v from 'valibot';
import { presenceEvent, type PresenceEvent } from '#api/contract/presence.ts';
import type { PresenceRequest } from '#api/contract/requests.ts';
import type { Storage, WipHead } from '#server/storage/port/port.ts';
import type { Actor } from '../access.ts';
import type { Wips } from './wips.ts';

/** Passes on which users have which document open; stores nothing. */
export type Presence = {
  /**
   * Announces that the actor has a WIP open, or has left it, to the others who have it open.
   * @returns the WIP's revision
   * @throws {Refusal} when the actor may not write it
   */
  publish(actor: Actor, wip: string, word: PresenceRequest): Promise<number>;
  /** Announces a save of a WIP to all who have it open. */
  publishSave(actor: Pick<Actor, 'name'>, wip: Pick<WipHead, 'uuid' | 'revision'>): Promise<void>;
  /** Announces that the actor has deleted a WIP, to all who have it open. */
  publishDeletion(actor: Pick<Actor, 'name'>, wip: string): Promise<void>;
};

const announcement = v.pipe(v.string(), v.parseJson(), v.object({ wip: v.string(), event: presenceEvent }));

/**
 * @param storage announces to the other processes
 * @param wips checks the permission to write
 */
export function createPresence(storage: Pick<Storage, 'announce'>, wips: Pick<Wips, 'requireWritable'>): Presence {
  return {
    async publish(actor, wip, { tab, region = null, left = false }) {
      const { revision } = await wips.requireWritable(actor, wip);
      const who = { user: actor.uuid, tab };
      const event: PresenceEvent = left
        ? { type: 'person_left', ...who }
        : { type: 'person_here', ...who, name: actor.name, region };
      await storage.announce(announced(wip, event));
      return revision;
    },
    async publishSave({ name }, { uuid, revision }) {
      await storage.announce(announced(uuid, { type: 'document_saved', name, revision }));
    },
    async publishDeletion({ name }, wip) {
      await storage.announce(announced(wip, { type: 'document_deleted', name }));
    },
  };
}

const announced = (wip: string, event: PresenceEvent): string =>
  JSON.stringify({ wip, event } satisfies v.InferOutput<typeof announcement>);

/** Reads an announcement of a process; null for anything else. */
export function presenceIn(text: string): v.InferOutput<typeof announcement> | null {
  const read = v.safeParse(announcement, text);
  return read.success ? read.output : null;
}
