import type { ArchiveHead, Storage, WithContent } from '#server/storage/port.ts';
import { found, requireOrganisation, type Actor } from './access.ts';

/** What people may read of submissions. Every method throws a `Refusal` for what is missing or not theirs. */
export type Archives = {
  /** Of one WIP, newest first; also of a deleted one (decision 29). */
  list(actor: Actor, wip: string): Promise<ArchiveHead[]>;
  /** The newest of a template in the actor's own organisation, or null. */
  recent(actor: Actor, template: string): Promise<ArchiveHead | null>;
  open(actor: Actor, uuid: string): Promise<ArchiveHead>;
  /** The same with its HTML. */
  read(actor: Actor, uuid: string): Promise<WithContent<ArchiveHead>>;
  /**
   * The topic on which submissions of a WIP or a template are announced to the actor.
   * @param id the uuid of either
   */
  topic(actor: Actor, id: string): Promise<string>;
};

/** The topic of a WIP's submissions. */
export function wipTopic(wip: string): string {
  return `wip ${wip}`;
}

/** The topic of a template's submissions in one organisation: another's must not learn of them, though they share the template. */
export function templateTopic(template: string, organisation: string): string {
  return `template ${template} ${organisation}`;
}

/** @param storage where archives are kept */
export function createArchives(storage: Pick<Storage, 'archives' | 'templates' | 'wips'>): Archives {
  const { archives, templates, wips } = storage;
  const checked = <T extends ArchiveHead>(actor: Actor, archive: T | null): T => {
    const there = found(archive, 'archive');
    requireOrganisation(actor, there.organisation, 'archive');
    return there;
  };
  return {
    async list(actor, wip) {
      const there = found(await wips.head(wip), 'document');
      requireOrganisation(actor, there.organisation, 'document');
      return archives.list(wip);
    },
    async recent(actor, template) {
      const there = found(await templates.head(template), 'template');
      requireOrganisation(actor, there.organisation, 'template');
      return archives.recent(template, actor.organisation);
    },
    open: async (actor, uuid) => checked(actor, await archives.head(uuid)),
    read: async (actor, uuid) => checked(actor, await archives.full(uuid)),
    async topic(actor, id) {
      const template = await templates.head(id);
      if (template) {
        requireOrganisation(actor, template.organisation, 'template');
        return templateTopic(id, actor.organisation);
      }
      const wip = found(await wips.head(id), 'document');
      requireOrganisation(actor, wip.organisation, 'document');
      return wipTopic(id);
    },
  };
}
