/** Two signals within so many milliseconds are one: npm passes Ctrl+C on to a process that got it from the terminal already. */
const SAME_SIGNAL = 250;

/**
 * Ends the process at SIGINT or SIGTERM: cleanly at the first, at once at the second.
 * @param server what is closed first
 */
export function endOnSignal(server: { close(): Promise<void> }): void {
  let first: number | null = null;
  const end = async (): Promise<void> => {
    if (first !== null) {
      if (performance.now() - first > SAME_SIGNAL) process.exit(130);
      return;
    }
    first = performance.now();
    try {
      await server.close();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`The server could not end cleanly: ${String(error)}\n`);
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
}
