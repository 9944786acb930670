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
  snapshot?.hasTag('known') ? (snapshot.context.told?.newest[0]?.archive ?? null) : null;
const askedOf = (snapshot: SubmissionSnapshot | undefined): SubmissionFacts | null =>
  snapshot?.hasTag('asking') ? snapshot.context : null;
const phaseOf = (snapshot: PutBackSnapshot | undefined) =>
  snapshot?.hasTag('told') ? (['busy', 'back', 'told'] as const).find((tag) => snapshot.hasTag(tag)) : undefined;
const isBack = (snapshot: PutBackSnapshot | undefined) => snapshot?.hasTag('back') ?? false;
const beforeOf = (snapshot: PutBackSnapshot | undefined) => snapshot?.context.before ?? null;
const hasWay = (snapshot: PutBackSnapshot | undefined) =>
  snapshot !== undefined && snapshot.can({ type: 'putBack.requested' });
const messageOf = (snapshot: PutBackSnapshot | undefined) => snapshot?.context.message ?? null;

/** What is asked before a submission. @param owner the editor's actor */
export function useSubmission(owner: Owner) {
  const submission = useSelector(owner, submissionOf);
  const asked = useSelector(submission, askedOf);
  return {
    /** What is odd, while it is asked about; else null. */
    asked,
    /** The wall shows another WIP. */
    isReplacing: asked !== null && isOthers(asked.onWall, asked.wip),
    confirm: () => submission?.send({ type: 'submission.confirmed' }),
    cancel: () => submission?.send({ type: 'submission.cancelled' }),
    /** Goes to a region instead. */
    goTo: (id: string) => submission?.send({ type: 'region.wanted', id }),
  };
}

/** The newest archive of the document's template, which its dashboards show; null where there is none, or that is not known. @param owner the editor's actor */
export const useWall = (owner: Owner) => useSelector(useSelector(owner, wallOf), shownOf);

/** What is said of a submission that was made, and the way back. @param owner the editor's actor */
export function usePutBack(owner: Owner) {
  const putBack = useSelector(owner, putBackOf);
  return {
    /** `told`: it is on the wall; `busy`: what was there before is being put back; `back`: it is there again. */
    phase: useSelector(putBack, phaseOf) ?? null,
    /** What stood there before. */
    before: useSelector(putBack, beforeOf),
    /** It is there again, until the next submission, and not what the editor has. */
    isBack: useSelector(putBack, isBack),
    hasWay: useSelector(putBack, hasWay),
    message: useSelector(putBack, messageOf),
    request: () => putBack?.send({ type: 'putBack.requested' }),
    dismiss: () => putBack?.send({ type: 'submission.read' }),
  };
}
