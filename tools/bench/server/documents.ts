import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, type Place } from './host.ts';

/** A template of the bench, and the values of its regions that give it its size. */
export type BenchDocument = { uuid: string; name: string; html: string; values: Record<string, string> };

const WORDS =
  'smoke ridge crew engine north slope wind shift water supply radio channel division hazard route access staging relief medical report map line hold burn out spot fire weather humidity forecast camp unit leader safety briefing helicopter dozer hand tools structure protection evacuation road closed open bridge creek'.split(
    ' ',
  );

/** Prose that repeats no sentence soon, so that it packs as well as people's writing does. */
export function prose(seed: number, length: number): string {
  let state = seed * 2_654_435_761 + 12_345;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += `${WORDS[state % WORDS.length] ?? ''} `;
  }
  return text.slice(0, length).trim();
}

const SECTION = 1_000;
const VALUE = 450;
const page = (name: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title></head><body>\n${body}</body></html>\n`;

/**
 * A document of sections, each with a text of its author's and a region with a value.
 * @param bytes of its HTML with the values, about
 */
export function documentOf(bytes: number): BenchDocument {
  const name = `Bench ${bytes}`;
  const sections = Array.from({ length: Math.round(bytes / SECTION) }, (_, at) => at);
  const body = sections.map((at) => {
    const start = `<section><h2>${at}. ${prose(at, 30)}</h2><p>`;
    const region = `</p><div class="editable" id="region-${at}"></div></section>\n`;
    return start + prose(at + 7, SECTION - VALUE - start.length - region.length) + region;
  });
  const values = Object.fromEntries(sections.map((at) => [`region-${at}`, prose(at + 3, VALUE)]));
  return { uuid: randomUUID(), name, html: page(name, body.join('')), values };
}

/** A document of so many regions, and hardly anything else. */
export function documentOfRegions(count: number): BenchDocument {
  const ids = Array.from({ length: count }, (_, at) => `r${at}`);
  const name = `Bench of ${count} regions`;
  const html = page(name, ids.map((id) => `<i class="editable" id="${id}"></i>\n`).join(''));
  return { uuid: randomUUID(), name, html, values: Object.fromEntries(ids.map((id) => [id, 'a'])) };
}

/** Imports documents into an installation as templates, as an operator would. */
export async function importDocuments(place: Place, documents: readonly BenchDocument[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ready-bench-documents-'));
  const catalogue = documents.map(({ uuid, name }, at) => ({ uuid, name, file_name: `bench-${at}.html` }));
  await Promise.all(documents.map(({ html }, at) => writeFile(join(folder, `bench-${at}.html`), html)));
  await writeFile(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
  await command(place, 'template', 'import', folder);
  await rm(folder, { recursive: true });
}
