import { createElement, memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChartDrawing, Piece } from 'virtual:ready-charts';
import { Button } from '#ui/primitives/forms/button.tsx';
import styles from './charts.module.css';
import { moved, opened, type View, whole, zoomed } from './view.ts';

const STEP = 60;
const FACTOR = 1.25;

const elements = ([tag, attributes, ...inside]: Piece): ReactNode =>
  createElement(tag, attributes, ...inside.map((one) => (typeof one === 'string' ? one : elements(one))));

/** The shapes, rendered once for each drawing; `light` sets the highlights on them afterwards. */
const Shapes = memo(function Shapes({ picture: [, , ...inside] }: { picture: Piece }) {
  return createElement('g', null, ...inside.map((one) => (typeof one === 'string' ? one : elements(one))));
});

export type DrawingProps = {
  drawing: ChartDrawing;
  /** Ids of the active states. */
  active: readonly string[];
  taken: readonly string[];
  /** Keys of the transitions taken last. */
  last: readonly string[];
  /** True to show transitions that were never taken in red. */
  showsCoverage: boolean;
};

function light(root: Element, { active, taken, last, showsCoverage }: Omit<DrawingProps, 'drawing'>): void {
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
export function Drawing({ drawing, active, taken, last, showsCoverage }: DrawingProps) {
  const frame = useRef<HTMLDivElement>(null);
  const shapes = useRef<SVGGElement>(null);
  // Null means that the view follows the window's size: as the drawing is opened, or whole.
  const [own, setOwn] = useState<View | null>(null);
  const [isWhole, setWhole] = useState(false);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const view = own ?? (isWhole ? whole : opened)(drawing, size);
  const shown = useRef(view);
  useLayoutEffect(() => {
    shown.current = view;
  });

  useLayoutEffect(() => {
    if (shapes.current) light(shapes.current, { active, taken, last, showsCoverage });
  }, [drawing, active, taken, last, showsCoverage]);

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

  return (
    <div className={styles.stage}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it is moved by hand: that is what "application" says */}
      <div
        ref={frame}
        className={styles.canvas}
        // It has keys of its own; its name lists them.
        role="application"
        aria-label={`Drawing of ${drawing.title}. Arrow keys move it, plus and minus change its size, 0 shows it whole.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it takes keys
        tabIndex={0}
        onKeyDown={(event) => {
          const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
          if (!act) return;
          event.preventDefault();
          act();
        }}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId) && event.isPrimary)
            setOwn(moved(shown.current, event.movementX, event.movementY));
        }}
      >
        <svg className={styles.picture} role="img" aria-label={`Statechart: ${drawing.title}`}>
          <g ref={shapes} transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
            <Shapes picture={drawing.picture} />
          </g>
        </svg>
      </div>
      <div className={styles.zoom}>
        <Button size="small" aria-label="Smaller" onClick={() => zoom(1 / FACTOR)}>
          −
        </Button>
        <Button size="small" onClick={showWhole}>
          Whole
        </Button>
        <Button size="small" aria-label="Larger" onClick={() => zoom(FACTOR)}>
          +
        </Button>
      </div>
    </div>
  );
}
