import { readFileSync, statSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findingOfferedRegions } from '#common/document/html/offered-regions.ts';
import { parseDocument } from '#common/document/html/html-tree.ts';
import { atOnce } from '#common/document/text/in-slices.ts';
import { Refusal } from '#server/domain/refusal.ts';
import {
  candidateOf,
  candidatesIn,
  CATALOGUE,
  nameAlike,
  namesBeside,
  type Candidate,
  type Ways,
} from '#server/domain/uploads/template-candidates.ts';
import {
  addTemplates,
  markTemplate,
  replaceTemplate,
  thereAlready,
} from '#server/domain/templates/template-changes.ts';
import { keepIds } from '#server/domain/uploads/shared-ids.ts';
import { movesFrom } from '#server/domain/uploads/upload.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TemplateHead } from '#server/storage/stores/templates.ts';
import { templateVersion } from '#server/storage/template-version.ts';
import { table, type Call, type Command, type Outcome } from './command.ts';
import { bundleOf, requireSmall, type Bundle } from '#server/domain/uploads/bundle.ts';
import { readZip } from '#server/domain/uploads/zip.ts';

const importOptions = {
  'allow-outside': 'also a document that asks other hosts for something (it gets nothing unless FRAME_… lets it)',
  'rename-ids': 'give another id to an element that shares that of a field, with the labels and links that refer to it',
};

const ways: Ways = { renaming: '--rename-ids', naming: `by --name or in ${CATALOGUE}` };

/** Maximum of files: more than any set of documents has, as when the path is a home folder by mistake. */
const FILES_MAX = 20_000;
const ZIP_MAX = 50_000_000;

/**
 * Opens the files of a folder, or of a ZIP; null for any other file.
 * @throws {Refusal} for a ZIP that cannot be used, and a folder of very many files
 */
function openBundle(path: string): Bundle | null {
  const about = statSync(path, { throwIfNoEntry: false });
  if (about?.isDirectory()) return bundleOf(folderOf(path), '');
  if (!about?.isFile() || !/\.zip$/i.test(path)) return null;
  if (about.size > ZIP_MAX)
    throw new Refusal('tooLarge', `${path} is larger than 50 MB: leave out what the documents do not need.`);
  try {
    return bundleOf(readZip(readFileSync(path), { files: FILES_MAX, ratio: null, links: 'skip' }));
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.kind, `${path}: ${error.message}`) : error;
  }
}

function folderOf(path: string): Map<string, () => Buffer> {
  const files = new Map<string, () => Buffer>();
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    // Links are neither read nor followed: they may lead out of the folder. The reader's own recursion follows them.
    for (const entry of readdirSync(join(path, folder), { withFileTypes: true })) {
      const name = folder + entry.name;
      if (entry.isDirectory()) folders.push(`${name}/`);
      if (!entry.isFile()) continue;
      if (files.size === FILES_MAX)
        throw new Refusal(
          'tooLarge',
          `${path} holds more than ${FILES_MAX} files: name the folder of the documents alone.`,
        );
      files.set(name, () => {
        requireSmall(name, statSync(join(path, name)).size);
        return readFileSync(join(path, name));
      });
    }
  }
  return files;
}

/** One file, or a folder or ZIP: the files that its `catalogue.json` names, else every HTML file in it. */
function candidates(path: string, call: Call): Candidate[] {
  const name = call.text('name');
  const description = call.text('description');
  const entry = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
  const how = { ways, renames: call.flag('rename-ids') };
  const bundle = openBundle(path);
  if (bundle && bundle.list.includes(CATALOGUE) && name !== undefined)
    throw new Refusal('invalid', `--name is for a single document; ${CATALOGUE} names these.`);
  if (bundle) return candidatesIn(bundle, { path, entry, ...how });
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Refusal('missing', `There is no file ${path}.`);
  return [candidateOf(path, readFileSync(path), { entry, bundle, ...how })];
}

const outsideOf = ({ report }: Candidate): string[] =>
  report.outside.map((sentence) => `${sentence}: embed it, or use --allow-outside`);

const problemsOf = (candidate: Candidate, call: Call): string[] =>
  call.flag('allow-outside') ? candidate.report.problems : [...candidate.report.problems, ...outsideOf(candidate)];

const countOf = (regions: number): string => (regions === 1 ? '1 field' : `${regions} fields`);

function described(found: readonly Candidate[], call: Call, done: string): string {
  return found
    .map((candidate) => {
      const problems = problemsOf(candidate, call).map((problem) => `  problem: ${problem}`);
      const notes = candidate.report.notes.map((note) => `  note: ${note}`);
      const result = problems.length > 0 ? 'cannot be used' : `${done}, ${countOf(candidate.report.regions)}`;
      return [`${candidate.path}: ${result}`, ...problems, ...notes].join('\n');
    })
    .join('\n');
}

function refused(found: readonly Candidate[], call: Call): Outcome | null {
  const files = found.map((candidate) => ({
    path: candidate.path,
    regions: candidate.report.regions,
    problems: problemsOf(candidate, call),
    notes: candidate.report.notes,
  }));
  if (files.every((file) => file.problems.length === 0)) return null;
  return { text: `${described(found, call, 'sound')}\nNothing was changed.`, json: { files }, isFailure: true };
}

async function templateOf({ templates }: Pick<Storage, 'templates'>, wanted: string): Promise<TemplateHead> {
  const found = (await templates.all()).filter((one) => one.uuid === wanted || one.file_name === wanted);
  const [template] = found;
  if (!template) throw new Refusal('missing', `There is no template '${wanted}'. See: template list.`);
  if (found.length > 1)
    throw new Refusal('invalid', `Several templates have the file name '${wanted}': give the uuid.`);
  return template;
}

const marks =
  (action: 'template_removed' | 'template_restored') =>
  async (call: Call, { storage }: { storage: Storage }): Promise<Outcome> => {
    const template = await templateOf(storage, call.words[0] ?? '');
    await storage.transaction((stores) => markTemplate(stores, { actor: null, at: call.now() }, template, action));
    const text =
      action === 'template_removed' ? 'is offered no more; its documents and archives stay' : 'is offered again';
    return { text: `${template.name} ${text}.`, json: { uuid: template.uuid, removed: action === 'template_removed' } };
  };

/** Commands `template`. */
export const templateCommands: readonly Command[] = [
  {
    name: 'template check',
    words: ['file, folder or ZIP'],
    summary:
      'say what is wrong with documents: no fields, ids given twice, requests to other hosts, files and words that would be lost',
    options: importOptions,
    needs: 'nothing',
    async run(call) {
      const found = candidates(call.words[0] ?? '', call);
      nameAlike(found, [], ways);
      const files = found.map((candidate) => {
        const { regions, title, description, problems, notes } = candidate.report;
        return { path: candidate.path, regions, title, description, problems, outside: outsideOf(candidate), notes };
      });
      return refused(found, call) ?? { text: described(found, call, 'sound'), json: { files } };
    },
  },
  {
    name: 'template import',
    makes: true,
    words: ['file, folder or ZIP'],
    summary: 'check documents, embed the files beside them and offer them as templates: all of them or none',
    options: {
      org: '<number> only for this organization; for all when it is left out',
      name: '<text> the name; the document’s <title> when it is left out',
      description: '<text> the document’s <meta name="description"> when it is left out',
      ...importOptions,
    },
    async run(call, { storage }) {
      const found = candidates(call.words[0] ?? '', call);
      const no = refused(found, call);
      if (no) return no;
      const number = call.text('org');
      const organisation = number === undefined ? null : await storage.organisations.byNumber(Number(number));
      if (number !== undefined && !organisation)
        throw new Refusal('missing', `There is no organization '${number}'. See: org list.`);
      // Read before the transaction: a running server waits for that.
      const offered = found.map(({ path, uuid, name, description, content }) => ({
        uuid,
        name,
        description,
        file_name: basename(path),
        version: templateVersion(content),
      }));
      const owner = organisation?.uuid ?? null;
      await storage.transaction(async (stores) => {
        await stores.templates.lock();
        const all = await stores.templates.all();
        const there = thereAlready(all, owner, offered);
        if (there.length > 0)
          throw new Refusal(
            'invalid',
            `${there.length === 1 ? 'There is a template' : 'There are templates'} ${there.join(', ')} already: use 'template replace'. Nothing was imported.`,
          );
        nameAlike(found, namesBeside(all, owner), ways);
        await addTemplates(stores, { actor: null, at: call.now() }, owner, offered);
      });
      const templates = found.map(({ uuid, name, path, report }) => ({ uuid, name, path, regions: report.regions }));
      return { text: described(found, call, 'imported'), json: { templates } };
    },
  },
  {
    name: 'template replace',
    words: ['uuid or file name', 'file, folder or ZIP'],
    summary: 'give a template new HTML; documents that were made of it keep theirs',
    options: {
      name: '<text> a new name',
      description: '<text> a new description',
      'keep-ids':
        '<name, all or none> which fields with other ids get those of before: of the same name, or the same place too',
      ...importOptions,
    },
    async run(call, { storage }) {
      const [wanted = '', path = ''] = call.words;
      const template = await templateOf(storage, wanted);
      const [candidate, ...others] = candidates(path, call);
      if (!candidate || others.length > 0)
        throw new Refusal('invalid', `${path} holds several documents: name the file, or a folder with one.`);
      const no = refused([candidate], call);
      if (no) return no;
      const name = call.text('name') === undefined ? template.name : candidate.name;
      const description = call.text('description') ?? template.description;
      const before = (await storage.templateVersions.content(template.template_version)) ?? '';
      const { same } = movesFrom(before, parseDocument(candidate.content));
      const which = call.text('keep-ids');
      if (same.length > 0 && !['name', 'all', 'none'].includes(which ?? '')) {
        const moves = same.map((one) => [one.from, one.to, one.from_name, one.to_name, one.by_name ? 'name' : 'place']);
        const asked = 'Their ids changed. Nothing was replaced: say --keep-ids name, all or none.';
        const text = `${table([['ID BEFORE', 'ID NOW', 'NAME BEFORE', 'NAME NOW', 'SAME'], ...moves])}\n${asked}`;
        return { text, json: { same }, isFailure: true };
      }
      const kept = same.filter(({ by_name }) => which === 'all' || (which === 'name' && by_name));
      const content = keepIds(candidate.content, new Map(kept.map(({ from, to }) => [to, from])));
      const version = templateVersion(content);
      const { withheld } = atOnce(findingOfferedRegions(content));
      await storage.transaction(async (stores) => {
        const beside = (await stores.templates.all()).filter(({ uuid }) => uuid !== template.uuid);
        nameAlike([{ ...candidate, name }], namesBeside(beside, template.organisation), ways);
        const by = { actor: null, at: call.now() };
        const file = basename(candidate.path);
        await replaceTemplate(stores, by, template, { name, description, version, file, withheld });
      });
      return { text: described([candidate], call, 'replaced'), json: { uuid: template.uuid, name } };
    },
  },
  {
    name: 'template remove',
    words: ['uuid or file name'],
    summary: 'offer a template no more; its documents and archives stay',
    run: marks('template_removed'),
  },
  {
    name: 'template restore',
    words: ['uuid or file name'],
    summary: 'offer a removed template again',
    run: marks('template_restored'),
  },
  {
    name: 'template list',
    summary: 'list templates, the removed ones too',
    async run(_call, { storage }) {
      const templates = await storage.templates.all();
      const names = new Map((await storage.organisations.list()).map((one) => [one.uuid, one.name]));
      const rows = templates.map((one) => [
        one.name,
        one.file_name,
        one.organisation === null ? 'all' : (names.get(one.organisation) ?? ''),
        `version ${one.version}`,
        one.uuid,
        one.removed_at === null ? '' : 'removed',
      ]);
      return { text: table([['NAME', 'FILE', 'FOR', 'VERSION', 'UUID', ''], ...rows]), json: { templates } };
    },
  },
];
