import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { editorMachine } from '#machines/editor/editor.machine.ts';
import type { quickOpenMachine } from '#machines/quick-open.machine.ts';
import { useNavigation } from './navigation-context.ts';
import { type OpenDocument, type PickWip, useQuickOpenAccess, useRequests } from './quick-open-context.ts';
import { useScreenActor } from './use-screen-actor.ts';
import { useSelected } from './use-selected.ts';

export type { RecentDocument } from '#machines/unsaved-list.machine.ts';
export type QuickOpenMachine = typeof quickOpenMachine;

type Editor = SnapshotFrom<typeof editorMachine> | undefined;
/** A document that is only read has no place for a caret. */
const contextOf = (snapshot: Editor) => (snapshot?.hasTag('reading') ? undefined : snapshot?.context);

/** The regions of the open document, by name; those of now, as long as quick open is open. */
function useRegions(document: OpenDocument | null): readonly { id: string; name: string }[] {
  const context = useSelector(document?.actor, contextOf);
  return useMemo(() => {
    if (!document || !context?.loaded) return [];
    return document.list({ ...context, regions: context.loaded.regions });
  }, [document, context]);
}

/** Quick open's machine, and the document that stands under it. */
export function useQuickOpen(machine: QuickOpenMachine) {
  const actor = useScreenActor(machine, undefined);
  const access = useQuickOpenAccess();
  const requests = useRequests();
  const navigation = useNavigation();
  const shown = useSelected(actor, (snapshot) => ({
    isOpen: snapshot.hasTag('open'),
    isReading: snapshot.hasTag('reading') || snapshot.hasTag('searching'),
    isPickAwaited: snapshot.hasTag('pick.awaited'),
    isPickDue: snapshot.hasTag('pick.due'),
    canRetry: snapshot.can({ type: 'retry.requested' }),
    text: snapshot.context.text,
    templates: snapshot.context.templates,
    wips: snapshot.context.wips,
    boards: snapshot.context.boards,
    recent: snapshot.context.recent,
    message: snapshot.context.message,
    searchMessage: snapshot.context.searchMessage,
    boardsMessage: snapshot.context.boardsMessage,
  }));
  const [document, setDocument] = useState<OpenDocument | null>(null);
  const [pick, setPick] = useState<{ take: PickWip } | null>(null);
  useEffect(() => {
    const offered = access.offered();
    // A document tells its regions' names when it is asked for them.
    offered?.actor.send({ type: 'names.wanted' });
    setDocument(offered);
    const take = access.picking();
    setPick(take && { take });
    actor.send({ type: 'quickOpen.requested' });
  }, [access, actor, requests]);
  const actions = useMemo(
    () => ({
      type: (text: string) => actor.send({ type: 'text.typed', text }),
      /** Takes what will be found, where nothing is found yet. */
      pickLater: () => actor.send({ type: 'pick.requested' }),
      missPick: () => actor.send({ type: 'pick.missed' }),
      close: () => actor.send({ type: 'quickOpen.closed' }),
      retry: () => actor.send({ type: 'retry.requested' }),
    }),
    [actor],
  );
  const regions = useRegions(shown.isOpen ? document : null);
  return {
    ...shown,
    ...actions,
    regions,
    /** Takes a WIP, where one is to be chosen. */
    take: pick?.take ?? null,
    /** Follows a link, as a press on it would: who has not saved is asked first. */
    follow: (to: string) => navigation.follow(to),
    goToRegion: (id: string) => document?.goTo(id),
  };
}
