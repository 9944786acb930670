import { matchPath } from 'react-router-dom';
import { patternsOf, screens } from '#common/config/paths.ts';

/** The name of the screen at an address, or none. @param pathname the path of the address */
export const screenAt = (pathname: string): string | undefined =>
  Object.keys(screens).find(
    (name) => screens[name] && patternsOf(screens[name]).some((one) => matchPath(one, pathname)),
  );
