import { type AnyActorRef, createActor, createMachine, fromCallback, SimulatedClock, type SnapshotFrom } from 'xstate';
import { beforeEach, expect, it } from 'vitest';
import * as times from '#config/frame.ts';
import type { StageCommand } from '#document/host/stage.ts';
import { documentFrameMachine } from './document-frame.machine.ts';

type DocumentFrameSnapshot = SnapshotFrom<typeof documentFrameMachine>;

let clock: SimulatedClock;
let frame: AnyActorRef;
let commands: StageCommand['type'][];

const now = (): DocumentFrameSnapshot => frame.getSnapshot() as DocumentFrameSnapshot;
const say = (...types: string[]): void =>
  types.forEach((type) => frame.send({ type, html: 'one', values: [], note: null }));
const opened = (): void => say('document.given', 'place.appeared', 'newer.loaded', 'newer.greeted', 'newer.opened');
const shown = (): void => (opened(), say('newer.drawn'));

function begin(mode: 'edit' | 'view', isLive: boolean): void {
  clock = new SimulatedClock();
  commands = [];
  const stage = fromCallback<StageCommand, { place: string; mode: 'edit' | 'view'; isLive: boolean }>(({ receive }) =>
    receive(({ type }) => commands.push(type)),
  );
  const input = { place: 'p', mode, isLive, html: null };
  const src = documentFrameMachine.provide({ actors: { stage } });
  const owner = createActor(createMachine({ invoke: { id: 'document', src, input } }), { clock }).start();
  frame = owner.getSnapshot().children['document'] as AnyActorRef;
}

beforeEach(() => begin('edit', true));

it.each<[what: string, before: () => void, wait: number, isSo: () => boolean]>([
  [
    'its answer is overdue',
    () => (shown(), say('frame.reloaded')),
    times.FRAME_PONG,
    () => now().matches({ shown: { ready: { reloaded: 'overdue' } } }),
  ],
  [
    'a newer document that is not drawn is shown',
    () => (shown(), say('document.given', 'newer.loaded', 'newer.greeted', 'newer.opened')),
    times.FRAME_DRAWN,
    () => commands.lastIndexOf('reveal') > commands.lastIndexOf('open'),
  ],
  [
    'the first document of a live pane that is not drawn is shown',
    opened,
    times.FRAME_DRAWN,
    () => commands.includes('reveal'),
  ],
  ['a live pane keeps a frame for the next document', shown, times.FRAME_SPARE, () => commands.includes('keepSpare')],
  [
    'a document that does not list its rows is printed without',
    () => (shown(), say('print.requested')),
    times.PRINT_ROWS,
    () => now().matches({ paper: 'printing' }),
  ],
])('%s after its time, and not before', (_what, before, wait, isSo) => {
  before();
  clock.increment(wait - 1);
  expect(isSo()).toBe(false);
  clock.increment(1);
  expect(isSo()).toBe(true);
});
