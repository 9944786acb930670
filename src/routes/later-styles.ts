import { LATER_STYLES } from '#common/config/paths.ts';

let applied: Promise<unknown> | null = null;

/**
 * Applies the styles of all screens but the sign-in's, which the browser fetches at leisure from the page's first moment on. Development has no such
 * file. @throws if they cannot be loaded; the next call tries again
 */
export function laterStyles(): Promise<unknown> {
  applied ??= apply().catch((error: unknown) => {
    applied = null;
    throw error;
  });
  return applied;
}

async function apply(): Promise<unknown> {
  const link = document.getElementById(LATER_STYLES);
  if (!(link instanceof HTMLLinkElement)) return undefined;
  // Another link: the page's own may have failed before, which nothing shows.
  const own = Object.assign(link.cloneNode() as HTMLLinkElement, { media: 'all' });
  return new Promise((resolve, reject) => {
    own.addEventListener('load', resolve);
    own.addEventListener('error', () => reject(new Error(`${own.href} did not load.`)));
    link.replaceWith(own);
  });
}
