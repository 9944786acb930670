import { planOf, unsteadyPlan } from '#document/html/make-plan.ts';
import { contentHash } from './archive-record.ts';
import type { TemplateVersion } from './port/port.ts';

/** A template's HTML with what documents that are made of it need. Parses it several times: nobody may wait for that. */
export function templateVersion(content: string): TemplateVersion {
  return { hash: contentHash(content), content, plan: JSON.stringify(planOf(content)) };
}

/** What a save leaves of a document that is not steady: HTML that the next save of it parses. */
export function unsteadyVersion(content: string): TemplateVersion {
  return { hash: contentHash(content), content, plan: JSON.stringify(unsteadyPlan(content)) };
}
