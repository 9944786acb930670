import * as v from 'valibot';
import { listHolds, releaseHold, setHold } from '#common/calls/records.ts';
import { holdRequest, releaseRequest } from '#common/calls/requests.ts';
import type { Holds } from '#server/domain/holds.ts';
import type { Hold } from '#server/storage/stores/holds.ts';
import { administer, inspect, type AccessRule } from '../guards/access.ts';
import { described, queryIn, uuidIn } from '../query.ts';
import { serve, type Api } from '../serve.ts';

/** A hold as it is sent. */
const holdEntry = ({ uuid, wip, template, since, until, reason, setter, set_on, releaser, ...hold }: Hold) => ({
  uuid,
  wip,
  template,
  from: since,
  to: until,
  reason,
  set_by: setter,
  set_on,
  released_by: releaser,
  released_on: hold.released_on,
  release_reason: hold.release_reason,
});

const holdsQuery = v.object({ archive: v.exactOptional(uuidIn('archive')) });
const notForDisplays = (rule: AccessRule): AccessRule => ({ ...rule, notForDisplays: true });

/** Calls of administrators for holds on records (`records.proof` in `capabilities`). */
export function holdRoutes(server: Api, holds: Holds): void {
  const api: Api = { ...server, capability: 'records.proof' };
  serve(
    api,
    listHolds,
    {
      access: notForDisplays(inspect),
      about: 'The holds on records, newest first, the released ones too: of the organization, or those of one record',
      query: described({ archive: 'uuid' }),
    },
    async ({ actor, request }) => ({
      success: true,
      holds: (await holds.list(actor, queryIn(holdsQuery, request).archive ?? null)).map(holdEntry),
    }),
  );
  serve(
    api,
    setHold,
    {
      access: notForDisplays(administer()),
      about: 'Hold the records of a document, of a template or of a period: nothing of them is removed until released',
      body: holdRequest,
      status: 201,
    },
    async ({ actor, body }) => ({ success: true, hold: holdEntry(await holds.set(actor, body)) }),
  );
  serve(
    api,
    releaseHold,
    { access: notForDisplays(administer('hold')), about: 'Release a hold, which stays listed', body: releaseRequest },
    async ({ actor, id, body }) => ({ success: true, hold: holdEntry(await holds.release(actor, id, body.reason)) }),
  );
}
