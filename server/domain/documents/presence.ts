import * as v from 'valibot';
import { presenceEvent, type PresenceEvent } from '#common/calls/presence.ts';
import type { PresenceRequest } from '#common/calls/requests.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { WipHead } from '#server/storage/stores/wips.ts';
import type { Actor } from '../access.ts';
import type { Wips } from './wips.ts';

/** Passes on which users have which document open; stores nothing. */
export type Presence = ReturnType<typeof createPresence>;

const announcement = v.pipe(v.string(), v.parseJson(), v.object({ wip: v.string(), event: presenceEvent }));

/**
 * @param storage announces to the other processes
 * @param wips checks the permission to write
 */
export function createPresence(storage: Pick<Storage, 'announce'>, wips: Pick<Wips, 'requireWritable'>) {
  return {
    /**
     * Announces that the actor has a WIP open, or has left it, to the others who have it open.
     * @returns the WIP's revision
     * @throws {Refusal} when the actor may not write it
     */
    async publish(actor: Actor, wip: string, { tab, region = null, left = false }: PresenceRequest): Promise<number> {
      const { revision } = await wips.requireWritable(actor, wip);
      const who = { user: actor.uuid, tab };
      const event: PresenceEvent = left
        ? { type: 'person_left', ...who }
        : { type: 'person_here', ...who, name: actor.name, region };
      await storage.announce(announced(wip, event));
      return revision;
    },
    /** Announces a save of a WIP to all who have it open. */
    async publishSave(
      { name }: Pick<Actor, 'name'>,
      { uuid, revision }: Pick<WipHead, 'uuid' | 'revision'>,
    ): Promise<void> {
      await storage.announce(announced(uuid, { type: 'document_saved', name, revision }));
    },
    /** Announces that the actor has deleted a WIP, to all who have it open. */
    async publishDeletion({ name }: Pick<Actor, 'name'>, wip: string): Promise<void> {
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
