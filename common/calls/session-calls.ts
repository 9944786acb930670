import { get, post, bodyOf } from './call.ts';
import type { firstRunRequest, loginRequest, providerReturnRequest } from './requests.ts';

/*
 * The calls by which a session begins and ends. Their replies are described in `session.ts`; the page reads them by hand, since the sign-in page would
 * need the schema library for nothing else (`src/api/session-reply.ts`).
 */

export const verifySession = get('/auth/verify');
export const signIn = post('/auth/login', { body: bodyOf<typeof loginRequest>() });
export const signOut = post('/auth/logout');
export const refreshSession = post('/auth/refresh-token');
export const beginFirstRun = post('/auth/first-run', { body: bodyOf<typeof firstRunRequest>() });
export const beginAtProvider = post('/auth/provider/begin');
export const returnFromProvider = post('/auth/provider/return', { body: bodyOf<typeof providerReturnRequest>() });
