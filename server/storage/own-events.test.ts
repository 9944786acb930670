import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createOwnEvents } from './own-events.ts';

/**
 * Runs a transaction that adds event 7, of which the database notifies before it answers; returns what was passed on
 * until it ended, and after.
 */
async function notifiedAmid(end: () => Promise<void>): Promise<[amid: unknown[], after: unknown[]]> {
  const own = createOwnEvents();
  const passedOn: unknown[] = [];
  const changed = (last: number | null): void => void passedOn.push(last);
  let amid: unknown[] = [];
  const transaction = own.during(async (added) => {
    added(7);
    for (const last of [6, 7, 8, null]) own.receive(last, changed);
    amid = [...passedOn];
    await end();
  });
  await transaction.catch(() => undefined);
  await turn();
  own.receive(7, changed);
  return [amid, passedOn.slice(amid.length)];
}

it('passes news of an own event on when its transaction has ended, and everything else at once', async () => {
  expect(await notifiedAmid(async () => undefined)).toEqual([
    [6, 8, null],
    [7, 7],
  ]);
});

it('passes them on too when the transaction was cut off, since it may have been done', async () => {
  const cutOff = async (): Promise<void> => {
    throw new Error('the connection was lost');
  };
  expect(await notifiedAmid(cutOff)).toEqual([
    [6, 8, null],
    [7, 7],
  ]);
});
