import { type Around, besideOf } from '#machines/live/beside.ts';
import { pastMachine, type ReportedPane } from '#machines/live/past.machine.ts';
import { defineModel, type Effect } from 'chart-walks';
import { failures } from '../samples.ts';

const EARLY = 1_000_000;
const LATE = 2_000_000;
/** The host's present: a second of playing, of a thousand times the speed, leads past it. */
const PRESENT = 2_500_000;
const SPEED = 1_000;

const around = (time: number): { output: Around } => ({
  output: { time, previous: time > EARLY ? EARLY : null, next: time < LATE ? LATE : null },
});
const wanted = (effects: readonly Effect[]): number | null | undefined => {
  const found = effects.find((effect) => effect.kind === 'emitted' && effect.event.type === 'moment.wanted');
  return found?.kind === 'emitted' ? (found.event['moment'] as number | null) : undefined;
};
const isDrawn = (pane: ReportedPane, moment: number | null): boolean => pane.isReached && pane.moment === moment;
const left: ReportedPane = { key: 'left', kind: 'template', id: 't-1', moment: null, isReached: false };
const right: ReportedPane = { key: 'right', kind: 'wip', id: 'w-1', moment: null, isReached: false };

/** Part of the chart that a walk is about: the others rest. */
type World = { about: 'panes' | 'around' | 'track' | 'time' };

export const pastModel = defineModel(pastMachine)<World>({
  starts: {
    'a screen in the present': { input: { moment: null }, world: { about: 'around' } },
    'an address with a moment': { input: { moment: LATE }, world: { about: 'panes' } },
    'a track': { input: { moment: LATE }, world: { about: 'track' } },
    'a screen that plays': { input: { moment: EARLY }, world: { about: 'time' } },
  },
  world: { start: { about: 'around' } },
  outcomes: {
    readPresent: {
      'its present': { output: { time: LATE, previous: EARLY, next: null } },
      'not reached': { error: failures.network },
    },
    readAround: ({ snapshot: { context }, world }) =>
      world.about === 'panes' || world.about === 'track'
        ? null
        : {
            ...((context.moment ?? 0) > PRESENT
              ? { 'that is in the future': around(PRESENT) }
              : { 'what is around it': around(context.moment ?? 0) }),
            'not reached': { error: failures.network },
          },
    loadAhead: ({ world }) =>
      world.about === 'around' ? { loaded: { output: undefined }, 'not reached': { error: failures.network } } : null,
    readTrack: ({ world }) =>
      world.about === 'track'
        ? {
            'its changes': {
              output: {
                from: 0,
                to: PRESENT,
                moments: [
                  { at: EARLY, archive: 'a-1' },
                  { at: LATE, archive: 'a-2' },
                ],
                density: [],
              },
            },
            'too many changes': {
              output: { from: LATE, to: PRESENT, moments: [], density: [{ from: LATE, count: 2_000 }] },
            },
            'not reached': { error: failures.network },
          }
        : null,
  },
  events: ({ snapshot: { context }, world: { about } }) => {
    const { panes, moment, sought } = context;
    return {
      ...(panes.length === 0 && { 'a pane comes': { type: 'pane.reported', pane: left } as const }),
      ...(about === 'panes' &&
        panes.length === 1 && { 'another pane comes': { type: 'pane.reported', pane: right } as const }),
      ...(about !== 'time' &&
        panes.length > 0 && { 'a pane goes': { type: 'pane.left', key: panes.at(-1)?.key ?? '' } as const }),
      ...Object.fromEntries(
        panes
          .filter((pane) => !isDrawn(pane, moment))
          .map((pane) => [
            `the ${pane.key} pane has drawn it`,
            { type: 'pane.reported', pane: { ...pane, moment, isReached: true } } as const,
          ]),
      ),
      ...(about === 'around' && { 'looks back': { type: 'past.requested' } as const }),
      ...((about === 'around' || about === 'track') && {
        'wants the change before': { type: 'previous.requested' } as const,
        'wants the change after': { type: 'next.requested' } as const,
      }),
      ...(about !== 'panes' &&
        about !== 'around' &&
        moment === LATE &&
        sought === null && { 'drags the track': { type: 'track.dragged', moment: EARLY } as const }),
      ...(about === 'track' &&
        sought === EARLY && { 'drags the track back': { type: 'track.dragged', moment: LATE } as const }),
      ...(sought === EARLY && { 'drags the track further': { type: 'track.dragged', moment: EARLY + 1 } as const }),
      ...(about === 'track' &&
        context.span === 'day' && { 'wants a week': { type: 'span.chosen', span: 'week' } as const }),
      ...(about === 'time' && {
        'chooses a speed': { type: 'speed.chosen', speed: SPEED } as const,
        // At the usual speed it takes too many seconds to the present.
        ...(context.speed === SPEED && { plays: { type: 'play.requested' } as const }),
        pauses: { type: 'pause.requested' } as const,
      }),
      ...(moment !== null && { 'goes back to the present': { type: 'moment.chosen', moment: null } as const }),
      'tries again': { type: 'retry.requested' },
    };
  },
  // The router changes the address.
  follows: ({ effects, snapshot: { context } }) => {
    const moment = wanted(effects);
    const isFar = (moment ?? 0) > 2 * PRESENT;
    return moment === undefined || moment === context.moment || isFar
      ? []
      : [{ type: 'moment.chosen', moment } as const];
  },
  key: ({ snapshot: { context } }) => ({
    moment: context.moment,
    shown: context.shown,
    sought: context.sought,
    panes: context.panes.map((pane) => `${pane.key} ${isDrawn(pane, context.moment)}`).join(),
    around: context.around !== null,
    track: context.track?.from ?? null,
    span: context.span,
    speed: context.speed,
    message: context.message !== null,
  }),
  changes: {
    moment: 'after | readPresent: its | goes back | wants the | readAround: that',
    shown: 'after | a pane goes | the left | readPresent: its | goes back | the right',
    sought: 'after | goes back | wants the | drags the',
    panes: 'a pane | the left | another pane | the right',
    around: 'after | a pane goes | goes back | readAround: what | wants the',
    span: 'wants a',
    track: 'a pane goes | wants a | readTrack: its | readTrack: too',
    speed: 'chooses a',
    message: 'after | a pane | readPresent: | goes back | readAround: | wants the | readTrack: not',
  },
  restarts: { trackRest: ['drags the track further', 'drags the track back'] },
  accepts: {
    'looks back': 'around.idle | shut',
    'wants the change before': ({ snapshot: { context } }) => besideOf(context).previous !== null,
    'wants the change after': ({ snapshot: { context } }) => besideOf(context).next !== null,
    plays: ({ snapshot }) => snapshot.matches({ time: 'paused' }) && snapshot.context.moment !== null,
    pauses: 'playing',
    'tries again': 'around.failed | shut | track.failed',
  },
  keeps: { speed: 'chooses a speed', around: 'readAround: what' },
  never: {
    'a time of which a pane has not drawn its document': ({ before, snapshot: { context } }) =>
      context.shown !== before.context.shown &&
      context.shown !== null &&
      context.panes.some((pane) => !isDrawn(pane, context.moment)),
    'a moment that all panes have drawn, and its time is not said': ({ snapshot }) =>
      snapshot.context.moment !== null &&
      snapshot.context.panes.every((pane) => isDrawn(pane, snapshot.context.moment)) &&
      (snapshot.context.shown !== snapshot.context.moment || snapshot.hasTag('seeking')),
    'the present that is taken for the past, or the past for the present': ({ snapshot }) =>
      snapshot.hasTag('past') !== (snapshot.context.moment !== null || snapshot.hasTag('returning')),
    'a way back to the present that is not over when it is drawn, or over before': ({
      snapshot: { context },
      snapshot,
    }) =>
      context.moment === null &&
      snapshot.hasTag('returning') !== (context.shown !== null && context.panes.some((pane) => !isDrawn(pane, null))),
    'a change that is not the one beside the moment': {
      after: ['wants the change'],
      breaks: ({ before, label, effects }) => {
        const { previous, next } = besideOf(before.context);
        return wanted(effects) !== (label.endsWith('before') ? previous : next);
      },
    },
    'a look back that is dropped, or asks for other panes, because one comes or goes': {
      after: ['a pane comes', 'a pane goes'],
      breaks: ({ before, effects, snapshot: { context } }) =>
        before.hasTag('entering') &&
        !effects.some(
          (effect) =>
            effect.kind === 'request' &&
            effect.src === 'readAround' &&
            (effect.input as { panes: unknown }).panes === context.panes,
        ),
    },
    'a present that is not the one of the host': {
      after: ['readPresent: its present'],
      breaks: ({ effects }) => wanted(effects) !== LATE,
    },
    'a moment in the future that stays': {
      after: ['readAround: that is in the future'],
      breaks: ({ snapshot }) => snapshot.context.moment !== null,
    },
    'what is around another moment': ({ before, snapshot }) =>
      before.context.moment !== snapshot.context.moment && snapshot.context.around !== null,
    'a track that is dragged, and what is under it is asked for before it rests': {
      after: ['drags the track'],
      breaks: ({ snapshot, before, effects }) =>
        wanted(effects) !== undefined ||
        snapshot.context.sought === null ||
        snapshot.context.sought === before.context.sought ||
        snapshot.hasTag('playing'),
    },
    'a track that has come to rest, and what is under it is not asked for': ({ before, label, effects }) =>
      label === 'after 200 ms' &&
      wanted(effects) !== (before.context.sought === before.context.moment ? undefined : before.context.sought),
    'a moment that is chosen, and the track is still somewhere else': ({ before, snapshot }) =>
      before.context.moment !== snapshot.context.moment && snapshot.context.sought !== null,
    'a track of another time than the moment': ({ snapshot: { context }, label }) =>
      context.track !== null &&
      label.startsWith('moment') &&
      ((context.moment ?? 0) < context.track.from || (context.moment ?? 0) > context.track.to),
    'time that passes before the documents of a moment are drawn, or does not pass after': ({
      before,
      label,
      effects,
    }) => label === 'after 1000 ms' && (wanted(effects) !== undefined) === before.hasTag('seeking'),
    'time that passes at another speed': ({ before, label, effects }) =>
      label === 'after 1000 ms' &&
      wanted(effects) !== undefined &&
      wanted(effects) !== (before.context.moment ?? 0) + SPEED * 1_000,
    'time that passes in the present': ({ snapshot }) => snapshot.hasTag('playing') && snapshot.context.moment === null,
    'a track that is not read': ({ snapshot }) =>
      snapshot.context.moment !== null && snapshot.context.panes.length > 0 && snapshot.matches({ track: 'none' }),
    'a track of nothing that is read': ({ snapshot }) =>
      snapshot.context.panes.length === 0 && snapshot.matches({ track: 'reading' }),
    'a track that is read again while the moment is on it': ({ before, snapshot: { context }, effects }) =>
      effects.some((effect) => effect.kind === 'request' && effect.src === 'readTrack') &&
      before.context.track !== null &&
      before.context.span === context.span &&
      before.context.panes.length === context.panes.length &&
      (context.moment ?? 0) >= before.context.track.from &&
      (context.moment ?? 0) <= before.context.track.to,
    'a time that is not that of the track, or of a second': ({ label }) =>
      label.startsWith('after ') && Number(/\d+/.exec(label)?.[0]) % 100 !== 0,
    'a failure that is not said': {
      after: ['readPresent: not', 'readAround: not', 'readTrack: not'],
      breaks: ({ snapshot }) => snapshot.context.message === null || !snapshot.hasTag('failed'),
    },
  },
});
