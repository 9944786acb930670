import { Fragment, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { BOARD_LIMITS } from '#config/boards.ts';
import type { BoardForm } from '#ui/boards/use-board-form.ts';
import styles from './sketch.module.css';

/** A board as it will lie on a wall: boxes with their documents' names, and borders that a hand or the keys move. */
export function Sketch({ form }: { form: BoardForm }) {
  const { choices, draft, borderAfter, moveBorder } = form;
  const board = useRef<HTMLDivElement>(null);
  const names = [...choices.templates, ...choices.wips];
  const titles = draft.panes.map(({ id }, at) => names.find((one) => one.id === id)?.name ?? `Document ${at + 1}`);
  const drag = (place: number, { clientX, currentTarget, pointerId }: PointerEvent<HTMLDivElement>): void => {
    const box = board.current?.getBoundingClientRect();
    if (!box || box.width === 0 || !currentTarget.hasPointerCapture(pointerId)) return;
    moveBorder(place, Math.round(((clientX - box.left) / box.width) * BOARD_LIMITS.share));
  };
  const press = (place: number, event: KeyboardEvent): void => {
    const { at, least, most } = borderAfter(place);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: least, End: most }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    moveBorder(place, to);
  };
  return (
    <div ref={board} className={styles.sketch} role="group" aria-label="The board">
      {draft.panes.map(({ share }, place) => {
        const title = titles[place] ?? '';
        const before = titles[place - 1] ?? '';
        const border = place === 0 ? null : borderAfter(place - 1);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a pane is its place
          <Fragment key={place}>
            {border && (
              <div
                className={styles.border}
                role="separator"
                tabIndex={0}
                aria-orientation="vertical"
                aria-label={`Border between ${before} and ${title}`}
                aria-valuemin={border.least}
                aria-valuemax={border.most}
                aria-valuenow={border.at}
                aria-valuetext={draft.panes.map((pane) => pane.share).join(' to ')}
                onKeyDown={(event) => press(place - 1, event)}
                onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
                onPointerMove={(event) => drag(place - 1, event)}
              />
            )}
            <div className={styles.pane} style={{ flexGrow: share }}>
              <span dir="auto">{title}</span>
            </div>
          </Fragment>
        );
      })}
    </div>
  );
}
