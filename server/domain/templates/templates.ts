import type { Storage, TemplateHead } from '#server/storage/port/port.ts';
import { found, foundFor, type Actor } from '../access.ts';

/** Reads base templates. */
export type Templates = {
  list(actor: Actor): Promise<TemplateHead[]>;
  /** @throws {Refusal} missing, or another organisation's */
  open(actor: Actor, uuid: string): Promise<TemplateHead>;
  /** The same with its HTML. */
  read(actor: Actor, uuid: string): Promise<TemplateHead & { content: string }>;
};

/** @param storage where templates are stored */
export function createTemplates({
  templates,
  templateVersions,
}: Pick<Storage, 'templates' | 'templateVersions'>): Templates {
  const checked = <T extends TemplateHead>(actor: Actor, template: T | null): T =>
    foundFor(actor, template?.removed_at === null ? template : null, 'template');
  return {
    list: (actor) => templates.list(actor.organisation),
    open: async (actor, uuid) => checked(actor, await templates.head(uuid)),
    async read(actor, uuid) {
      const template = checked(actor, await templates.head(uuid));
      return { ...template, content: found(await templateVersions.content(template.template_version), 'template') };
    },
  };
}
