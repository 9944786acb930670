import { request as overHttp } from 'node:http';
import { request as overTls } from 'node:https';
import type { Settings } from './settings.ts';

/** Result of a request: a status, no answer within the time, or no server at the port. */
export type Answer = number | 'silence' | 'nobody';

/**
 * Requests /ready from the server of these settings, on this machine.
 * @param seconds to wait for an answer
 */
export async function askReady({ host, port, tls }: Settings, seconds: number): Promise<Answer> {
  const everywhere = host === '0.0.0.0' || host === '::';
  const options = {
    host: everywhere ? '127.0.0.1' : host,
    port,
    path: '/ready',
    // The certificate names the public host, and nothing secret is sent.
    rejectUnauthorized: false,
    signal: AbortSignal.timeout(seconds * 1000),
  };
  return new Promise((resolve) => {
    const call = (tls ? overTls : overHttp)(options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 'silence');
    });
    call.once('error', () => resolve(options.signal.aborted ? 'silence' : 'nobody'));
    call.end();
  });
}
