import { type ComponentType, createElement } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { App } from '#ui/shared/app-context.ts';
import type { createApp } from '../app.ts';

/** Dependencies for the implementations of a screen's machine. */
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
    // Made when the screen is first shown: on a slow device making a machine takes as long as rendering a screen.
    return () => createElement(Screen, { machine: (made ??= machine(services)) });
  },
});

/**
 * The same for a screen whose parts have machines of their own, such as live panes.
 * @param Screen component with these machines beside its own
 * @param parts returns them, or what makes them later, by the names of the screen's properties
 */
export const screenRouteWithParts = <M extends AnyStateMachine, P extends Record<string, unknown>>(
  Screen: ComponentType<P & { machine: M }>,
  machine: (services: Services) => M,
  parts: (services: Services) => P,
): ScreenRoute<M> => ({
  machine,
  screen: (services) => {
    let made: (P & { machine: M }) | null = null;
    return () => createElement(Screen, (made ??= { ...parts(services), machine: machine(services) }));
  },
});
