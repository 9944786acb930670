import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { recentReply } from '#api/contract/archives.ts';
import { wipsReply } from '#api/contract/wips.ts';
import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { demo, signedIn, type Person } from '#tests/support/person.ts';
import { save, savePath, saving, submit } from '#tests/support/writing.ts';
import { expectRefusal, givenServer } from './given.ts';

const RADIO_PLAN = '8a4e2a44-dcd5-4ad5-800c-7f5824e0960a';
const MEDICAL_PLAN = '0284f055-f524-46d2-a976-a4cdb1bacf37';
const saveBody = saving('Access');

const server = givenServer();
const people = new Map<string, Person>();
const as = (username: string): Person => {
  const person = people.get(username);
  if (!person) throw new Error(username);
  return person;
};
beforeAll(async () => {
  for (const username of Object.values(demo)) people.set(username, await signedIn(server.origin, username));
});

it('lets nobody in without a session, on any address', async () => {
  const { origin } = server;
  const id = COMMAND_TEMPLATE_LEFT;
  const calls: [method: 'GET' | 'POST', path: string][] = [
    ['GET', '/v1/templates'],
    ['GET', `/v1/templates/${id}?html=true`],
    ['GET', `/v1/templates/${id}/wips`],
    ['POST', `/v1/templates/${id}/wips/save`],
    ['GET', `/v1/templates/${id}/archives/recent`],
    ['GET', `/v1/wips/${id}?html=true`],
    ['POST', `/v1/wips/${id}/update`],
    ['POST', `/v1/wips/${id}/submit`],
    ['GET', `/v1/wips/${id}/delete`],
    ['GET', `/v1/wips/${id}/archives`],
    ['GET', `/v1/archives/${id}`],
    ['GET', `/events/wips/${id}`],
    ['GET', '/v1/roles'],
    ['GET', '/v1/users'],
    ['POST', '/v1/users/roles/create'],
    ['POST', `/v1/users/${id}/update`],
    ['GET', '/auth/verify'],
    ['POST', '/auth/refresh-token'],
  ];
  const statuses = await Promise.all(
    calls.map(
      async ([method, path]) => `${(await fetch(origin + path, { method, redirect: 'manual' })).status} ${path}`,
    ),
  );
  expect(statuses).toEqual(calls.map(([, path]) => `401 ${path}`));
});

it('asks for the anti-forgery header on whatever changes something', async () => {
  const { uuid: wip } = await save(as(demo.writer), 'Access');
  const admin = as(demo.siteAdministrator);
  for (const path of [
    savePath(),
    `/v1/wips/${wip}/update`,
    `/v1/wips/${wip}/submit`,
    '/v1/users/roles/create',
    `/v1/users/${wip}/update`,
  ]) {
    for (const antiForgery of [null, 'made.up', as(demo.writer).cookie('XSRF-TOKEN')]) {
      expect([path, (await admin.post(path, saveBody, { antiForgery })).status]).toEqual([path, 403]);
    }
  }
  expect((await admin.get(`/v1/wips/${wip}/delete`, { antiForgery: null })).status).toBe(403);
  expect((await as(demo.writer).get(`/v1/wips/${wip}?html=true`)).status).toBe(200);
});

describe('levels', () => {
  it('below 2 reads everything of the organisation and changes nothing', async () => {
    const { uuid: wip } = await save(as(demo.writer), 'Access');
    const archive = await submit(as(demo.writer), wip);
    const reader = as(demo.reader);
    for (const path of [
      '/v1/templates',
      `/v1/templates/${COMMAND_TEMPLATE_LEFT}?html=true`,
      `/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips`,
      `/v1/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`,
      `/v1/wips/${wip}?html=true`,
      `/v1/wips/${wip}/archives`,
      `/v1/archives/${archive}`,
    ]) {
      expect([path, (await reader.get(path)).status]).toEqual([path, 200]);
    }
    const refusals = [
      await reader.post(savePath(), saveBody),
      await reader.post(`/v1/wips/${wip}/update`, saveBody),
      await reader.post(`/v1/wips/${wip}/submit`),
      await reader.get(`/v1/wips/${wip}/delete`),
    ];
    for (const reply of refusals)
      expectRefusal(reply, 403, 'Your permission level lets you read documents, not change them.');
  });

  it.each([demo.reader, demo.writer])('%s administers nothing', async (username) => {
    const person = as(username);
    const refusals = [
      await person.get('/v1/roles'),
      await person.get('/v1/users'),
      await person.post('/v1/users/roles/create', { user_uuid: 'x', role_uuid: 'y' }),
      await person.post(`/v1/users/${COMMAND_TEMPLATE_LEFT}/update`, { name: 'x' }),
    ];
    for (const reply of refusals) expectRefusal(reply, 403, 'Only administrators may do this.');
  });
});

describe('organisations', () => {
  it('are closed to each other, administrators included', async () => {
    const { uuid: wip } = await save(as(demo.writer), 'Access');
    const archive = await submit(as(demo.writer), wip);
    for (const username of [demo.foreignWriter, demo.foreignAdministrator]) {
      const person = as(username);
      const replies = [
        await person.get(`/v1/wips/${wip}?html=true`),
        await person.get(`/v1/wips/${wip}/archives`),
        await person.get(`/v1/wips/${wip}/delete`),
        await person.get(`/events/wips/${wip}`),
        await person.post(`/v1/wips/${wip}/update`, saveBody),
        await person.post(`/v1/wips/${wip}/submit`),
      ];
      for (const reply of replies) expectRefusal(reply, 403, 'This document belongs to another organization.');
      const foreignArchive = await person.get(`/v1/archives/${archive}`);
      expectRefusal(foreignArchive, 403, 'This archive belongs to another organization.');
    }
    expect((await as(demo.writer).get(`/v1/wips/${wip}?html=true`)).status).toBe(200);
  });

  it('share a template, and see only their own documents under it', async () => {
    const { uuid: wip } = await save(as(demo.writer), 'Access');
    const archive = await submit(as(demo.writer), wip);
    const foreigner = as(demo.foreignWriter);
    const list = v.parse(wipsReply, (await foreigner.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips`)).json);
    expect(list.map((one) => one.uuid)).not.toContain(wip);
    const recent = (await foreigner.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`)).json;
    expect(v.parse(recentReply, recent)?.uuid).not.toBe(archive);
  });

  it('are open to a site administrator', async () => {
    const wip = (await save(as(demo.foreignWriter), 'Access')).uuid;
    const site = as(demo.siteAdministrator);
    expect((await site.get(`/v1/wips/${wip}?html=true`)).status).toBe(200);
    expect((await site.post(`/v1/wips/${wip}/update`, saveBody)).status).toBe(200);
  });
});

describe('roles', () => {
  it('open a template file to their holders and to administrators', async () => {
    const allowed: [string, string][] = [
      [demo.writer, RADIO_PLAN],
      [demo.foreignWriter, RADIO_PLAN],
      [demo.otherWriter, MEDICAL_PLAN],
      [demo.administrator, MEDICAL_PLAN],
      [demo.writerWithoutRoles, COMMAND_TEMPLATE_LEFT],
    ];
    for (const [username, template] of allowed) {
      const reply = await as(username).post(savePath(template), saveBody);
      expect([username, reply.status]).toEqual([username, 201]);
    }
  });

  it('close it to everybody else: save, update, submit and delete', async () => {
    const { uuid: wip } = await save(as(demo.writer), 'Access', {}, RADIO_PLAN);
    const person = as(demo.writerWithoutRoles);
    const replies = [
      await person.post(savePath(RADIO_PLAN), saveBody),
      await person.post(`/v1/wips/${wip}/update`, saveBody),
      await person.post(`/v1/wips/${wip}/submit`),
      await person.get(`/v1/wips/${wip}/delete`),
    ];
    for (const reply of replies)
      expectRefusal(reply, 403, 'Documents of this template may be changed only by people who hold its role.');
    expect((await person.get(`/v1/wips/${wip}?html=true`)).status).toBe(200);
  });
});
