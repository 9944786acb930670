import { type ComponentType, createElement } from 'react';
import { type AnyStateMachine, fromPromise } from 'xstate';
import { listRecordMoments, readRecordsAt } from '#common/calls/records.ts';
import type { Span } from '#machines/live/beside.ts';
import { pastMachine, type ReportedPane } from '#machines/live/past.machine.ts';
import { Past } from '#ui/live/past/past.tsx';
import type { ScreenRoute, Services } from '../screen-route.ts';
import { liveOf } from './live-archive.ts';

/** Later than any submission: the host answers with its present. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';
const HOUR = 3_600_000;

const queryOf = (panes: readonly ReportedPane[], times: Readonly<Record<string, number>>): URLSearchParams =>
  new URLSearchParams([
    ...panes.map(({ kind, id }) => [kind, id]),
    ...Object.entries(times).map(([name, moment]) => [name, new Date(moment).toISOString()]),
  ]);

/** The hour, the day or the week of a moment in the viewer's zone, which ends with its day; null for all of the time. */
function rangeOf(span: Span, moment: number): { from: number; to: number } | null {
  if (span === 'all') return null;
  const date = new Date(moment);
  if (span === 'hour') {
    const from = date.setMinutes(0, 0, 0);
    return { from, to: from + HOUR - 1 };
  }
  const from = date.setHours(0, 0, 0, 0);
  // A day may have 23 or 25 hours.
  const to = date.setDate(date.getDate() + 1) - 1;
  return span === 'day' ? { from, to } : { from: new Date(from).setDate(new Date(from).getDate() - 6), to };
}

/** The machine of earlier moments, with its implementations. */
export const past = (services: Services): typeof pastMachine => {
  const { client } = services;
  return pastMachine.provide({
    actors: {
      readAround: fromPromise(async ({ input: { moment, panes }, signal }) => {
        const query = queryOf(panes, { time: moment ?? Date.parse(END_OF_TIME) });
        const { time, previous, next } = await client.call(readRecordsAt, {}, { signal, query });
        return { time: time ?? moment ?? 0, previous, next };
      }),
      loadAhead: fromPromise(({ input }) => liveOf(services).loadAhead(input.archives)),
      readTrack: fromPromise(async ({ input: { moment, span, panes }, signal }) => {
        const range = rangeOf(span, moment ?? 0);
        const query = queryOf(panes, { ...range });
        const { moments, density } = await client.call(listRecordMoments, {}, { signal, query });
        const listed = moments.map(({ at, archive_uuid: archive }) => ({ at: at ?? 0, archive }));
        const counted = density.map(({ from, count }) => ({ from: from ?? 0, count }));
        const edges = [moment ?? 0, ...listed.map(({ at }) => at), ...counted.map(({ from }) => from)];
        return {
          from: range?.from ?? Math.min(...edges),
          to: range?.to ?? Math.max(...edges),
          moments: listed,
          density: counted,
        };
      }),
    },
  });
};

/** Adds earlier moments to a live screen. @param route route of the screen */
export const inPast = <M extends AnyStateMachine>(route: ScreenRoute<M>): ScreenRoute<M> => ({
  ...route,
  screen: (services) => {
    const Screen: ComponentType = route.screen(services);
    let machine: typeof pastMachine | null = null;
    return () => createElement(Past, { machine: (machine ??= past(services)) }, createElement(Screen));
  },
});
