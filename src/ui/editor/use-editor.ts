import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { hasDialog, keyOf, useKeys } from '#ui/shared/keys.ts';
import { waitFor } from 'xstate';
import type { Source } from '#common/config/paths.ts';
import { keepTyped } from '#document/host/typed-on-page.ts';
import type { PasteAnswer } from '#document/host/protocol.ts';
import { countUnasked, type EditorEmitted } from '#machines/editor/edits.ts';
import type { RegionValue } from '#machines/shared/region-values.ts';
import type { editorMachine } from '#machines/editor/editor.machine.ts';
import { type EditorInput, unreadableNames } from '#machines/editor/context.ts';
import { leftTexts, messages, unreadableMessage } from '#machines/shared/messages.ts';
import { hasCapability, useAuth } from '#ui/session/use-auth.ts';
import { useApp } from '../shared/app-context.ts';
import { startLeaveGuard } from '../shared/leave-guard.ts';
import { useNavigation } from '../shared/navigation-context.ts';
import { type OpenDocument, useOfferedDocument } from '../shared/quick-open-context.ts';
import { useConflict } from './changes/use-conflict.ts';
import { useDocumentFrame, useIsOpening } from '../document/use-document-frame.ts';
import { useJournal, useJournalTag } from '../unsaved/use-journal.ts';
import { listRegions } from './attributes/use-region-list.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { type Owner, useChild, useSelected } from '../shared/use-selected.ts';
import { usePutBack, useSubmission } from './use-submission.ts';
import { useSuggestions } from './attributes/use-suggestions.ts';
import { useTheirChanges } from './changes/use-their-changes.ts';
import { hasTouchOnly, isUnused } from '../shared/keyboard-use.ts';
import type { CarryRef } from '#machines/editor/carry.machine.ts';
import type { PresenceRef, PresentPerson } from '#machines/editor/presence.machine.ts';
import type { SaveLineRef } from '#machines/editor/save-line.machine.ts';

export { baseNameOf } from '#machines/editor/journal.ts';
export type EditorMachine = typeof editorMachine;

const NO_REGIONS: RegionValue[] = [];
const NO_IDS: string[] = [];
/** Tags of the questions to the user; the first one that the chart has is shown. */
const DIALOGS = [
  'askingToLeave',
  'resolving',
  'askingLinkText',
  'askingAboutGrid',
  'naming',
  'confirmingDelete',
  'deleteFailed',
] as const;

/**
 * The editor's machine, which receives every change of address.
 * @param address the document that the route names, and the view in which it opens, which is read once
 */
export function useEditor(machine: EditorMachine, address: Omit<EditorInput, 'place'>) {
  const app = useApp();
  const navigation = useNavigation();
  const place = useId();

  const [wanted, setWanted] = useState<string | null>(null);
  const [history, setHistory] = useState({ region: '', isOpen: false });
  const hasHistory = hasCapability(useAuth().user, 'records');
  const onEmitted = (event: { type: string }): void => {
    const emitted = event as EditorEmitted;
    switch (emitted.type) {
      case 'page.leaveRequested':
        navigation.leaveTo(emitted.href);
        break;
      case 'leave.allowed':
        navigation.allow();
        break;
      case 'leave.refused':
        navigation.refuse();
        break;
      case 'region.wanted':
        setWanted(emitted.id);
        break;
      case 'navigation.requested':
        break;
    }
  };
  const actor = useScreenActor(machine, { ...address, place }, onEmitted);

  const { template, wip, success, from = null } = address;
  const known = useRef(address);
  useEffect(() => {
    const before = known.current;
    if (before.template === template && before.wip === wip && before.success === success && before.from === from)
      return;
    known.current = { ...before, template, wip, success, from };
    actor.send({ type: 'address.changed', template, wip, success, from });
  }, [actor, template, wip, success, from]);

  const shown = useSelected(actor, (snapshot) => {
    const { loaded, openedHtml, running, unreadable, edits, name, message, notice, pastedUrl, pastedGrid } =
      snapshot.context;
    const is = snapshot.hasTag.bind(snapshot);
    return {
      phase: is('loading') ? 'loading' : is('failed') ? 'failed' : 'loaded',
      detail: loaded?.detail ?? null,
      regions: loaded?.regions ?? NO_REGIONS,
      groups: loaded?.groups,
      required: loaded?.required,
      ticked: loaded?.ticked,
      hasShared: (loaded?.shared ?? []).length > 0,
      openedHtml,
      running,
      /** Ids of regions with something that the browser cannot read. */
      unreadable: unreadable.length > 0 ? unreadable : NO_IDS,
      name,
      wip: snapshot.context.wip,
      message,
      notice,
      pastedUrl,
      pastedGrid,
      /** Cells of a pasted table that have no place. */
      leftOfGrid: is('askingAboutGrid') ? leftTexts(pastedGrid) : '',
      /** Unsaved text of an earlier visit that has no place in the document. */
      unplaced: snapshot.context.unplaced,
      /** The user who has saved the same text, and when. */
      theirs: snapshot.context.conflict,
      dirty: is('dirty'),
      /** Number of regions that the document's script or an extension has changed. */
      unasked: countUnasked(edits, snapshot.context.unasked, loaded?.groups),
      isReading: is('reading'),
      /** The host does not have it: its stored text can be made a new WIP. */
      isMissing: is('missing') && snapshot.context.wip !== null,
      isCopying: is('copying'),
      /** Another user has deleted it meanwhile. */
      isGone: is('gone'),
      // A save may end while the question is open: the user's answer must still count.
      isHeld: is('dirty') || is('askingToLeave'),
      // Not everything is saved while a field cannot be read: the line says so.
      success: is('savedShown')
        ? unreadable.length > 0
          ? null
          : messages.document.saved
        : is('submittedShown')
          ? messages.document.submitted
          : null,
      view: snapshot.can({ type: 'documentView.chosen' }) ? 'attributes' : 'document',
      command: (['saving', 'submitting', 'deleting', 'busy'] as const).find(is) ?? null,
      dialog: DIALOGS.find(is) ?? null,
      canSubmit: snapshot.can({ type: 'submit.requested' }),
      isAsking: is('mayAsk') || DIALOGS.some(is),
    };
  });
  const openHistory = useCallback((): boolean => {
    const snapshot = actor.getSnapshot();
    const region = regionOf(actor) ?? snapshot.context.loaded?.regions[0]?.[0];
    const isAsking = snapshot.hasTag('mayAsk') || hasDialog();
    if (!hasHistory || region === undefined || isAsking) return false;
    actor.send({ type: 'names.wanted' });
    setHistory({ region, isOpen: true });
    return true;
  }, [actor, hasHistory]);
  useKeys((event) => {
    if (event.key === 'F2') {
      event.preventDefault();
      if (event.shiftKey) keepTyped(Promise.resolve(openHistory()));
      else actor.send({ type: 'view.switched' });
      return;
    }
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    const isSave = keyOf(event) === 's';
    if (!isSave && event.key !== 'Enter') return;
    event.preventDefault();
    actor.send({ type: isSave ? 'save.requested' : 'submit.requested' });
    if (!isSave) keepTyped(waitFor(actor, (snapshot) => !snapshot.hasTag('mayAsk')).then(() => false));
  });
  const actions = useMemo(
    () => ({
      reopen: () => actor.send({ type: 'document.reopenRequested', at: Date.now() }),
      /** Prints the document as it is now, marked as not submitted. */
      print: () => actor.send({ type: 'print.requested' }),
      retry: () => actor.send({ type: 'retry.requested' }),
      showDocument: () => actor.send({ type: 'documentView.chosen' }),
      showAttributes: () => actor.send({ type: 'attributesView.chosen' }),
      reachAttribute: (id: string) => actor.send({ type: 'attribute.reached', id }),
      editAttribute: (id: string, value: string) => actor.send({ type: 'attribute.edited', id, value }),
      /** A field of the list holds something that the browser cannot read. */
      keepUnreadable: (id: string) => actor.send({ type: 'attribute.edited', id, value: '', isUnreadable: true }),
      pasteUrl: (id: string, { url, before, after }: { url: string; before: string; after: string }) =>
        actor.send({ type: 'attribute.urlPasted', url, at: { id, before, after } }),
      /** Fills the shared regions from another document. */
      fillFrom: (source: Source) => actor.send({ type: 'fill.chosen', source }),
      save: () => actor.send({ type: 'save.requested' }),
      saveAs: (name: string) => actor.send({ type: 'save.named', name }),
      /** Makes a new WIP from a deleted document. */
      saveAsNew: () => actor.send({ type: 'copy.requested' }),
      submit: () => actor.send({ type: 'submit.requested' }),
      askToDelete: () => actor.send({ type: 'delete.requested' }),
      confirmDelete: () => actor.send({ type: 'delete.confirmed' }),
      cancelDialog: () => actor.send({ type: 'dialog.cancelled' }),
      dismissUnplaced: () => actor.send({ type: 'unplaced.dismissed' }),
      dismissMessage: () => actor.send({ type: 'message.dismissed' }),
      giveLinkText: (text: string) => actor.send({ type: 'linkText.given', text }),
      cancelLinkText: () => actor.send({ type: 'linkText.given', text: null }),
      answerGrid: (answer: PasteAnswer) => actor.send({ type: 'gridPaste.answered', answer }),
      confirmLeave: () => actor.send({ type: 'leave.confirmed' }),
      cancelLeave: () => actor.send({ type: 'leave.cancelled' }),
    }),
    [actor],
  );

  // A running save reads the document's content.
  const frame = useDocumentFrame(actor, place, {
    isAsking: shown.isAsking,
    openHistory,
    reopen: () => {
      if (!actor.getSnapshot().hasTag('busy')) actions.reopen();
    },
  });
  const conflict = useConflict(actor);
  const journal = useJournal(actor);
  const isHeld = shown.isHeld || journal.isFoundAtRisk;
  useEffect(() => {
    if (!isHeld) return undefined;
    return navigation.guardLeaving(
      () => actor.send({ type: 'leave.requested' }),
      () => startLeaveGuard(app),
    );
  }, [actor, app, isHeld, navigation]);
  const hasUnreadable = shown.unreadable.length > 0;
  useEffect(() => {
    if (hasUnreadable) actor.send({ type: 'names.wanted' });
  }, [actor, hasUnreadable]);
  const saveLine = useSaveLine(actor);
  const submission = useSubmission(actor);
  const putBack = usePutBack(actor);
  const suggestions = useSuggestions(actor, template);
  const { goTo } = frame;
  const goesToDocument = wanted !== null && shown.view === 'document';
  useEffect(() => {
    if (!goesToDocument) return;
    goTo(wanted);
    setWanted(null);
  }, [goTo, goesToDocument, wanted]);
  useOfferedDocument(
    useMemo((): OpenDocument => {
      const listNow = () => {
        const snapshot = actor.getSnapshot();
        const { loaded } = snapshot.context;
        if (loaded === null || snapshot.hasTag('reading')) return [];
        return listRegions({ ...snapshot.context, regions: loaded.regions });
      };
      const watchRegions = (changed: () => void) => {
        actor.send({ type: 'names.wanted' });
        const subscription = actor.subscribe(changed);
        return () => subscription.unsubscribe();
      };
      return { goTo: setWanted, listRegions: listNow, watchRegions };
    }, [actor]),
  );
  const presence = usePresence(actor);
  const theirChanges = useTheirChanges(actor);
  const carry = useCarry(actor);
  return {
    ...shown,
    ...actions,
    actor,
    template,
    conflict,
    journal,
    saveLine,
    submission,
    putBack,
    suggestions,
    /** A region whose field the list focuses and then reports. */
    wanted,
    reportFocused: () => setWanted(null),
    /** Focuses a region, in the document or in the list. */
    goToRegion: setWanted,
    /** The region whose earlier values are shown; it stays after that. */
    history,
    hasHistory,
    /** Shows the earlier values of the region in which the user is, or was last; of the first one before that. */
    openHistory,
    closeHistory: () => setHistory({ ...history, isOpen: false }),
    presence,
    theirChanges,
    carry,
    document: { ...frame, print: actions.print, reopen: actions.reopen },
    unreadableNames: unreadableNames(shown),
    /** Why it cannot be submitted while it has unsaved changes. */
    saveFirst: hasUnreadable ? unreadableMessage(unreadableNames(shown)) : messages.document.saveFirst,
  };
}

/** Data and actions of the editor for its views. */
export type Editor = ReturnType<typeof useEditor>;

/** The document's values and the changes to them, of which each key makes new ones: only what shows them renders again then. */
export const useValues = ({ actor }: Pick<Editor, 'actor'>) =>
  useSelected(actor, ({ context: { baseline, edits } }) => ({ baseline, edits }));

/**
 * Focuses the first region, once while it is mounted, which is once for each document (ADR 46): not over a question, not on a touch
 * screen, where a keyboard would cover the page, and not while the user uses something else.
 */
export function useFirstRegion({ actor, view, isReading, dialog, journal, document }: Editor): void {
  const isOver = useRef(false);
  const isOpening = useIsOpening(document);
  // Text that is found makes a bar ask something.
  const isLooking = useJournalTag(actor, 'looking');
  const isReady = view === 'document' && !isOpening && !isLooking;
  const isAsked =
    isReading || dialog !== null || journal.found !== null || journal.isUnreadable || document.trouble !== null;
  const { begin } = document;
  useEffect(() => {
    if (!isReady || isOver.current) return;
    isOver.current = true;
    if (!isAsked && !hasTouchOnly() && isUnused() && window.scrollY === 0) begin();
  }, [isReady, isAsked, begin]);
}

/** Values of another document with which the editor's was filled. @param owner the editor's actor */
function useCarry(owner: Owner) {
  const actor = useChild(owner, 'carry') as CarryRef | undefined;
  const shown = useSelected(actor, (snapshot) => ({
    /** The message about them, until the user closes it; null without one. */
    filling: snapshot?.hasTag('shown') ? snapshot.context.filling : null,
    isReading: snapshot?.hasTag('reading') ?? false,
  }));
  return {
    ...shown,
    /** Undoes all of it. */
    undo: () => actor?.send({ type: 'undo.requested' }),
    /** Also replaces regions that were filled in already. */
    fillOthers: () => actor?.send({ type: 'others.requested' }),
    dismiss: () => actor?.send({ type: 'filling.read' }),
  };
}

/** The region in which the user is, or was last; null if in none yet. */
const regionOf = (editor: Owner): string | null =>
  (editor.getSnapshot() as { children: { presence?: PresenceRef } }).children.presence?.getSnapshot().context.region ??
  null;

const NOBODY: PresentPerson[] = [];

/** The other users who have the editor's document open. @param owner the editor's actor */
function usePresence(owner: Owner) {
  const presence = useChild(owner, 'presence') as PresenceRef | undefined;
  const { people, newcomer } = useSelected(presence, (snapshot) => ({
    people: snapshot?.context.people ?? NOBODY,
    newcomer: snapshot?.context.newcomer ?? null,
  }));
  return {
    /** Each user once, with the window that sent the latest message, in order of arrival. */
    people: onePerPerson(people),
    /** Name of the user who came last, while they are there. */
    newcomer,
  };
}

function onePerPerson(windows: readonly PresentPerson[]): PresentPerson[] {
  const people = new Map<string, PresentPerson>();
  for (const one of windows) {
    const other = people.get(one.user);
    if (!other || other.ends < one.ends) people.set(one.user, one);
  }
  return [...people.values()];
}

/** The state of an editor's saves. @param owner the editor's actor */
function useSaveLine(owner: Owner) {
  return useSelected(useChild(owner, 'saveLine') as SaveLineRef | undefined, (snapshot) => ({
    /** By the host's clock; null if nothing was saved since the document was opened. */
    savedAt: snapshot?.context.savedAt ?? null,
    isSaving: snapshot?.hasTag('saving') ?? false,
    /** The host was not reached: the save is repeated automatically. */
    isWaiting: snapshot?.hasTag('waiting') ?? false,
    /** The browser has no network. */
    isOffline: snapshot?.hasTag('offline') ?? false,
  }));
}
