import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import * as v from 'valibot';
import { templateFileName } from '#common/calls/requests.ts';
import { requireSmall, bundleOf, type Bundle } from './bundle.ts';
import { collectRegions } from '#common/document/html/regions.ts';
import { type HtmlNode, parseDocument } from '#common/document/html/html-tree.ts';
import { namingRegions } from '#common/document/html/region-names.ts';
import { atOnce } from '#common/document/text/in-slices.ts';
import { templateVersion } from '#server/storage/template-version.ts';
import type { TemplateVersion } from '#server/storage/stores/templates.ts';
import { type NamedRegion, regionMoves, type RegionMoves } from './region-moves.ts';
import { keeper, keepIds } from './shared-ids.ts';
import { Refusal } from '../refusal.ts';
import { candidateOf, candidatesIn, type Candidate, type Ways } from './template-candidates.ts';
import { checkTemplate, excessOf } from './template-check.ts';
import { HTML_MAX } from './html-bytes.ts';
import { readZip, requireInside, twice } from './zip.ts';

/** A file as a browser sends it: a name with its folders, and its bytes. */
export type SentFile = { name: string; bytes: Uint8Array };

/** Limits of one upload. */
export const UPLOAD_LIMITS = { bytes: HTML_MAX, files: 200, ratio: 100 } as const;
/** Maximum characters of all documents of one upload: they are sent back for review, and again to be published. */
const CONTENTS_MAX = 8_000_000;

/** Characters of a description, as publishing takes them. */
const DESCRIPTION_MAX = 2_000;

/** The controls of the page on which templates are uploaded, as findings name them. */
export const ways: Ways = { renaming: '‘Give other ids’', naming: 'in the field Name' };
const CURE_OF_OUTSIDE = 'put it beside the document and upload both, or publish it all the same: it gets nothing then.';

/** A document of an upload: it is not stored. */
export type Examined = Pick<Candidate, 'name' | 'description' | 'content' | 'embedded'> & {
  file_name: string;
  /** The ids of its regions. */
  regions: string[];
  /** Reasons that keep it from being published. */
  problems: string[];
  /** Requests to other hosts, with a cure each: it can be published all the same. */
  outside: string[];
  notes: string[];
  /** Its regions compared with those of the template that it is to replace. */
  moves: RegionMoves | null;
};

/** Recognises a ZIP by its first bytes, whatever its name. */
const isZip = (bytes: Buffer): boolean => /^PK(\x03\x04|\x05\x06)/.test(bytes.subarray(0, 4).toString('latin1'));

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function filesOf(sent: readonly SentFile[]): Bundle {
  const files = new Map<string, () => Buffer>();
  for (const { name, bytes } of sent) {
    const path = requireInside(name.replaceAll('\\', '/'));
    if (files.has(path)) throw twice(path);
    files.set(path, () => asBuffer(bytes));
  }
  return bundleOf(files);
}

/** @throws {Refusal} for an upload that cannot be used as a whole */
function candidatesOf(sent: readonly SentFile[], renames: boolean): Candidate[] {
  const [only, ...others] = sent;
  if (!only || sent.every(({ bytes }) => bytes.length === 0)) throw new Refusal('invalid', 'There is nothing in it.');
  const how = { entry: {}, ways, renames, most: CONTENTS_MAX };
  const bytes = asBuffer(only.bytes);
  if (others.length === 0 && (isZip(bytes) || /\.zip$/i.test(only.name))) {
    const { files, ratio } = UPLOAD_LIMITS;
    return candidatesIn(bundleOf(readZip(bytes, { files, ratio, links: 'refuse' })), {
      ...how,
      path: basename(only.name),
    });
  }
  if (others.length === 0) {
    if (!/\.html?$/i.test(only.name))
      throw new Refusal(
        'invalid',
        `${only.name} is neither HTML nor a ZIP: choose a file that ends with .html or .zip.`,
      );
    requireSmall(only.name, bytes.length);
    return [candidateOf(basename(requireInside(only.name)), bytes, { ...how, bundle: null })];
  }
  return candidatesIn(filesOf(sent), { ...how, path: '' });
}

/** Maximum of findings of one kind: a list of findings must not be longer than is useful. */
const FINDINGS_MAX = 100;
const shortened = (findings: readonly string[]): string[] =>
  findings.length <= FINDINGS_MAX
    ? [...findings]
    : [...findings.slice(0, FINDINGS_MAX), `There are ${findings.length - FINDINGS_MAX} more of this kind`];

function regionsOf(document: HtmlNode): NamedRegion[] {
  const names = atOnce(namingRegions(document));
  return [...collectRegions(document)].map(([id, { kind }]) => ({ id, kind, name: names.get(id) ?? id }));
}

/** The fields of a document compared with those of the template that it replaces. @param before the HTML of that */
export function movesFrom(before: string, document: HtmlNode): RegionMoves {
  return regionMoves(regionsOf(parseDocument(before)), regionsOf(document), keeper(document));
}

/**
 * Examines files that are to become templates: unpacks them, embeds the files beside the documents, and reports the
 * problems of each.
 * @param renames true if other elements that share an id with a region get another id
 * @param against the HTML of a template that is to be replaced
 * @throws {Refusal} for an upload that cannot be used as a whole
 */
export function examineUpload(sent: readonly SentFile[], renames: boolean, against: string | null): Examined[] {
  return candidatesOf(sent, renames).map(({ path, name, description, content, embedded, report }) => {
    const document = parseDocument(report.regions > 0 ? content : '');
    const regions = [...collectRegions(document).keys()];
    const file = basename(path);
    const named = v.safeParse(templateFileName, file, { abortEarly: true });
    const misnamed = named.success ? [] : [`${named.issues[0].message} Rename the file.`];
    return {
      file_name: file,
      name,
      description: description.slice(0, DESCRIPTION_MAX),
      content,
      embedded,
      regions,
      problems: shortened([...misnamed, ...report.problems]),
      outside: shortened(report.outside).map((sentence) => `${sentence}: ${CURE_OF_OUTSIDE}`),
      notes: shortened(report.notes),
      moves: against === null ? null : movesFrom(against, document),
    };
  });
}

/**
 * Makes a template's version of HTML that was examined before, and checks it again: a browser may send anything.
 * @param kept the ids that regions had in the document before, by id
 * @throws {Refusal} with the first problem
 */
export function publishable(sent: string, allowsOutside: boolean, kept: ReadonlyMap<string, string>): TemplateVersion {
  const content = kept.size === 0 || excessOf(sent) !== null ? sent : keepIds(sent, kept);
  if (!isUtf8(Buffer.from(content)) || /[\uD800-\uDFFF]/u.test(content))
    throw new Refusal('invalid', 'It is not UTF-8: save it in that encoding.');
  const { problems, outside } = checkTemplate(content, ways.renaming);
  const [problem] = allowsOutside ? problems : [...problems, ...outside.map((one) => `${one}: ${CURE_OF_OUTSIDE}`)];
  if (problem !== undefined) throw new Refusal('invalid', problem);
  return templateVersion(content);
}
