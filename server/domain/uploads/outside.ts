import { embedInStyle } from './embed-style.ts';
import { attribute, isHtml, sourceTree, type HtmlElement } from '#common/document/html/html-tree.ts';

const LINKS: Readonly<Record<string, readonly string[]>> = {
  link: ['href'],
  object: ['data'],
  form: ['action'],
  image: ['href', 'xlink:href'],
  use: ['href', 'xlink:href'],
};
const EVERYWHERE = ['src', 'srcset', 'poster', 'background', 'ping'] as const;
const OUTSIDE = /^\s*(https?:|wss?:|\/\/)/i;
const OUTSIDE_IN_SCRIPT = /["'`]((?:https?|wss?):\/\/[^"'`\s]+)["'`]/g;
/** Names of XML namespaces, which are never requested. */
const NAME_OF_A_LANGUAGE = /^https?:\/\/www\.w3\.org\//;

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, address = '']) => address).filter((address) => !NAME_OF_A_LANGUAGE.test(address));

/** The addresses on other hosts that a style sheet asks for: of all that could be embedded (`embed-style.ts`). */
export function outsideInStyle(css: string): string[] {
  const all: string[] = [];
  const note = (address: string): null => {
    if (OUTSIDE.test(address) && !NAME_OF_A_LANGUAGE.test(address)) all.push(address.trim());
    return null;
  };
  embedInStyle(css, { file: note, sheet: note });
  return all;
}

/** The addresses on other hosts in a script. */
export const outsideInScript = (script: string): string[] => found(script, OUTSIDE_IN_SCRIPT);

/** The text between an element's tags. */
export function textOf(element: HtmlElement): string {
  return element.childNodes.map((child) => sourceTree.text(child) ?? '').join('');
}

/** A part of an address without its percent signs, or as it is if these cannot be read. */
export function unescaped(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** The addresses on other hosts that an element asks for by itself. */
export function outsideOf(element: HtmlElement): string[] {
  const all: string[] = [];
  for (const name of [...EVERYWHERE, ...(LINKS[element.tagName] ?? [])]) {
    const value = attribute(element, name) ?? '';
    // A list of candidates: `a.png 1x, b.png 2x`.
    const parts = name === 'srcset' ? value.split(',') : [value];
    for (const part of parts) if (OUTSIDE.test(part)) all.push(part.trim());
  }
  const styles = [attribute(element, 'style') ?? '', isHtml(element, 'style') ? textOf(element) : ''];
  const script = isHtml(element, 'script') ? outsideInScript(textOf(element)) : [];
  const refresh = attribute(element, 'http-equiv')?.toLowerCase() === 'refresh' ? attribute(element, 'content') : null;
  if (refresh && /url\s*=/i.test(refresh)) all.push(refresh);
  return [...all.filter((address) => !NAME_OF_A_LANGUAGE.test(address)), ...styles.flatMap(outsideInStyle), ...script];
}
