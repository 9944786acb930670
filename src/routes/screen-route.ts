import { type ComponentType, createElement } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { App } from '#ui/hooks/app-context.ts';
import type { createApp } from '../app.ts';

/** What the implementations of a screen's machine are made of. */
export type Services = ReturnType<typeof createApp> & Pick<App, 'inspect'>;

/** A screen with its machine. Each file `<screen>.route.ts` exports one as `route`; its addresses are in `config/paths.ts`. */
export type ScreenRoute<M extends AnyStateMachine = AnyStateMachine> = {
  /** Makes the screen's machine with its implementations. */
  machine: (services: Services) => M;
  /** Makes the screen with its machine. */
  screen: (services: Services) => ComponentType;
};

/**
 * Joins a screen and its machine.
 * @param Screen takes the machine as its only property
 * @param machine gives the machine its implementations; reads get the `signal`, writes never do
 */
export const screenRoute = <M extends AnyStateMachine>(
  Screen: ComponentType<{ machine: M }>,
  machine: (services: Services) => M,
): ScreenRoute<M> => ({
  machine,
  screen: (services) => {
    let made: M | null = null;
    // Made when the screen is first shown: on a slow device making a machine takes as long as drawing a screen.
    return () => createElement(Screen, { machine: (made ??= machine(services)) });
  },
});

/**
 * The same for a screen that shows live panes too.
 * @param Screen takes their machine as `pane`, beside its own
 */
export const screenRouteWithPanes = <M extends AnyStateMachine, P extends AnyStateMachine>(
  Screen: ComponentType<{ machine: M; pane: P }>,
  machine: (services: Services) => M,
  pane: (services: Services) => P,
): ScreenRoute<M> => ({
  machine,
  screen: (services) => {
    let made: { machine: M; pane: P } | null = null;
    return () => createElement(Screen, (made ??= { machine: machine(services), pane: pane(services) }));
  },
});
