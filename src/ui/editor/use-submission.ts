import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { NewestArchivesRef, NewestArchivesSnapshot } from '#machines/documents/newest-archives.machine.ts';
import { isOthers, type SubmissionFacts } from '#machines/editor/submission-facts.ts';
import type { PutBackRef, PutBackSnapshot } from '#machines/editor/put-back.machine.ts';
import type { SubmissionRef, SubmissionSnapshot } from '#machines/editor/submission.machine.ts';

type Owner = Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>;
type Children = { children: Record<string, AnyActorRef | undefined> };

const submissionOf = (snapshot: Children) => snapshot.children['submission'] as SubmissionRef | undefined;
const putBackOf = (snapshot: Children) => snapshot.children['putBack'] as PutBackRef | undefined;
const wallOf = (snapshot: Children) => snapshot.children['newestArchives'] as NewestArchivesRef | undefined;
const shownOf = (snapshot: NewestArchivesSnapshot | undefined) =>
  snapshot?.hasTag('known') ? (snapshot.context.answer?.newest[0]?.archive ?? null) : null;
const questionOf = (snapshot: SubmissionSnapshot | undefined): SubmissionFacts | null =>
  snapshot?.hasTag('asking') ? snapshot.context : null;
const phaseOf = (snapshot: PutBackSnapshot | undefined) =>
  snapshot?.hasTag('shown') ? (['busy', 'back', 'shown'] as const).find((tag) => snapshot.hasTag(tag)) : undefined;
const isBack = (snapshot: PutBackSnapshot | undefined) => snapshot?.hasTag('back') ?? false;
const beforeOf = (snapshot: PutBackSnapshot | undefined) => snapshot?.context.before ?? null;
const hasWay = (snapshot: PutBackSnapshot | undefined) =>
  snapshot !== undefined && snapshot.can({ type: 'putBack.requested' });
const messageOf = (snapshot: PutBackSnapshot | undefined) => snapshot?.context.message ?? null;

/** The question before a submission. @param owner the editor's actor */
export function useSubmission(owner: Owner) {
  const submission = useSelector(owner, submissionOf);
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
export const useWall = (owner: Owner) => useSelector(useSelector(owner, wallOf), shownOf);

/** The message about a submission, with undo. @param owner the editor's actor */
export function usePutBack(owner: Owner) {
  const putBack = useSelector(owner, putBackOf);
  return {
    /** The state of the submission: on the wall, being undone (`busy`), or undone (`back`); null without one. */
    phase: useSelector(putBack, phaseOf) ?? null,
    /** The archive that was on the wall before. */
    before: useSelector(putBack, beforeOf),
    /** The wall shows that archive again until the next submission, and not the editor's content. */
    isBack: useSelector(putBack, isBack),
    hasWay: useSelector(putBack, hasWay),
    message: useSelector(putBack, messageOf),
    request: () => putBack?.send({ type: 'putBack.requested' }),
    dismiss: () => putBack?.send({ type: 'submission.read' }),
  };
}
