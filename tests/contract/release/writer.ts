import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { readArchive } from '#common/calls/archives.ts';
import { readWip } from '#common/calls/templates.ts';
import { Person } from '#tests/support/person.ts';
import { parsed } from '#tests/support/replies.ts';
import { archiveIn, archivesOf, savedIn, savePath, saving, valueIn } from '#tests/support/writing.ts';

/** A user who saves and submits all the time, and knows what was acknowledged. */
export type Writer = {
  /** Stops writing. @returns sentences about acknowledged writes that are not there, and the number that were asked for */
  losses(): Promise<{ lost: string[]; acknowledged: number }>;
  acknowledged(): number;
  /** Stops writing. */
  stop(): Promise<void>;
};

/** Signs in, as often as needed: a server that is replaced answers nothing for a moment. */
async function signIn(origin: string, username: string, password: string): Promise<Person> {
  for (;;) {
    const person = new Person(origin);
    const reply = await person.post('/auth/login', { username, password }).catch(() => null);
    if (reply?.status === 200) return person;
    await delay(PAUSE);
    if (reply && reply.status < 429) throw new Error(`${username} could not sign in: ${reply.status} ${reply.text}`);
  }
}

/** Milliseconds between tries while the server is replaced: it allows a user some sign-ins a minute. */
const PAUSE = 250;

/** Begins to write. */
export function startWriter(origin: string, username: string, password: string): Writer {
  const submitted = new Map<string, string>();
  const saved = new Map<string, string>();
  const state = { isEnding: false };
  const write = async (): Promise<void> => {
    let person = await signIn(origin, username, password);
    while (!state.isEnding) {
      try {
        while (!state.isEnding) {
          const value = randomUUID();
          const reply = await person.post(savePath(), saving(value, { remarks: value }));
          if (reply.status === 401) person = await signIn(origin, username, password);
          if (reply.status !== 201) break;
          const { uuid } = savedIn(reply);
          saved.set(uuid, value);
          const done = await person.post(`/v1/wips/${uuid}/submit`);
          if (done.status !== 200) break;
          submitted.set(archiveIn(done), value);
        }
      } catch (error) {
        // Connections end with a server; an answer that is none does not count.
        if (!(error instanceof TypeError)) throw error;
      }
      await delay(PAUSE);
    }
  };
  const writing = write();
  const stop = async (): Promise<void> => {
    state.isEnding = true;
    await writing;
  };
  return {
    acknowledged: () => saved.size + submitted.size,
    stop,
    async losses() {
      await stop();
      const person = await signIn(origin, username, password);
      const lost: string[] = [];
      for (const [uuid, value] of saved) {
        const reply = await person.get(`/v1/wips/${uuid}?html=true`);
        if (reply.status !== 200 || valueIn(parsed(readWip, reply.json).content, 'remarks') !== value)
          lost.push(`the save ${uuid}: ${reply.status}`);
        const archives = await archivesOf(person, uuid).catch(() => []);
        for (const { uuid: archive } of archives) submitted.set(archive, value);
      }
      for (const [archive, value] of submitted) {
        const reply = await person.get(`/v1/archives/${archive}`);
        if (reply.status !== 200 || valueIn(parsed(readArchive, reply.json).content, 'remarks') !== value)
          lost.push(`the submission ${archive}: ${reply.status}`);
      }
      return { lost, acknowledged: saved.size + submitted.size };
    },
  };
}
