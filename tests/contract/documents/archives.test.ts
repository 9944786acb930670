import { describe, expect, it, onTestFinished } from 'vitest';
import { type ArchiveDetail, readArchive, readChanges, listNewest, readRecent } from '#common/calls/archives.ts';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { proveArchives } from '#server/storage/lifecycle/archive-proof.ts';
import { openForCommand } from '#server/storage/lifecycle/open.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { demo, type Person, type Reply, signedIn } from '#tests/support/person.ts';
import { archivesOf, save, saving, submit, archiveIn, valueIn } from '#tests/support/writing.ts';
import { forThisTest, given, givenPerson, runReady, startInside, expectRefusal } from '../given.ts';
import { parsed } from '#tests/support/replies.ts';

const server = given(() => startInside());
const lena = givenPerson(server, demo.reader);
const june = givenPerson(server, demo.otherWriter);
const amir = givenPerson(server, demo.administrator);
const tess = givenPerson(server, demo.foreignWriter);

/** Returns the submitter of an archive, as each call reports it. */
async function standInText(archive: string, wip: string): Promise<unknown[]> {
  const detail = parsed(readArchive, (await lena.get(`/v1/archives/${archive}`)).json);
  const recent = parsed(readRecent, (await lena.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`)).json);
  const archives = parsed(listNewest, (await lena.get('/v1/templates/recent')).json);
  const newest = archives.find(({ template }) => template === COMMAND_TEMPLATE_LEFT)?.archive;
  const [listed] = await archivesOf(lena, wip);
  expect(detail.template).toBe(COMMAND_TEMPLATE_LEFT);
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
  expect(await standInText(archive, uuid)).toEqual(everywhere('June Halloran'));
  const { uuid: user } = (await june.get('/auth/verify')).json as { uuid: string };
  expect((await amir.post(`/v1/users/${user}/update`, { name: 'June Varga' })).status).toBe(200);
  expect(await standInText(archive, uuid)).toEqual(everywhere('June Varga'));
  const tag = (await lena.get(`/v1/archives/${archive}`)).headers.get('etag') ?? '';
  expect(
    (await lena.fetch('GET', `/v1/archives/${archive}`, undefined, { headers: { 'If-None-Match': tag } })).status,
  ).toBe(304);
});

it('gives the newest archive of each template in one call, of one’s own organisation alone', async () => {
  const theirs = async () => parsed(listNewest, (await tess.get('/v1/templates/recent')).json);
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
  const recent = await lena.get(`/v1/templates/${COMMAND_TEMPLATE_RIGHT}/archives/recent`);
  expect(parsed(readRecent, recent.json)?.uuid).not.toBe(archive);
});

const dana = givenPerson(server, demo.writer);
const REGION = 'incident-name';

const putBack = (person: Person, archive: string, instead_of: string): Promise<Reply> =>
  person.post(`/v1/archives/${archive}/submit`, { instead_of });
const detailOf = async (uuid: string): Promise<ArchiveDetail> =>
  parsed(readArchive, (await dana.get(`/v1/archives/${uuid}`)).json);
const onWall = async () =>
  parsed(readRecent, (await dana.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`)).json);

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
  const [was, is] = [await detailOf(before), await detailOf(again)];
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
  // Only one of two simultaneous calls is done.
  const both = await Promise.all([putBack(dana, before, newest), putBack(amir, mine, newest)]);
  expect(both.map(({ status }) => status === 200).filter(Boolean)).toHaveLength(1);
});

it('a submission whose content was removed says so, also where it is at hand, and what was there before is still listed', async () => {
  const board = await save(amir, 'Large', { [REGION]: 'large' });
  const before = await submit(amir, board.uuid);
  await amir.post(`/v1/wips/${board.uuid}/update`, saving('Large', { [REGION]: 'smaller' }));
  const newest = await submit(amir, board.uuid);
  const read = await dana.get(`/v1/archives/${before}`);
  const tag = read.headers.get('etag') ?? '';
  const drop = await runReady(server.place, ['archive', 'drop-content', '--of', board.uuid, '--yes', board.uuid]);
  expect(drop).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The content of 1 archives was removed/) as string,
  });
  const words = `Its content was removed on ${new Date().toISOString().slice(0, 10)}.`;
  expectRefusal(await dana.get(`/v1/archives/${before}`), 410, words);
  const kept = await dana.fetch('GET', `/v1/archives/${before}`, undefined, { headers: { 'If-None-Match': tag } });
  expect([kept.status, await kept.json()]).toEqual([410, { message: words }]);
  expectRefusal(await putBack(dana, before, newest), 410, words);
  const removed = (await archivesOf(dana, board.uuid)).map(({ uuid, contentRemovedOn: at }) => [uuid, at !== null]);
  expect(removed).toEqual([
    [newest, false],
    [before, true],
  ]);
  expect(valueIn((await detailOf(newest)).content, REGION)).toBe('smaller');
});

it('the board of a WIP that was deleted since comes back too', async () => {
  const board = await save(amir, 'Deleted since', { [REGION]: 'kept' });
  const before = await submit(amir, board.uuid);
  expect((await amir.get(`/v1/wips/${board.uuid}/delete`)).status).toBe(200);
  const mistake = await submit(dana, (await save(dana, 'Mistake')).uuid);
  const again = archiveIn(await putBack(dana, before, mistake));
  expect(valueIn((await detailOf(again)).content, REGION)).toBe('kept');
});

describe('what submissions of the last ten minutes have changed', () => {
  const WIND = 'weather';
  const CAUSE = 'significant-events';
  const changesOf = async (person: Person, archive: string, moment = '') =>
    parsed(readChanges, (await person.get(`/v1/archives/${archive}/changes${moment}`)).json);
  const again = async (uuid: string, edits: Record<string, string>): Promise<string> => {
    expect((await june.post(`/v1/wips/${uuid}/update`, saving('Changing', edits))).status).toBe(200);
    return submit(june, uuid);
  };

  it('is told of each, the newest first, and whether another WIP came in between', async () => {
    const { uuid } = await save(june, 'Changing', { [WIND]: 'SW 12' });
    const first = await submit(june, uuid);
    expect(await changesOf(lena, first)).toEqual([]);
    const second = await again(uuid, { [WIND]: 'W 25', [CAUSE]: 'Dozer line' });
    const [one, ...none] = await changesOf(lena, second);
    expect(none).toEqual([]);
    expect(one).toEqual({
      archive: second,
      submittedOn: expect.any(Number) as number,
      ofTemplate: true,
      changed: [CAUSE, WIND],
      removed: [],
    });
    await submit(june, (await save(june, 'In between')).uuid);
    const third = await again(uuid, { [WIND]: 'W 30' });
    const all = (await changesOf(lena, third)).map(({ archive, ofTemplate, changed }) => ({
      archive,
      ofTemplate,
      changed,
    }));
    expect(all).toEqual([
      { archive: third, ofTemplate: false, changed: [WIND] },
      { archive: second, ofTemplate: true, changed: [CAUSE, WIND] },
    ]);
    // A putting back is a submission as any other.
    const back = archiveIn(await june.post(`/v1/archives/${first}/submit`, { instead_of: third }));
    expect((await changesOf(lena, back))[0]).toMatchObject({ ofTemplate: true, changed: [CAUSE, WIND] });
    // Emptied fields are changed and not removed, at an earlier moment too.
    const emptied = await again(uuid, { [WIND]: '' });
    const past = await changesOf(lena, emptied, `?at=${new Date().toISOString()}`);
    expect(past[0]).toMatchObject({ archive: emptied, changed: [CAUSE, WIND], removed: [] });
    expect(await changesOf(lena, emptied)).toEqual(past);
    expect((await tess.get(`/v1/archives/${third}/changes`)).status).toBe(403);
  });

  it('is not told where it is older, or where one of them has no content any more', async () => {
    let now = Date.now();
    const own = await forThisTest(startInside({}, { now: () => new Date(now) }));
    let writer = await signedIn(own.origin, demo.writer);
    const pass = async (milliseconds: number): Promise<void> => {
      now += milliseconds;
      writer = await signedIn(own.origin, demo.writer);
    };
    const { uuid } = await save(writer, 'Ageing', { [WIND]: 'SW 12' });
    const first = await submit(writer, uuid);
    const change = async (wind: string): Promise<string> => {
      await writer.post(`/v1/wips/${uuid}/update`, saving('Ageing', { [WIND]: wind }));
      return submit(writer, uuid);
    };
    const second = await change('W 25');
    await pass(300_000);
    const third = await change('W 30');
    expect((await changesOf(writer, third)).map(({ archive }) => archive)).toEqual([third, second]);
    await pass(300_100);
    expect((await changesOf(writer, third)).map(({ archive }) => archive)).toEqual([third]);
    expect((await runReady(own.place, ['archive', 'drop-content', '--archive', second, '--yes', second])).code).toBe(0);
    const fourth = await change('W 35');
    expect((await changesOf(writer, fourth)).map(({ archive }) => archive)).toEqual([fourth]);
    await pass(600_000);
    for (const archive of [first, second, third, fourth]) expect(await changesOf(writer, archive)).toEqual([]);
  });
});
