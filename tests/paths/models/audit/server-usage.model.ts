import { serverUsageMachine } from '#machines/audit/server-usage.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { failures } from '../samples.ts';

export const serverUsageModel = defineModel(serverUsageMachine)({
  outcomes: {
    readUsage: {
      'what is used': { output: { organizations: [], server: null } },
      'not reached': { error: failures.network },
    },
  },
  events: () => ({ 'tries again': { type: 'retry.requested' } }),
  key: ({ snapshot: { context } }) => ({ ...context }),
  never: {
    'a new try that nobody sees at work, or beside the message of the one before': {
      after: ['tries again'],
      breaks: ({ snapshot }) => snapshot.context.message !== null || !snapshot.hasTag('loading'),
    },
    'a failure that is not said': {
      after: ['readUsage: not reached'],
      breaks: ({ snapshot }) => snapshot.context.message === null || !snapshot.hasTag('failed'),
    },
    'figures beside a failure': ({ snapshot }) => snapshot.hasTag('failed') && snapshot.context.usage !== null,
  },
});
