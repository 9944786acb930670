import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { XSRF_COOKIE, XSRF_HEADER } from '#config/constants.ts';
import { demo, signedIn, type Person } from '#tests/support/person.ts';
import type { Done, Order } from './busy.ts';
import { quantile } from '../table.ts';

const PEOPLE = [demo.reader, demo.writer, demo.otherWriter, demo.writerWithoutRoles, demo.administrator];

/** So many sessions of the people of one organisation, each with a sign-in of its own. */
export async function sessions(origin: string, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let at = 0; at < count; at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- sign-ins are bounded on purpose
    people.push(await signedIn(origin, PEOPLE[at % PEOPLE.length] ?? demo.reader));
  }
  return people;
}

/** What a person's calls carry. */
export const headersOf = (person: Person, path = '/v1'): Record<string, string> => ({
  Cookie: person.cookieHeader(path),
  Accept: 'application/json',
  'Content-Type': 'application/json',
  [XSRF_HEADER]: person.cookie(XSRF_COOKIE) ?? '',
});

/** Makes a person write all the time, from a process of its own, while something else goes on. */
export async function whileWriting<T>(
  person: Person,
  order: Pick<Order, 'calls' | 'workers' | 'pace'>,
  work: () => Promise<T>,
): Promise<{ result: T; wrote: Done }> {
  const child = fork(join(import.meta.dirname, 'busy.ts'));
  child.send({ origin: person.origin, headers: headersOf(person), ...order } satisfies Order);
  try {
    const result = await work();
    child.send('stop');
    const [wrote] = (await once(child, 'message')) as [Done];
    if (wrote.failed > 0 || wrote.done === 0)
      throw new Error(`Of the writes ${wrote.failed} failed, ${wrote.done} did not.`);
    return { result, wrote };
  } finally {
    child.kill();
  }
}

/** Milliseconds of a person's session checks, one after the other, over some time: the 99th percentile. */
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

/** One session check. */
export async function verify(person: Person): Promise<void> {
  const { status } = await person.get('/auth/verify');
  if (status !== 200) throw new Error(`A session check was answered ${status}.`);
}
