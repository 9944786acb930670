import * as v from 'valibot';
import { expect, it, onTestFinished } from 'vitest';
import { archiveReply, type ArchiveDetail, recentReply } from '#api/contract/archives.ts';
import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { proveArchives } from '#server/storage/archive-proof.ts';
import { openForCommand } from '#server/storage/open.ts';
import { demo, type Person, type Reply } from '#tests/support/person.ts';
import { archiveIn, archivesOf, save, submit, valueIn } from '#tests/support/writing.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { expectRefusal, given, givenPerson, startInside } from './given.ts';

const server = given(() => startInside());
const dana = givenPerson(server, demo.writer);
const amir = givenPerson(server, demo.administrator);
const REGION = 'incident-name';

const putBack = (person: Person, archive: string, instead_of: string): Promise<Reply> =>
  person.post(`/v1/archives/${archive}/submit`, { instead_of });
const archive = async (uuid: string): Promise<ArchiveDetail> =>
  v.parse(archiveReply, (await dana.get(`/v1/archives/${uuid}`)).json);
const onWall = async () =>
  v.parse(recentReply, (await dana.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`)).json);

it('what stood on the dashboards comes back as a new archive of the same WIP, told of at once, and the record goes on', async () => {
  const board = await save(amir, 'Corvane Ridge', { [REGION]: 'The real one' });
  const before = await submit(amir, board.uuid);
  const practice = await save(dana, 'Practice', { [REGION]: 'Not real' });
  const mistake = await submit(dana, practice.uuid);
  const stream = await openStream(dana, COMMAND_TEMPLATE_LEFT);
  const reply = await putBack(dana, before, mistake);
  expect(reply.status).toBe(200);
  const again = archiveIn(reply);
  expect(await stream.next()).toMatchObject({ event: 'submission', data: { archive_uuid: again } });
  stream.close();
  expect(await onWall()).toMatchObject({
    uuid: again,
    name: 'Corvane Ridge',
    wip: board.uuid,
    submittedBy: 'Dana Okafor',
  });
  const [was, is] = [await archive(before), await archive(again)];
  expect([is.content, is.wip]).toEqual([was.content, was.wip]);
  expect(valueIn(is.content, REGION)).toBe('The real one');
  expect((await archivesOf(dana, board.uuid)).map(({ uuid }) => uuid)).toEqual([again, before]);
  expect(await archivesOf(dana, practice.uuid)).toHaveLength(1);
  const { storage } = await openForCommand(server.settings, new Date().toISOString());
  onTestFinished(() => storage.close());
  expect((await storage.audit.list(1))[0]).toMatchObject({
    action: 'document_submitted',
    subject: board.uuid,
    detail: `archive ${again} with the content of archive ${before}`,
  });
  expect((await proveArchives(storage.archives)).problems).toEqual([]);
});

it('nothing is put back where somebody has submitted since', async () => {
  const first = await save(dana, 'First', { [REGION]: 'first' });
  const before = await submit(dana, first.uuid);
  const mine = await submit(dana, first.uuid);
  const newest = await submit(amir, (await save(amir, 'Newest')).uuid);
  expectRefusal(
    await putBack(dana, before, mine),
    409,
    'This submission is not the newest one any more. Nothing was submitted.',
  );
  expect((await onWall())?.uuid).toBe(newest);
  // Of two that come at once one is done.
  const both = await Promise.all([putBack(dana, before, newest), putBack(amir, mine, newest)]);
  expect(both.map(({ status }) => status === 200).filter(Boolean)).toHaveLength(1);
});

it('the board of a WIP that was deleted since comes back too', async () => {
  const board = await save(amir, 'Deleted since', { [REGION]: 'kept' });
  const before = await submit(amir, board.uuid);
  expect((await amir.get(`/v1/wips/${board.uuid}/delete`)).status).toBe(200);
  const mistake = await submit(dana, (await save(dana, 'Mistake')).uuid);
  const again = archiveIn(await putBack(dana, before, mistake));
  expect(valueIn((await archive(again)).content, REGION)).toBe('kept');
});

it('a call that does not say in whose place is refused', async () => {
  const mine = await submit(dana, (await save(dana, 'Mine')).uuid);
  expectRefusal(await dana.post(`/v1/archives/${mine}/submit`, {}), 400, "'instead_of' is missing.");
});
