import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { XSRF_COOKIE, XSRF_HEADER } from '#common/config/constants.ts';
import { demo, signedIn, type Person } from '#tests/support/person.ts';
import { saving } from '#tests/support/writing.ts';
import type { Done, Order } from './busy.ts';
import { quantile } from '../table.ts';

const PEOPLE = [demo.reader, demo.writer, demo.otherWriter, demo.writerWithoutRoles, demo.administrator];

/** Opens so many sessions of the users of one organisation, each with a sign-in of its own. */
export async function sessions(origin: string, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let at = 0; at < count; at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- sign-ins are bounded on purpose
    people.push(await signedIn(origin, PEOPLE[at % PEOPLE.length] ?? demo.reader));
  }
  return people;
}

/** Headers of a user's calls. */
export const headersOf = (person: Person, path = '/v1'): Record<string, string> => ({
  Cookie: person.cookieHeader(path),
  Accept: 'application/json',
  'Content-Type': 'application/json',
  [XSRF_HEADER]: person.cookie(XSRF_COOKIE) ?? '',
});

/**
 * Makes a user write all the time, from a process of its own, while other work runs.
 * @param mayBeRefused true if the server may refuse some or all of the writes for the moment
 * @returns the result of the other work, and the number of writes a second
 * @throws when a write fails, or none is done
 */
export async function whileWriting<T>(
  person: Person,
  order: Pick<Order, 'calls' | 'workers' | 'pace'>,
  work: () => Promise<T>,
  mayBeRefused = false,
): Promise<{ result: T; perSecond: number }> {
  const child = fork(join(import.meta.dirname, 'busy.ts'));
  child.send({ origin: person.origin, headers: headersOf(person), ...order } satisfies Order);
  try {
    await once(child, 'message');
    const start = performance.now();
    const result = await work();
    const seconds = (performance.now() - start) / 1_000;
    child.send('stop');
    const [wrote] = (await once(child, 'message')) as [Done];
    const isWell = mayBeRefused ? wrote.done + wrote.refused > 0 : wrote.done > 0 && wrote.refused === 0;
    if (wrote.failed > 0 || !isWell) throw new Error(`The writes ended so: ${JSON.stringify(wrote)}.`);
    return { result, perSecond: wrote.done / seconds };
  } finally {
    if (child.connected) child.disconnect();
  }
}

/** Milliseconds of a user's session checks, one after the other, over some time: the 99th percentile. */
export async function verifyTimes(person: Person, milliseconds: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const start = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await verify(person);
    times.push(performance.now() - start);
    // oxlint-disable-next-line no-await-in-loop -- a person is no load
    await new Promise((on) => setTimeout(on, 2));
  }
  return quantile(times, 0.99);
}

/** Changes one region of a document of the bench. @throws when it is refused */
export async function update(person: Person, wip: string, value: string): Promise<void> {
  const { status, text } = await person.post(`/v1/wips/${wip}/update`, saving('Bench', { 'region-1': value }));
  if (status !== 200) throw new Error(`A save was answered ${status}: ${text}`);
}

/** One session check. @throws when it is refused */
export async function verify(person: Person): Promise<void> {
  const { status } = await person.get('/auth/verify');
  if (status !== 200) throw new Error(`A session check was answered ${status}.`);
}

/** Duration of a reply, and its bytes on the wire, headers and body. */
export type Answer = { time: number; kilobytes: number };

/** Makes a GET as a browser does: the time until its last byte, and the bytes of its headers and body on the wire. */
export function get(person: Person, path: string): Promise<Answer> {
  const start = performance.now();
  return new Promise((done, fail) => {
    const headers = { ...headersOf(person, path), 'Accept-Encoding': 'gzip, br' };
    const call = request(person.origin + path, { headers }, (reply) => {
      let bytes = reply.rawHeaders.join(': ').length;
      reply.on('data', (chunk: Buffer) => (bytes += chunk.length));
      reply.on('end', () => {
        if (reply.statusCode === 200) done({ time: performance.now() - start, kilobytes: bytes / 1_000 });
        else fail(new Error(`${path} was answered ${reply.statusCode}.`));
      });
    });
    call.on('error', fail).end();
  });
}
