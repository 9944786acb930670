import type { Capability } from '#common/config/capabilities.ts';
import type { AccessRule } from '#server/http/guards/access.ts';
import { servedCalls } from '#server/http/served.ts';

/** The calls that the server serves, with their access rules, as in `GET /v1/roles`. */
export const accessRules: Readonly<Record<string, AccessRule>> = Object.fromEntries(
  (await servedCalls()).map(({ method, path, access }) => [`${method} ${path}`, access]),
);

/** Capabilities all of whose calls are for administrators: users of level 2 get every other one. */
export const forAdministrators: readonly (Capability | undefined)[] = [
  'users.manage',
  'templates.manage',
  'roles.manage',
  'audit.read',
  'usage.read',
];
