import * as v from 'valibot';
import { saveRequest, userUpdateRequest } from '#common/calls/requests.ts';
import { applyAttributes } from '#common/document/plan/apply-values.ts';
import { escapeAttribute, escapeText } from '#common/document/text/splice.ts';
import {
  canonicalLinks,
  isLinkAddress,
  linkNotation,
  parseLinks,
  serialiseLinks,
} from '#common/document/text/link-notation.ts';
import { embedNewAttributes, readNewAttributes } from '#common/document/plan/new-attributes.ts';
import { readDocument } from '#common/document/plan/read-document.ts';
import { findControls } from '#common/document/html/region-controls.ts';
import { findRegions } from '#common/document/html/regions.ts';
import { canonicalControl, canonicalText } from '#common/document/regions/values.ts';
import { embedFiles } from '#server/domain/uploads/embed-files.ts';
import { findBlanks } from '#server/domain/uploads/blanks/blanks.ts';
import { requireGoodPassword } from '#server/domain/credentials/password-rules.ts';
import { renameIds } from '#server/domain/uploads/shared-ids.ts';
import { checkTemplate, excessOf } from '#server/domain/uploads/template-check.ts';
import { decodeText, encodeText } from '#server/storage/engines/postgres-text.ts';

/** Blanks of a document that is not refused at once for its many elements. */
const blanksOf = (html: string): unknown => (excessOf(html) === null ? findBlanks(html) : null);

const LENGTH = 1_000_000;
/** Length of a text in a document: a parser takes a second for a few million characters. It is enough: 250 000 blanks took minutes. */
const LENGTH_IN_DOCUMENT = 250_000;
const shorter = (text: string): string => text.slice(0, LENGTH_IN_DOCUMENT - 1) + text.slice(-1);
const filled = (unit: string): string => unit.repeat(LENGTH / unit.length);
const between = (unit: string): string => `a${filled(unit)}b`;

/** Values of a million characters, each of a shape that some way of reading text does badly with. */
const shapes: readonly string[] = [
  ...[' ', '\n', '\t \n', '\u00a0', '\r', '\r\n', '\0', '\f', '\u2028', ' \n \n', '\n ', ', ', '0'].map(between),
  ...[
    ' ',
    '\n',
    '\u00a0',
    '\0',
    '&',
    '<',
    '"',
    "'",
    '`',
    '[',
    ']',
    '\\',
    '\\]',
    '[]',
    '=',
    ',',
    '/',
    '<a ',
    '&amp;',
  ].map(filled),
  ...['\ud800', '\udc00', '😀', 'a\u0301', '.a', 'a@', '<!--', ']]>', '</', '"http://', 'url("', '@import '].map(
    filled,
  ),
  ...['https://', 'https://a[', 'https://a[]', 'https://a[\\]', 'tel:a[ ,window=_top', 'mailto:', ',window=_top'].map(
    filled,
  ),
  `https://a.example[a${filled(' ')}b,window=_top${filled(' ')}]`,
  `<style>p { background: url(${filled(' ')}</style>`,
];

const regions = (text: string): string => `<p class="editable" id="a">${text}</p>`;
const controls = (text: string): string =>
  `<textarea class="editable" id="a">${escapeText(text)}</textarea><select class="editable" id="b"><option>${escapeText(text)}</select>`;
const around = (text: string): string[] => [
  `<pre class="editable" id="a">${escapeText(text)}</pre>`,
  `<p class="editable" id="a"><a href="${escapeAttribute(text)}">${escapeText(text)}</a><b>${escapeText(text)}</b></p>`,
  `<style>${text}</style><script>${text}</script><title>${escapeText(text)}</title><p class="editable" id="a" title="${escapeAttribute(text)}">`,
];

/** Documents whose many elements, not their text, make them awkward. */
const many: readonly string[] = [
  `<select class="editable" id="a" multiple>${'<option>x'.repeat(200_000)}</select>`,
  '<p class="editable" id="a">x'.repeat(40_000),
];

const saved = (text: string): string =>
  applyAttributes(
    '<p class="editable" id="a">x</p><select class="editable" id="b"><option>x</select><input class="editable" id="c">',
    ['a', 'b', 'c'].map((id) => ({ id, value: text })),
  ).html;

const everyDocument =
  (read: (html: string) => unknown) =>
  (text: string): void => {
    const held = shorter(text);
    for (const html of [regions(held), controls(held), ...around(held)]) read(html);
  };

/** Every function that reads input of users or documents, with a text of any shape; those of the frame have `tests/frame/long-values.test.ts`. */
export const readers: Readonly<Record<string, (text: string) => unknown>> = {
  canonicalText,
  canonicalControl: (text) => [canonicalControl('input', text), canonicalControl('textarea', text)],
  canonicalLinks,
  parseLinks,
  serialiseLinks: (text) => serialiseLinks([{ type: 'link', href: text, label: text, top: true }]),
  linkNotation: (text) => [linkNotation('https://a.example', text, true), linkNotation(`https://${text}`, 'a', false)],
  isLinkAddress: (text) => [isLinkAddress(text), isLinkAddress(`https://${text}`)],
  findRegions: everyDocument((html) => [findRegions(html, 'marked'), findRegions(html, 'guessed')]),
  readDocument: (text) => readDocument(regions(shorter(text)), 'guessed'),
  findControls: (text) => findControls(controls(shorter(text))),
  applyAttributes: saved,
  newAttributes: (text) => readNewAttributes(embedNewAttributes('<p>x</p>', [{ text: shorter(text) }])),
  checkTemplate: everyDocument(checkTemplate),
  findBlanks: everyDocument(blanksOf),
  embedFiles: everyDocument((html) => embedFiles(html, { read: () => Buffer.from('x') }, '')),
  renameIds: everyDocument((html) => renameIds(`${html}<b id="a">`)),
  saveRequest: (text) =>
    v.safeParse(saveRequest, {
      save_name: text,
      edited_attributes: [{ id: text, value: text }],
      new_attributes: [text],
    }),
  userUpdateRequest: (text) =>
    ['', 'a@', 'a@b'].map((start) =>
      v.safeParse(userUpdateRequest, { name: text, email: `${start}${text}`, organization_id: text, permission: text }),
    ),
  requireGoodPassword: (text) => {
    try {
      requireGoodPassword(text, [text]);
    } catch {
      // Too long: the rules are checked anyway.
    }
  },
  postgresText: (text) => decodeText(String(encodeText(text))),
};

/**
 * Runs one reader with every twelfth awkward text, different from those of the reader before it, and in a full run with all of them; and with
 * documents of many elements if it reads documents.
 */
export async function readAll(name: string): Promise<void> {
  const read = readers[name];
  if (!read) throw new Error(`There is no reader ${name}.`);
  const place = Object.keys(readers).indexOf(name);
  const isFull = process.env['READY_FULL'] === '1';
  for (const [at, text] of shapes.entries()) if (isFull || (at + place) % 12 === 0) await read(text);
  for (const html of many) {
    if (name === 'checkTemplate') checkTemplate(html);
    if (name === 'findBlanks') blanksOf(html);
    if (name === 'findControls') await findControls(html);
    if (name === 'applyAttributes') applyAttributes(html, [{ id: 'a', value: 'x' }]);
  }
}
