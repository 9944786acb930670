/** A browser that Ready works in: its usual name, and the first version. */
type Browser = { readonly name: string; readonly since: string; readonly targets: readonly string[] };

/**
 * The oldest browsers that Ready works in, and the one list of them: the build lowers syntax and styles to it, `tsconfig.browser.json` knows the
 * language's functions that they have, the page names them to a browser that is too old, and a test holds README and the docs to it. It equals
 * Vite's baseline-widely-available, written down so that another version of Vite does not change it.
 */
const BROWSERS: readonly Browser[] = [
  { name: 'Chrome and Edge', since: '111', targets: ['chrome', 'edge'] },
  { name: 'Firefox', since: '114', targets: ['firefox'] },
  { name: 'Safari', since: '16.4', targets: ['safari', 'ios'] },
];

/** Targets for the bundler. */
export const BUILD_TARGETS: string[] = BROWSERS.flatMap(({ targets, since }) =>
  targets.map((target) => target + since),
);

/** For a sentence: 'Chrome and Edge 111, Firefox 114, Safari 16.4 or newer'. */
export const OLDEST_BROWSERS = `${BROWSERS.map(({ name, since }) => `${name} ${since}`).join(', ')} or newer`;
