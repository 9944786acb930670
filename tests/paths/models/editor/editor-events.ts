import type { EventFromLogic } from 'xstate';
import type { editorMachine } from '#machines/editor/editor.machine.ts';
import type { Effect } from 'chart-walks';
import { freshValue, isMoved, isStale, readsOf } from './editor-answers.ts';
import { documentOf, GRID, LINK, regionOf, type Snapshot, valueNow, type World } from './editor-samples.ts';
import type { LoadedDocument } from '#machines/editor/edits.ts';
import { archive } from '../samples.ts';

type Event = EventFromLogic<typeof editorMachine>;

/** Another document with rows of another user is loading; the one on the screen can still be typed in and saved. */
const isRenewing = (snapshot: Snapshot): boolean =>
  snapshot.matches({ loaded: { rows: 'renewing' } }) && (snapshot.context.rowsComing ?? []).length > 0;

const renewingEvents = (snapshot: Snapshot): Record<string, Event> => {
  if (isCollecting(snapshot)) return { 'the document gives its values': snapshotTaken(snapshot, null) };
  if (!snapshot.matches({ loaded: { command: 'idle' } }) || !isCalm(snapshot)) return {};
  return {
    'adds a row': ADDS_A_ROW,
    'types in a row': TYPES_IN_A_ROW,
    'types in a row in the list': { type: 'attribute.edited', id: 'row', value: 'gusts' },
    saves: { type: 'save.requested' },
    submits: { type: 'submit.requested' },
  };
};

const isCalm = (snapshot: Snapshot): boolean =>
  hasRow(snapshot) === '' &&
  !snapshot.hasTag('dirty') &&
  !isStale(snapshot) &&
  !snapshot.context.sending.isUnanswered &&
  snapshot.matches({ loaded: { banner: 'hidden', leaving: 'staying' } });

/** Events for text in a row: it only matters that it is saved. */
const rowEvents = (snapshot: Snapshot): Record<string, Event> => {
  if (isCollecting(snapshot)) return { 'the document gives its values': snapshotTaken(snapshot, null) };
  if (!snapshot.matches({ loaded: { command: 'idle' } }) || !snapshot.hasTag('dirty')) return {};
  return { saves: { type: 'save.requested' } };
};

/** Lists where text of a row is known, and the regions with edits beside it. */
export const hasRow = ({ context }: Snapshot): string => {
  const lists = { typed: context.edits, saved: context.baseline, taken: context.snapshot?.values ?? [] };
  const found = Object.entries(lists).flatMap(([name, values]) => (values.some(([id]) => id === 'row') ? name : []));
  return found.length === 0 ? '' : [...found, ...context.edits.map(([id]) => id)].toSorted().join();
};

const TYPES_IN_A_ROW = { type: 'document.edited', changes: [['row', 'gusts']] } satisfies Event;

const ADDS_A_ROW = { type: 'document.restructured', added: [['row', 'gust']], removed: [] } satisfies Event;

export const regionOfLayout = ({ context }: Snapshot): string => context.loaded?.regions[0]?.[0] ?? 'none';

/**
 * The regions of a loaded document are independent of each other, so that every combination would be walked.
 * Therefore side events are offered only where they affect something else: the view, a pasted address and reopening
 * the document while nothing is running; typing and leaving also during a save.
 */
export function eventsOf(
  snapshot: Snapshot,
  { opening, journal = false, slow = false, ends = false, old = false }: World,
): Record<string, Event> {
  const { context } = snapshot;
  if (snapshot.hasTag('missing')) return missingEvents(snapshot, journal);
  if (snapshot.matches('error')) return { 'tries again': { type: 'retry.requested' }, ...otherAddress(context) };
  if (!snapshot.matches('loaded')) return otherAddress(context);
  if (ends) return opening ? isReady(snapshot) : {};
  if (opening) return { ...isReady(snapshot), ...(isRenewing(snapshot) ? renewingEvents(snapshot) : {}) };
  if (journal) return journalEvents(snapshot);
  if (hasRow(snapshot) !== '') return rowEvents(snapshot);
  if (context.filled.length > 0) return filledEvents(snapshot);
  if (context.isReader) return readerEvents(snapshot);
  if (context.firstView === 'attributes') return narrowEvents(snapshot);
  if (slow) return saverEvents(snapshot, old);
  if (context.looksAtWall || context.sending.isUnanswered) return submitterEvents(snapshot);
  if (snapshot.matches({ loaded: { command: 'deleted' } })) return {};
  if (snapshot.hasTag('askingLinkText')) {
    const place = snapshot.matches({ loaded: { link: 'askingInList' } }) ? ' in the list' : '';
    return {
      [`gives the link a text${place}`]: { type: 'linkText.given', text: 'the map' },
      [`takes the bare address${place}`]: { type: 'linkText.given', text: null },
    };
  }
  if (snapshot.hasTag('askingAboutGrid')) {
    return {
      'fills the cells': { type: 'gridPaste.answered', answer: 'fill' },
      'pastes the table as text': { type: 'gridPaste.answered', answer: 'text' },
      'pastes no table': { type: 'gridPaste.answered', answer: 'nothing' },
    };
  }
  if (snapshot.hasTag('askingToLeave')) {
    return { leaves: { type: 'leave.confirmed' }, stays: { type: 'leave.cancelled' } };
  }
  if (isAsked(snapshot)) return saverEvents(snapshot, false);
  // A document with another layout is a new one: all typed text was lost with the old one.
  if (regionOfLayout(snapshot) === 'other') {
    return away(snapshot);
  }
  if (isAt(snapshot, 'idle')) return idleEvents(snapshot);
  if (isAt(snapshot, 'gone')) {
    return {
      'saves it as a new WIP': { type: 'copy.requested' },
      saves: { type: 'save.requested' },
      ...(context.notice !== null && { 'dismisses the message': { type: 'message.dismissed' } as const }),
    };
  }
  if (isAt(snapshot, 'resolving'))
    return { 'cancels the dialog': { type: 'dialog.cancelled' }, 'somebody deletes what is in conflict': DELETED };
  if (!snapshot.hasTag('busy')) {
    return {
      'gives a name': { type: 'save.named', name: 'Monday' },
      'gives no name': { type: 'save.named', name: ' ' },
      'cancels the dialog': { type: 'dialog.cancelled' },
      'confirms the deletion': { type: 'delete.confirmed' },
      ...((snapshot.hasTag('confirmingDelete') || snapshot.hasTag('deleteFailed')) && {
        'somebody deletes what is asked about': DELETED,
      }),
    };
  }
  if (isCollecting(snapshot)) {
    const isRestructured = holdsRows(snapshot);
    // A document whose rows the host has can fail to list them during a submission.
    const hasRows = isRestructured || isAt(snapshot, { saving: 'toSubmit' }) || isAt(snapshot, { saving: 'asCopy' });
    return {
      'the document gives its values': snapshotTaken(snapshot, null),
      ...(hasRows && { 'the document gives its values, but not its rows': snapshotTaken(snapshot, 'threw') }),
      ...(!isRestructured && { 'opens the document anew': { type: 'document.reopenRequested', at: 0 } as const }),
    };
  }
  const isUnbothered =
    context.notice === null && !isStale(snapshot) && snapshot.matches({ loaded: { banner: 'hidden' } });
  if (snapshot.matches({ loaded: { command: 'reloading' } }) && context.wip !== null && context.message === null)
    return {
      'somebody deletes what is read again': DELETED,
      // Text typed while a save ran: one kind of host is enough.
      ...(context.isGuarded &&
        (isUnbothered || !snapshot.hasTag('dirty')) && { saves: { type: 'save.requested' } as const }),
    };
  // Typing during a repeated save is the same as during any other.
  if (!isAt(snapshot, { saving: 'toKeep' }) || context.wip === null || context.message !== null) return {};
  if (!isUnbothered) return {};
  if (holdsRows(snapshot)) {
    return { types: typingOf(snapshot)['types'] as Event, 'adds a row': ADDS_A_ROW };
  }
  return {
    ...typingOf(snapshot),
    ...away(snapshot),
  };
}

/** A save waits for the document's content. */
export const isCollecting = (snapshot: Snapshot): boolean => snapshot.matches({ loaded: { content: 'requested' } });

/** Rows were added that the host does not have yet. */
const holdsRows = (snapshot: Snapshot): boolean =>
  snapshot.matches({ loaded: { rows: 'changed' } }) || snapshot.matches({ loaded: { rows: 'captured' } });

/** Restores text stored on this device; the journal requests the document's rows. */
function journalEvents(snapshot: Snapshot): Record<string, Event> {
  if (snapshot.context.unplaced.length > 0) return { 'has copied it': { type: 'unplaced.dismissed' } };
  if (snapshot.context.edits.length > 0) return {};
  const text = { edits: [['what', 'wind 5']] as [string, string][], was: [], rows: null, name: '', title: 'Monday' };
  return {
    'takes up text that was kept': { type: 'journal.restored', text, html: null },
    'takes up text that was kept, of a region that is gone': {
      type: 'journal.restored',
      text: { ...text, edits: [['left', 'wind 5']] },
      html: null,
    },
    'takes up text that was kept, with rows': { type: 'journal.restored', text, html: '<p>rows' },
    ...(holdsRows(snapshot) && {
      'opens anew a document with text that was kept': { type: 'document.reopenRequested', at: 0 } as const,
    }),
    'the journal asks for the rows': { type: 'rows.asked' },
    'the document lists its rows': snapshotTaken(snapshot, null),
  };
}

/** True if there is text for which the template has no region. */
export const hasHomeless = ({ context }: Snapshot): boolean =>
  context.snapshot?.values.some(([id]) => id === 'left') === true;

/** Text typed into a document that the host does not have can be made a new one. */
function missingEvents(snapshot: Snapshot, isKept: boolean): Record<string, Event> {
  if (snapshot.hasTag('copying')) return {};
  const text = { was: [], rows: null, name: '', title: 'Monday' };
  const restored = (id: string) =>
    ({ type: 'journal.restored', text: { ...text, edits: [[id, 'wind 5']] }, html: null }) satisfies Event;
  return {
    'tries again': { type: 'retry.requested' },
    ...(!isKept && otherAddress(snapshot.context)),
    ...(isKept && {
      'has text that was kept made a new WIP': restored('what'),
      'has text that was kept, of a region that is gone, made a new WIP': restored('left'),
    }),
  };
}

const DELETED = { type: 'document.deletedBy', name: 'Amir' } satisfies Event;

/** A reader can open both views, and press every key. */
function readerEvents(snapshot: Snapshot): Record<string, Event> {
  if (snapshot.context.message !== null) return { 'dismisses the message': { type: 'message.dismissed' } };
  return {
    'switches the view by key': { type: 'view.switched' },
    saves: { type: 'save.requested' },
    submits: { type: 'submit.requested' },
    deletes: { type: 'delete.requested' },
    'somebody deletes the document': DELETED,
    'types in the list': { type: 'attribute.edited', id: 'what', value: 'wind 5' },
    ...otherAddress(snapshot.context),
  };
}

/**
 * Events at a host that reports its wall, and after an unanswered submission: only the step between the save and the
 * submission matters.
 */
function submitterEvents(snapshot: Snapshot): Record<string, Event> {
  const { notice, message } = snapshot.context;
  if (isCollecting(snapshot)) return { 'the document gives its values': snapshotTaken(snapshot, null) };
  if (snapshot.matches({ loaded: { command: 'checking' } }))
    return { 'somebody deletes what is to be submitted': DELETED };
  if (!snapshot.matches({ loaded: { command: 'idle' } }) || isStale(snapshot)) return {};
  if (regionOfLayout(snapshot) === 'other') return {};
  if (message !== null || notice !== null) return { 'dismisses the message': { type: 'message.dismissed' } };
  return snapshot.hasTag('dirty') ? {} : { submits: { type: 'submit.requested' } };
}

/** True if a change of another user is known without a read: it only matters that the user is asked. */
const isAsked = (snapshot: Snapshot): boolean =>
  isMoved(snapshot) &&
  snapshot.hasTag('dirty') &&
  !snapshot.hasTag('gone') &&
  snapshot.context.firstView === 'document';

/** Events of a slow user: only the result of a save after another user's change matters. */
function saverEvents(snapshot: Snapshot, old: boolean): Record<string, Event> {
  const { context } = snapshot;
  const types = { types: typingOf(snapshot)['types'] as Event };
  if (isCollecting(snapshot)) {
    // A submission has no unsaved text except what is typed at the last moment.
    const isLastMoment = isAt(snapshot, { saving: 'toSubmit' }) && !snapshot.hasTag('dirty');
    return { 'the document gives its values': snapshotTaken(snapshot, null), ...(isLastMoment && types) };
  }
  if (isAt(snapshot, 'resolving')) return { 'cancels the dialog': { type: 'dialog.cancelled' } };
  if (old && isAt(snapshot, 'saving')) return readsOf(snapshot);
  if (!isAt(snapshot, 'idle') || isStale(snapshot) || regionOfLayout(snapshot) === 'other') return {};
  if (snapshot.hasTag('savedShown') || snapshot.hasTag('submittedShown') || context.sending.isUnanswered) return {};
  if (context.notice !== null) return {};
  if (context.message !== null) return { 'is asked to save again': { type: 'save.repeated' } };
  return {
    saves: { type: 'save.requested' },
    submits: { type: 'submit.requested' },
    ...(!snapshot.hasTag('dirty') && types),
  };
}

/** The result of the question before a submission, and the facts that the user agreed to. */
export const answered = { kind: 'agreed', revision: 3, onWall: archive('a-1'), wanted: null, failure: null } as const;

/** Events on a narrow screen: the first view, the switch to the other one, and the first view of the next document. */
function narrowEvents(snapshot: Snapshot): Record<string, Event> {
  if (snapshot.can({ type: 'documentView.chosen' })) return { 'shows the document': { type: 'documentView.chosen' } };
  return { 'shows the attributes': { type: 'attributesView.chosen' }, ...otherAddress(snapshot.context) };
}

/** The document shows the values of its HTML. */
const isReady = ({ context }: Snapshot): Record<string, Event> => ({
  'the document is ready': { type: 'document.ready', values: context.loaded?.regions ?? [] },
});

const away = (snapshot: Snapshot): Record<string, Event> =>
  snapshot.hasTag('dirty') ? { 'wants to leave': { type: 'leave.requested' } } : otherAddress(snapshot.context);

type SnapshotCommand =
  | 'idle'
  | 'resolving'
  | 'gone'
  | 'saving'
  | { saving: 'toKeep' | 'asCopy' | 'toSubmit' }
  | { reloading: 'fetching' };

export const isAt = (snapshot: Snapshot, command: SnapshotCommand): boolean =>
  snapshot.matches({ loaded: { command } });

const typingOf = (snapshot: Snapshot): Record<string, Event> => ({
  types: { type: 'document.edited', changes: [['what', freshValue(snapshot)]] },
  'types it back': { type: 'document.edited', changes: [['what', regionOf(snapshot.context.baseline)]] },
  'adds a row': ADDS_A_ROW,
});

function idleEvents(snapshot: Snapshot): Record<string, Event> {
  const { context } = snapshot;
  const commands: Record<string, Event> = { saves: { type: 'save.requested' }, submits: { type: 'submit.requested' } };
  // The save line requests it if the host was not reached.
  const repeats: Record<string, Event> =
    context.wip === null ? {} : { 'is asked to save again': { type: 'save.repeated' } };
  if (isStale(snapshot)) return staleEvents(snapshot);
  if (context.message !== null || context.notice !== null) {
    return {
      'dismisses the message': { type: 'message.dismissed' },
      ...(context.notice === null ? { ...commands, ...repeats } : {}),
    };
  }
  const isClean = !snapshot.hasTag('dirty');
  if (snapshot.hasTag('savedShown') || snapshot.hasTag('submittedShown')) return isClean ? commands : {};
  if (snapshot.matches({ loaded: { view: 'attributes' } })) {
    return {
      'shows the document': { type: 'documentView.chosen' },
      'switches the view by key': { type: 'view.switched' },
      'adds a row': ADDS_A_ROW,
      'reaches a region in the list': { type: 'attribute.reached', id: 'what' },
      'somebody else comes': { type: 'names.wanted' },
      'types in the list': { type: 'attribute.edited', id: 'what', value: freshValue(snapshot) },
      'pastes an address into the list': {
        type: 'attribute.urlPasted',
        url: LINK,
        at: { id: 'what', before: valueNow(snapshot), after: '' },
      },
      'types it back in the list': { type: 'attribute.edited', id: 'what', value: regionOf(context.baseline) },
    };
  }
  return {
    ...commands,
    ...(context.wip !== null && { 'somebody deletes the document': DELETED }),
    ...typingOf(snapshot),
    deletes: { type: 'delete.requested' },
    'shows the attributes': { type: 'attributesView.chosen' },
    'pastes an address': { type: 'document.urlPasted', no: 1, url: LINK },
    'puts the caret into a region': { type: 'document.caretPlaced', id: 'what' },
    ...(isClean && {
      'reaches a region with a list': { type: 'document.losesMarkup', id: 'what', what: ['lists'] } as const,
    }),
    // A pasted table's answer affects nothing else: one kind of document is enough.
    ...(isClean &&
      context.wip === null && { 'pastes a table': { type: 'document.gridPasted', no: 2, grid: GRID } as const }),
    // Rows that only the document has are restored by the journal.
    ...(!holdsRows(snapshot) && { 'opens the document anew': { type: 'document.reopenRequested', at: 0 } as const }),
    prints: { type: 'print.requested' },
    // Filling affects the text as typing does, and nothing else: one kind of document is enough.
    ...(isClean && context.wip === null && fillingEvents(snapshot)),
    'switches the view by key': { type: 'view.switched' },
    'follows a link of the document': { type: 'document.linkFollowed', href: LINK },
    ...away(snapshot),
  };
}

/** Fills the document from another one, and undoes it; or the other one cannot be read. */
function fillingEvents({ context }: Snapshot): Record<string, Event> {
  const placed = [{ id: 'what', was: regionOf(context.baseline), value: 'wind 9' }];
  return {
    'chooses a document to fill from': { type: 'fill.chosen', source: { kind: 'wip', id: 'w-9' } },
    'the other document cannot be read': { type: 'fill.failed' },
    'is filled from another document': { type: 'regions.filled', placed, name: 'Night log' },
  };
}

/** Events after a filling: it only matters that it can be undone, and values changed since cannot. */
const filledEvents = (snapshot: Snapshot): Record<string, Event> => ({
  'takes back what was filled in': {
    type: 'regions.filled',
    placed: snapshot.context.filled.map(([id, value]) => ({ id, was: value, value: 'wind 4' })),
    name: null,
  },
  ...(snapshot.context.notice === null && {
    'takes back the rows that were filled in': { type: 'rows.takenBack' } as const,
    ...(snapshot.context.running.added.length === 0 && { 'adds a row': ADDS_A_ROW }),
    ...(valueNow(snapshot) === regionOf(snapshot.context.filled) && { types: typingOf(snapshot)['types'] as Event }),
  }),
});

/**
 * Events for a document that was saved and not fetched again: it only matters that its text is kept when it is opened
 * again.
 */
function staleEvents(snapshot: Snapshot): Record<string, Event> {
  const { message, notice } = snapshot.context;
  if (message !== null || notice !== null) return { 'dismisses the message': { type: 'message.dismissed' } };
  if (snapshot.hasTag('savedShown') || snapshot.hasTag('submittedShown')) return {};
  return {
    ...(snapshot.hasTag('dirty')
      ? {}
      : { 'opens the document anew': { type: 'document.reopenRequested', at: 0 } as const }),
    ...away(snapshot),
  };
}

function snapshotTaken(snapshot: Snapshot, error: string | null): Event {
  return { type: 'document.snapshotTaken', values: [['what', valueNow(snapshot)]], newAttributes: [], error };
}

/** Another user's save, which `presence` has read while no command is at work. Only in states without other differences. */
export function savedByOthers(snapshot: Snapshot): Record<string, Event> {
  const { context } = snapshot;
  const isFree = (['idle', 'reading'] as const).some((command) => snapshot.matches({ loaded: { command } }));
  const isPlain = [context.notice, context.message, context.rowsTaken].every((one) => one === null);
  if (
    !isFree ||
    !isPlain ||
    context.madeOf.length > 0 ||
    !context.isGuarded ||
    isStale(snapshot) ||
    regionOfLayout(snapshot) !== 'what'
  )
    return {};
  if (hasRow(snapshot) !== '' || !snapshot.matches({ loaded: { banner: 'hidden', leaving: 'staying' } })) return {};
  const fetched = (output: LoadedDocument) =>
    ({ type: 'document.fetched', output, save: { by: 'Amir', at: 9 } }) satisfies Event;
  return {
    'another person saves': fetched(documentOf(snapshot, freshValue(snapshot))),
    'another person, whose document is laid out anew, saves': fetched(documentOf(snapshot, 'wind 4', 'other')),
    ...(!snapshot.hasTag('dirty') && {
      'another person saves the same': fetched(documentOf(snapshot, regionOf(context.baseline))),
    }),
    ...(snapshot.hasTag('dirty') && {
      'the text was typed before the value of another person came': {
        type: 'document.edited',
        changes: [['what', valueNow(snapshot)]],
        was: [['what', 'wind 4']],
      } as const,
    }),
  };
}

const otherWip = (wip: string | null): string => (wip === 'w-1' ? 'w-2' : 'w-1');

/** The address of another document, by a link or by the browser's buttons; and the same address again. */
function otherAddress({ template, wip }: Snapshot['context']): Record<string, Event> {
  return {
    'goes to another saved document': { type: 'address.changed', template, wip: otherWip(wip), success: null },
    'the address is the same': { type: 'address.changed', template, wip, success: null },
  };
}

/**
 * Events that answer the editor's own requests: marks, names, the content for a save, the chosen link text, the new
 * address.
 */
export function answersTo(effects: readonly Effect[], snapshot: Snapshot, { old = false }: World): Event[] {
  const { context } = snapshot;
  return effects.flatMap((effect): Event[] => {
    const theirs = theirsMarked([effect]);
    if (theirs.length > 0) return [{ type: 'marks.given', marks: theirs.map((id) => ({ id, at: null, by: null })) }];
    if (effect.kind === 'sent' && effect.event.type === 'names.requested')
      return [{ type: 'document.named', names: [['what', 'Wind']] }];
    // A save that begins requests the document's content at once.
    if (effect.kind === 'sent' && effect.event.type === 'save.begun') return [{ type: 'content.wanted' }];
    if (effect.kind === 'sent' && effect.event.type === 'readNeed.requested')
      return [{ type: 'readNeed.decided', isReadNeeded: !context.isGuarded && old }];
    if (effect.kind === 'sent' && effect.event.type === 'linkText.chosen') {
      const link = effect.event['text'] === null ? LINK : `${LINK}[${String(effect.event['text'])},window=_top]`;
      const blank = link === LINK && valueNow(snapshot).endsWith(LINK) ? '' : ' ';
      const value = `${valueNow(snapshot)}${blank}${link}`;
      // If the value happens to equal the saved one, which no key distinguishes, a word is added.
      const isSaved = value === regionOf(context.baseline);
      return [{ type: 'document.edited', changes: [['what', isSaved ? `${value} again` : value]] }];
    }
    if (effect.kind !== 'emitted') return [];
    if (effect.event.type === 'leave.allowed') {
      return [{ type: 'address.changed', template: context.template, wip: otherWip(context.wip), success: null }];
    }
    if (effect.event.type !== 'navigation.requested') return [];
    const url = new URL(String(effect.event['to']), 'https://ready.example');
    if (!url.pathname.startsWith('/forms/')) return [];
    const success = url.searchParams.get('success');
    return [
      {
        type: 'address.changed',
        template: context.template,
        wip: context.wip,
        success: success === 'save' || success === 'submit' ? success : null,
      } as const,
    ];
  });
}

/** The regions to mark as changed by another user. */
export const theirsMarked = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) =>
    effect.kind === 'sent' && effect.event.type === 'document.read'
      ? (effect.event['found'] as { id: string }[]).map(({ id }) => id)
      : [],
  );
