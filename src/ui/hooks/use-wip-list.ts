import { useCallback } from 'react';
import { useSelector } from '@xstate/react';
import type { WipListSnapshot } from '#machines/wip-list.machine.ts';
import { useApp } from './app-context.ts';
import { useScreenActor } from './use-screen-actor.ts';

const phaseOf = (snapshot: WipListSnapshot): 'loading' | 'failed' | 'loaded' =>
  snapshot.hasTag('loaded') ? 'loaded' : snapshot.hasTag('failed') ? 'failed' : 'loading';
const dialogOf = (snapshot: WipListSnapshot): 'confirmingDelete' | 'deleteFailed' | null => {
  if (snapshot.hasTag('confirmingDelete')) return 'confirmingDelete';
  return snapshot.hasTag('deleteFailed') ? 'deleteFailed' : null;
};
const templateOf = (snapshot: WipListSnapshot) => snapshot.context.template;
const wipsOf = (snapshot: WipListSnapshot) => snapshot.context.wips;
const askedOf = (snapshot: WipListSnapshot) => snapshot.context.asked;
const messageOf = (snapshot: WipListSnapshot) => snapshot.context.message;
const isDeleting = (snapshot: WipListSnapshot) => snapshot.hasTag('deleting');
const canRetry = (snapshot: WipListSnapshot) => snapshot.can({ type: 'retry.requested' });

/**
 * The machine of one template's WIPs.
 * @param template the template's uuid; a new one needs a new `key` on the component
 */
export function useWipList(template: string) {
  const actor = useScreenActor(useApp().machines.wipList, { template });
  return {
    phase: useSelector(actor, phaseOf),
    template: useSelector(actor, templateOf),
    wips: useSelector(actor, wipsOf),
    asked: useSelector(actor, askedOf),
    message: useSelector(actor, messageOf),
    dialog: useSelector(actor, dialogOf),
    deleting: useSelector(actor, isDeleting),
    canRetry: useSelector(actor, canRetry),
    retry: () => actor.send({ type: 'retry.requested' }),
    askToDelete: useCallback((wip: string) => actor.send({ type: 'delete.requested', wip }), [actor]),
    confirmDelete: () => actor.send({ type: 'delete.confirmed' }),
    cancelDialog: () => actor.send({ type: 'dialog.cancelled' }),
  };
}

/** What the list's cards are given. */
export type WipList = ReturnType<typeof useWipList>;
