import * as v from 'valibot';
import { integerLike } from './fields.ts';
import { DEFAULT_PERMISSION } from '#config/constants.ts';

/** What a person types to sign in (section 7, POST /auth/login). */
export type Credentials = { username: string; password: string };

/** The signed-in person, as the client holds it (section 3, session user). */
export type SessionUser = {
  username: string;
  user_id: string;
  organization: string | null;
  permission: number;
  /** Extra calls that this host announced (decision 2); empty for a plain host. */
  capabilities: string[];
};

const text = v.fallback(v.optional(v.nullable(v.string())), null);

const userFields = {
  username: text,
  uuid: text,
  organization: v.fallback(v.nullable(v.union([v.string(), v.pipe(v.number(), v.transform(String))])), null),
  permission: v.fallback(v.nullable(integerLike), null),
};

const capabilities = v.fallback(v.array(v.string()), []);

/** GET /auth/verify: the fields stand at the top or under `user` (section 3). */
export const verifyReply = v.object({
  ...userFields,
  user: v.fallback(v.nullable(v.object(userFields)), null),
  capabilities,
});

/** POST /auth/login. */
export const loginReply = v.object({
  success: v.fallback(v.unknown(), null),
  ...userFields,
  user: v.fallback(v.nullable(v.object(userFields)), null),
  capabilities,
});

/**
 * The session user of a verify or login reply with the fallbacks of section 3.
 * @param reply a reply that `verifyReply` or `loginReply` has read
 * @param fallbackName 'User' at the initial check, 'guest' later
 */
export function sessionUserOf(reply: v.InferOutput<typeof verifyReply>, fallbackName: 'User' | 'guest'): SessionUser {
  const nested = reply.user;
  return {
    username: nested?.username || reply.username || fallbackName,
    user_id: nested?.uuid || reply.uuid || 'null',
    organization: nested?.organization ?? reply.organization,
    permission: nested?.permission ?? reply.permission ?? DEFAULT_PERMISSION,
    capabilities: reply.capabilities,
  };
}
