import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { linkNotation, serialiseLinks } from '#document/link-notation.ts';
import type { RegionValue } from '#machines/editor-edits.ts';
import type { EditorRef, EditorSnapshot } from '#machines/editor.machine.ts';
import type { EditorEmitted, EditorInput } from '#machines/editor.setup.ts';
import { messages } from '#machines/messages.ts';
import { useApp } from './app-context.ts';
import { useNavigation } from './navigation-context.ts';
import { useRunningRegions } from './use-region-list.ts';
import { useScreenActor } from './use-screen-actor.ts';

/** What the document's frame does for the editor; `use-document-frame.ts` gives it. */
export type FrameCommands = {
  snapshot(no: number): void;
  patch(values: RegionValue[]): void;
  linkText(no: number, url: string, text: string | null): void;
  print(): void;
  names(): void;
};

const detailOf = (snapshot: EditorSnapshot) => snapshot.context.loaded?.detail ?? null;
const regionsOf = (snapshot: EditorSnapshot) => snapshot.context.loaded?.regions ?? NO_REGIONS;
const openedOf = (snapshot: EditorSnapshot) => snapshot.context.opened;
const editsOf = (snapshot: EditorSnapshot) => snapshot.context.edits;
const baselineOf = (snapshot: EditorSnapshot) => snapshot.context.baseline;
const nameOf = (snapshot: EditorSnapshot) => snapshot.context.name;
const wipOf = (snapshot: EditorSnapshot) => snapshot.context.wip;
const messageOf = (snapshot: EditorSnapshot) => snapshot.context.message;
const noticeOf = (snapshot: EditorSnapshot) => snapshot.context.notice;
const isDirty = (snapshot: EditorSnapshot) => snapshot.hasTag('dirty');
const isHolding = (snapshot: EditorSnapshot) => snapshot.hasTag('dirty') || snapshot.hasTag('askingToLeave');
const phaseOf = (snapshot: EditorSnapshot): 'loading' | 'failed' | 'loaded' =>
  snapshot.hasTag('loading') ? 'loading' : snapshot.hasTag('failed') ? 'failed' : 'loaded';
const viewOf = (snapshot: EditorSnapshot): 'document' | 'attributes' =>
  snapshot.can({ type: 'documentView.chosen' }) ? 'attributes' : 'document';
const commandOf = (snapshot: EditorSnapshot): 'saving' | 'submitting' | 'deleting' | 'busy' | null => {
  if (snapshot.hasTag('saving')) return 'saving';
  if (snapshot.hasTag('submitting')) return 'submitting';
  if (snapshot.hasTag('deleting')) return 'deleting';
  return snapshot.hasTag('busy') ? 'busy' : null;
};
const dialogOf = (
  snapshot: EditorSnapshot,
): 'naming' | 'confirmingDelete' | 'deleteFailed' | 'linkText' | 'leave' | null => {
  if (snapshot.hasTag('askingToLeave')) return 'leave';
  if (snapshot.hasTag('askingLinkText')) return 'linkText';
  if (snapshot.hasTag('naming')) return 'naming';
  if (snapshot.hasTag('confirmingDelete')) return 'confirmingDelete';
  return snapshot.hasTag('deleteFailed') ? 'deleteFailed' : null;
};
const frameOf = (snapshot: EditorSnapshot): 'opening' | 'ready' | 'lost' | 'removed' => {
  if (snapshot.hasTag('lost')) return 'lost';
  if (snapshot.hasTag('removed')) return 'removed';
  return snapshot.hasTag('opening') ? 'opening' : 'ready';
};
const successOf = (snapshot: EditorSnapshot): string | null => {
  if (snapshot.hasTag('savedShown')) return messages.document.saved;
  return snapshot.hasTag('submittedShown') ? messages.document.submitted : null;
};
const pastedUrlOf = (snapshot: EditorSnapshot) => snapshot.context.pastedUrl;
const canSubmit = (snapshot: EditorSnapshot) => snapshot.can({ type: 'submit.requested' });

const NO_REGIONS: RegionValue[] = [];

/** A value with a link at its end, or with the bare address where that is wanted or a link cannot be written. */
function withLink(before: string, url: string, label: string | null): string {
  if (label === null || linkNotation(url, label, true) === null) return before + url;
  return serialiseLinks([
    { type: 'text', text: before },
    { type: 'link', href: url, label, top: true },
  ]);
}

function switchView(actor: EditorRef): void {
  const isAttributes = actor.getSnapshot().can({ type: 'documentView.chosen' });
  actor.send({ type: isAttributes ? 'documentView.chosen' : 'attributesView.chosen' });
}

/**
 * The editor's machine, told of every change of address.
 * @param address what the route names, and the view in which a document opens, which is read once
 */
export function useEditor(address: EditorInput) {
  const navigation = useNavigation();
  const frame = useRef<FrameCommands | null>(null);
  const isLeaving = useRef(false);
  const { told, hear: hearRegions } = useRunningRegions(frame);

  const hear = (event: { type: string }, { send }: Pick<EditorRef, 'send'>): void => {
    const emitted = event as EditorEmitted;
    switch (emitted.type) {
      case 'document.snapshotRequested':
        frame.current?.snapshot(emitted.no);
        break;
      case 'document.patchRequested':
        if (emitted.values.length > 0) frame.current?.patch(emitted.values);
        break;
      case 'document.linkTextChosen':
        frame.current?.linkText(emitted.no, emitted.url, emitted.text);
        break;
      case 'attribute.linkTextChosen': {
        const { id, before, after } = emitted.at;
        send({ type: 'attribute.edited', id, value: withLink(before, emitted.url, emitted.text) + after });
        break;
      }
      case 'page.leaveRequested':
        // The person has answered: the browser need not ask as well.
        isLeaving.current = true;
        window.location.assign(emitted.href);
        break;
      case 'leave.allowed':
        navigation.allow();
        break;
      case 'leave.refused':
        navigation.refuse();
        break;
      case 'navigation.requested':
        break;
    }
  };
  const actor = useScreenActor(useApp().machines.editor, address, hear);

  const { template, wip, success } = address;
  const known = useRef(address);
  useEffect(() => {
    const before = known.current;
    if (before.template === template && before.wip === wip && before.success === success) return;
    known.current = { ...before, template, wip, success };
    actor.send({ type: 'address.changed', template, wip, success });
  }, [actor, template, wip, success]);

  const dirty = useSelector(actor, isDirty);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'F2') {
        event.preventDefault();
        switchView(actor);
        return;
      }
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      const isSave = event.key.toLowerCase() === 's';
      if (!isSave && event.key !== 'Enter') return;
      event.preventDefault();
      actor.send({ type: isSave ? 'save.requested' : 'submit.requested' });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [actor]);
  // A save may end while the person is asked: their answer must still count.
  const isHeld = useSelector(actor, isHolding);
  useEffect(() => {
    if (!isHeld) return undefined;
    const endGuard = navigation.guardLeaving(() => actor.send({ type: 'leave.requested' }));
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isLeaving.current) event.preventDefault();
      isLeaving.current = false;
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      endGuard();
      window.removeEventListener('beforeunload', ask);
    };
  }, [actor, isHeld, navigation]);

  const actions = useMemo(
    () => ({
      /** The frame's commands, while one is there. */
      connectFrame: (commands: FrameCommands | null) => {
        frame.current = commands;
      },
      frameReady: (values: RegionValue[]) => {
        hearRegions.opened();
        actor.send({ type: 'document.ready', values });
      },
      frameEdited: (changes: RegionValue[]) => actor.send({ type: 'document.edited', changes }),
      frameRestructured: (change: { added: RegionValue[]; removed: string[] }) => {
        hearRegions.changed(change);
        actor.send({ type: 'document.restructured' });
      },
      frameLinkFollowed: (href: string) => actor.send({ type: 'document.linkFollowed', href }),
      frameNamed: hearRegions.named,
      /** Asks the document for its regions' names: `told`. */
      askNames: hearRegions.ask,
      frameSnapshot: (snapshot: {
        no: number;
        values: RegionValue[];
        newAttributes: unknown[];
        error: string | null;
      }) => actor.send({ type: 'document.snapshotTaken', ...snapshot }),
      frameUrlPasted: (no: number, url: string) => actor.send({ type: 'document.urlPasted', no, url }),
      frameLost: () => actor.send({ type: 'document.lost' }),
      frameFound: () => actor.send({ type: 'document.found' }),
      frameMisbehaved: () => actor.send({ type: 'document.misbehaved' }),
      /** A shortcut pressed in the document: it does what the button does, when the button would. */
      pressHotkey: (key: string) => {
        if (key === 'save') actor.send({ type: 'save.requested' });
        if (key === 'submit') actor.send({ type: 'submit.requested' });
        if (key === 'view') switchView(actor);
      },
      /** Prints the document as it is now, marked as not submitted. */
      print: () => frame.current?.print(),
      reopen: () => actor.send({ type: 'document.reopenRequested' }),
      retry: () => actor.send({ type: 'retry.requested' }),
      showDocument: () => actor.send({ type: 'documentView.chosen' }),
      showAttributes: () => actor.send({ type: 'attributesView.chosen' }),
      editAttribute: (id: string, value: string) => actor.send({ type: 'attribute.edited', id, value }),
      pasteUrl: (id: string, { url, before, after }: { url: string; before: string; after: string }) =>
        actor.send({ type: 'attribute.urlPasted', url, at: { id, before, after } }),
      save: () => actor.send({ type: 'save.requested' }),
      saveAs: (name: string) => actor.send({ type: 'save.named', name }),
      submit: () => actor.send({ type: 'submit.requested' }),
      askToDelete: () => actor.send({ type: 'delete.requested' }),
      confirmDelete: () => actor.send({ type: 'delete.confirmed' }),
      cancelDialog: () => actor.send({ type: 'dialog.cancelled' }),
      dismissMessage: () => actor.send({ type: 'message.dismissed' }),
      giveLinkText: (text: string) => actor.send({ type: 'linkText.given', text }),
      cancelLinkText: () => actor.send({ type: 'linkText.cancelled' }),
      confirmLeave: () => actor.send({ type: 'leave.confirmed' }),
      cancelLeave: () => actor.send({ type: 'leave.cancelled' }),
    }),
    [actor, hearRegions],
  );

  return {
    ...actions,
    told,
    phase: useSelector(actor, phaseOf),
    detail: useSelector(actor, detailOf),
    opened: useSelector(actor, openedOf),
    name: useSelector(actor, nameOf),
    wip: useSelector(actor, wipOf),
    message: useSelector(actor, messageOf),
    notice: useSelector(actor, noticeOf),
    success: useSelector(actor, successOf),
    dirty,
    view: useSelector(actor, viewOf),
    command: useSelector(actor, commandOf),
    dialog: useSelector(actor, dialogOf),
    frame: useSelector(actor, frameOf),
    pastedUrl: useSelector(actor, pastedUrlOf),
    canSubmit: useSelector(actor, canSubmit),
    saveFirst: messages.document.saveFirst,
    attributes: {
      regions: useSelector(actor, regionsOf),
      baseline: useSelector(actor, baselineOf),
      edits: useSelector(actor, editsOf),
    },
  };
}

/** What the editor's views are given. */
export type Editor = ReturnType<typeof useEditor>;
