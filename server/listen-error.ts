import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

/**
 * The error for a port or an address on which nothing can listen.
 * @param error of listening on it
 * @returns a `StartError` if an operator can do something about it, else the error itself
 */
export function listenError(error: unknown, { port, host }: Pick<Settings, 'port' | 'host'>): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is taken by another program. Stop that, or choose another port: PORT=${port + 1}.`,
    );
  }
  if (code === 'EACCES') {
    return new StartError(`Port ${port} is not open to this user. Choose one above 1023: PORT=4000.`);
  }
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'EINVAL'].includes(String(code))) {
    return new StartError(`This machine has no address ${host}. Set HOST to one that it has, such as 127.0.0.1.`);
  }
  return error;
}
