import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { folded } from '#common/document/text/folded.ts';
import type { TemplateHead } from '#server/storage/stores/templates.ts';
import type { Bundle } from './bundle.ts';
import { embedFiles } from './embed-files.ts';
import { readHtml } from './html-bytes.ts';
import { Refusal } from '../refusal.ts';
import { renameIds } from './shared-ids.ts';
import { checkTemplate, excessOf, templateName, type TemplateReport } from './template-check.ts';

/** A document before it is a template: read, checked, and with the files beside it embedded. */
export type Candidate = {
  path: string;
  uuid: string;
  name: string;
  description: string;
  content: string;
  report: TemplateReport;
  /** The names of the embedded files. */
  embedded: string[];
};

const catalogue = v.pipe(
  v.array(
    v.object({
      uuid: v.pipe(v.string(), v.uuid()),
      name: v.string(),
      description: v.optional(v.string(), ''),
      file_name: v.pipe(v.string(), v.regex(/^[^/\\]+$/)),
    }),
  ),
  // A small file that is named ten thousand times would be read as often.
  v.check((all) => new Set(all.map((one) => one.file_name)).size === all.length, 'a file stands in it twice.'),
);
type Entry = Partial<v.InferOutput<typeof catalogue>[number]>;

/** Names of the remedies for a finding, as the user knows them on the page or the command line. */
export type Ways = {
  /** Gives other ids to elements that share that of a region. */
  renaming: string;
  /** Gives a document another name, such as `below`. */
  naming: string;
};

/** Options for reading documents. */
export type Reading = {
  /** Facts of the one document, or of each that `catalogue.json` does not name. */
  entry: Entry;
  ways: Ways;
  /** True if elements that share an id with a region get another one. */
  renames: boolean;
  /** Maximum characters of all documents of a folder; no limit without it. */
  most?: number;
};

/** The file in which a folder gives the names of its documents. */
export const CATALOGUE = 'catalogue.json';

const UNREADABLE = { problems: ['It is not UTF-8: save it in that encoding.'], notes: [] };

/** Reads a document before it is a template: checks it as its author wrote it, then embeds the files beside it. */
export function candidateOf(
  path: string,
  bytes: Buffer,
  { entry, bundle, ways, renames }: Reading & { bundle: Bundle | null },
): Candidate {
  const html = readHtml(bytes);
  const text = html?.text ?? '';
  const converted = html?.encoding ? [`It is written in ${html.encoding}: it is converted to UTF-8.`] : [];
  const isParsed = html !== null && excessOf(text) === null;
  const renamed = renames && isParsed ? renameIds(text) : { html: text, notes: [] };
  const checked = { ...checkTemplate(renamed.html, ways.renaming), ...(html === null && UNREADABLE) };
  const embedded = isParsed ? embedFiles(renamed.html, bundle?.files ?? null, bundle?.folder ?? '') : null;
  const name = entry.name ?? checked.title ?? basename(path).replace(/\.html?$/i, '');
  const named = v.safeParse(templateName, name);
  const problems = [...checked.problems, ...(embedded?.leaving ?? [])];
  if (!named.success) problems.push(`${named.issues[0].message} Give another one ${ways.naming}.`);
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
      outside: [...checked.outside, ...(embedded?.outside ?? [])],
      notes: [...converted, ...renamed.notes, ...checked.notes, ...(embedded?.missing ?? [])],
    },
    embedded: embedded?.embedded ?? [],
  };
}

/**
 * The documents among files: those that `catalogue.json` names, else every HTML file in the folder.
 * @param how with the path of the files, as the user knows it
 * @throws {Refusal} if there is none, or `catalogue.json` cannot be read
 */
export function candidatesIn(bundle: Bundle, how: Reading & { path: string }): Candidate[] {
  const { files, folder, list } = bundle;
  const { path, entry } = how;
  const read = (file: string): Buffer => {
    const bytes = list.includes(file) ? files.read(folder + file) : null;
    if (!bytes) throw new Refusal('missing', `There is no file ${join(path, folder, file)}.`);
    return bytes;
  };
  let room = how.most ?? Infinity;
  const load = (file: string, its: Entry): Candidate => {
    const found = candidateOf(join(path, folder, file), read(file), { ...how, entry: its, bundle });
    room -= found.content.length;
    if (room < 0) throw new Refusal('tooLarge', 'The documents in it come to more than 8 MB: upload fewer at once.');
    return found;
  };
  if (list.includes(CATALOGUE)) {
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
  if (documents.length > 1 && entry.name !== undefined)
    throw new Refusal('invalid', '--name is for a single document; several are named by catalogue.json or <title>.');
  return documents.map((file) => load(file, documents.length === 1 ? entry : {}));
}

/** An existing or future template. */
type Named = { name: string; file: string };

/** Notes that a document has the name of another one, for which users would mistake it. */
export function nameAlike(
  found: readonly (Pick<Candidate, 'name' | 'path'> & { report: Pick<TemplateReport, 'notes'> })[],
  others: readonly Named[],
  { naming }: Pick<Ways, 'naming'>,
): void {
  const all = [...others, ...found.map(({ name, path }) => ({ name, file: basename(path), path }))];
  for (const { name, path, report } of found) {
    const same = all.find((one) => folded(one.name) === folded(name) && !('path' in one && one.path === path));
    if (same)
      report.notes.push(
        `The template ${same.file} has the name '${name}' too: give one of them another one, ${naming}.`,
      );
  }
}

/** The templates that users see besides those of an organisation. @param owner null for all organisations */
export const namesBeside = (all: readonly TemplateHead[], owner: string | null): Named[] =>
  all
    .filter(
      ({ organisation, removed_at }) =>
        removed_at === null && (organisation === null || owner === null || organisation === owner),
    )
    .map(({ name, file_name }) => ({ name, file: file_name }));
