import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { auditEntry } from '#server/domain/audit.ts';
import { folded } from '#document/folded.ts';
import { embedFiles } from '#server/domain/embed-files.ts';
import { readHtml } from '#server/domain/html-bytes.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { renameIds } from '#server/domain/shared-ids.ts';
import { checkTemplate, templateName, type TemplateReport } from '#server/domain/template-check.ts';
import type { Storage, TemplateHead } from '#server/storage/port.ts';
import { templateVersion } from '#server/storage/template-version.ts';
import { openBundle, type Bundle } from './bundle.ts';
import { table, type Call, type Command, type Outcome } from './command.ts';

type Candidate = {
  path: string;
  uuid: string;
  name: string;
  description: string;
  content: string;
  report: TemplateReport;
};

const catalogue = v.array(
  v.object({
    uuid: v.pipe(v.string(), v.uuid()),
    name: v.string(),
    description: v.optional(v.string(), ''),
    file_name: v.pipe(v.string(), v.regex(/^[^/\\]+$/)),
  }),
);
type Entry = Partial<v.InferOutput<typeof catalogue>[number]>;

const importOptions = {
  'allow-outside': 'also a document that asks other hosts for something (it gets nothing unless FRAME_… lets it)',
  'rename-ids':
    'give another id to an element that shares that of a region, with the labels and links that refer to it',
};
const CATALOGUE = 'catalogue.json';

const unreadable: TemplateReport = {
  regions: 0,
  title: null,
  description: null,
  problems: ['It is not UTF-8: save it in that encoding.'],
  outside: [],
  notes: [],
  repeated: [],
};

/** A document before it is a template: checked as its author wrote it, then with the files in it that lie beside it. */
function candidateOf(
  path: string,
  bytes: Buffer,
  given: { entry: Entry; bundle: Bundle | null; call: Call },
): Candidate {
  const { entry, bundle, call } = given;
  const html = readHtml(bytes);
  const text = html?.text ?? '';
  const converted = html?.encoding ? [`It is written in ${html.encoding}: it is converted to UTF-8.`] : [];
  const renamed = call.flag('rename-ids') ? renameIds(text) : { html: text, notes: [] };
  const checked = html ? checkTemplate(renamed.html) : unreadable;
  const embedded = html ? embedFiles(renamed.html, bundle?.files ?? null, bundle?.folder ?? '') : null;
  const name = entry.name ?? checked.title ?? basename(path).replace(/\.html?$/i, '');
  const named = v.safeParse(templateName, name);
  const problems = [...checked.problems, ...(embedded?.leaving ?? [])];
  if (!named.success) problems.push(`${named.issues[0].message} Give another one by --name or in ${CATALOGUE}.`);
  if (embedded?.isTooLarge && checked.problems.length === 0)
    problems.push('With the files that it asks for it is larger than 5 MB: make its pictures smaller.');
  return {
    path,
    uuid: entry.uuid ?? randomUUID(),
    name: named.success ? named.output : name,
    description: entry.description ?? checked.description ?? '',
    content: embedded?.html ?? text,
    report: {
      ...checked,
      problems,
      outside: [...checked.outside, ...(embedded?.outside ?? [])].map(
        (sentence) => `${sentence}: embed it, or use --allow-outside`,
      ),
      notes: [...converted, ...renamed.notes, ...checked.notes, ...(embedded?.missing ?? [])],
    },
  };
}

/** A template that is there, or will be. */
type Named = { name: string; file: string };

/** Says of documents that they have the name of another one, with which people would take one for the other. */
function nameAlike(found: readonly Candidate[], others: readonly Named[]): void {
  const all = [...others, ...found.map(({ name, path }) => ({ name, file: basename(path), path }))];
  for (const { name, path, report } of found) {
    const same = all.find((one) => folded(one.name) === folded(name) && !('path' in one && one.path === path));
    if (same)
      report.notes.push(
        `The template ${same.file} has the name '${name}' too: give one of them another one, by --name or in ${CATALOGUE}.`,
      );
  }
}

/** One file, or a folder or ZIP: its `catalogue.json` says which, else every HTML file in it. */
function candidates(path: string, call: Call): Candidate[] {
  const name = call.text('name');
  const description = call.text('description');
  const entry = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
  const bundle = openBundle(path);
  if (!bundle) {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Refusal('missing', `There is no file ${path}.`);
    return [candidateOf(path, readFileSync(path), { entry, bundle, call })];
  }
  const { files, folder, list } = bundle;
  const read = (file: string): Buffer => {
    const bytes = list.includes(file) ? files.read(folder + file) : null;
    if (!bytes) throw new Refusal('missing', `There is no file ${join(path, folder, file)}.`);
    return bytes;
  };
  const load = (file: string, its: Entry): Candidate =>
    candidateOf(join(path, folder, file), read(file), { entry: its, bundle, call });
  if (list.includes(CATALOGUE)) {
    if (name !== undefined) throw new Refusal('invalid', `--name is for a single document; ${CATALOGUE} names these.`);
    const text = read(CATALOGUE)
      .toString('utf8')
      .replace(/^\uFEFF/, '');
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), catalogue), text);
    if (parsed.success) return parsed.output.map((one) => load(one.file_name, one));
    const message = `${join(path, folder, CATALOGUE)} is not a list of { uuid, name, description, file_name }`;
    throw new Refusal('invalid', `${message}: ${parsed.issues[0].message}`);
  }
  const documents = list.filter((file) => /\.html?$/i.test(file)).toSorted();
  if (documents.length === 0) throw new Refusal('missing', `There is no HTML file in ${path}.`);
  if (documents.length > 1 && name !== undefined)
    throw new Refusal('invalid', '--name is for a single document; several are named by catalogue.json or <title>.');
  return documents.map((file) => load(file, documents.length === 1 ? entry : {}));
}

const namedAs = ({ name, file_name }: TemplateHead): Named => ({ name, file: file_name });

/** Tells whether somebody is offered a template beside those of an organisation. @param owner null for all organisations */
const isSeenBeside = ({ organisation, removed_at }: TemplateHead, owner: string | null): boolean =>
  removed_at === null && (organisation === null || owner === null || organisation === owner);

const problemsOf = ({ report }: Candidate, call: Call): string[] =>
  call.flag('allow-outside') ? report.problems : [...report.problems, ...report.outside];

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
    await storage.transaction(async (stores) => {
      const at = call.now();
      await stores.templates.setRemoved(template.uuid, action === 'template_removed' ? at.toISOString() : null);
      await stores.audit.add(
        auditEntry(at, null, action, { subject: template.uuid, organisation: template.organisation }),
      );
    });
    const text =
      action === 'template_removed' ? 'is offered no more; its documents and archives stay' : 'is offered again';
    return { text: `${template.name} ${text}.`, json: { uuid: template.uuid, removed: action === 'template_removed' } };
  };

/** template. */
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
      nameAlike(found, []);
      const files = found.map(({ path, report: { repeated: _repeated, ...report } }) => ({ path, ...report }));
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
      // Read before the transaction: a server beside it waits for that.
      const offered = found.map((one) => ({ ...one, version: templateVersion(one.content) }));
      await storage.transaction(async (stores) => {
        const all = await stores.templates.all();
        const owner = organisation?.uuid ?? null;
        const isThere = ({ uuid, path }: Candidate): boolean =>
          all.some((one) => one.uuid === uuid || (one.file_name === basename(path) && one.organisation === owner));
        const there = found.filter(isThere).map(({ path }) => basename(path));
        if (there.length > 0)
          throw new Refusal(
            'invalid',
            `${there.length === 1 ? 'There is a template' : 'There are templates'} ${there.join(', ')} already: use 'template replace'. Nothing was imported.`,
          );
        nameAlike(found, all.filter((one) => isSeenBeside(one, owner)).map(namedAs));
        for (const [at, { path, uuid, name, description, version }] of offered.entries()) {
          const file_name = basename(path);
          const moment = call.now();
          const row = { uuid, name, description, file_name, organisation: owner, template_version: version.hash };
          await stores.templateVersions.add(version);
          await stores.templates.add({ ...row, position: all.length + at, created_at: moment.toISOString() });
          const more = { subject: uuid, organisation: owner, detail: file_name };
          await stores.audit.add(auditEntry(moment, null, 'template_imported', more));
        }
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
        const beside = (await stores.templates.all()).filter(
          (one) => one.uuid !== template.uuid && isSeenBeside(one, template.organisation),
        );
        nameAlike([{ ...candidate, name }], beside.map(namedAs));
        await stores.templateVersions.add(version);
        await stores.templates.change(template.uuid, { name, description, template_version: version.hash });
        const more = { subject: template.uuid, organisation: template.organisation, detail: basename(candidate.path) };
        await stores.audit.add(auditEntry(call.now(), null, 'template_replaced', more));
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
