import type { Capability } from '#common/config/capabilities.ts';
import type { SessionUser } from '#common/calls/session.ts';
import { BASIC_PERMISSION } from '#common/config/constants.ts';
import type { ScreenPlace } from '#common/config/paths.ts';
import { useApp } from '../shared/app-context.ts';
import { tagsOf, useSelected } from '../shared/use-selected.ts';

/** The three states of a session (`s4.auth.states`). */
export type AuthStatus = 'loading' | 'unauthenticated' | 'authenticated';

/** The signed-in user, and signing out. */
export function useAuth() {
  const { auth } = useApp().root.getSnapshot().children;
  if (!auth) throw new Error('The root actor has to be started before the first screen.');
  const shown = useSelected(auth, (snapshot) => {
    const status: AuthStatus =
      (['authenticated', 'loading'] as const).find((tag) => snapshot.hasTag(tag)) ?? 'unauthenticated';
    return {
      status,
      user: status === 'authenticated' ? snapshot.context.user : null,
      loggingOut: snapshot.hasTag('busy'),
      isDue: snapshot.hasTag('due'),
      ...tagsOf(snapshot, 'looking', 'unanswered'),
      stillSignedInAt: snapshot.context.stillSignedInAt,
    };
  });
  return {
    ...shown,
    logOut: () => auth.send({ type: 'logout.requested' }),
    checkAgain: () => auth.send({ type: 'session.checkRequested' }),
  };
}

/** The templates of Command Docs, left and right: those named by the host, else the build's. */
export function useCommandDocs(): readonly [left: string, right: string] {
  const { user } = useAuth();
  const [left, right] = useApp().env.commandTemplates;
  return [user?.command_docs.left ?? left, user?.command_docs.right ?? right];
}

/** True if the user's host announces this extra capability. */
export function hasCapability(user: SessionUser | null, capability: Capability): boolean {
  return user?.capabilities.includes(capability) ?? false;
}

/** True if the user only reads: a host that announces capabilities lets no user below level 2 save. A plain host does not show it. */
export function isReader(user: SessionUser | null): boolean {
  return user !== null && user.capabilities.length > 0 && !hasPermission(user, BASIC_PERMISSION);
}

/** True if submissions stay when their document is deleted: a host that announces capabilities keeps them. A plain host does not show it. */
export const keepsSubmissions = (user: SessionUser | null): boolean => user !== null && user.capabilities.length > 0;

/** True if the user has at least this level; without a user always false (`s6.at-least`, `s6.no-user`). */
export function hasPermission(user: SessionUser | null, required: number): boolean {
  return user !== null && user.permission >= required;
}

/** True if the user may open a screen. */
export const mayOpen = (user: SessionUser | null, { needs, level }: Pick<ScreenPlace, 'needs' | 'level'>): boolean =>
  (needs === undefined || hasCapability(user, needs)) && (level === undefined || hasPermission(user, level));
