import { createElement, type ReactElement, type SVGProps } from 'react';

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** What every icon's element says. */
export const ICON = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

/**
 * In a build this stands where the library of icons makes a component of an icon's shapes (`scripts/slim-plugin.ts`): the library's own way also names, styles
 * and inherits, which nothing here asks for. An icon is decoration, the words stand beside it: it is hidden from assistive technology.
 * @param icon its shapes, in a square of 24
 */
export function createIcon({ node }: { node: readonly Shape[] }) {
  return (props: SVGProps<SVGSVGElement>): ReactElement =>
    createElement('svg', { ...ICON, ...props }, ...node.map(([tag, attributes]) => createElement(tag, attributes)));
}
