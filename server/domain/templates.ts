import type { Storage, TemplateHead, WithContent } from '#server/storage/port.ts';
import { foundFor, type Actor } from './access.ts';

/** What people may do with base templates. */
export type Templates = {
  list(actor: Actor): Promise<TemplateHead[]>;
  /** @throws {Refusal} missing, or another organisation's */
  open(actor: Actor, uuid: string): Promise<TemplateHead>;
  /** The same with its HTML. */
  read(actor: Actor, uuid: string): Promise<WithContent<TemplateHead>>;
};

/** @param storage where templates are kept */
export function createTemplates({ templates }: Pick<Storage, 'templates'>): Templates {
  const checked = <T extends TemplateHead>(actor: Actor, template: T | null): T =>
    foundFor(actor, template?.removed_at === null ? template : null, 'template');
  return {
    list: (actor) => templates.list(actor.organisation),
    open: async (actor, uuid) => checked(actor, await templates.head(uuid)),
    read: async (actor, uuid) => checked(actor, await templates.full(uuid)),
  };
}
