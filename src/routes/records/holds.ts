import { fromPromise } from 'xstate';
import { listHolds, releaseHold, setHold } from '#common/calls/records.ts';
import { type HoldAct, holdList } from '#machines/records/hold-acts.ts';
import type { Services } from '../screen-route.ts';

/** Makes the machine of the holds that cover an archive. */
export const holdsOf =
  ({ client }: Pick<Services, 'client'>) =>
  (archive: string) =>
    holdList.provide({
      actors: {
        readList: fromPromise(({ signal }) => client.call(listHolds, {}, { signal, query: { archive } })),
        doAct: fromPromise(({ input }) => {
          const act = input.act as HoldAct;
          const reason = act.reason.trim();
          return act.kind === 'add'
            ? client.call(setHold, { body: { ...act.held, archive, reason } })
            : client.call(releaseHold, { uuid: act.hold, body: { reason } });
        }),
      },
    });
