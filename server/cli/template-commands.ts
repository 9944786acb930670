import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Refusal } from '#server/domain/refusal.ts';
import {
  candidateOf,
  candidatesIn,
  CATALOGUE,
  nameAlike,
  namesBeside,
  type Candidate,
  type Ways,
} from '#server/domain/templates/template-candidates.ts';
import {
  addTemplates,
  markTemplate,
  replaceTemplate,
  thereAlready,
} from '#server/domain/templates/template-changes.ts';
import type { Storage, TemplateHead } from '#server/storage/port/port.ts';
import { templateVersion } from '#server/storage/template-version.ts';
import { openBundle } from './bundle.ts';
import { table, type Call, type Command, type Outcome } from './command.ts';

const importOptions = {
  'allow-outside': 'also a document that asks other hosts for something (it gets nothing unless FRAME_… lets it)',
  'rename-ids':
    'give another id to an element that shares that of a region, with the labels and links that refer to it',
};

const ways: Ways = { renaming: '--rename-ids', naming: `by --name or in ${CATALOGUE}` };

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

const countOf = (regions: number): string => (regions === 1 ? '1 region' : `${regions} regions`);

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
      'say what is wrong with documents: no regions, ids given twice, requests to other hosts, files and words that would be lost',
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
    options: { name: '<text> a new name', description: '<text> a new description', ...importOptions },
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
      const version = templateVersion(candidate.content);
      await storage.transaction(async (stores) => {
        const beside = (await stores.templates.all()).filter(({ uuid }) => uuid !== template.uuid);
        nameAlike([{ ...candidate, name }], namesBeside(beside, template.organisation), ways);
        const by = { actor: null, at: call.now() };
        await replaceTemplate(stores, by, template, { name, description, version, file: basename(candidate.path) });
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
