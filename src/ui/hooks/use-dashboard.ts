import { useSelector } from '@xstate/react';
import type { DashboardSnapshot } from '#machines/dashboard.machine.ts';
import { type App, useApp } from './app-context.ts';
import { beginScreenActor, useScreenActor } from './use-screen-actor.ts';

const templatesOf = (snapshot: DashboardSnapshot) => snapshot.context.templates;
const messageOf = (snapshot: DashboardSnapshot) => snapshot.context.message;
const phaseOf = (snapshot: DashboardSnapshot): 'loading' | 'failed' | 'loaded' =>
  snapshot.hasTag('loaded') ? 'loaded' : snapshot.hasTag('failed') ? 'failed' : 'loading';

/** The dashboard's machine. */
export function useDashboard() {
  const actor = useScreenActor(useApp().machines.dashboard, undefined);
  return {
    phase: useSelector(actor, phaseOf),
    templates: useSelector(actor, templatesOf),
    message: useSelector(actor, messageOf),
    retry: () => actor.send({ type: 'retry.requested' }),
  };
}

/** Ends when an actor's state is as asked, or at the signal's end. */
function until<S>(actor: Actor<S>, isMet: (snapshot: S) => boolean, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!signal.aborted && !isMet(actor.getSnapshot())) return;
      subscription.unsubscribe();
      resolve();
    };
    const subscription = actor.subscribe(look);
    signal.addEventListener('abort', look, { once: true });
    look();
  });
}
type Actor<S> = { getSnapshot(): S; subscribe(look: () => void): { unsubscribe(): void } };

/**
 * Asks for the cards before the screen is drawn, so that it is drawn once, with them.
 * @param signal at its end the screen is drawn with what is there
 * @returns whether the cards are there; not when they will not come, or nobody is signed in
 */
export async function beginDashboard(app: App, signal: AbortSignal): Promise<boolean> {
  const { auth } = app.root.getSnapshot().children;
  if (!auth) return false;
  await until(auth, (snapshot) => !snapshot.hasTag('loading'), signal);
  if (signal.aborted || !auth.getSnapshot().hasTag('authenticated')) return false;
  const dashboard = beginScreenActor(app, app.machines.dashboard);
  await until(dashboard, (snapshot) => phaseOf(snapshot) !== 'loading', signal);
  return phaseOf(dashboard.getSnapshot()) === 'loaded';
}
