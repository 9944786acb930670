import type { StreamNews } from '#api/streams/tab-messages.ts';
import { streamLeaderMachine } from '#machines/live/stream-leader.machine.ts';
import { activeNodes } from 'xstate-chart-svg/chart';
import { defineModel, type Effect, emits, sends } from 'chart-walks';

const opened: StreamNews[] = [{ type: 'stream.opened', id: 'w-1' }];
const closed: StreamNews[] = [{ type: 'stream.closed', id: 'w-2' }];

/** True if a step sent this message to this tab's live views or to the other tabs. */
const sendsMessage = (effects: readonly Effect[], type: string): boolean =>
  emits(effects, type) ||
  effects.some(
    (effect) => effect.kind === 'sent' && (effect.event['message'] as { type?: string } | undefined)?.type === type,
  );

export const streamLeaderModel = defineModel(streamLeaderMachine)({
  starts: { 'a tab': { input: { me: 'this' } } },
  events: ({ snapshot: { context } }) => ({
    'a live view opens': { type: 'topics.changed', ids: ['w-1'] },
    'another live view opens': { type: 'topics.changed', ids: ['w-1', 'w-2'] },
    'the last live view goes': { type: 'topics.changed', ids: [] },
    'somebody looks at the tab': { type: 'tab.shown' },
    'nobody looks at the tab': { type: 'tab.hidden' },
    'the lock is free': { type: 'lead.won' },
    'the lock is taken away': { type: 'lead.lost' },
    'another tab leads': { type: 'leader.changed', from: 'that' },
    'the leader tells': { type: 'news.sent', from: context.leader ?? 'that', news: opened },
    ...(context.leader === 'that' && {
      'a tab that led before tells': { type: 'news.sent', from: 'former', news: opened },
    }),
    'another tab asks': { type: 'tab.asked', from: 'other', ids: ['w-2', 'w-3'] },
    'another tab is gone': { type: 'tab.gone', tab: 'other' },
    'a stream falls silent': { type: 'stream.silent', ids: ['w-1'] },
    'another tab finds its stream silent': { type: 'renewal.asked', from: 'other', ids: ['w-2'] },
    'its stream opens': { type: 'news.reported', news: opened },
    'its stream is closed': { type: 'news.reported', news: closed },
  }),
  key: ({ snapshot: { context } }) => ({
    leader: context.leader,
    own: context.own.join(' '),
    others: JSON.stringify(context.others),
  }),
  accepts: {
    'the last live view goes': 'present',
    'somebody looks': 'hidden',
    'nobody looks': 'asking | trusting',
    'the lock is free': 'following',
    'the lock is taken away': 'leading',
    'another tab': 'leading',
    'another tab leads': 'following',
    'the leader tells': 'following',
    'a tab that led before tells': 'asking',
    'a stream falls silent': 'present',
    'its stream': 'leading',
  },
  leads: { present: 'a live view | another live view', hidden: 'nobody looks' },
  changes: {
    leader: 'a live | another live | another tab leads | the leader | the lock is taken | a tab',
    own: 'a live | another live | the last | its stream is',
    others: 'the lock is free | another tab asks | another tab is | its stream is',
  },
  never: {
    'a wait that is neither the one for the leader nor the one for its answer': ({ label }) =>
      label.startsWith('after') && !/^after (5000|15000) ms$/.test(label),
    'streams in a tab that does not lead': ({ snapshot }) =>
      activeNodes(snapshot).some(({ invoke }) => invoke.some(({ id }) => id === 'streams')) !==
      snapshot.matches({ present: 'leading' }),
    'a tab without live views that waits for the lock': ({ snapshot }) =>
      snapshot.matches('present') && snapshot.context.own.length === 0 && !snapshot.matches({ present: 'leading' }),
    'streams that were trusted go on being trusted under a new leader': ({ label, before, effects }) =>
      (label === 'another tab leads' || label === 'the lock is free') &&
      before.matches({ present: 'following' }) &&
      !sendsMessage(effects, 'news.received'),
    'the lock is taken from a leader that answers, or while nobody looks': ({ before, effects }) =>
      sends(effects, 'lead.seized') && !before.matches({ present: { following: 'asking' } }),
    'news of the leader that are not heard': ({ label, before, effects }) =>
      label === 'the leader tells' &&
      before.matches({ present: 'following' }) &&
      !sendsMessage(effects, 'news.received'),
    'a follower that the leader does not know of': ({ label, snapshot, effects }) =>
      snapshot.matches({ present: 'following' }) &&
      (label === 'another live view opens' || label === 'another tab leads' || label === 'the lock is taken away') &&
      !sendsMessage(effects, 'tab.asked'),
    'news of the streams that the other tabs do not hear': ({ label, effects }) =>
      label.startsWith('its stream ') &&
      !(sendsMessage(effects, 'news.sent') && sendsMessage(effects, 'news.received')),
    'a closed stream that is still wanted': ({ label, snapshot }) =>
      label === 'its stream is closed' &&
      [snapshot.context.own, ...Object.values(snapshot.context.others)].some((ids) => ids.includes('w-2')),
    'a tab that asks has no answer': ({ label, effects }) =>
      label === 'another tab asks' && !(sends(effects, 'streams.wanted') && sends(effects, 'streams.asked')),
    'a silent stream that nobody opens anew': ({ label, before, effects }) =>
      (label === 'a stream falls silent' &&
        before.matches('present') &&
        !(before.matches({ present: 'leading' })
          ? sends(effects, 'streams.silent')
          : sendsMessage(effects, 'renewal.asked'))) ||
      (label === 'another tab finds its stream silent' &&
        before.matches({ present: 'leading' }) &&
        !sends(effects, 'streams.silent')),
    'streams for a tab that is gone': ({ label, snapshot, effects }) =>
      label === 'another tab is gone' &&
      snapshot.matches({ present: 'leading' }) &&
      ('other' in snapshot.context.others || !sends(effects, 'streams.wanted')),
    'the lead is given up while another tab needs it': ({ label, before, snapshot }) =>
      label === 'the last live view goes' &&
      before.matches({ present: 'leading' }) &&
      'other' in before.context.others &&
      !snapshot.matches({ present: 'leading' }),
    'streams that nobody needs': ({ snapshot }) =>
      snapshot.matches({ present: 'leading' }) &&
      snapshot.context.own.length + Object.keys(snapshot.context.others).length === 0,
  },
});
