import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveReply } from '#api/contract/wips.ts';
import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { runCommand } from '#server/cli/run.ts';
import { demo, signedIn, type Person } from '#tests/support/person.ts';
import { rawCall, type RawReply } from '#tests/support/raw-call.ts';
import { startServer, writeDistFixture, type TestServer } from '#tests/support/server.ts';

/**
 * The server writes a reply that still holds without asking its framework (server/http/repeats.ts). Nobody must be able to tell: not by the bytes,
 * not by what is refused, and never by their age. Each call is made twice before the thing that must show at once.
 */
let folder = '';
let server: TestServer;
let writer: Person;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ready-repeats-'));
  const dist = join(folder, 'dist');
  await writeDistFixture(dist);
  server = await startServer({ dist, dataDir: join(folder, 'data'), env: { LOG_LEVEL: 'info' } });
  writer = await signedIn(server.origin, demo.writer);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const save = (name: string, value: string) => ({
  save_name: name,
  edited_attributes: [{ id: 'incident-name', value }],
  new_attributes: [],
});
async function made(): Promise<string> {
  const reply = await writer.post(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips/save`, save('First', 'at first'));
  return v.parse(saveReply, reply.json).result?.uuid ?? '';
}
const ask = (path: string, person: Person, headers: Record<string, string> = {}): Promise<RawReply> =>
  rawCall(server.origin, { path, headers: { Cookie: person.cookieHeader(path), ...headers } });
async function twice(path: string, person = writer): Promise<RawReply> {
  await ask(path, person);
  const again = await ask(path, person);
  expect([path, again.status]).toEqual([path, 200]);
  return again;
}
async function command(...args: string[]): Promise<void> {
  let said = '';
  const hear = (text: string): void => void (said += text);
  const env = { READY_DATA: server.dataDir };
  const code = await runCommand(args, env, { out: hear, error: hear, input: Readable.from(['']) });
  expect([code, said]).toEqual([0, said]);
}

it('packs a long list as each client takes it, the first time and again, and never an old one', async () => {
  for (let count = 0; count < 60; count += 1) await made();
  const path = `/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips`;
  const bytesOf = async (accepted: string): Promise<number> =>
    Number((await ask(path, writer, { 'Accept-Encoding': accepted })).headers['content-length']);
  const listIn = async (accepted: string, encoding: string | null): Promise<unknown> => {
    const { headers, json } = await writer.get(path, { headers: { 'Accept-Encoding': accepted } });
    expect([headers.get('content-encoding'), headers.get('content-type')]).toEqual([
      encoding,
      'application/json; charset=utf-8',
    ]);
    return json;
  };
  const list = (await listIn('identity', null)) as { templates: unknown[] };
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
  ] as const) {
    expect([await listIn(accepted, encoding), await listIn(accepted, encoding)]).toEqual([list, list]);
    expect(await bytesOf(accepted)).toBeLessThan((await bytesOf('identity')) / 3);
  }
  expect(await listIn('br', 'br')).toEqual(list);
  await made();
  expect(await listIn('br', 'br')).toMatchObject({ templates: { length: list.templates.length + 1 } });
});

it('answers again as it answered first, and logs and counts both', async () => {
  const wip = await made();
  await writer.post(`/v1/wips/${wip}/submit`);
  const list = await writer.get(`/v1/wips/${wip}/archives`);
  const [archive] = (list.json as { archives: { uuid: string }[] }).archives;
  const paths = [
    '/auth/verify',
    '/v1/templates?x=1',
    `/v1/templates/${COMMAND_TEMPLATE_LEFT}?html=true`,
    `/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips`,
    `/v1/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`,
    `/v1/wips/${wip}?html=true`,
    `/v1/archives/${archive?.uuid ?? ''}`,
  ];
  for (const path of paths) {
    for (const encoding of ['identity', 'br']) {
      const headers = { 'Accept-Encoding': encoding, Connection: 'close' };
      const replies = [await ask(path, writer, headers), await ask(path, writer, headers)];
      const told = replies.map(({ status, headers: { date: _date, ...rest }, text }) => ({ status, rest, text }));
      expect(told[0]?.status).toBe(200);
      expect(told[1]).toEqual(told[0]);
    }
  }
  const metrics = await rawCall(server.origin, { path: '/metrics' });
  expect(metrics.text).toContain('ready_http_requests_total{method="GET",route="/v1/archives/:uuid",status="200"} 4');
  await expect.poll(() => server.output().match(/"path":"\/v1\/templates",.*"msg":"request"/g)?.length).toBe(4);
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"path":"/v1/templates"'));
  const shapes = lines.map((line) =>
    Object.entries(JSON.parse(line) as object).map(([name, value]) => [name, typeof value]),
  );
  expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
  expect(new Set(lines.map((line) => (JSON.parse(line) as { reqId: string }).reqId)).size).toBe(4);
});

describe('shows at once', () => {
  it('a save, and the end of the document', async () => {
    const wip = await made();
    const path = `/v1/wips/${wip}?html=true`;
    const reader = await signedIn(server.origin, demo.reader);
    expect((await twice(path, reader)).text).toContain('at first');
    await writer.post(`/v1/wips/${wip}/update`, save('Second', 'and then'));
    expect((await twice(path, reader)).text).toContain('and then');
    await writer.get(`/v1/wips/${wip}/delete`);
    expect((await ask(path, reader)).status).toBe(404);
  });

  it('a sign-out', async () => {
    const person = await signedIn(server.origin, demo.reader);
    await twice('/v1/templates', person);
    await person.twin().post('/auth/logout');
    expect((await ask('/v1/templates', person)).status).toBe(401);
  });

  it('what another process does: a person that is disabled', async () => {
    const person = await signedIn(server.origin, demo.otherWriter);
    await twice('/auth/verify', person);
    await command('user', 'disable', demo.otherWriter);
    expect((await ask('/auth/verify', person)).status).toBe(401);
  });
});

it('gives nobody what another person may see, and no guard a way around', async () => {
  const path = `/v1/wips/${await made()}?html=true`;
  const foreign = await signedIn(server.origin, demo.foreignReader);
  await twice(path);
  const { port } = new URL(server.origin);
  const answers = [
    await ask(path, foreign),
    await rawCall(server.origin, { path }),
    await ask(path, writer, { Host: `evil.example:${port}` }),
    await ask(path, writer, { 'Sec-Fetch-Mode': 'navigate' }),
    await ask(path, writer, { 'Sec-Fetch-Site': 'cross-site' }),
    await ask(path, writer, { Origin: 'https://evil.example' }),
    await ask(path, writer, { 'Content-Encoding': 'gzip' }),
    await ask('/assets/index-a1b2c3d4.js', writer, { Host: `evil.example:${port}` }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 401, 421, 403, 403, 403, 415, 421]);
});
