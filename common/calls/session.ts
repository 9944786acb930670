import * as v from 'valibot';
import { integerLike } from './fields.ts';

/** The body of POST /auth/login. `code`: a code of the authenticator, or a recovery code, if the host has requested one. */
export type Credentials = { username: string; password: string; code?: string };

/** The body of POST /auth/first-run: the organization and the first administrator of an installation without users, and the code that its server printed. */
export type FirstRun = { code: string; organization: string; username: string; password: string };

/** The signed-in user, as stored by the application (`s3.session.*`). */
export type SessionUser = {
  username: string;
  user_id: string;
  organization: string | null;
  permission: number;
  /** Extra calls that this host announced; empty for a plain host (`d2.no-other-address`). */
  capabilities: string[];
  /** Key that encrypts unsaved text of this user on the disk (32 bytes, base64url); null if the host sends none. Kept in memory only. */
  drafts_key: string | null;
  /** Mark from which its names there are made, so that only this user recognizes it; it stays the same when the key changes. Kept in memory only. */
  drafts_mark: string | null;
  /** True while a one-time password has to be changed before anything else (`capabilities.account`). */
  must_change_password: boolean;
  /** True while a second factor has to be set up before anything else (`capabilities.secondFactor`). */
  must_set_second_factor: boolean;
  /** The templates of Command Docs named by the host; null for those of the build. */
  command_docs: CommandPair;
  /** The identity provider of this user, and a flag for a password here as well; null for users who have a password alone. */
  identity_provider: { name: string; has_password: boolean } | null;
};

/** The templates of the two panes of Command Docs. */
export type CommandPair = { left: string | null; right: string | null };

const text = v.fallback(v.optional(v.nullable(v.string())), null);

const pane = v.fallback(v.nullable(v.string()), null);

/** The templates of Command Docs, if the host names them. */
export const commandPair = v.fallback(v.object({ left: pane, right: pane }), { left: null, right: null });

const userFields = {
  username: text,
  uuid: text,
  organization: v.fallback(v.nullable(v.union([v.string(), v.pipe(v.number(), v.transform(String))])), null),
  permission: v.fallback(v.nullable(integerLike), null),
};

/** GET /auth/verify: the fields are at the top or under `user` (`s3.session.flat`, `s3.session.nested`). */
export const verifyReply = v.object({
  ...userFields,
  user: v.fallback(v.nullable(v.object(userFields)), null),
  capabilities: v.fallback(v.array(v.string()), []),
  drafts_key: v.fallback(v.nullable(v.string()), null),
  drafts_mark: v.fallback(v.nullable(v.string()), null),
  must_change_password: v.fallback(v.boolean(), false),
  must_set_second_factor: v.fallback(v.boolean(), false),
  command_docs: commandPair,
  identity_provider: v.fallback(v.nullable(v.object({ name: v.string(), has_password: v.boolean() })), null),
});

/** POST /auth/provider/begin: the address of the identity provider's own pages. */
export const providerBeginReply = v.object({ url: v.string() });

/** POST /auth/login. */
export const loginReply = v.object({
  success: v.fallback(v.unknown(), null),
  ...verifyReply.entries,
});
/** Content of both replies; `success` is the login's. */
export type SessionReply = v.InferOutput<typeof loginReply>;
