import { isatty } from 'node:tty';
import { StartError } from './start-error.ts';

/**
 * Two signals within so many milliseconds are one: npm forwards Ctrl+C to a process that got it from the terminal
 * already.
 */
const SAME_SIGNAL = 250;

/** A terminal that is closed sends SIGHUP: without a terminal the signal was sent on purpose. */
const hasTerminal = (): boolean => isatty(0);

/**
 * Ends the process at SIGINT or SIGTERM, and when its terminal is closed: cleanly at the first, immediately at the
 * second.
 * @param server is closed first
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
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];
  if (hasTerminal()) signals.push('SIGHUP');
  for (const signal of signals) process.on(signal, () => void end());
}

/** Ignores SIGHUP from now on, if it does not come from a terminal: it is meant for a server that has started. */
export function outliveHangUp(): void {
  if (!hasTerminal()) process.on('SIGHUP', () => undefined);
}

/**
 * Reads the certificate again at SIGHUP, if that does not come from a terminal.
 * @param server with the certificate
 */
export function renewOnSignal(server: { renewTls(): string }): void {
  if (hasTerminal()) return;
  process.on('SIGHUP', () => {
    try {
      process.stdout.write(`${server.renewTls()}\n`);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      process.stderr.write(`${error.message} The certificate of before stays in use.\n`);
    }
  });
}
