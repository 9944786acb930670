import { takeAwayMachine } from '#machines/records/take-away.machine.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

const records = { archive: 'a-1' };

export const takeAwayModel = defineModel(takeAwayMachine)({
  starts: { 'nothing yet': {} },
  outcomes: {
    beginDownload: { 'begun by the browser': { output: undefined }, 'not reached': { error: failures.network } },
  },
  events: () => ({
    'wants to take a record away': { type: 'takeAway.requested', records },
    'chooses a table': { type: 'format.chosen', format: 'csv' },
    'chooses the document': { type: 'format.chosen', format: 'html' },
    'closes the window': { type: 'takeAway.closed' },
  }),
  key: ({ snapshot: { context } }) => ({ format: context.format, message: context.message !== null }),
  accepts: { wants: 'closed', chooses: 'choosing | begun', closes: 'open' },
  tags: {
    asking: ({ snapshot }) => snapshot.matches({ open: 'asking' }),
    begun: ({ snapshot }) => snapshot.matches({ open: 'begun' }),
  },
  leads: { closed: 'starts | closes', 'open.asking': 'chooses', choosing: 'beginDownload: not' },
  keeps: { records: 'wants', format: 'chooses' },
  changes: {
    records: 'wants to',
    format: 'wants to | chooses a | chooses the',
    message: 'wants to | chooses a | chooses the | beginDownload: not',
  },
  says: { message: 'beginDownload: not' },
  never: {
    'a form of the last time': {
      after: ['wants to take a record away'],
      breaks: ({ snapshot: { context } }) => context.format !== null || context.message !== null,
    },
  },
});
