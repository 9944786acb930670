import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { writeDistFixture } from '#tests/support/hosts/server.ts';
import { createOrigins } from '../origins.ts';
import { limitTime } from '../waiting.ts';
import { readSpa, serveSpa } from './spa.ts';

/** Maximum milliseconds until an answer begins. */
const WITHIN = 500;

const own = { publicUrl: null, host: '127.0.0.1', tls: null, appOrigins: [], devOrigins: [] };

it("tells the page the demo's sign-ins, where there is the demo", async () => {
  const dist = await mkdtemp(join(tmpdir(), 'ready-spa-'));
  await writeDistFixture(dist);
  const demo = [{ username: 'da"na', password: 'public', does: 'writes' }];
  const pageOf = async (options: object): Promise<string> => {
    const app = fastify();
    serveSpa(app, readSpa(dist, {}), { origins: createOrigins(own, () => 0), frame: {}, ...options });
    const { body } = await app.inject({ url: '/login', headers: { accept: 'text/html' } });
    await app.close();
    return body;
  };
  expect(await pageOf({})).not.toContain('demo-sign-ins');
  const content = /<meta name="demo-sign-ins" content="([^"]*)">/.exec(await pageOf({ demo }))?.[1] ?? '';
  expect(JSON.parse(content.replaceAll('&quot;', '"'))).toEqual(demo);
  await rm(dist, { recursive: true });
});

it('sends a file that takes longer than a call may', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'ready-spa-'));
  await writeDistFixture(dist);
  await writeFile(join(dist, 'long.txt'), Buffer.alloc(30_000_000));
  const app = fastify();
  limitTime(app, WITHIN);
  serveSpa(app, readSpa(dist, {}), { origins: createOrigins(own, () => 0), frame: {} });
  const reply = await fetch(`${await app.listen({ host: '127.0.0.1', port: 0 })}/long.txt`);
  // The connection has as much as fits into it, and the rest waits for its reader.
  await delay(3 * WITHIN);
  expect((await reply.arrayBuffer()).byteLength).toBe(30_000_000);
  await app.close();
  await rm(dist, { recursive: true });
});
