import { DEFAULT_PERMISSION } from '#common/config/constants.ts';
import type { Contract } from './client.ts';
import type { SessionReply, SessionUser } from '#common/calls/session.ts';

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null ? (value as Fields) : null;
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const isNumber = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value);

function personIn({ username, uuid, organization, permission }: Fields) {
  const level = typeof permission === 'string' && /^\s*-?\d+\s*$/.test(permission) ? Number(permission) : permission;
  return {
    username: text(username),
    uuid: text(uuid),
    organization: isNumber(organization) ? String(organization) : text(organization),
    permission: Number.isInteger(level) ? (level as number) : null,
  };
}

/**
 * Reads the replies of GET /auth/verify and POST /auth/login as the contract's `verifyReply` and `loginReply` describe them. By hand,
 * because the sign-in page would need the schema library for nothing else. A property test compares the two.
 */
export const sessionContract: Contract<SessionReply> = {
  '~standard': {
    validate(value) {
      const reply = fieldsOf(value);
      if (reply === null) return { issues: ['not an object'] };
      const {
        success = null,
        user,
        capabilities,
        drafts_key,
        drafts_mark,
        must_change_password,
        must_set_second_factor,
        command_docs,
      } = reply;
      const provider = fieldsOf(reply['identity_provider']);
      const [name, has_password] = [text(provider?.['name']), provider?.['has_password']];
      const nested = fieldsOf(user);
      const isList = Array.isArray(capabilities) && capabilities.every((one) => typeof one === 'string');
      return {
        value: {
          success,
          ...personIn(reply),
          user: nested && personIn(nested),
          capabilities: isList ? capabilities : [],
          drafts_key: text(drafts_key),
          drafts_mark: text(drafts_mark),
          must_change_password: must_change_password === true,
          must_set_second_factor: must_set_second_factor === true,
          command_docs: {
            left: text(fieldsOf(command_docs)?.['left']),
            right: text(fieldsOf(command_docs)?.['right']),
          },
          identity_provider: name !== null && typeof has_password === 'boolean' ? { name, has_password } : null,
        },
      };
    },
  },
};

/** Reads the reply of POST /auth/provider/begin, by hand as well. */
export const providerBeginContract: Contract<{ url: string }> = {
  '~standard': {
    validate(value) {
      const url = text(fieldsOf(value)?.['url']);
      return url === null ? { issues: ['no address'] } : { value: { url } };
    },
  },
};

/**
 * The session user of a verify or login reply, with fallbacks for missing fields (`s3.session.*`).
 * @param reply as the contract reads it
 * @param fallbackName 'User' at the initial check, 'guest' later
 */
export function sessionUserOf(
  reply: Omit<SessionReply, 'success'> & { success?: unknown },
  fallbackName: 'User' | 'guest',
): SessionUser {
  // oxlint-disable-next-line eslint/no-unused-vars -- no part of the user
  const { user, username, uuid, organization, permission, success, ...rest } = reply;
  return {
    username: user?.username || username || fallbackName,
    user_id: user?.uuid || uuid || 'null',
    organization: user?.organization ?? organization,
    permission: user?.permission ?? permission ?? DEFAULT_PERMISSION,
    ...rest,
  };
}
