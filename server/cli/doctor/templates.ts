import { checkTemplate } from '#server/domain/template-check.ts';
import { contentHash } from '#server/storage/archive-record.ts';
import type { Examiner } from './finding.ts';

/** The templates, and the roles that open them. */
export const examineTemplates: Examiner = async ({ installation: { storage } }, note) => {
  const templates = (await storage.templates.all()).filter((template) => template.removed_at === null);
  for (const { template_version, name } of templates) {
    const content = (await storage.templateVersions.content(template_version)) ?? '';
    if (contentHash(content) !== template_version)
      note('problem', `template ${name}: its HTML is not what was imported. Restore a backup.`);
    const { problems } = checkTemplate(content);
    for (const problem of problems) note('problem', `template ${name}: ${problem}`);
  }
  note(
    templates.length === 0 ? 'warning' : 'ok',
    `${templates.length} templates${templates.length === 0 ? ': template import' : ''}`,
  );
  for (const role of await storage.roles.list()) {
    if (templates.some((template) => template.file_name === role.file_name)) continue;
    note('warning', `the role ${role.name} opens ${role.file_name}, which no template has`);
  }
};
