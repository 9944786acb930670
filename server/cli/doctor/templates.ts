import { checkTemplate } from '#server/domain/templates/template-check.ts';
import { contentHash } from '#server/storage/archive-record.ts';
import type { Examiner } from './finding.ts';

/** Examines the templates. */
export const examineTemplates: Examiner = async ({ installation: { storage } }, note) => {
  const templates = (await storage.templates.all()).filter((template) => template.removed_at === null);
  for (const { template_version, name } of templates) {
    const content = (await storage.templateVersions.content(template_version)) ?? '';
    if (contentHash(content) !== template_version)
      note('problem', `template ${name}: its HTML is not what was imported. Restore a backup.`);
    const { problems, repeated } = checkTemplate(content);
    for (const problem of problems) note('problem', `template ${name}: ${problem}`);
    for (const sentence of repeated) note('warning', `template ${name}: ${sentence}`);
  }
  note(
    templates.length === 0 ? 'warning' : 'ok',
    `${templates.length} templates${templates.length === 0 ? ': template import' : ''}`,
  );
};
