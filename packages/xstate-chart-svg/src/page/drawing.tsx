import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Element as Shape } from '../element.ts';
import type { Picture } from '../svg.ts';
import { inSight, moved, opened, type View, whole, zoomed } from './view.ts';

const STEP = 60;
const FACTOR = 1.25;

/** Builds the elements of a picture: a page's policy may allow no markup from strings. */
function elements([tag, attributes, ...inside]: Shape): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...inside.map((one) => (typeof one === 'string' ? one : elements(one))));
  return element;
}

export type DrawingProps = {
  title: string;
  picture: Picture;
  /** Ids of the active states. */
  active: readonly string[];
  taken: readonly string[];
  /** Keys of the transitions taken last. */
  last: readonly string[];
  /** True to show transitions that were never taken in red. */
  showsCoverage: boolean;
};

function light(root: Element, { active, taken, last, showsCoverage }: Omit<DrawingProps, 'picture' | 'title'>): void {
  for (const element of root.querySelectorAll('[data-state]')) {
    element.toggleAttribute('data-active', active.includes(element.getAttribute('data-state') ?? ''));
  }
  for (const element of root.querySelectorAll('[data-taken]')) {
    const keys = element.getAttribute('data-taken')?.split('|') ?? [];
    element.toggleAttribute('data-never', showsCoverage && !keys.some((key) => taken.includes(key)));
    const isLast = keys.some((key) => last.includes(key));
    element.toggleAttribute('data-last', isLast);
  }
}

/** A drawing that lights up, and can be moved and enlarged with mouse, wheel, fingers and keys. */
export function Drawing({ title, picture, active, taken, last, showsCoverage }: DrawingProps) {
  const frame = useRef<HTMLDivElement>(null);
  const shapes = useRef<SVGGElement>(null);
  // Null means that the view follows the window's size: as the drawing is opened, or whole.
  const [own, setOwn] = useState<View | null>(null);
  const [isWhole, setWhole] = useState(false);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const view = own ?? (isWhole ? whole : opened)(picture, size);
  const shown = useRef(view);
  useLayoutEffect(() => {
    shown.current = view;
  });

  useLayoutEffect(() => {
    const [, , ...inside] = picture.element;
    shapes.current?.replaceChildren(...inside.map((one) => (typeof one === 'string' ? one : elements(one))));
  }, [picture]);

  useLayoutEffect(() => {
    if (shapes.current) light(shapes.current, { active, taken, last, showsCoverage });
  }, [picture, active, taken, last, showsCoverage]);

  /** Moves the view so that an element is seen, where it is not. */
  const show = (element: Element | null | undefined): void => {
    const around = frame.current?.getBoundingClientRect();
    if (!element || !around || around.width === 0) return;
    const { left, top, width, height } = element.getBoundingClientRect();
    const next = inSight(shown.current, { x: left - around.left, y: top - around.top, width, height }, around);
    if (next !== shown.current) setOwn(next);
  };

  const place = active.join(' ');
  useLayoutEffect(() => {
    const lit = [
      ...(shapes.current?.querySelectorAll('[data-kind=state][data-active], [data-kind=final][data-active]') ?? []),
    ];
    const around = frame.current?.getBoundingClientRect();
    const isSeen = lit.some((one) => {
      const { top, bottom, left, right } = one.getBoundingClientRect();
      return around && top >= around.top && bottom <= around.bottom && left >= around.left && right <= around.right;
    });
    if (!isSeen) show(lit[0]);
    // Only another place of the actor moves the view: the reader may have moved it since.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [picture, place, size.width > 0]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      setOwn(zoomed(shown.current, Math.exp(-event.deltaY / 400), at));
    };
    // Not React's onWheel: its listener is passive, so the page would scroll as well.
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, []);

  const middle = { x: size.width / 2, y: size.height / 2 };
  const showWhole = (): void => {
    setWhole(true);
    setOwn(null);
  };
  const zoom = (factor: number): void => setOwn(zoomed(shown.current, factor, middle));
  const keys: Record<string, () => void> = {
    ArrowLeft: () => setOwn(moved(shown.current, STEP, 0)),
    ArrowRight: () => setOwn(moved(shown.current, -STEP, 0)),
    ArrowUp: () => setOwn(moved(shown.current, 0, STEP)),
    ArrowDown: () => setOwn(moved(shown.current, 0, -STEP)),
    '+': () => zoom(FACTOR),
    '=': () => zoom(FACTOR),
    '-': () => zoom(1 / FACTOR),
    '0': showWhole,
  };

  /** A folded box or an arrow leads to the drawing of its state. */
  const goTo = (target: Element): void => {
    const state = target.closest('[data-to]')?.getAttribute('data-to');
    const drawn = [...(shapes.current?.querySelectorAll('[data-kind]:not([data-to])') ?? [])];
    show(drawn.find((one) => one.getAttribute('data-state') === state));
  };
  const pressed = useRef<{ x: number; y: number; target: Element } | null>(null);

  return (
    <div className="xcs-stage">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it is moved by hand: that is what "application" says */}
      <div
        ref={frame}
        className="xcs-canvas"
        // It has keys of its own; its name lists them.
        role="application"
        aria-label={`Drawing of ${title}. Arrow keys move it, plus and minus change its size, 0 shows it whole.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it takes keys
        tabIndex={0}
        onKeyDown={(event) => {
          const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
          if (!act) return;
          event.preventDefault();
          act();
        }}
        onPointerDown={(event) => {
          pressed.current = { x: event.clientX, y: event.clientY, target: event.target as Element };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerUp={({ clientX, clientY }) => {
          const at = pressed.current;
          if (at && Math.hypot(clientX - at.x, clientY - at.y) < 4) goTo(at.target);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId) && event.isPrimary)
            setOwn(moved(shown.current, event.movementX, event.movementY));
        }}
      >
        <svg className="xcs-picture" role="img" aria-label={`Statechart: ${title}`}>
          <g ref={shapes} transform={`translate(${view.x} ${view.y}) scale(${view.scale})`} />
        </svg>
      </div>
      <div className="xcs-zoom">
        <button type="button" className="xcs-button" aria-label="Smaller" onClick={() => zoom(1 / FACTOR)}>
          −
        </button>
        <button type="button" className="xcs-button" onClick={showWhole}>
          Whole
        </button>
        <button type="button" className="xcs-button" aria-label="Larger" onClick={() => zoom(FACTOR)}>
          +
        </button>
      </div>
    </div>
  );
}
