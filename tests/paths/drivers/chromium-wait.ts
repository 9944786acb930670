/** Time that a message may take between the browser and the test, in real milliseconds. */
const ON_ITS_WAY = 10_000;

/**
 * Waits for a fact.
 * @param what name of the fact, for the failure
 * @param isSo checks it; may fail while a frame is added or removed
 * @throws if it does not become true
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
