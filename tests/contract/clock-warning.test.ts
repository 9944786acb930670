import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditEntry } from '#server/domain/audit.ts';
import { aheadOfClock } from '#server/domain/clock.ts';
import { engines, openPlace } from '#tests/support/engines.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { startServer } from '#tests/support/server.ts';
import { save, submit } from '#tests/support/writing.ts';
import { forThisTest, given, givenDist, givenFolder, runReady, startInside } from './given.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const base = givenFolder();
const dist = givenDist();

it('a clock that is behind what was submitted is said at the start and by doctor', async () => {
  const place = { READY_DATA: join(base, 'ahead') };
  const then = new Date(Date.now() + 10 * DAY);
  const ahead = await startInside(place, { now: () => then });
  const writer = await signedIn(ahead.origin, demo.writer);
  await submit(writer, (await save(writer, 'Early')).uuid);
  await ahead.close();
  const sentence = /The newest submission is 10 days ahead of this machine’s clock \(.*set it right and restart/;
  const doctor = await runReady({ ...place, READY_DIST: dist }, ['doctor']);
  expect(doctor.out).toMatch(new RegExp(`^warning  ${sentence.source}`, 'm'));
  const server = await forThisTest(startServer({ dist, dataDir: place.READY_DATA }));
  // The address is printed before it is known what the database says of the clock.
  await expect.poll(() => server.output(), { timeout: 10_000 }).toMatch(sentence);
  expect(server.output()).toContain('"level":40');
});

describe.each(engines)('the clock against what is kept on $name', ({ start }) => {
  const engine = given(start);

  it('is behind the audit log or sessions where these are ahead by more than some minutes', async () => {
    const open = await openPlace(await engine.place());
    const { storage } = open;
    const now = new Date();
    const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
    const says = () => aheadOfClock(storage, now);
    expect(await says()).toBeNull();
    const [organisation, user] = ['b2f1c0de-5d0a-4c57-9a3e-6f1f6f2f9a01', 'd1a0c6f2-0e6b-4b52-9f43-4f2f9a3f5b10'];
    await storage.organisations.add({ uuid: organisation, organization_id: 1, name: 'Harbor' });
    const person = { uuid: user, username: 'chief', name: 'A. Chief', email: '', organisation, permission: 3 };
    await storage.users.add({ ...person, password_hash: '$x', created_at: now.toISOString() });
    const use = (uuid: string, at: Date) =>
      storage.sessions.addFamily({ uuid, user, used_at: at.toISOString(), expires_at: later(DAY).toISOString() });
    await use('one', later(4 * MINUTE));
    await storage.audit.add(auditEntry(later(4 * MINUTE), null, 'signed_in'));
    expect(await says()).toBeNull();
    await use('two', later(3 * HOUR));
    expect(await says()).toContain('The last use of a session is 3 hours ahead of this machine’s clock');
    await storage.audit.add(auditEntry(later(30 * MINUTE), null, 'signed_in'));
    expect(await says()).toContain('The newest line of the audit log is 30 minutes ahead');
    await open.close();
  });
});
