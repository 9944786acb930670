import { BUILT } from '#common/config/paths.ts';

/**
 * Runs in the page before all other code, and shows that this browser is too old (the sentence is in `index.html`): if it cannot parse the
 * application's files, or if the application finds that it lacks a required feature.
 */
export function watchForOldBrowser(): void {
  addEventListener('error', ({ error, filename }) => {
    // Later errors, and those of other scripts, such as an extension's, do not concern the browser.
    if (error instanceof SyntaxError && /assets/.test(filename) && document.querySelector(`#shell, [${BUILT}]`))
      document.documentElement.dataset['old'] = '';
  });
}
