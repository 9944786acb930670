import * as v from 'valibot';
import { expect, it } from 'vitest';
import { archiveReply, newestReply, recentReply } from '#api/contract/archives.ts';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#config/constants.ts';
import { demo } from '#tests/support/person.ts';
import { archivesOf, save, submit } from '#tests/support/writing.ts';
import { given, givenPerson, startInside } from './given.ts';

const server = given(() => startInside());
const lena = givenPerson(server, demo.reader);
const june = givenPerson(server, demo.otherWriter);
const admin = givenPerson(server, demo.administrator);
const tess = givenPerson(server, demo.foreignWriter);

/** Who submitted an archive, as each call tells it. */
async function toldOf(archive: string, wip: string): Promise<unknown[]> {
  const detail = v.parse(archiveReply, (await lena.get(`/v1/archives/${archive}`)).json);
  const recent = v.parse(recentReply, (await lena.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`)).json);
  const { archives } = v.parse(newestReply, (await lena.get('/v1/templates/recent')).json);
  const newest = archives.find(({ template }) => template === COMMAND_TEMPLATE_LEFT)?.archive;
  const [listed] = await archivesOf(lena, wip);
  expect([detail.wip, recent?.wip, newest?.wip, listed?.wip]).toEqual([wip, wip, wip, wip]);
  expect([recent?.uuid, newest?.uuid, listed?.uuid]).toEqual([archive, archive, archive]);
  const paged = await lena.get(`/v1/wips/${wip}/archives?limit=1`);
  const page = (paged.json as { archives: { submitted_by: unknown }[] }).archives[0]?.submitted_by;
  return [detail.submittedBy, recent?.submittedBy, newest?.submittedBy, listed?.submittedBy, page];
}
const everywhere = (name: string | null): unknown[] => Array.from({ length: 5 }, () => name);

it('tells who submitted an archive by the present name, on each call that gives it', async () => {
  const { uuid } = await save(june, 'Signed');
  const archive = await submit(june, uuid);
  expect(await toldOf(archive, uuid)).toEqual(everywhere('June Halloran'));
  const { uuid: user } = (await june.get('/auth/verify')).json as { uuid: string };
  expect((await admin.post(`/v1/users/${user}/update`, { name: 'June Varga' })).status).toBe(200);
  expect(await toldOf(archive, uuid)).toEqual(everywhere('June Varga'));
  const tag = (await lena.get(`/v1/archives/${archive}`)).headers.get('etag') ?? '';
  expect(
    (await lena.fetch('GET', `/v1/archives/${archive}`, undefined, { headers: { 'If-None-Match': tag } })).status,
  ).toBe(304);
});

it('gives the newest archive of each template in one call, of one’s own organisation alone', async () => {
  const theirs = async () => v.parse(newestReply, (await tess.get('/v1/templates/recent')).json).archives;
  const before = await theirs();
  const ours = before.filter(
    ({ template }) => template === COMMAND_TEMPLATE_LEFT || template === COMMAND_TEMPLATE_RIGHT,
  );
  expect(ours.map(({ archive }) => archive)).toEqual([null, null]);
  const { uuid } = await save(tess, 'Theirs', {}, COMMAND_TEMPLATE_RIGHT);
  const archive = await submit(tess, uuid);
  const after = await theirs();
  expect(after.map(({ template }) => template)).toEqual(before.map(({ template }) => template));
  const changed = after.filter((one, at) => one.archive?.uuid !== before[at]?.archive?.uuid);
  expect(changed).toMatchObject([{ template: COMMAND_TEMPLATE_RIGHT, archive: { uuid: archive, wip: uuid } }]);
});
