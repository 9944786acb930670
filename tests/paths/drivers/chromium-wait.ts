/** How long something may be on its way between the browser and the test, in real milliseconds. */
const ON_ITS_WAY = 10_000;

/**
 * Waits for a fact.
 * @param what it is, for the failure
 * @param isSo looks; may fail while a frame comes or goes
 * @throws when it does not come
 */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + ON_ITS_WAY;
  for (;;) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- until it is so
    if (
      await Promise.resolve()
        .then(isSo)
        .catch(() => false)
    )
      return;
    if (performance.now() > end) throw new Error(`${what} did not come.`);
    // oxlint-disable-next-line eslint/no-await-in-loop -- until it is so
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
