import { useCallback, useId } from 'react';
import type { archiveBrowserMachine } from '#machines/archives/archive-browser.machine.ts';
import { placeOfOpened } from '#machines/archives/archive-order.ts';
import { messages } from '#machines/shared/messages.ts';
import { useDocumentFrame } from '../document/use-document-frame.ts';
import { usePages } from '../lists/use-pages.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { phaseOf } from '../shared/phase.ts';
import { useSelected } from '../shared/use-selected.ts';

export type ArchiveBrowserMachine = typeof archiveBrowserMachine;

/** The selected documents; empty if none is selected. */
export type Choices = { template: string; wip: string };

/**
 * The machine of the archives screen.
 * @param choices selection from the address; read once
 */
export function useArchiveBrowser(machine: ArchiveBrowserMachine, choices: Choices) {
  const place = useId();
  const actor = useScreenActor(machine, { ...choices, place });
  const shown = useSelected(actor, (snapshot) => {
    const { place: openedPlace, count: openedOf } = placeOfOpened(snapshot.context);
    return {
      ...snapshot.context,
      templatesPhase: phaseOf((phase) => snapshot.hasTag(`templates.${phase}`)),
      wipsPhase: phaseOf((phase) => snapshot.hasTag(`wips.${phase}`)),
      archivesPhase: phaseOf((phase) => snapshot.hasTag(`archives.${phase}`)),
      refreshing: (['templates', 'wips', 'archives'] as const).some((list) => snapshot.hasTag(`${list}.loading`)),
      /** Position of the open archive in the list, from 1 on, and the number of archives that can be opened. */
      openedPlace,
      openedOf,
      hasPrevious: snapshot.can({ type: 'previous.requested' }),
      hasNext: snapshot.can({ type: 'next.requested' }),
      contentPhase: phaseOf((phase) => snapshot.hasTag(`content.${phase}`)),
    };
  });
  return {
    ...shown,
    document: useDocumentFrame(actor, place),
    pages: usePages(actor),
    noArchives: messages.archives.noneForWip,
    chooseTemplate: (template: string) => actor.send({ type: 'template.chosen', template }),
    chooseWip: (wip: string) => actor.send({ type: 'wip.chosen', wip }),
    refresh: () => actor.send({ type: 'refresh.requested' }),
    retry: () => actor.send({ type: 'retry.requested' }),
    /** @param order the archives as they are shown */
    viewContent: useCallback(
      (archive: string, order: string[]) => actor.send({ type: 'content.requested', archive, order }),
      [actor],
    ),
    viewPrevious: () => actor.send({ type: 'previous.requested' }),
    viewNext: () => actor.send({ type: 'next.requested' }),
    retryContent: () => actor.send({ type: 'content.retryRequested' }),
    closeContent: () => actor.send({ type: 'content.closed' }),
  };
}

/** Props of the parts of the archives screen. */
export type ArchiveBrowser = ReturnType<typeof useArchiveBrowser>;
