import { isDeepStrictEqual } from 'node:util';
import type { SnapshotFrom } from 'xstate';
import { CHANGE_SHOWN } from '#common/config/constants.ts';
import type { Pair } from '#common/document/regions/values.ts';
import { liveChangesMachine, type Submission } from '#machines/document/live-changes.machine.ts';
import { defineModel, sends } from 'chart-walks';

const FIRST = 1_000_000_000;
/** Half of the time for which a change is shown, in milliseconds. */
const LATER = 300_000;
const VALUES: Pair[] = [['wind', '1']];
const NAMES: Pair[] = [['wind', 'Wind']];
const otherWind = (values: readonly Pair[]): Pair[] =>
  values.map(([id, value]) => [id, id === 'wind' ? String((Number(value) % 2) + 1) : value]);

type Snapshot = SnapshotFrom<typeof liveChangesMachine>;
const valueOf = ({ context }: Snapshot, id: string) => context.shown?.values.find(([name]) => name === id)?.[1];

const shown = (submission: Submission, values: readonly Pair[]) =>
  ({ type: 'document.shown', submission, values }) as const;

export const liveChangesModel = defineModel(liveChangesMachine)({
  starts: { 'a pane': {} },
  outcomes: {
    findEarlier: {
      'wind and a row had changed five minutes before': {
        output: {
          now: FIRST + LATER,
          changes: [
            { id: 'wind', isGone: false, at: FIRST },
            { id: 'row', isGone: true, at: FIRST },
          ],
        },
      },
      'all that had changed is over, or in no such document': {
        output: {
          now: FIRST + 2 * LATER,
          changes: [
            { id: 'wind', isGone: false, at: FIRST },
            { id: 'other', isGone: false, at: FIRST + LATER },
          ],
        },
      },
      'the host tells nothing': { output: null },
      'does not answer': { error: new Error('It does not answer.') },
    },
  },
  events: ({ snapshot: { context } }) => {
    if (context.shown === null) {
      return {
        'a document is shown': shown({ wip: 'w-1', name: 'Board', at: FIRST }, VALUES),
        'a document is shown of which the host tells little': shown({ wip: null, name: 'Board', at: null }, VALUES),
      };
    }
    const { submission, values } = context.shown;
    const named = {
      ...(context.changes.some(({ name }) => name === null) && {
        'its regions are named': { type: 'names.reported' as const, names: NAMES },
      }),
    };
    if (typeof submission.asOf === 'number') {
      return {
        ...named,
        'another moment is given': { type: 'moment.given', asOf: submission.asOf === FIRST ? FIRST + LATER : FIRST },
        'the present is given': { type: 'moment.given', asOf: null },
        'its document is opened again': shown(submission, values),
        'no document is shown': { type: 'document.gone' },
      };
    }
    const later = { ...submission, at: submission.at === null ? null : context.now + LATER };
    return {
      'wind changes five minutes later': shown(later, otherWind(values)),
      'a row comes': shown(later, [...values.filter(([id]) => id !== 'row'), ['row', 'new']]),
      'a row goes': shown(
        later,
        values.filter(([id]) => id !== 'row'),
      ),
      'nothing changes': shown(later, values),
      ...(submission.wip !== null && {
        'it is renamed and wind changes': shown({ ...later, name: 'Night board' }, otherWind(values)),
      }),
      'another document is shown': shown(
        {
          wip: submission.wip === 'w-1' ? 'w-2' : 'w-1',
          name: submission.name === 'Practice' ? 'Board' : 'Practice',
          at: later.at,
        },
        VALUES,
      ),
      'no document is shown': { type: 'document.gone' },
      ...named,
      ...(submission.wip === 'w-1' &&
        values === VALUES && { 'an earlier moment is given': { type: 'moment.given', asOf: FIRST } as const }),
    };
  },
  key: ({ snapshot: { context } }) => ({
    wip: context.shown?.submission.wip ?? null,
    asOf: context.shown?.submission.asOf ?? null,
    timed: context.shown?.submission.at !== null,
    rows: context.shown?.values.length ?? 0,
    changes: context.changes
      .map(({ id, name, ends, isGone }) => `${id} ${name} ${isGone} ${ends - context.now}`)
      .toSorted(),
  }),
  accepts: {},
  changes: {
    shown: [
      'a document | wind changes | a row | nothing changes | it is | another document | no document | an earlier | another moment | the present',
    ],
    changes: [
      'after | wind changes | a row | it is | another document | no document | an earlier | findEarlier: wind | its regions | another moment',
      'the present | its document',
    ],
    now: 'after | wind changes | a row | it is | findEarlier: wind',
  },
  restarts: {
    soonestEnds: {
      by: ['wind changes', 'a row', 'it is renamed'],
      when: ({ before, snapshot }) => !isDeepStrictEqual(before.context.shown?.values, snapshot.context.shown?.values),
    },
    changeShown: ['another document'],
  },
  never: {
    'a first document with marks, or one that is said to be another': {
      after: ['a document is shown'],
      breaks: ({ snapshot, effects }) =>
        snapshot.hasTag('marked') || snapshot.hasTag('another') || sends(effects, 'marks.given'),
    },
    'a change without a mark': {
      after: ['wind changes', 'a row comes'],
      breaks: ({ before, snapshot, effects, label }) => {
        const id = label.startsWith('a row') ? 'row' : label.slice(0, 4);
        if (label === 'a row comes' && before.context.shown?.values.some(([name]) => name === 'row')) return false;
        const found = snapshot.context.changes.find((change) => change.id === id);
        return (
          !snapshot.hasTag('marked') ||
          found?.at !== snapshot.context.shown?.submission.at ||
          found?.isGone !== false ||
          !sends(effects, 'marks.given') ||
          !sends(effects, 'names.requested')
        );
      },
    },
    'what had changed before is not marked, wanted and named': {
      after: ['findEarlier: wind'],
      breaks: ({ snapshot, effects }) => {
        const marks = effects.find((effect) => effect.kind === 'sent' && effect.event.type === 'marks.given');
        const ids = snapshot.context.changes.map(({ id }) => id);
        return (
          !isDeepStrictEqual(ids, snapshot.context.shown?.values.length === 2 ? ['wind'] : ['wind', 'row']) ||
          !snapshot.hasTag('marked') ||
          !sends(effects, 'names.requested') ||
          marks?.kind !== 'sent' ||
          !isDeepStrictEqual(marks.event['news'], ['wind'])
        );
      },
    },
    'something is marked that is over, or of which nothing is told': {
      after: ['findEarlier: all', 'findEarlier: the host', 'findEarlier: does not'],
      breaks: ({ snapshot, effects }) => snapshot.hasTag('marked') || sends(effects, 'marks.given'),
    },
    'a change whose page is not wanted, or a page without a change': ({ before, snapshot, effects, label }) => {
      if (label.startsWith('findEarlier')) return false;
      const marks = effects.find((effect) => effect.kind === 'sent' && effect.event.type === 'marks.given');
      const news = marks?.kind === 'sent' ? ((marks.event['news'] as string[] | undefined) ?? []) : [];
      const { changes } = snapshot.context;
      const isFresh =
        !isDeepStrictEqual(before.context.shown?.values, snapshot.context.shown?.values) && snapshot.hasTag('marked');
      const due = isFresh
        ? changes.filter(({ id, isGone }) => !isGone && valueOf(before, id) !== valueOf(snapshot, id))
        : [];
      return !isDeepStrictEqual(news.toSorted(), due.map(({ id }) => id).toSorted());
    },
    'a region without a name where names were told, or one that has lost it': ({ before, snapshot, label }) =>
      snapshot.context.changes.some(
        ({ id, name }) =>
          name === null &&
          (label === 'its regions are named' ||
            before.context.changes.some((change) => change.id === id && change.name !== null)),
      ),
    'a row that goes and is not told': ({ before, snapshot, label }) =>
      label === 'a row goes' &&
      before.context.shown?.values.some(([name]) => name === 'row') === true &&
      !snapshot.context.changes.some(({ id, isGone }) => id === 'row' && isGone),
    'a region that has not changed is marked anew': {
      after: ['nothing changes', 'a row'],
      breaks: ({ before, snapshot }) =>
        snapshot.context.changes.some(
          ({ id, at }) => id !== 'row' && at !== before.context.changes.find((change) => change.id === id)?.at,
        ),
    },
    'a document that is shown again and has lost its marks': {
      after: ['nothing changes'],
      breaks: ({ before, snapshot, effects }) =>
        snapshot.context.changes.length !== before.context.changes.length || !sends(effects, 'marks.given'),
    },
    'another document that is not said to be one, or has marks': {
      after: ['another document'],
      breaks: ({ snapshot, effects }) =>
        !snapshot.hasTag('another') || snapshot.context.changes.length > 0 || !sends(effects, 'marks.given'),
    },
    'a WIP that was renamed is said to be another': ({ before, snapshot, label }) =>
      label.startsWith('it is renamed') && before.context.shown?.submission.wip !== null && snapshot.hasTag('another'),
    'marks of nothing': ({ snapshot }) => snapshot.hasTag('marked') !== snapshot.context.changes.length > 0,
    'a mark that stays for longer than ten minutes': ({ snapshot: { context } }) =>
      context.changes.some(({ ends }) => ends - context.now > CHANGE_SHOWN || ends <= context.now),
    'a mark that ends before its ten minutes': ({ before, snapshot, label }) =>
      label.startsWith('after') &&
      before.hasTag('marked') &&
      snapshot.context.changes.length !==
        before.context.changes.filter(({ ends }) => ends - before.context.now > Number(/\d+/.exec(label)?.[0])).length,
    'marks that end, and the document does not hear of it': ({ before, label, effects }) =>
      label.startsWith('after') && before.hasTag('marked') && !sends(effects, 'marks.given'),
    'changes looked for where no document is shown': ({ snapshot }) =>
      snapshot.context.shown === null && snapshot.can({ type: 'moment.given', asOf: FIRST }),
    'a document that is gone and still has changes': ({ snapshot }) =>
      snapshot.context.shown === null && (snapshot.context.changes.length > 0 || !snapshot.matches('none')),
  },
});
