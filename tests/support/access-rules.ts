import type { AccessRule } from '#server/http/guards/access.ts';
import { servedCalls } from '#server/http/served.ts';

/** The calls that the server serves, with their access rules, as in `GET /v1/roles`. */
export const accessRules: Readonly<Record<string, AccessRule>> = Object.fromEntries(
  (await servedCalls()).map(({ method, path, access }) => [`${method} ${path}`, access]),
);
