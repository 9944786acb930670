import type { Stores } from '#server/storage/storage.ts';
import type { CommandPane } from '#server/storage/stores/people.ts';
import type { TemplateHead, TemplateVersion } from '#server/storage/stores/templates.ts';
import type { Actor } from '../access.ts';
import { noteOf, type By } from '../audit/audit.ts';

/**
 * The changes of templates, by the same rules for the command line and for administrators in the browser, each within a
 * transaction. Callers check the permission first.
 */

/** A template to offer. */
export type Offered = {
  uuid: string;
  name: string;
  description: string;
  file_name: string;
  version: TemplateVersion;
};

/** Those that an owner already has, by uuid or file name. @param owner null for all organisations */
export const thereAlready = (
  all: readonly TemplateHead[],
  owner: string | null,
  offered: readonly Pick<Offered, 'uuid' | 'file_name'>[],
): string[] =>
  offered
    .filter(({ uuid, file_name }) =>
      all.some((one) => one.uuid === uuid || (one.file_name === file_name && one.organisation === owner)),
    )
    .map(({ file_name }) => file_name);

/** Offers templates, after the existing ones. @param owner null for all organisations */
export async function addTemplates(
  stores: Stores,
  by: By,
  owner: string | null,
  offered: readonly Offered[],
): Promise<void> {
  const { length } = await stores.templates.all();
  for (const [at, { version, ...template }] of offered.entries()) {
    await stores.templateVersions.add(version);
    const row = {
      ...template,
      organisation: owner,
      template_version: version.hash,
      changed_by: by.actor?.uuid ?? null,
    };
    await stores.templates.add({ ...row, position: length + at, created_at: by.at.toISOString() });
    await noteOf(stores, by, 'template_imported', row, template.file_name);
  }
}

/** Removes from the records what a template now marks as private, of submissions from before, too. */
async function forgetPrivate(stores: Stores, uuid: string, withheld: ReadonlySet<string>): Promise<void> {
  if (withheld.size === 0) return;
  // Locked against submissions, which were read with the template as it was.
  await stores.archives.last('', '');
  await stores.records.forget(uuid, [...withheld]);
}

/**
 * Gives a template other HTML; documents that were made from it keep theirs.
 * @param change `file`: noted in the audit log; `withheld`: the regions that the HTML marks as private
 */
export async function replaceTemplate(
  stores: Stores,
  by: By,
  template: TemplateHead,
  {
    version,
    file,
    withheld,
    ...change
  }: Pick<TemplateHead, 'name' | 'description'> & {
    version: TemplateVersion;
    file: string;
    withheld: ReadonlySet<string>;
  },
): Promise<void> {
  await stores.templateVersions.add(version);
  await stores.templates.change(template.uuid, { ...change, template_version: version.hash }, whoAndWhen(by));
  await forgetPrivate(stores, template.uuid, withheld);
  await noteOf(stores, by, 'template_replaced', template, file);
}

/** Restores the HTML before the newest one, and keeps the newest as the one before. @param withheld the regions that it marks as private */
export async function putBackTemplate(
  stores: Stores,
  by: By,
  template: TemplateHead & { version_before: string },
  withheld: ReadonlySet<string>,
): Promise<void> {
  const { name, description, version_before: template_version } = template;
  await stores.templates.change(template.uuid, { name, description, template_version }, whoAndWhen(by));
  await forgetPrivate(stores, template.uuid, withheld);
  await noteOf(stores, by, 'template_put_back', template);
}

const whoAndWhen = ({ actor, at }: By) => ({ by: actor?.uuid ?? null, at: at.toISOString() });

/** Withdraws a template, or offers it again; its documents and archives stay. */
export async function markTemplate(
  stores: Stores,
  by: By,
  template: TemplateHead,
  action: 'template_removed' | 'template_restored',
): Promise<void> {
  await stores.templates.setRemoved(template.uuid, action === 'template_removed' ? by.at.toISOString() : null);
  if (action === 'template_removed') await stores.organisations.dropCommand(template.uuid);
  await noteOf(stores, by, action, template);
}

/** Shows a template in one pane of Command Docs: of its organisation, or of the actor's if it is for all. */
export async function showInCommand(
  stores: Stores,
  by: By & { actor: Actor },
  { uuid, organisation: owner }: TemplateHead,
  pane: CommandPane,
): Promise<void> {
  const organisation = owner ?? by.actor.organisation;
  await stores.organisations.setCommand(organisation, pane, uuid);
  await noteOf(stores, by, 'command_chosen', { uuid, organisation }, pane);
}

/** Moves a template before another one, or after all; the order of the others stays. */
export async function moveTemplate(
  stores: Stores,
  by: By,
  template: TemplateHead,
  before: string | null,
): Promise<void> {
  const others = (await stores.templates.all()).map(({ uuid }) => uuid).filter((uuid) => uuid !== template.uuid);
  const at = before === null ? -1 : others.indexOf(before);
  await stores.templates.setOrder(others.toSpliced(at < 0 ? others.length : at, 0, template.uuid));
  await noteOf(stores, by, 'template_moved', template);
}
