import { ICON } from '#ui/primitives/icon.ts';
import { drawHost } from './react.ts';

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/**
 * Stands in place of `ui/primitives/icon.ts`: a screen has dozens of icons and a few kinds, so each kind is drawn once and copied.
 * @param icon its shapes, in a square of 24
 */
export function createIcon({ node }: { node: readonly Shape[] }) {
  let kind: Node | undefined;
  const drawKind = (): Node => {
    const icon = drawHost('svg', ICON);
    for (const [tag, attributes] of node) icon.appendChild(drawHost(tag, attributes));
    return icon;
  };
  return (props: Readonly<Record<string, unknown>>): Node =>
    drawHost((kind ??= drawKind()).cloneNode(true) as Element, props);
}
