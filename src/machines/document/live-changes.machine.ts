import { type ActorRefFrom, assign, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import { CHANGE_SHOWN } from '#common/config/constants.ts';
import { differences } from '#common/document/regions/differences.ts';
import type { Pair } from '#common/document/regions/values.ts';
import { fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';

/**
 * Origin of a submission: its WIP if the host reports it, its name, and its time in epoch milliseconds. `source`: its archive, and the kind of source that
 * the pane shows. `asOf`: the earlier moment that it shows, or null for the present.
 */
export type Submission = {
  readonly wip: string | null;
  readonly name: string | null;
  readonly at: number | null;
  readonly asOf?: number | null;
  readonly source?: { readonly archive: string; readonly kind: 'wip' | 'template' };
};

/** Changes of submissions from before the first document was shown, and the host's time. */
export type Earlier = { readonly now: number; readonly changes: readonly Pick<Change, 'id' | 'isGone' | 'at'>[] };

/**
 * A region that a submission has changed or removed, and when. `ends`: the end of its mark, on the same line of time as `now`. `name`: the document's name
 * for it, once received.
 */
type Change = { id: string; name: string | null; at: number | null; isGone: boolean; ends: number };

type Shown = { submission: Submission; values: readonly Pair[] };

const foundIn = (before: Shown | null, { values }: Shown) => differences(before?.values ?? [], values);
/** Returns the earlier changes that agree with the document and have not ended. */
function earlierIn(shown: Shown | null, { now, changes }: Earlier): Change[] {
  const ids = new Set(shown?.values.map(([id]) => id));
  return changes
    .filter(({ id, isGone }) => ids.has(id) !== isGone)
    .map((one) => ({ ...one, name: null, ends: Math.min(one.at ?? now, now) + CHANGE_SHOWN }))
    .filter(({ ends }) => ends > now);
}
const marksOf = (changes: readonly Change[]) =>
  changes.filter(({ isGone }) => !isGone).map(({ id, at }) => ({ id, at }));

/** At an earlier moment no document follows the one before: it may have been submitted earlier. */
const isPast = (shown: Shown | null): boolean => typeof shown?.submission.asOf === 'number';

/** Hosts that do not report the WIP report only the name. */
function isSame(one: Submission, other: Submission): boolean {
  return one.wip !== null && other.wip !== null ? one.wip === other.wip : one.name === other.name;
}

/**
 * Changes of a submission in the document of a live pane: their regions are marked for ten minutes, each with the time of its own last change, and the pane
 * names them. The page with the first of them is requested, once. If the document is another one than before, such as another WIP of the template, the pane
 * says so and nothing in it is marked. The host reports the changes from before the first document was shown (`findEarlier`), where it can. The time is that
 * of the submissions, and advances with the chart's own timer: no clock is read that may be wrong. At an earlier moment each document is a first one, and the
 * marks stay.
 */
export const liveChangesMachine = setup({
  types: {
    /** `now` and `ends`: milliseconds on one line of time, which is the host's where it reports the times of submissions. */
    context: {} as { shown: Shown | null; changes: Change[]; now: number },
    events: {} as
      | ({ type: 'document.shown' } & Shown)
      | { type: 'document.gone' }
      | { type: 'moment.given'; asOf: number | null }
      | { type: 'names.reported'; names: readonly Pair[] },
    tags: {} as 'marked' | 'another',
  },
  actors: {
    /** Finds the changes from before this submission was shown; null if the host does not report them, or they are too old. */
    findEarlier: fromPromise<Earlier | null, Submission | undefined>(unprovided),
  },
  actions: {
    noteEarlier: assign(({ context }, { output }: { output: Earlier | null }) => ({
      now: Math.max(context.now, output?.now ?? 0),
      changes: output ? earlierIn(context.shown, output) : [],
    })),
    keepShown: assign((_, { submission, values }: Shown) => ({ shown: { submission, values } })),
    keepAsOf: assign({
      shown: ({ context: { shown } }, { asOf }: { asOf: number | null }) =>
        shown && { ...shown, submission: { ...shown.submission, asOf } },
    }),
    forgetChanges: assign({ changes: [] }),
    forgetAll: assign({ shown: null, changes: [] }),
    noteChanges: assign(({ context }, params: Shown) => {
      const { at } = params.submission;
      const now = Math.max(context.now, at ?? 0);
      const found = foundIn(context.shown, params);
      const names = new Map(context.changes.map(({ id, name }) => [id, name]));
      const ids = new Set(found.map(({ id }) => id));
      const left = context.changes.filter(({ id, ends }) => ends > now && !ids.has(id));
      const news = found.map((one) => ({ ...one, name: names.get(one.id) ?? null, at, ends: now + CHANGE_SHOWN }));
      // The newest come first.
      return { now, changes: [...news, ...left] };
    }),
    noteNames: assign(({ context }, { names }: { names: readonly Pair[] }) => {
      const known = new Map(names);
      return { changes: context.changes.map((one) => ({ ...one, name: known.get(one.id) ?? one.name ?? one.id })) };
    }),
    /** Names come from the document's file, and from the running document for regions that its script makes. */
    askNames: sendParent({ type: 'names.requested' }),
    endSoonest: assign(({ context: { changes } }) => {
      const now = Math.min(...changes.map(({ ends }) => ends));
      return { now, changes: changes.filter(({ ends }) => ends > now) };
    }),
    reportMarks: sendParent(({ context }) => ({
      type: 'marks.given',
      marks: marksOf(context.changes),
    })),
    reportEarlier: sendParent(({ context }) => {
      const marks = marksOf(context.changes);
      return { type: 'marks.given', marks, news: marks.map(({ id }) => id) };
    }),
    /** Brings the page with the first of the new changes into view. */
    reportNews: sendParent(({ context }, params: Shown) => ({
      type: 'marks.given',
      marks: marksOf(context.changes),
      news: foundIn(context.shown, params).flatMap(({ id, isGone }) => (isGone ? [] : [id])),
    })),
  },
  guards: {
    hasEarlier: ({ context }, { output }: { output: Earlier | null }) =>
      output !== null && earlierIn(context.shown, output).length > 0,
    hasShown: ({ context }) => context.shown !== null,
    /** The same at an earlier moment. */
    hasEarlierThen: ({ context }, { output }: { output: Earlier | null }) =>
      isPast(context.shown) && output !== null && earlierIn(context.shown, output).length > 0,
    isFirst: ({ context }, params: Shown) => context.shown === null || isPast(context.shown) || isPast(params),
    isAnother: ({ context }, params: Shown) =>
      context.shown !== null && !isSame(context.shown.submission, params.submission),
    isUnchanged: ({ context }, params: Shown) => foundIn(context.shown, params).length === 0,
    isLast: ({ context: { changes } }) => changes.every(({ ends }) => ends === changes[0]?.ends),
  },
  delays: {
    changeShown: CHANGE_SHOWN,
    soonestEnds: ({ context: { changes, now } }) => Math.min(...changes.map(({ ends }) => ends)) - now,
  },
}).createMachine({
  id: 'liveChanges',
  context: { shown: null, changes: [], now: 0 },
  initial: 'none',
  on: {
    'document.gone': { target: '.none', actions: 'forgetAll' },
    // The same document at another moment.
    'moment.given': {
      guard: 'hasShown',
      target: '.looking',
      actions: [{ type: 'keepAsOf', params: fromEvent }, 'forgetChanges', 'reportMarks'],
    },
    'document.shown': [
      {
        guard: { type: 'isFirst', params: fromEvent },
        target: '.looking',
        actions: ['forgetChanges', { type: 'keepShown', params: fromEvent }],
      },
      {
        guard: { type: 'isAnother', params: fromEvent },
        target: '.another',
        actions: ['forgetChanges', { type: 'keepShown', params: fromEvent }, 'reportMarks'],
      },
      // A frame that opens the same document once more has no marks yet.
      {
        guard: { type: 'isUnchanged', params: fromEvent },
        actions: [{ type: 'keepShown', params: fromEvent }, 'reportMarks'],
      },
      {
        target: '.marked',
        actions: [
          { type: 'noteChanges', params: fromEvent },
          { type: 'reportNews', params: fromEvent },
          { type: 'keepShown', params: fromEvent },
          'askNames',
        ],
      },
    ],
  },
  states: {
    none: {},
    looking: {
      invoke: {
        id: 'findEarlier',
        src: 'findEarlier',
        input: ({ context: { shown } }) => shown?.submission,
        onDone: [
          {
            guard: { type: 'hasEarlierThen', params: fromEvent },
            target: 'still',
            actions: [{ type: 'noteEarlier', params: fromEvent }, 'reportEarlier', 'askNames'],
          },
          {
            guard: { type: 'hasEarlier', params: fromEvent },
            target: 'marked',
            actions: [{ type: 'noteEarlier', params: fromEvent }, 'reportEarlier', 'askNames'],
          },
          { target: 'none' },
        ],
        onError: { target: 'none' },
      },
    },
    another: { tags: 'another', after: { changeShown: { target: 'none' } } },
    // Time at an earlier moment does not advance.
    still: { tags: 'marked', on: { 'names.reported': { actions: { type: 'noteNames', params: fromEvent } } } },
    marked: {
      tags: 'marked',
      on: { 'names.reported': { actions: { type: 'noteNames', params: fromEvent } } },
      after: {
        soonestEnds: [
          { guard: 'isLast', target: 'none', actions: ['forgetChanges', 'reportMarks'] },
          { target: 'marked', reenter: true, actions: ['endSoonest', 'reportMarks'] },
        ],
      },
    },
  },
});
export type LiveChangesRef = ActorRefFrom<typeof liveChangesMachine>;
export type LiveChangesSnapshot = SnapshotFrom<typeof liveChangesMachine>;
