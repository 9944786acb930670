import { useSelector } from '@xstate/react';
import type { NewestArchivesRef, NewestArchivesSnapshot } from '#machines/documents/newest-archives.machine.ts';
import { isOthers, type SubmissionFacts } from '#machines/editor/submission-facts.ts';
import type { PutBackRef } from '#machines/editor/put-back.machine.ts';
import type { SubmissionRef, SubmissionSnapshot } from '#machines/editor/submission.machine.ts';
import { type Owner, useChild, useSelected } from '../shared/use-selected.ts';

const PHASES = ['busy', 'back', 'shown'] as const;
const shownOf = (snapshot: NewestArchivesSnapshot | undefined) =>
  snapshot?.hasTag('known') ? (snapshot.context.answer?.newest[0]?.archive ?? null) : null;
const questionOf = (snapshot: SubmissionSnapshot | undefined): SubmissionFacts | null =>
  snapshot?.hasTag('asking') ? snapshot.context : null;

/** The question before a submission. @param owner the editor's actor */
export function useSubmission(owner: Owner) {
  const submission = useChild(owner, 'submission') as SubmissionRef | undefined;
  const asked = useSelector(submission, questionOf);
  return {
    /** The odd facts while the question is open; else null. */
    asked,
    /** The wall shows another WIP. */
    isReplacing: asked !== null && isOthers(asked.onWall, asked.wip),
    confirm: () => submission?.send({ type: 'submission.confirmed' }),
    cancel: () => submission?.send({ type: 'submission.cancelled' }),
    /** Goes to a region instead. */
    goTo: (id: string) => submission?.send({ type: 'region.wanted', id }),
  };
}

/**
 * The newest archive of the document's template, which its dashboards show; null if there is none or it is unknown.
 * @param owner the editor's actor
 */
export const useWall = (owner: Owner) =>
  useSelector(useChild(owner, 'newestArchives') as NewestArchivesRef | undefined, shownOf);

/** The message about a submission, with undo. @param owner the editor's actor */
export function usePutBack(owner: Owner) {
  const putBack = useChild(owner, 'putBack') as PutBackRef | undefined;
  const shown = useSelected(putBack, (snapshot) => ({
    /** The state of the submission: on the wall, being undone (`busy`), or undone (`back`); null without one. */
    phase: (snapshot?.hasTag('shown') && PHASES.find((tag) => snapshot.hasTag(tag))) || null,
    /** The archive that was on the wall before. */
    before: snapshot?.context.before ?? null,
    /** The wall shows that archive again until the next submission, and not the editor's content. */
    isBack: snapshot?.hasTag('back') ?? false,
    hasWay: snapshot !== undefined && snapshot.can({ type: 'putBack.requested' }),
    message: snapshot?.context.message ?? null,
  }));
  return {
    ...shown,
    request: () => putBack?.send({ type: 'putBack.requested' }),
    dismiss: () => putBack?.send({ type: 'submission.read' }),
  };
}
