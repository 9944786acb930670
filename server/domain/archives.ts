import { unpackHtml } from '#server/storage/archive-record.ts';
import type { ArchiveHead, LineBreaks, Storage } from '#server/storage/port.ts';
import { foundFor, type Actor } from './access.ts';

/** What people may read of submissions. Every method throws a `Refusal` for what is missing or not theirs. */
export type Archives = {
  /** The archives of a WIP, newest first; also of a deleted one. */
  list(actor: Actor, wip: string): Promise<ArchiveHead[]>;
  /** The newest archive of a template in the actor's own organisation, or null. */
  recent(actor: Actor, template: string): Promise<ArchiveHead | null>;
  open(actor: Actor, uuid: string): Promise<ArchiveHead>;
  /** The same with its HTML. */
  read(actor: Actor, uuid: string): Promise<ArchiveHead & { content: string; line_breaks: LineBreaks }>;
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
  return {
    async list(actor, wip) {
      foundFor(actor, await wips.head(wip), 'document');
      return archives.list(wip);
    },
    async recent(actor, template) {
      foundFor(actor, await templates.head(template), 'template');
      return archives.recent(template, actor.organisation);
    },
    open: async (actor, uuid) => foundFor(actor, await archives.head(uuid), 'archive'),
    async read(actor, uuid) {
      const { packed, ...archive } = foundFor(actor, await archives.packed(uuid), 'archive');
      return { ...archive, content: await unpackHtml(packed) };
    },
    async topic(actor, id) {
      const template = await templates.head(id);
      if (template) {
        foundFor(actor, template, 'template');
        return templateTopic(id, actor.organisation);
      }
      foundFor(actor, await wips.head(id), 'document');
      return wipTopic(id);
    },
  };
}
