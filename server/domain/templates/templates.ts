import type { Storage } from '#server/storage/storage.ts';
import type { TemplateHead } from '#server/storage/stores/templates.ts';
import { found, foundFor, type Actor } from '../access.ts';

/** Reads base templates. */
export type Templates = ReturnType<typeof createTemplates>;

/** @param storage where templates are stored */
export function createTemplates({ templates, templateVersions }: Pick<Storage, 'templates' | 'templateVersions'>) {
  const checked = <T extends TemplateHead>(actor: Actor, template: T | null): T =>
    foundFor(actor, template?.removed_at === null ? template : null, 'template');
  return {
    list: (actor: Actor): Promise<TemplateHead[]> => templates.list(actor.organisation),
    /** @throws {Refusal} missing, or another organisation's */
    open: async (actor: Actor, uuid: string): Promise<TemplateHead> => checked(actor, await templates.head(uuid)),
    /** The same with its HTML. */
    async read(actor: Actor, uuid: string): Promise<TemplateHead & { content: string }> {
      const template = checked(actor, await templates.head(uuid));
      return { ...template, content: found(await templateVersions.content(template.template_version), 'template') };
    },
  };
}
