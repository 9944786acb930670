import { useId } from 'react';
import { type Replaced, questionOf, type TemplateAct, templateOf } from '#machines/templates/template-acts.ts';
import type { ManagedList } from '#machines/shared/managed-list.ts';
import type { ManagedTemplates } from '#common/calls/template-admin.ts';
import type { How, TemplateUploadRef } from '#machines/templates/template-upload.machine.ts';
import { useDocumentFrame } from '../document/use-document-frame.ts';
import { useManagedList } from '../shared/use-managed-list.ts';
import { type Owner, useChild, tagsOf, useSelected } from '../shared/use-selected.ts';

export { calledOf, canRename, hasNoPlaces, isPublishable, publishedText } from '#machines/templates/template-acts.ts';
export type TemplateAdminMachine = ManagedList<ManagedTemplates, TemplateAct>;

/** The templates as an administrator sees them. */
export function useTemplateAdmin(machine: TemplateAdminMachine) {
  const place = useId();
  const { data, actor, ...list } = useManagedList(machine, place);
  return {
    ...list,
    // The list stays while it is read again.
    loading: list.loading && data === null,
    publishing: data?.publishing ?? null,
    templates: data?.templates ?? [],
    mayOfferToAll: data?.may_offer_to_all ?? false,
    upload: useTemplateUpload(actor, place),
    question: list.act && data && questionOf(list.act, templateOf(list.act, data)),
  };
}

export type TemplateAdmin = ReturnType<typeof useTemplateAdmin>;

/** The upload, which the screen's machine has invoked. */
function useTemplateUpload(owner: Owner, place: string) {
  const upload = useChild(owner, 'further') as TemplateUploadRef | undefined;
  const { context, ...shown } = useSelected(upload, (snapshot) => ({
    context: snapshot?.context,
    isOpen: snapshot?.hasTag('open') ?? false,
    ...tagsOf(snapshot, 'checking', 'checked', 'previewing', 'marking', 'publishing'),
  }));
  return {
    ...shown,
    replaces: context?.replaces ?? null,
    named: context?.named ?? '',
    renames: context?.renames ?? false,
    documents: context?.documents ?? [],
    previewed: context?.documents[context.previewed] ?? null,
    message: context?.message ?? null,
    /** For the workshop, which is loaded on request. */
    actor: upload,
    place,
    document: useDocumentFrame(upload, place),
    open: (replaces: Replaced | null) => upload?.send({ type: 'upload.opened', replaces }),
    close: () => upload?.send({ type: 'upload.closed' }),
    choose: (files: readonly { name: string; file: File }[], named: string) =>
      upload?.send({ type: 'files.chosen', files, named }),
    giveOtherIds: () => upload?.send({ type: 'renaming.requested' }),
    preview: (at: number) => upload?.send({ type: 'preview.requested', at }),
    mark: (at: number) => upload?.send({ type: 'workshop.requested', at }),
    closePreview: () => upload?.send({ type: 'content.closed' }),
    publish: (wanted: { at: number; name: string }[], how: How) =>
      upload?.send({ type: 'publication.requested', wanted, how }),
  };
}

export type TemplateUpload = ReturnType<typeof useTemplateUpload>;
