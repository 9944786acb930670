import { expect, it } from 'vitest';
import { findRegions } from '#document/regions.ts';
import { demo } from '#tests/support/person.ts';
import { load, save, saving } from '#tests/support/writing.ts';
import { given, givenPerson, startInside } from './given.ts';

const server = given(() => startInside());
const writer = givenPerson(server, demo.writer);
const other = givenPerson(server, demo.siteAdministrator);

it('keeps every word of many saves of one document that come at once, large ones among them', async () => {
  const { uuid } = await save(writer, 'Busy');
  const regions = findRegions((await load(writer, uuid)).content, 'marked').filter(({ kind }) => kind === 'text');
  expect(regions.length).toBeGreaterThan(40);
  // Every twentieth is read and laid over in the worker.
  const values = regions.map(({ id }, at) => [id, at % 20 === 0 ? `${id} ${'word '.repeat(40_000)}end` : `of ${id}`]);
  const replies = await Promise.all(
    values.map(([id = '', value = ''], at) =>
      (at % 2 === 0 ? writer : other).post(`/v1/wips/${uuid}/update`, saving(`Save ${at}`, { [id]: value })),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(values.map(() => 200));
  const { content } = await load(writer, uuid);
  expect(
    findRegions(content, 'marked')
      .filter(({ kind }) => kind === 'text')
      .map(({ id, value }) => [id, value]),
  ).toEqual(values);
});
