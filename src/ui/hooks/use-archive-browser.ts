import { useCallback } from 'react';
import { useSelector } from '@xstate/react';
import type { ArchiveBrowserSnapshot } from '#machines/archive-browser.machine.ts';
import { messages } from '#machines/messages.ts';
import { useApp } from './app-context.ts';
import { useScreenActor } from './use-screen-actor.ts';

/** How a list does; `unasked` while the step before it has no choice. */
export type ListPhase = 'unasked' | 'loading' | 'failed' | 'loaded';

const phaseOf =
  (list: 'templates' | 'wips' | 'archives') =>
  (snapshot: ArchiveBrowserSnapshot): ListPhase => {
    if (snapshot.hasTag(`${list}Loading`)) return 'loading';
    if (snapshot.hasTag(`${list}Failed`)) return 'failed';
    return snapshot.hasTag(`${list}Loaded`) ? 'loaded' : 'unasked';
  };
const templatesPhaseOf = phaseOf('templates');
const wipsPhaseOf = phaseOf('wips');
const archivesPhaseOf = phaseOf('archives');
const contentPhaseOf = (snapshot: ArchiveBrowserSnapshot): 'closed' | 'loading' | 'failed' | 'loaded' => {
  if (!snapshot.hasTag('viewing')) return 'closed';
  if (snapshot.hasTag('contentLoading')) return 'loading';
  return snapshot.hasTag('contentFailed') ? 'failed' : 'loaded';
};
const isRefreshing = (snapshot: ArchiveBrowserSnapshot) => snapshot.hasTag('refreshing');
const templateOf = (snapshot: ArchiveBrowserSnapshot) => snapshot.context.template;
const wipOf = (snapshot: ArchiveBrowserSnapshot) => snapshot.context.wip;
const templatesOf = (snapshot: ArchiveBrowserSnapshot) => snapshot.context.templates;
const wipsOf = (snapshot: ArchiveBrowserSnapshot) => snapshot.context.wips;
const archivesOf = (snapshot: ArchiveBrowserSnapshot) => snapshot.context.archives;
const openedOf = (snapshot: ArchiveBrowserSnapshot) => snapshot.context.opened;
const detailOf = (snapshot: ArchiveBrowserSnapshot) => snapshot.context.detail;
const messagesOf = (snapshot: ArchiveBrowserSnapshot) => snapshot.context.messages;

/** Which documents are looked at; empty where nothing is chosen. */
export type Choices = { template: string; wip: string };

/**
 * The machine of the archives screen.
 * @param choices what the address brought; read once
 */
export function useArchiveBrowser(choices: Choices) {
  const actor = useScreenActor(useApp().machines.archiveBrowser, choices);
  return {
    template: useSelector(actor, templateOf),
    wip: useSelector(actor, wipOf),
    templates: useSelector(actor, templatesOf),
    templatesPhase: useSelector(actor, templatesPhaseOf),
    wips: useSelector(actor, wipsOf),
    wipsPhase: useSelector(actor, wipsPhaseOf),
    archives: useSelector(actor, archivesOf),
    archivesPhase: useSelector(actor, archivesPhaseOf),
    refreshing: useSelector(actor, isRefreshing),
    messages: useSelector(actor, messagesOf),
    noArchives: messages.archives.noneForWip,
    opened: useSelector(actor, openedOf),
    detail: useSelector(actor, detailOf),
    contentPhase: useSelector(actor, contentPhaseOf),
    chooseTemplate: (template: string) => actor.send({ type: 'template.chosen', template }),
    chooseWip: (wip: string) => actor.send({ type: 'wip.chosen', wip }),
    refresh: () => actor.send({ type: 'refresh.requested' }),
    retry: () => actor.send({ type: 'retry.requested' }),
    viewContent: useCallback((archive: string) => actor.send({ type: 'content.requested', archive }), [actor]),
    retryContent: () => actor.send({ type: 'content.retryRequested' }),
    closeContent: () => actor.send({ type: 'content.closed' }),
  };
}

/** What the parts of the archives screen are given. */
export type ArchiveBrowser = ReturnType<typeof useArchiveBrowser>;
