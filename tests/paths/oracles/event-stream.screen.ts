import type { After, Memory, ScreenSpec } from '../drivers/screen-walk.ts';
import type { Hands, Shown } from './page.ts';

const STREAM = 'GET /events/wips/w-1';
const ARCHIVES = 'GET /v1/wips/w-1/archives';
const SESSION = 'GET /auth/verify';
/** Message of a failed round: rounds have a walk of their own; here the host never gives an archive, so no pane is live. */
const FAILED = 'Error fetching archive. Please try again.Try Again';
const user = { username: 'ada', uuid: 'u-1', permission: 1, capabilities: ['events.heartbeat'] };

/** State of the stream: it is open, it is opened again after so many milliseconds, or the reason why it is refused is checked first. */
type Stand = 'connecting' | 'open' | 'waiting' | 'refused' | 'verifying';
const standOf = (memory: Memory): Stand => (memory.get('stand') ?? 'connecting') as Stand;
const numberOf = (memory: Memory, key: string): number => Number(memory.get(key) ?? 0);
const POLL = 15_000;
/** Interval between checks of a host that is not reached; the walks draw no random part. */
const LOOK = 3_000;

/**
 * Notes that the host was asked for the newest archive. The host refuses, so a pane that said that it was cut off now says that it is out of date; and the
 * host is reached, so a stream that was lost is opened again.
 */
const ask = (memory: Memory): void => {
  memory.set('asks', 'yes');
  if (memory.has('cut')) memory.set('cut', 'Not up to date');
  if (!memory.delete('look')) return;
  memory.delete('looks');
  memory.set('poll', String(POLL));
  if (['waiting', 'refused'].includes(standOf(memory))) become(memory, 'connecting');
};
/** Notes that the host is not reached, and is checked again and again. */
const miss = (memory: Memory): void => {
  memory.set('cut', 'Not connected');
  if (!memory.has('look')) memory.set('look', String(LOOK)).set('poll', String(POLL));
};
const settle = async (page: Hands, memory: Memory): Promise<void> => {
  if (!memory.delete('asks')) return;
  await page.reply(ARCHIVES, {}, 403);
};

function become(memory: Memory, stand: Stand): void {
  if (standOf(memory) === 'open' && stand !== 'open') memory.set('poll', String(POLL)).set('badge', 'Reconnecting…');
  if (stand === 'open') memory.set('badge', 'Not live');
  memory.set('stand', stand).set('left', '3000');
}

function draw(memory: Memory): Partial<Shown> {
  const stand = standOf(memory);
  const cut = memory.get('cut');
  const badge = memory.get('badge') ?? '';
  return {
    says: [...(cut === undefined ? [] : [`${cut}.`]), badge, FAILED],
    offers: ['Wall mode', 'Try Again'],
    waits: [...(stand === 'verifying' ? [SESSION] : []), ...(memory.has('looks') ? [SESSION] : [])],
    streams: stand === 'open' || stand === 'connecting' ? [STREAM] : [],
  };
}

const drawn =
  (happen: (memory: Memory) => void): After =>
  (_before, memory) => {
    happen(memory);
    return draw(memory);
  };

/** Lets the stream be silent for 30 s, not open within 15 s, or be opened again 3 s after it was closed. */
const passed = (milliseconds: number): After =>
  drawn((memory) => {
    const stand = standOf(memory);
    if (stand === 'open') {
      become(memory, 'connecting');
      ask(memory);
      return;
    }
    const [left, poll] = [numberOf(memory, 'left') - milliseconds, numberOf(memory, 'poll') - milliseconds];
    memory.set('left', String(left)).set('poll', String(poll === 0 ? POLL : poll));
    const look = numberOf(memory, 'look') - milliseconds;
    if (memory.has('look')) memory.set('look', String(look === 0 ? LOOK : look));
    if (look === 0) memory.set('looks', 'yes');
    if (poll === 0) ask(memory);
    if (left !== 0) return;
    if (stand === 'waiting') become(memory, 'connecting');
    if (stand === 'refused') become(memory, 'verifying');
  });
const WAITS = [3_000, 6_000, 9_000, 12_000, 15_000, 30_000];
const times = WAITS.map((wait) => [`after ${wait} ms`, wait] as const);

const answered = drawn((memory) => become(memory, 'connecting'));

/** `s4.live.reconnect`, `d22.each-open`. What the stream is for, the newest archive, has a walk of its own (`live-archive.screen.ts`). */
export const eventStreamScreen: ScreenSpec = {
  user,
  holdsSession: true,
  showsStreams: true,
  address: { 'a WIP': '/wip-dashboard/w-1' },
  outOfReach: ({ choice: { label, wait } }, { world, snapshot }) => {
    if (label === 'no stream is to be had')
      return 'a browser has four streams, and one screen listens to two ids at most';
    if (label === 'a quiet stream opens')
      return 'this host has heartbeats; `tests/spec/live/live.test.tsx` has one without';
    if ((world as { isStart: boolean }).isStart && label !== 'the stream opens')
      return 'the first load, which does not wait for the stream, belongs to the walks of `liveArchive`';
    if (!(world as { isAnswered: boolean }).isAnswered)
      return 'here every round is answered at once, and what the pane hears of it follows by itself';
    const isSessionAsked = snapshot.matches({ stream: 'verifying' }) || snapshot.matches({ stream: 'refused' });
    if (isSessionAsked && snapshot.matches({ asking: 'looking' }) && wait > 0)
      return 'the session is asked for twice then, and which of the two is answered cannot be told';
    return snapshot.matches({ stream: 'verifying' }) && wait >= 9_000
      ? 'a call has ended by then, one way or the other'
      : null;
  },
  begin: {
    'a WIP': {
      address: '/wip-dashboard/w-1',
      headings: ['Ready Dashboard'],
      says: ['Connecting…', 'Loading the newest archive'],
      offers: ['Wall mode'],
      waits: [],
      streams: [STREAM],
    },
  },
  does: {
    'the stream opens': (page) => page.streamOpens('w-1'),
    'a heartbeat comes': (page) => page.streamBeats('w-1'),
    'the stream is interrupted': (page) => page.streamBreaks('w-1'),
    'the browser gives the stream up': (page) => page.streamCloses('w-1'),
    'a submission arrives': (page) => page.streamSubmits('w-1', 'a-1'),
    'the network goes': (page) => page.reportNetwork('offline'),
    'the network comes back': (page) => page.reportNetwork('online'),
  },
  calls: {
    verifySession: { request: SESSION, body: () => user },
    lookForHost: { request: SESSION, body: () => user },
  },
  settles: Object.fromEntries(
    [
      'the stream opens',
      'a submission arrives',
      'the network comes back',
      'the network goes',
      'lookForHost: answered',
      ...times.map(([label]) => label),
    ].map((label) => [label, settle]),
  ),
  after: {
    // The newest archive is requested each time that the stream opens, and at each submission.
    'the stream opens': drawn((memory) => {
      become(memory, 'open');
      ask(memory);
    }),
    'a heartbeat comes': () => ({}),
    'the stream is interrupted': drawn((memory) => become(memory, 'connecting')),
    // A stream that was open is opened again; a refused one may mean that the session has ended: that is checked first.
    'the browser gives the stream up': drawn((memory) =>
      become(memory, standOf(memory) === 'open' ? 'waiting' : 'refused'),
    ),
    'a submission arrives': drawn(ask),
    'the network goes': drawn((memory) => {
      if (standOf(memory) === 'open') become(memory, 'connecting');
      miss(memory);
    }),
    'the network comes back': drawn((memory) => {
      become(memory, 'connecting');
      ask(memory);
    }),
    ...Object.fromEntries(times.map(([label, wait]) => [label, passed(wait)])),
    'verifySession: signed in': answered,
    'verifySession: not reached': answered,
    'lookForHost: answered': drawn(ask),
    'lookForHost: not reached': drawn((memory) => void memory.delete('looks')),
  },
};
