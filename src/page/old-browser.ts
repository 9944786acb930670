/**
 * Stands in the page before all else, and says there that this browser is too old (the sentence is in `index.html`): when it cannot read the application's
 * files, or when the application finds that it lacks what it cannot do without.
 */
export function watchForOldBrowser(): void {
  addEventListener('error', ({ error, filename }) => {
    // Later errors, and those of other scripts, such as an extension's, say nothing of the browser.
    if (error instanceof SyntaxError && /assets/.test(filename) && document.getElementById('shell'))
      document.documentElement.dataset['old'] = '';
  });
}
