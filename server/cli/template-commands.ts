import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { auditEntry } from '#server/domain/audit.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { checkTemplate, type TemplateReport } from '#server/domain/template-check.ts';
import type { Storage, TemplateHead } from '#server/storage/port.ts';
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
const outsideOption = {
  'allow-outside': 'also a document that asks other hosts for something (it gets nothing unless FRAME_… lets it)',
};

const unreadable: TemplateReport = {
  regions: 0,
  title: null,
  description: null,
  problems: ['It is not UTF-8: save it in that encoding.'],
  outside: [],
  notes: [],
};

function load(path: string, entry: Partial<v.InferOutput<typeof catalogue>[number]> = {}): Candidate {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Refusal('missing', `There is no file ${path}.`);
  const bytes = readFileSync(path);
  const content = new TextDecoder().decode(bytes);
  const report = isUtf8(bytes) ? checkTemplate(content) : unreadable;
  const name = entry.name ?? report.title ?? basename(path).replace(/\.html?$/i, '');
  return {
    path,
    uuid: entry.uuid ?? randomUUID(),
    name,
    description: entry.description ?? report.description ?? '',
    content,
    report,
  };
}

/** One file, or a folder: its `catalogue.json` says which, else every HTML file in it. */
function candidates(path: string, call: Call): Candidate[] {
  const name = call.text('name');
  const description = call.text('description');
  const given = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [load(path, given)];
  if (name !== undefined)
    throw new Refusal('invalid', '--name is for a single file; in a folder catalogue.json or <title> names them.');
  const list = join(path, 'catalogue.json');
  if (existsSync(list)) {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), catalogue), readFileSync(list, 'utf8'));
    if (!parsed.success)
      throw new Refusal(
        'invalid',
        `${list} is not a list of { uuid, name, description, file_name }: ${parsed.issues[0].message}`,
      );
    return parsed.output.map((entry) => load(join(path, entry.file_name), entry));
  }
  const files = readdirSync(path).filter((file) => /\.html?$/i.test(file));
  if (files.length === 0) throw new Refusal('missing', `There is no HTML file in ${path}.`);
  return files.toSorted().map((file) => load(join(path, file)));
}

const problemsOf = ({ report }: Candidate, call: Call): string[] =>
  call.flag('allow-outside') ? report.problems : [...report.problems, ...report.outside];

function described(found: readonly Candidate[], call: Call, done: string): string {
  return found
    .map((candidate) => {
      const problems = problemsOf(candidate, call).map((problem) => `  problem: ${problem}`);
      const notes = candidate.report.notes.map((note) => `  note: ${note}`);
      const result = problems.length > 0 ? 'cannot be used' : `${done}, ${candidate.report.regions} regions`;
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
    usage: '<file or folder>',
    summary: 'say what is wrong with documents: no regions, ids given twice, requests to other hosts',
    options: outsideOption,
    words: [1, 1],
    needs: 'nothing',
    async run(call) {
      const found = candidates(call.words[0] ?? '', call);
      const files = found.map(({ path, report }) => ({ path, ...report }));
      return refused(found, call) ?? { text: described(found, call, 'sound'), json: { files } };
    },
  },
  {
    name: 'template import',
    usage: '<file or folder>',
    summary: 'check documents and offer them as templates: all of them or none',
    options: {
      org: '<number> only for this organization; for all when it is left out',
      name: '<text> the name; the document’s <title> when it is left out',
      description: '<text> the document’s <meta name="description"> when it is left out',
      ...outsideOption,
    },
    words: [1, 1],
    needs: 'installation',
    async run(call, { storage }) {
      const found = candidates(call.words[0] ?? '', call);
      const no = refused(found, call);
      if (no) return no;
      const number = call.text('org');
      const organisation = number === undefined ? null : await storage.organisations.byNumber(Number(number));
      if (number !== undefined && !organisation)
        throw new Refusal('missing', `There is no organization '${number}'. See: org list.`);
      await storage.transaction(async (stores) => {
        const all = await stores.templates.all();
        for (const [at, { path, uuid, name, description, content }] of found.entries()) {
          const file_name = basename(path);
          const owner = organisation?.uuid ?? null;
          if (all.some((one) => one.uuid === uuid || (one.file_name === file_name && one.organisation === owner))) {
            throw new Refusal(
              'invalid',
              `There is a template ${file_name} already: use 'template replace'. Nothing was imported.`,
            );
          }
          const moment = call.now();
          const row = { uuid, name, description, content, file_name, organisation: owner };
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
    usage: '<uuid or file name> <file>',
    summary: 'give a template new HTML; documents that were made of it keep theirs',
    options: { name: '<text> a new name', description: '<text> a new description', ...outsideOption },
    words: [2, 2],
    needs: 'installation',
    async run(call, { storage }) {
      const [wanted = '', path = ''] = call.words;
      const template = await templateOf(storage, wanted);
      const candidate = load(path);
      const no = refused([candidate], call);
      if (no) return no;
      const name = call.text('name') ?? template.name;
      const description = call.text('description') ?? template.description;
      await storage.transaction(async (stores) => {
        await stores.templates.change(template.uuid, { name, description, content: candidate.content });
        const more = { subject: template.uuid, organisation: template.organisation, detail: basename(path) };
        await stores.audit.add(auditEntry(call.now(), null, 'template_replaced', more));
      });
      return { text: described([candidate], call, 'replaced'), json: { uuid: template.uuid, name } };
    },
  },
  {
    name: 'template remove',
    usage: '<uuid or file name>',
    summary: 'offer a template no more; its documents and archives stay',
    options: {},
    words: [1, 1],
    needs: 'installation',
    run: marks('template_removed'),
  },
  {
    name: 'template restore',
    usage: '<uuid or file name>',
    summary: 'offer a removed template again',
    options: {},
    words: [1, 1],
    needs: 'installation',
    run: marks('template_restored'),
  },
  {
    name: 'template list',
    usage: '',
    summary: 'list templates, the removed ones too',
    options: {},
    words: [0, 0],
    needs: 'installation',
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
