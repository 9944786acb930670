import { planOf, unsteadyPlan } from '#common/document/plan/make-plan.ts';
import { contentHash } from './archive-record.ts';
import type { TemplateVersion } from './stores/templates.ts';

/** A template's HTML with its plan. Parses it several times: no call may wait for that. */
export function templateVersion(content: string): TemplateVersion {
  return { hash: contentHash(content), content, plan: JSON.stringify(planOf(content)) };
}

/** The version that a save leaves of a document that is not steady: HTML that its next save parses. */
export function unsteadyVersion(content: string): TemplateVersion {
  return { hash: contentHash(content), content, plan: JSON.stringify(unsteadyPlan(content)) };
}
