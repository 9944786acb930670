import type { Memory, ScreenSpec } from '../drivers/screen-walk.ts';
import type { Shown } from './page.ts';

const STREAM = 'GET /events/wips/w-1';
const ARCHIVES = 'GET /v1/wips/w-1/archives';
const SESSION = 'GET /auth/verify';
const NONE = 'No submitted archives found for this WIP. Try submitting!';
const user = { username: 'ada', uuid: 'u-1', permission: 1 };

const badge =
  (text: string, change: Partial<Shown> = {}) =>
  (): Partial<Shown> => ({ says: [text, NONE], ...change });

/** `s4.live.reconnect`, `d22.each-open`. What the stream is for, the newest archive, has a walk of its own (`live-archive.screen.ts`): here there is none. */
export const eventStreamScreen: ScreenSpec = {
  user,
  holdsSession: true,
  showsStreams: true,
  address: { 'a WIP': '/wip-dashboard/w-1' },
  outOfReach: ({ choice: { label } }) =>
    label === 'no stream is to be had' ? 'a browser has four streams, and one screen listens to two ids at most' : null,
  begin: {
    'a WIP': {
      address: '/wip-dashboard/w-1',
      headings: ['Ready Dashboard'],
      says: ['Connecting…', 'Loading the newest archive'],
      offers: [],
      waits: [],
      streams: [STREAM],
    },
  },
  does: {
    'the stream opens': (page) => page.streamOpens('w-1'),
    'the stream is interrupted': (page) => page.streamBreaks('w-1'),
    'the browser gives the stream up': (page) => page.streamCloses('w-1'),
    'a submission arrives': (page) => page.streamSubmits('w-1', 'a-1'),
  },
  calls: { verifySession: { request: SESSION, body: () => user } },
  settles: {
    // Each time that it opens, and at each submission, the newest archive is asked for.
    'the stream opens': (page) => page.reply(ARCHIVES, { archives: [] }),
    'a submission arrives': (page) => page.reply(ARCHIVES, { archives: [] }),
    'after 300000 ms': (page) => page.reply(SESSION, user),
  },
  after: {
    'the stream opens': badge('Live'),
    'the stream is interrupted': badge('Reconnecting…'),
    'the browser gives the stream up': ({ says }: Shown, memory: Memory) => {
      memory.set('lost while', says[0] ?? '');
      return { says: ['Reconnecting…', NONE], streams: [] };
    },
    'a submission arrives': badge('Live'),
    // One that was open is opened anew; one that was refused may be a session that has ended: that is looked at first.
    'after 3000 ms': (_before, memory) =>
      memory.get('lost while') === 'Live' ? { streams: [STREAM] } : { waits: [SESSION] },
    'verifySession: signed in': () => ({ waits: [], streams: [STREAM] }),
    'verifySession: not reached': () => ({ waits: [], streams: [STREAM] }),
    'after 300000 ms': () => ({}),
  },
};
