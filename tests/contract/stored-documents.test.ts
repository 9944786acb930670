import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { unpackHtml } from '#server/storage/archive-record.ts';
import type { Storage } from '#server/storage/port.ts';
import { addVersion } from '#tests/support/documents.ts';
import { engines } from '#tests/support/engines.ts';
import { given } from './given.ts';
import { abroad, at, author, organisation, REFUSED, startStored, template, untouched, wip } from './stored.ts';

describe.each(engines)('the stores of documents on $name', ({ start }) => {
  const engine = given(start);
  const stored = given(async () => startStored(await engine.place()), beforeEach);
  let storage: Storage;
  beforeEach(() => {
    ({ storage } = stored);
  });

  it('lists templates in display order, those of the organisation and of all', async () => {
    const own = randomUUID();
    await stored.addTemplate(own, { organisation: organisation.uuid, name: 'b', position: 2 });
    await stored.addTemplate(randomUUID(), { organisation: organisation.uuid, name: 'Z', position: 2 });
    await stored.addTemplate(randomUUID(), { organisation: abroad.uuid, name: 'Theirs', position: 1 });
    const names = async () => (await storage.templates.list(organisation.uuid)).map((one) => one.name);
    expect(await names()).toEqual(['Plan', 'Z', 'b']);
    const other = await addVersion(storage, '<b>');
    await storage.templates.change(own, { name: 'c', description: 'd', template_version: other });
    await storage.templates.setRemoved(own, at(1));
    expect(await names()).toEqual(['Plan', 'Z']);
    expect(await storage.templates.head(own)).toEqual({
      uuid: own,
      name: 'c',
      description: 'd',
      file_name: 'plan.html',
      organisation: organisation.uuid,
      version: 2,
      template_version: other,
      removed_at: at(1),
    });
    expect(await storage.templates.all()).toHaveLength(4);
    expect(await storage.templates.head(randomUUID())).toBeNull();
  });

  it('keeps each template version once, until nothing is made of it', async () => {
    const second = await addVersion(storage, '<p class="editable" id="a">');
    expect(await addVersion(storage, '<p class="editable" id="a">')).toBe(second);
    expect(await storage.templateVersions.content(second)).toBe('<p class="editable" id="a">');
    expect(JSON.parse((await storage.templateVersions.plan(second)) ?? '')).toMatchObject({ regions: [['a', [{}]]] });
    const forget = (hash: string): Promise<void> => storage.transaction((stores) => stores.templateVersions.drop(hash));
    await forget(stored.version);
    expect(await storage.templateVersions.content(stored.version)).toBe('<p>');
    const save = { name: 'One', ...untouched, template_version: second, author, at: at(1) };
    await storage.wips.change(wip, save);
    await forget(second);
    expect(await storage.templateVersions.content(second)).not.toBeNull();
    await storage.archives.add({ ...(await stored.archiveOf(randomUUID(), at(2))), template_version: second });
    await storage.wips.remove(wip, at(3), author);
    await forget(second);
    expect(await storage.templateVersions.content(second)).not.toBeNull();
    const third = await addVersion(storage, '<i>');
    await forget(third);
    expect([await storage.templateVersions.content(third), await storage.templateVersions.plan(third)]).toEqual([
      null,
      null,
    ]);
    await expect(storage.wips.change(wip, { ...save, template_version: third })).rejects.toThrow(REFUSED);
  });

  it('keeps archives: newest first, those of one moment too, and tells of each', async () => {
    const uuids = [randomUUID(), randomUUID(), randomUUID()];
    const before = await storage.events.last();
    expect(await storage.archives.last(template, organisation.uuid)).toEqual({ moment: null, checksum: null });
    for (const [index, uuid] of uuids.entries()) {
      const { checksum } = await storage.archives.last(template, organisation.uuid);
      await storage.archives.add(await stored.archiveOf(uuid, at(index === 0 ? 2 : 1), checksum));
    }
    const [first, second, third] = uuids;
    expect((await storage.archives.list(wip)).map((one) => one.uuid)).toEqual([first, third, second]);
    expect((await storage.archives.recent(template, organisation.uuid))?.uuid).toBe(first);
    expect(await storage.archives.recent(template, abroad.uuid)).toBeNull();
    const records = await storage.archives.records(0);
    expect(records.map(({ uuid, previous }) => [uuid, previous])).toEqual(
      uuids.map((uuid, index) => [uuid, records[index - 1]?.checksum ?? null]),
    );
    const { checksum } = records.at(-1) ?? {};
    expect(await storage.archives.last(template, organisation.uuid)).toEqual({ moment: at(2), checksum });
    expect(await storage.archives.last(template, abroad.uuid)).toEqual({ moment: null, checksum });
    expect(await storage.archives.records(records[0]?.number ?? 0)).toEqual(records.slice(1));
    const packed = await storage.archives.packed(second ?? '');
    expect(packed).toMatchObject({ submitted_on: at(1), line_breaks: 'marked' });
    expect(await unpackHtml(packed?.packed ?? Buffer.of())).toBe('<p>');
    const events = await storage.events.since(before);
    const heads = await Promise.all(uuids.map((uuid) => storage.archives.head(uuid)));
    expect(events.map((event) => event.kind === 'submission' && event.archive)).toEqual(heads);
    expect(await storage.events.last()).toBe(events.at(-1)?.number);
    await storage.events.purge(at(2));
    expect(await storage.events.since(before)).toHaveLength(1);
  });

  it('gives submissions of one template moments that grow, and events in the order of commits, though many submit at once', async () => {
    let seen = await storage.events.last();
    const told: string[] = [];
    const look = async (): Promise<void> => {
      for (const event of await storage.events.since(seen)) {
        seen = event.number;
        if (event.kind === 'submission') told.push(event.archive.uuid);
      }
    };
    const submit = async (): Promise<void> => {
      await storage.transaction(async ({ archives }) => {
        const { moment: last, checksum } = await archives.last(template, organisation.uuid);
        const moment = new Date(last === null ? 0 : Date.parse(last) + 1).toISOString();
        await archives.add(await stored.archiveOf(randomUUID(), moment, checksum));
      });
      // Whoever reads while others commit must not run past one that is not there yet.
      await look();
    };
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 8 }, submit));
    await look();
    const archives = (await storage.archives.list(wip)).toReversed();
    expect(new Set(archives.map((one) => one.submitted_on)).size).toBe(40);
    expect([...new Set(told)].toSorted()).toEqual(archives.map((one) => one.uuid).toSorted());
    const chain = [...(await storage.archives.records(0))];
    chain.push(...(await storage.archives.records(chain.at(-1)?.number ?? 0)));
    expect(chain).toHaveLength(40);
    expect(new Set(chain.map(({ previous }) => previous)).size).toBe(40);
  });
});
