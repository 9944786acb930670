/** An element of a drawing as data, from which a file is written, or a page builds elements where its policy allows no markup from strings. */
export type Element = [
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  ...inside: (Element | string)[],
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** @returns a number as it is written in a drawing, to a tenth of a pixel */
export const round = (value: number): string => String(Math.round(value * 10) / 10);

/** Writes an element as XML. @param depth of the elements that get lines of their own */
export function written([tag, attributes, ...inside]: Element, depth = 3): string {
  const names = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  if (inside.length === 0) return `<${tag}${names.join('')}/>`;
  const parts = inside.map((one) => (typeof one === 'string' ? escaped(one) : written(one, depth - 1)));
  const between = depth > 0 && inside.every((one) => typeof one !== 'string') ? '\n' : '';
  return `<${tag}${names.join('')}>${between}${parts.join(between)}${between}</${tag}>`;
}
