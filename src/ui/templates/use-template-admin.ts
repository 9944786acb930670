import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { AnyActorRef } from 'xstate';
import { type Replaced, questionOf, type TemplateAct } from '#machines/templates/template-acts.ts';
import type { templateAdminMachine } from '#machines/templates/template-admin.machine.ts';
import type { TemplateUploadRef, TemplateUploadSnapshot } from '#machines/templates/template-upload.machine.ts';
import { useDocumentFrame } from '../document/use-document-frame.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export { calledOf, canRename, isPublishable } from '#machines/templates/template-acts.ts';
export type TemplateAdminMachine = typeof templateAdminMachine;

/** The templates as an administrator sees them. */
export function useTemplateAdmin(machine: TemplateAdminMachine) {
  const place = useId();
  const actor = useScreenActor(machine, { place });
  const shown = useSelected(actor, (snapshot) => {
    const { templates, mayOfferToAll, listMessage, act, message, success } = snapshot.context;
    return {
      templates,
      mayOfferToAll,
      listMessage,
      act,
      message,
      success,
      loading: snapshot.hasTag('loading'),
      isAsking: snapshot.hasTag('asking'),
      working: snapshot.hasTag('working'),
    };
  });
  const { act, templates } = shown;
  const template = act && 'template' in act ? (templates.find(({ uuid }) => uuid === act.template) ?? null) : null;
  return {
    ...shown,
    upload: useTemplateUpload(actor, place),
    question: act && questionOf(act, template),
    retry: () => actor.send({ type: 'retry.requested' }),
    request: (wanted: TemplateAct) => actor.send({ type: 'act.requested', act: wanted }),
    confirm: () => actor.send({ type: 'act.confirmed' }),
    cancel: () => actor.send({ type: 'dialog.cancelled' }),
  };
}

export type TemplateAdmin = ReturnType<typeof useTemplateAdmin>;

type Maybe = TemplateUploadSnapshot | undefined;
type Owner = Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>;
const uploadOf = (snapshot: { children: Record<string, AnyActorRef | undefined> }) =>
  snapshot.children['upload'] as TemplateUploadRef | undefined;
const NO_OWNER: Owner = {
  getSnapshot: () => ({ children: {} }),
  subscribe: () => ({ unsubscribe: () => undefined }),
};
const contextOf = (snapshot: Maybe) => snapshot?.context ?? null;
const isOpen = (snapshot: Maybe): boolean => snapshot?.hasTag('open') ?? false;
const isChecking = (snapshot: Maybe): boolean => snapshot?.hasTag('checking') ?? false;
const isChecked = (snapshot: Maybe): boolean => snapshot?.hasTag('checked') ?? false;
const isPreviewing = (snapshot: Maybe): boolean => snapshot?.hasTag('previewing') ?? false;
const isMarking = (snapshot: Maybe): boolean => snapshot?.hasTag('marking') ?? false;
const isPublishing = (snapshot: Maybe): boolean => snapshot?.hasTag('publishing') ?? false;

/** The upload, which the screen's machine has invoked. */
function useTemplateUpload(owner: Owner, place: string) {
  const upload = useSelector(owner, uploadOf);
  const context = useSelector(upload, contextOf);
  return {
    replaces: context?.replaces ?? null,
    named: context?.named ?? '',
    renames: context?.renames ?? false,
    documents: context?.documents ?? [],
    previewed: context?.documents[context.previewed] ?? null,
    message: context?.message ?? null,
    isOpen: useSelector(upload, isOpen),
    checking: useSelector(upload, isChecking),
    checked: useSelector(upload, isChecked),
    previewing: useSelector(upload, isPreviewing),
    marking: useSelector(upload, isMarking),
    publishing: useSelector(upload, isPublishing),
    /** For the workshop, which is loaded on request. */
    actor: upload,
    place,
    document: useDocumentFrame(upload ?? NO_OWNER, place),
    open: (replaces: Replaced | null) => upload?.send({ type: 'upload.opened', replaces }),
    close: () => upload?.send({ type: 'upload.closed' }),
    choose: (files: readonly { name: string; file: File }[], named: string) =>
      upload?.send({ type: 'files.chosen', files, named }),
    giveOtherIds: () => upload?.send({ type: 'renaming.requested' }),
    preview: (at: number) => upload?.send({ type: 'preview.requested', at }),
    mark: (at: number) => upload?.send({ type: 'workshop.requested', at }),
    closePreview: () => upload?.send({ type: 'content.closed' }),
    publish: (wanted: { at: number; name: string }[], forAll: boolean, allowsOutside: boolean) =>
      upload?.send({ type: 'publication.requested', wanted, forAll, allowsOutside }),
  };
}

export type TemplateUpload = ReturnType<typeof useTemplateUpload>;
