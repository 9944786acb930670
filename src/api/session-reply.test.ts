import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { loginReply } from '#common/calls/session.ts';
import { sessionContract } from './session-reply.ts';

const odd = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, '3', ' -2 ', '3.0', '', 'x', [], {}, [1], Number.NaN, Number.POSITIVE_INFINITY),
);
const person = { username: odd, uuid: odd, organization: odd, permission: odd };
const reply = fc.record(
  {
    ...person,
    success: odd,
    user: fc.oneof(odd, fc.record(person, { requiredKeys: [] })),
    drafts_key: odd,
    drafts_mark: odd,
    must_change_password: odd,
    must_set_second_factor: odd,
    command_docs: fc.oneof(odd, fc.record({ left: odd, right: odd }, { requiredKeys: [] })),
    capabilities: fc.oneof(odd, fc.array(fc.oneof(fc.string(), odd))),
  },
  { requiredKeys: [] },
);

it("reads what the contract's schema reads, and refuses what it refuses", () => {
  fc.assert(
    fc.property(fc.oneof(reply, odd, fc.jsonValue()), (value) => {
      const byContract = v.safeParse(loginReply, value);
      const checked = sessionContract['~standard'].validate(value);
      expect(checked).toEqual(byContract.success ? { value: byContract.output } : { issues: ['not an object'] });
    }),
    { numRuns: 20_000 },
  );
});
