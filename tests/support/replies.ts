import * as v from 'valibot';
import type { Call } from '#common/calls/call.ts';

/** The reply of a call, as the page reads it. @throws if it is not what the contract says */
export function parsed<Reply>({ path, reply }: Call<string, Reply>, json: unknown): Reply {
  if (!reply) throw new Error(`The page reads no reply of ${path}.`);
  return v.parse(reply, json);
}
