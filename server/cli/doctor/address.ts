import { once } from 'node:events';
import { listenError } from '#server/listen-error.ts';
import { StartError } from '#server/start-error.ts';
import type { OutsideExaminer } from './finding.ts';

/**
 * Checks that this machine has the address on which a server would listen: on a free port, since a server may be
 * running on its own.
 */
export const examineAddress: OutsideExaminer = async ({ settings: { host, port } }, note) => {
  const { createServer } = process.getBuiltinModule('node:net');
  const listener = createServer();
  try {
    await once(listener.listen(0, host), 'listening');
  } catch (error) {
    const startError = listenError(error, { host, port });
    if (!(startError instanceof StartError)) throw error;
    note('problem', startError.message);
  } finally {
    listener.close();
  }
};
