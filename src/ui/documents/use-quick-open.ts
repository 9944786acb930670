import { use, useEffect, useMemo, useState } from 'react';
import type { quickOpenMachine } from '#machines/documents/quick-open.machine.ts';
import { useNavigation } from '../shared/navigation-context.ts';
import { type OpenDocument, type PickWip, QuickOpenContext, RequestsContext } from '../shared/quick-open-context.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type { RecentDocument } from '#machines/unsaved/unsaved-list.machine.ts';
export type QuickOpenMachine = typeof quickOpenMachine;

/** The regions of the open document, by name; kept current while quick open is open. */
function useRegions(document: OpenDocument | null): readonly { id: string; name: string }[] {
  const [regions, setRegions] = useState<readonly { id: string; name: string }[]>([]);
  useEffect(() => {
    const read = (): void => setRegions(document?.listRegions() ?? []);
    read();
    return document?.watchRegions(read);
  }, [document]);
  return regions;
}

/** Quick open's machine, and the document under it. */
export function useQuickOpen(machine: QuickOpenMachine) {
  const actor = useScreenActor(machine, undefined);
  const access = use(QuickOpenContext);
  const requests = use(RequestsContext);
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
    setDocument(access.offered());
    const take = access.picking();
    setPick(take && { take });
    actor.send({ type: 'quickOpen.requested' });
  }, [access, actor, requests]);
  const actions = useMemo(
    () => ({
      type: (text: string) => actor.send({ type: 'text.typed', text }),
      /** Takes the first result when it arrives, if there is none yet. */
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
    /** Takes a WIP, if one is to be chosen. */
    take: pick?.take ?? null,
    /** Follows a link, like a press on it: a user with unsaved text is asked first. */
    follow: (to: string) => navigation.follow(to),
    goToRegion: (id: string) => document?.goTo(id),
  };
}
