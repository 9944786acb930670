import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { BOARD_DEFAULTS, type BoardPart } from '#common/config/boards.ts';
import { PAGE_TURN } from '#common/config/constants.ts';
import { DRIFT } from '#config/wall.ts';
import { FITTED, MEASURED_SCREEN } from '#document/host/fit.ts';
import type { LiveArchiveMachine } from '#ui/live/use-live-archive.ts';
import { PageTurnerProvider, useCount, usePagesTogether } from '#ui/live/wall/use-page-turner.ts';
import { type Wall, WallProvider } from '#ui/live/wall/use-wall.ts';
import { classNames } from '#ui/primitives/class-names.ts';
import liveStyles from '../live/live.module.css';
import { BoardPanes } from './board-view.tsx';
import styles from './board-need.module.css';

const nothing = (): void => undefined;
const ON_WALL: Wall = {
  isOn: true,
  isResting: true,
  isRefused: false,
  minute: null,
  drift: DRIFT[0],
  toggle: nothing,
  leave: nothing,
};
const AGES = { old: BOARD_DEFAULTS.old, very_old: BOARD_DEFAULTS.veryOld };
const secondsOf = (pages: number): number => (pages * PAGE_TURN) / 1_000;

const watchWindow = (onResize: () => void): (() => void) => {
  window.addEventListener('resize', onResize);
  return () => window.removeEventListener('resize', onResize);
};
const isLarge = (): boolean => window.matchMedia(FITTED).matches;

/** True once the element has been visible, in a window large enough for the layout of a wall: nothing is measured before. */
function useLook(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver === 'undefined') return undefined;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return useSyncExternalStore(watchWindow, isLarge) && isSeen;
}

type MeasuredProps = { machine: LiveArchiveMachine; panes: readonly BoardPart[]; onPages: (pages: number) => void };

/** A board with the layout of a wall of this screen's size, hidden from view. Other documents need a new `key`. */
function Measured({ machine, panes, onPages }: MeasuredProps) {
  const turner = usePagesTogether(false);
  const pages = useCount(turner, panes.length);
  const latest = useRef(onPages);
  useEffect(() => {
    latest.current = onPages;
  });
  useEffect(() => {
    if (pages !== null) latest.current(pages);
  }, [pages]);
  const { width, height } = window.screen;
  const scale = Math.min(1, window.innerWidth / width, window.innerHeight / height);
  return (
    <div
      className={styles.screen}
      style={{ width, height, transform: `scale(${scale})` }}
      inert
      aria-hidden="true"
      {...{ [MEASURED_SCREEN]: '' }}
    >
      <WallProvider value={ON_WALL}>
        <PageTurnerProvider value={turner}>
          <div className={classNames(liveStyles.dashboard, liveStyles.wall)}>
            <div className={liveStyles.picture}>
              <BoardPanes machine={machine} board={{ ...AGES, panes: [...panes] }} />
            </div>
          </div>
        </PageTurnerProvider>
      </WallProvider>
    </div>
  );
}

const needText = (pages: number): string =>
  pages === 1
    ? 'All of this board is seen at once on this screen.'
    : `This board needs ${secondsOf(pages)} s on this screen: ${pages} pages of ${secondsOf(1)} s.`;

/** The time that this screen needs to show all of a board. */
export function BoardNeed({ machine, panes }: { machine: LiveArchiveMachine; panes: readonly BoardPart[] }) {
  const element = useRef<HTMLDivElement>(null);
  const isSeen = useLook(element);
  const key = panes.map(({ kind, id }) => `${kind} ${id}`).join();
  const [measured, setMeasured] = useState<{ key: string; pages: number } | null>(null);
  const pages = isSeen && measured?.key === key ? measured.pages : null;
  return (
    <div ref={element} className={styles.need}>
      {isSeen && panes.every(({ id }) => id !== '') && (
        <Measured key={key} machine={machine} panes={panes} onPages={(count) => setMeasured({ key, pages: count })} />
      )}
      <p>{pages === null ? '' : needText(pages)}</p>
    </div>
  );
}

type PlaylistNeedProps = {
  machine: LiveArchiveMachine;
  boards: readonly { id: string; name: string; panes: readonly BoardPart[] }[];
  seconds: number;
};

/** Names the boards that stay longer than the seconds of their playlist. They are measured one after the other. */
export function PlaylistNeed({ machine, boards, seconds }: PlaylistNeedProps) {
  const element = useRef<HTMLDivElement>(null);
  const isSeen = useLook(element);
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({});
  const next = boards.find(({ id }) => !(id in pages));
  const long = boards.filter(({ id }) => secondsOf(pages[id] ?? 0) > seconds);
  const needs = long.map(({ id, name }) => `"${name}" needs ${secondsOf(pages[id] ?? 0)} s`).join(', ');
  return (
    <div ref={element} className={styles.need}>
      {isSeen && next && (
        <Measured
          key={next.id}
          machine={machine}
          panes={next.panes}
          onPages={(count) => setPages((before) => ({ ...before, [next.id]: count }))}
        />
      )}
      <p>{isSeen && needs !== '' ? `Boards stay until their last page. On this screen ${needs}.` : ''}</p>
    </div>
  );
}
