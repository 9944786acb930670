import { fromPromise } from 'xstate';
import { readUsage } from '#common/calls/audit.ts';
import { serverUsageMachine } from '#machines/audit/server-usage.machine.ts';
import type { Services } from '../screen-route.ts';

/** Use of the server's budgets. */
export const serverUsage = ({ client }: Pick<Services, 'client'>) =>
  serverUsageMachine.provide({
    actors: { readUsage: fromPromise(({ signal }) => client.call(readUsage, {}, { signal })) },
  });
