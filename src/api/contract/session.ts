import * as v from 'valibot';
import { integerLike } from './fields.ts';

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
/** What both replies give; `success` is the login's. */
export type SessionReply = v.InferOutput<typeof loginReply>;
