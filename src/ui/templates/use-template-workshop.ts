import { useEffect, useMemo } from 'react';
import { idsOf } from '#common/document/html/blanks.ts';
import type { TemplateUploadRef } from '#machines/templates/template-upload.machine.ts';
import type { TemplateWorkshopRef } from '#machines/templates/template-workshop.machine.ts';
import { useApp } from '../shared/app-context.ts';
import { startLeaveGuard } from '../shared/leave-guard.ts';
import { useNavigation } from '../shared/navigation-context.ts';
import { tagsOf, useChild, useSelected } from '../shared/use-selected.ts';
import { useDocumentFrame } from '../document/use-document-frame.ts';

const NOTHING = { blanks: [], ids: [], hasMore: false } as const;
const PHASES = ['failed', 'marking', 'previewing'] as const;

/** The workshop, which the upload's machine has invoked. @param place the key of the document's place */
export function useTemplateWorkshop(upload: TemplateUploadRef, place: string) {
  const workshop = useChild(upload, 'workshop') as TemplateWorkshopRef | undefined;
  const { context, ...shown } = useSelected(workshop, (snapshot) => ({
    context: snapshot?.context,
    phase: PHASES.find((tag) => snapshot?.hasTag(tag)) ?? 'finding',
    ...tagsOf(snapshot, 'checking', 'askingToLeave'),
  }));
  const { found = NOTHING, taken, current = null, message = null, fileName = '' } = context ?? {};
  const ids = useMemo(() => idsOf(found.blanks, taken ?? [], found.ids), [found, taken]);
  const names = useMemo(() => new Map((taken ?? []).map(({ at, label }) => [at, label])), [taken]);
  const computed = new Set((taken ?? []).flatMap(({ at, isComputed }) => (isComputed ? [at] : [])));
  const canUndo = (context?.past.length ?? 0) > 0;
  useMarksGuard(workshop, canUndo);
  return {
    ...shown,
    fileName,
    blanks: found.blanks,
    hasMore: found.hasMore,
    ids,
    /** The names of the places that are taken, by their numbers. */
    names,
    /** Numbers of the taken places whose value the document's script computes. */
    computed,
    current,
    message,
    canUndo,
    canRedo: (context?.future.length ?? 0) > 0,
    document: useDocumentFrame(workshop, place),
    retry: () => workshop?.send({ type: 'retry.requested' }),
    toggle: (at: number) => workshop?.send({ type: 'blank.toggled', at }),
    look: (at: number) => workshop?.send({ type: 'blank.looked', at }),
    rename: (at: number, label: string) => workshop?.send({ type: 'blank.renamed', at, label }),
    turnComputed: (at: number) => workshop?.send({ type: 'blank.computed', at }),
    takeOffered: () => workshop?.send({ type: 'offered.taken' }),
    clear: () => workshop?.send({ type: 'all.cleared' }),
    undo: () => workshop?.send({ type: 'undo.requested' }),
    redo: () => workshop?.send({ type: 'redo.requested' }),
    preview: () => workshop?.send({ type: 'preview.requested' }),
    closePreview: () => workshop?.send({ type: 'content.closed' }),
    download: () => workshop?.send({ type: 'download.requested' }),
    finish: () => workshop?.send({ type: 'marking.finished' }),
    leave: () => workshop?.send({ type: 'workshop.left' }),
    confirmLeave: () => workshop?.send({ type: 'leave.confirmed' }),
    cancelLeave: () => workshop?.send({ type: 'leave.cancelled' }),
  };
}

export type TemplateWorkshop = ReturnType<typeof useTemplateWorkshop>;

/** Holds each attempt to leave the page while marks would be lost. */
function useMarksGuard(workshop: TemplateWorkshopRef | undefined, isHeld: boolean): void {
  const navigation = useNavigation();
  const app = useApp();
  useEffect(() => {
    if (!isHeld || !workshop) return undefined;
    const answers = workshop.on('*', ({ type }) =>
      type === 'leave.allowed' ? navigation.allow() : navigation.refuse(),
    );
    const release = navigation.guardLeaving(
      () => workshop.send({ type: 'leave.requested' }),
      () => startLeaveGuard(app),
    );
    return () => {
      release();
      answers.unsubscribe();
    };
  }, [app, isHeld, navigation, workshop]);
}
