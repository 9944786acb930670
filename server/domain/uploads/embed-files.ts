import { isUtf8 } from 'node:buffer';
import { attribute, descendants, isHtml, parseDocument, startTag } from '#common/document/html/html-tree.ts';
import type { HtmlElement, HtmlNode } from '#common/document/html/html-tree.ts';
import { escapeAttribute, splice, type Splice } from '#common/document/text/splice.ts';
import { HTML_MAX } from './html-bytes.ts';
import { embedInStyle } from './embed-style.ts';
import { lineOf } from './line-of.ts';
import { outsideInScript, outsideInStyle, unescaped } from './outside.ts';

/** Files that may be embedded in a document. */
export type Files = {
  /**
   * @param name such as `img/logo.png`; its case and Unicode form need not be the file's.
   * @returns null if there is none
   */
  read: (name: string) => Buffer | null;
};

/** A document, and the results for the files that it asks for. */
export type Embedded = {
  html: string;
  /** True if it has become larger than 5 MB; `html` is not complete then. */
  isTooLarge: boolean;
  /** The names of the files that are embedded now. */
  embedded: string[];
  /** Files that are missing, or that a document in a frame cannot show. One sentence each. */
  missing: string[];
  /** Addresses outside of the folder. */
  leaving: string[];
  /** Requests of embedded files to other hosts. */
  outside: string[];
};

const TYPES = new Map(
  (
    'png image/png|jpg image/jpeg|jpeg image/jpeg|gif image/gif|webp image/webp|avif image/avif|svg image/svg+xml|ico image/x-icon|bmp image/bmp|' +
    'woff font/woff|woff2 font/woff2|ttf font/ttf|otf font/otf|css text/css|vtt text/vtt|' +
    'mp3 audio/mpeg|m4a audio/mp4|wav audio/wav|ogg audio/ogg|mp4 video/mp4|webm video/webm'
  )
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
);
/** Attributes that name a picture or the like. `srcset` names several. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  video: ['src', 'poster'],
  audio: ['src'],
  track: ['src'],
  input: ['src'],
  image: ['href', 'xlink:href'],
  feimage: ['href', 'xlink:href'],
};
/** Elements that a document's frame never shows, embedded or not, with the attribute of their address. */
const NEVER: Readonly<Record<string, string>> = {
  iframe: 'src',
  embed: 'src',
  object: 'data',
  frame: 'src',
  use: 'href',
};
const BESIDE = /^(?![a-z][a-z\d+.-]*:|\/\/|\\\\|#|$)/i;
const CANDIDATE = /([^\s,]\S*)([^,]*)(?:,|$)/g;
const IN_DEPTH = 10;

const isStyleSheet = (rel: string): boolean => {
  const words = rel.toLowerCase().split(/\s+/);
  return words.includes('stylesheet') && !words.includes('alternate');
};
// In a script's string or expression, and in CSS, these mean the same; in the markup they would end or nest the
// element.
const inScript = (text: string): string => text.replace(/<(?=\/?script)/gi, '\\x3c');
const inStyle = (text: string): string => text.replace(/<\/(?=style)/gi, '<\\/');
const decoded = (bytes: Buffer): string => new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);

function* everyNode(root: HtmlNode): Generator<HtmlNode> {
  for (const node of descendants(root)) {
    yield node;
    if ('content' in node) yield* everyNode(node.content as HtmlNode);
  }
}

/** @returns the name of a file below the folder of all, or null for one that is not below it */
function nameOf(address: string, from: string): string | null {
  const path = address.replaceAll('\\', '/').replace(/[?#][^]*/, '');
  const parts: string[] = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

/** The folder to which a document's addresses are relative, by its first `<base>`. */
function baseOf(href: string, folder: string): string {
  const name = nameOf(href, folder);
  if (name === null || name === '') return name === null ? folder : '';
  return href.endsWith('/') ? `${name}/` : folderOf(name);
}

class Embedding {
  readonly embedded = new Set<string>();
  readonly missing = new Set<string>();
  readonly leaving = new Set<string>();
  readonly outside = new Set<string>();
  readonly #files: Files | null;
  #size = 0;

  constructor(files: Files | null) {
    this.#files = files;
  }

  /** The file of an address, once for each element that asks for it. @param who such as `Line 4: <img>` */
  file(who: string, given: string, from: string): { name: string; bytes: Buffer } | null {
    const address = given.trim();
    if (!BESIDE.test(address) || this.#size > HTML_MAX) return null;
    const asked = `${who} asks for ${address}`;
    if (!this.#files) {
      this.missing.add(
        `${asked}, which is not in the file: it will be missing. Import its folder, or a ZIP of it, to embed it.`,
      );
      return null;
    }
    for (const candidate of [unescaped(address), address]) {
      const name = nameOf(candidate, from);
      if (name === null) {
        this.leaving.add(`${asked}, which lies outside of the folder: move it into the folder.`);
        return null;
      }
      const bytes = name === '' ? null : this.#files.read(name);
      if (!bytes) continue;
      this.#size += bytes.length;
      this.embedded.add(name);
      return { name, bytes };
    }
    this.missing.add(`${asked}, which is not in the folder: it will be missing.`);
    return null;
  }

  /** A `data:` address for the file of an address, with its fragment. */
  data(who: string, address: string, from: string): string | null {
    const found = this.file(who, address, from);
    if (!found) return null;
    const type =
      TYPES.get(found.name.slice(found.name.lastIndexOf('.') + 1).toLowerCase()) ?? 'application/octet-stream';
    return `data:${type};base64,${found.bytes.toString('base64')}${/#[^]*/.exec(address.trim())?.[0] ?? ''}`;
  }

  /** The text of a style sheet with the files that it asks for embedded. */
  sheet(who: string, address: string, from: string, above: readonly string[] = []): string | null {
    const found = this.file(who, address, from);
    if (!found) return null;
    // A sheet that imports itself adds nothing.
    if (above.includes(found.name) || above.length > IN_DEPTH) return '';
    const css = decoded(found.bytes).replace(/^@charset "[^"]*";/i, '');
    for (const to of outsideInStyle(css)) this.outside.add(`${found.name} asks for ${to}`);
    return this.style(css, found.name, folderOf(found.name), [...above, found.name]);
  }

  /** @param who name of the element or file for messages */
  style(css: string, who: string, from: string, above: readonly string[] = []): string {
    return embedInStyle(css, {
      file: (address) => this.data(who, address, from),
      sheet: (address) => this.sheet(who, address, from, above),
    });
  }

  script(who: string, address: string, from: string): string | null {
    const found = this.file(who, address, from);
    if (!found) return null;
    const text = decoded(found.bytes);
    for (const to of outsideInScript(text)) this.outside.add(`${found.name} asks for ${to}`);
    return inScript(text);
  }

  get isFull(): boolean {
    return this.#size > HTML_MAX;
  }
}

/** The changes to one document. */
class Rewriting {
  readonly changes: Splice[] = [];
  /** Scripts that run after the whole document. */
  readonly late: string[] = [];
  readonly #source: string;
  readonly #embedding: Embedding;
  readonly #from: string;

  constructor(source: string, embedding: Embedding, from: string) {
    this.#source = source;
    this.#embedding = embedding;
    this.#from = from;
  }

  element(element: HtmlElement): void {
    const tag = startTag(element);
    if (!tag) return;
    const who = `Line ${lineOf(element)}: <${element.tagName}>`;
    const name = element.tagName.toLowerCase();
    if (name === 'link') return this.#link(element, who);
    if (name === 'script') return this.#script(element, who);
    const never = attribute(element, NEVER[name] ?? '');
    if (never !== null) this.#never(never, who);
    for (const key of [...(ADDRESSES[name] ?? []), 'background']) {
      const value = attribute(element, key.replace('xlink:', ''));
      const at = tag.attrs?.[key];
      if (value === null || !at) continue;
      const data = key === 'srcset' ? this.#candidates(value, who) : this.#embedding.data(who, value, this.#from);
      if (data !== null && data !== value) this.#replace(at, `${key}="${escapeAttribute(data)}"`);
    }
    const [style, at] = [attribute(element, 'style'), tag.attrs?.['style']];
    if (style !== null && at) {
      const written = this.#embedding.style(style, who, this.#from);
      if (written !== style) this.#replace(at, `style="${escapeAttribute(written)}"`);
    }
    if (isHtml(element, 'style')) this.#style(element, who);
  }

  #never(address: string, who: string): void {
    if (BESIDE.test(address.trim()))
      this.#embedding.missing.add(
        `${who} asks for ${address.trim()}, which a document cannot show: put its content into the document.`,
      );
  }

  #candidates(value: string, who: string): string {
    return value.replace(CANDIDATE, (whole, address: string) => {
      const plain = address.replace(/,+$/, '');
      const data = this.#embedding.data(who, plain, this.#from);
      return data === null ? whole : whole.replace(plain, () => data);
    });
  }

  #link(element: HtmlElement, who: string): void {
    const location = element.sourceCodeLocation;
    const href = attribute(element, 'href');
    if (!location || href === null || !isStyleSheet(attribute(element, 'rel') ?? '')) return;
    const css = this.#embedding.sheet(who, href, this.#from);
    if (css === null) return;
    const kept = ['id', 'class', 'media', 'title'].flatMap((key) => {
      const value = attribute(element, key);
      return value === null ? [] : [` ${key}="${escapeAttribute(value)}"`];
    });
    this.#replace(location, `<style${kept.join('')}>\n${inStyle(css)}\n</style>`);
  }

  #style(element: HtmlElement, who: string): void {
    const location = element.sourceCodeLocation;
    if (!location?.startTag || !location.endTag) return;
    const at = { startOffset: location.startTag.endOffset, endOffset: location.endTag.startOffset };
    const css = this.#source.slice(at.startOffset, at.endOffset);
    const written = this.#embedding.style(css, who, this.#from);
    if (written !== css) this.#replace(at, inStyle(written));
  }

  #script(element: HtmlElement, who: string): void {
    const location = element.sourceCodeLocation;
    const src = attribute(element, 'src') ?? attribute(element, 'href');
    if (!location || src === null) return;
    const text = this.#embedding.script(who, src, this.#from);
    if (text === null) return;
    const isModule = attribute(element, 'type')?.trim().toLowerCase() === 'module';
    if (isModule && /\b(?:import|from)\s*\(?\s*["'][./]/.test(text))
      this.#embedding.missing.add(
        `${who} asks for ${src}, which imports other files: these will be missing. Bundle them into one.`,
      );
    const kept = element.attrs.flatMap(({ name, value }) =>
      /^(?:src|href|async|defer|integrity|crossorigin)$/.test(name)
        ? []
        : [value === '' ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`],
    );
    const written = `<script${kept.join('')}>\n${text}\n</script>`;
    // A deferred script would run too early at its place; modules are deferred by browsers anyway.
    const isLate = !isModule && ['defer', 'async'].some((key) => attribute(element, key) !== null);
    if (isLate) this.late.push(written);
    this.#replace(location, isLate ? '' : written);
  }

  #replace(at: { startOffset: number; endOffset: number }, text: string): void {
    this.changes.push({ start: at.startOffset, end: at.endOffset, text });
  }
}

/**
 * Embeds the style sheets, scripts, pictures and fonts beside a document; every other byte stays.
 * @param source its HTML
 * @param files the files beside it; null if there can be none, and then every one is reported as missing
 * @param folder of the document among the files, such as `` or `docs/`
 */
export function embedFiles(source: string, files: Files | null, folder: string): Embedded {
  const embedding = new Embedding(files);
  const document = parseDocument(source);
  let base: string | null = null;
  let body: HtmlElement | null = null;
  for (const node of descendants(document)) {
    if (isHtml(node, 'body')) body ??= node;
    const href = isHtml(node, 'base') ? (attribute(node, 'href') ?? '').trim() : '';
    if (base === null && href !== '') base = BESIDE.test(href) ? baseOf(href, folder) : folder;
  }
  const rewriting = new Rewriting(source, embedding, base ?? folder);
  const seen = new Set<number>();
  for (const node of everyNode(document)) {
    if (!('tagName' in node)) continue;
    const at = startTag(node)?.startOffset;
    // The parser copies a formatting element that was left open; the copies share one start tag.
    if (at === undefined || seen.has(at)) continue;
    seen.add(at);
    rewriting.element(node);
  }
  const { changes, late } = rewriting;
  if (late.length > 0) {
    const end = body?.sourceCodeLocation?.endTag?.startOffset ?? source.length;
    changes.push({ start: end, end, text: late.join('\n') });
  }
  const html = splice(source, changes);
  return {
    html,
    isTooLarge: embedding.isFull || Buffer.byteLength(html) > HTML_MAX,
    embedded: [...embedding.embedded],
    missing: [...embedding.missing],
    leaving: [...embedding.leaving],
    outside: [...embedding.outside],
  };
}
