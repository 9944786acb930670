import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readArchive, readRecent } from '#common/calls/archives.ts';
import { readWip } from '#common/calls/templates.ts';
import { applyAttributes } from '#common/document/plan/apply-values.ts';
import { embedNewAttributes } from '#common/document/plan/new-attributes.ts';
import { demo } from '#tests/support/person.ts';
import { archiveIn, archivesOf, load, savedIn, savePath, saving } from '#tests/support/writing.ts';
import { expectRefusal, given, givenFolder, givenPerson, rounds, runReady, startInside } from '../given.ts';
import { allPages, page, whole } from './lists.ts';
import { parsed } from '#tests/support/replies.ts';

const folder = givenFolder();
// Each save has a moment of its own: the list's order goes by it.
let clock = Date.now();
const server = given(() => startInside({}, { now: () => new Date((clock += 1)) }));
const admin = givenPerson(server, demo.siteAdministrator);

/**
 * Three versions of one template: the second moves a region and has other choices, in the third a region holds the start of an element that it does not
 * end. A control that gets its first value again has the author's bytes again, not those of a save: here these are the same.
 */
const VERSIONS = [
  `<!doctype html><title>Plan</title><p class="editable" id="a">one <b>two</b></p><td class="editable" id="b">x
   <input class="editable" id="c" value="plain"><input type=checkbox class="editable" id="d">
   <select class="editable" id="e" multiple><option>red<option>blue</select><textarea class="editable" id="f">
text</textarea><pre class="editable" id="g">  kept</pre><p class="editable" id="a">again</p></body>`,
  `<!doctype html><title>Plan</title><textarea class="editable" id="f"></textarea><div class="editable" id="b">moved</div>
   <select class="editable" id="e" multiple><option>green<option>blue</select><script type="application/json" id="ready-new-attributes">[0]</script>
   <p class="editable" id="new">ü</p>`,
  `<!doctype html><title>Plan</title><p class="editable" id="a">one</p><div><p class="editable" id="b">open <i></div><p class="editable" id="g">end <!-- `,
];

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'new', '__proto__', 'nowhere'];
const value = fc.oneof(
  fc.constantFrom(
    '',
    'true',
    'false',
    'red',
    'blue',
    'green',
    'plain',
    'one two',
    '\n\n  x\n\ty ',
    '</textarea><b>&amp;',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const edits = fc.array(fc.tuple(fc.constantFrom(...ids), value), { maxLength: 5 });
const rows = fc.constantFrom<unknown[]>([], [], [1], [{ row: '</script>\u2028' }]);
const name = fc.constantFrom('Night', 'Day', 'Süd');
const which = fc.nat(5);
const step = fc.oneof(
  fc.record({ what: fc.constant('make' as const), name, edits, rows }),
  fc.record({ what: fc.constant('save' as const), which, name, edits, rows }),
  fc.record({ what: fc.constant('save' as const), which, name, edits, rows }),
  fc.record({ what: fc.constant('submit' as const), which }),
  fc.record({ what: fc.constant('delete' as const), which }),
  fc.record({ what: fc.constant('replace' as const), version: fc.nat(VERSIONS.length - 1) }),
);

/** A document as a plain model has it: all of its HTML, and little else. */
type Plain = {
  uuid: string;
  name: string;
  html: string;
  isDeleted: boolean;
  archives: { uuid: string; html: string }[];
};

/** Puts a save into a whole HTML text, the way that the contract has it. */
const saved = (html: string, all: readonly (readonly [string, string])[], list: readonly unknown[]): string =>
  embedNewAttributes(
    applyAttributes(
      html,
      all.map(([id, text]) => ({ id, value: text })),
    ).html,
    list,
  );

const contentOf = async (template: string): Promise<string> =>
  parsed(readWip, (await admin.get(`/v1/templates/${template}?html=true`)).json).content;

/** The names and order of both lists: with the deleted documents that have archives, and without. */
async function expectLists(path: string, all: readonly Plain[]): Promise<void> {
  const listed = async (query: Record<string, string>) =>
    (await whole(admin, path, query)).map(({ uuid, name: named, deleted_by }) => [uuid, named, deleted_by]);
  const there = all.filter(({ isDeleted }) => !isDeleted);
  expect(await listed({})).toEqual(there.map((wip) => [wip.uuid, wip.name, undefined]));
  const found = all.filter(({ isDeleted, archives }) => !isDeleted || archives.length > 0);
  expect(await listed({ deleted: 'true' })).toEqual(
    found.map((wip) => [wip.uuid, wip.name, wip.isDeleted ? 'Sora Lindqvist' : undefined]),
  );
}

/** The pages of both lists, in both orders. */
async function expectPages(path: string, limit: number, q: string): Promise<void> {
  for (const deleted of ['false', 'true']) {
    const all = (await whole(admin, path, { deleted })).filter((one) => one.name.toLowerCase().includes(q));
    const byName = all.toSorted((a, b) => (`${a.name} ${a.uuid}` < `${b.name} ${b.uuid}` ? -1 : 1));
    const query = { deleted, limit: String(limit), q };
    expect(await allPages(admin, path, query)).toEqual(all);
    expect(await allPages(admin, path, { ...query, sort: 'name' })).toEqual(byName);
    expect((await page(admin, path, query)).count).toBe(all.length);
  }
}

let round = 0;
const steps = fc.array(step, { minLength: 4, maxLength: 14 });
const sought = fc.constantFrom('', '', 'night', 'ü');

it(
  'answers any saves, renames, submissions, deletions and replacements as a plain model in memory does',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), sought, async (acts, limit, q) => {
        round += 1;
        const file = join(folder, `plan-${round}.html`);
        const { place } = server;
        await writeFile(file, VERSIONS[0] ?? '');
        const imported = await runReady(place, ['template', 'import', file, '--json', '--allow-outside']);
        const { templates } = JSON.parse(imported.out) as { templates: { uuid: string }[] };
        const template = templates[0]?.uuid ?? '';
        const path = `/v1/templates/${template}/wips`;
        let current = VERSIONS[0] ?? '';
        let wips: Plain[] = [];
        let newest: string | null = null;

        const chosen = (at: number): Plain | undefined => {
          const there = wips.filter(({ isDeleted }) => !isDeleted);
          return there[at % Math.max(1, there.length)];
        };
        for (const one of acts) {
          if (one.what === 'make') {
            const reply = await admin.post(savePath(template), bodyOf(one));
            expect(reply.status).toBe(201);
            const made = { uuid: savedIn(reply).uuid, name: one.name, html: saved(current, one.edits, one.rows) };
            wips = [{ ...made, isDeleted: false, archives: [] }, ...wips];
          } else if (one.what === 'replace') {
            current = VERSIONS[one.version] ?? '';
            await writeFile(file, current);
            expect(await runReady(place, ['template', 'replace', template, file, '--keep-ids', 'none'])).toMatchObject({
              code: 0,
            });
            // On PostgreSQL the server is notified of another process's change.
            await expect.poll(() => contentOf(template)).toBe(current);
          } else {
            const wip = chosen(one.which);
            if (!wip) continue;
            if (one.what === 'save') {
              expect((await admin.post(`/v1/wips/${wip.uuid}/update`, bodyOf(one))).status).toBe(200);
              wip.html = saved(wip.html, one.edits, one.rows);
              wip.name = one.name;
              wips = [wip, ...wips.filter((other) => other !== wip)];
            } else if (one.what === 'submit') {
              newest = archiveIn(await admin.post(`/v1/wips/${wip.uuid}/submit`));
              wip.archives.unshift({ uuid: newest, html: wip.html });
            } else {
              const address = `/v1/wips/${wip.uuid}`;
              expect((await admin.get(`${address}/delete`)).status).toBe(200);
              for (const reply of [
                await admin.get(`${address}?html=true`),
                await admin.post(`${address}/update`, saving('x')),
                await admin.post(`${address}/submit`),
                await admin.get(`${address}/delete`),
              ]) {
                expectRefusal(reply, 404, 'This document does not exist, or was deleted.');
              }
              wip.isDeleted = true;
            }
          }
          await expectLists(path, wips);
          expect(await contentOf(template)).toBe(current);
        }
        await expectPages(path, limit, q);
        for (const wip of wips) {
          if (!wip.isDeleted) expect((await load(admin, wip.uuid)).content).toBe(wip.html);
          expect((await archivesOf(admin, wip.uuid)).map(({ uuid }) => uuid)).toEqual(
            wip.archives.map(({ uuid }) => uuid),
          );
          for (const { uuid, html } of wip.archives) {
            const archive = parsed(readArchive, (await admin.get(`/v1/archives/${uuid}`)).json);
            expect(archive.content).toBe(html);
          }
        }
        const recent = parsed(readRecent, (await admin.get(`/v1/templates/${template}/archives/recent`)).json);
        expect(recent?.uuid ?? null).toBe(newest);
      }),
      { numRuns: rounds(20, 300) },
    );
  },
  rounds(120_000, 1_800_000),
);

const bodyOf = (one: { name: string; edits: [string, string][]; rows: unknown[] }) => ({
  ...saving(one.name, {}, one.rows),
  edited_attributes: one.edits.map(([id, text]) => ({ id, value: text })),
});
