import { type ComponentType, lazy } from 'react';

const Nothing = (): null => null;

/** A part of the screen whose code is loaded on demand. @param Instead shown if that fails */
export const onDemand = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<Props> = Nothing,
) =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: Instead }),
    ),
  );
