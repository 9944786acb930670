import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BoardOfPanes } from '#common/config/boards.ts';
import { type Turning, useBoardPages, useBoardTurner, usePaneWords } from '#ui/live/wall/use-board-turner.ts';
import type { LiveArchiveMachine } from '#ui/live/use-live-archive.ts';
import { PageTurnerProvider, usePagesTogether } from '#ui/live/wall/use-page-turner.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { LiveDashboard } from '../live/live-dashboard.tsx';
import { LivePane } from '../live/live-pane.tsx';
import liveStyles from '../live/live.module.css';
import { PageTitle } from '../shared/page-title.tsx';
import styles from './boards.module.css';

const MINUTE = 60_000;

export type BoardViewProps = {
  /** Machine of a live pane. */
  machine: LiveArchiveMachine;
  boards: readonly BoardOfPanes[];
  /** Seconds for which each one is shown if there are several. */
  seconds: number;
  /** Further links and buttons. */
  actions?: ReactNode;
  /** As in `LiveDashboard`. */
  unattended?: boolean | undefined;
};

/** Title of a board, also without a name. */
export const boardName = ({ name }: Pick<BoardOfPanes, 'name'>): string => name || 'Board';

/** A board, or several in turn. Another number of boards or other seconds need a new `key`. */
export function BoardView({ machine, boards, seconds, actions, unattended }: BoardViewProps) {
  const turner = useBoardTurner(boards.length, seconds);
  const { at, next } = turner;
  const title = boardName(boards[at] ?? { name: '' });
  return (
    <LiveDashboard
      title={title}
      unattended={unattended}
      actions={
        <>
          {boards.length > 1 && <TurnerControls turner={turner} count={boards.length} />}
          {actions}
        </>
      }
    >
      <PageTitle>{title}</PageTitle>
      <div className={styles.boards}>
        {[...boards.entries()].map(
          ([place, board]) =>
            (place === at || place === next) && (
              // A board keeps its place in the playlist: the prepared element is the one that is shown.
              <div key={place} className={place === at ? undefined : styles.awaited} inert={place !== at}>
                <Panes machine={machine} board={board} turner={turner} isShown={place === at} />
              </div>
            ),
        )}
      </div>
    </LiveDashboard>
  );
}

const WORDS: Record<Turning, string> = {
  turning: '',
  late: ', waits for the next board',
  held: ', waits for a minute',
  paused: ', paused',
};

type Turner = ReturnType<typeof useBoardTurner>;

function TurnerControls({ turner, count }: { turner: Turner; count: number }) {
  const { at, turning, showNext, showPrevious, pause, goOn } = turner;
  return (
    <>
      <span className={styles.place}>{`${at + 1} of ${count}${WORDS[turning]}`}</span>
      <Button size="small" icon={<ChevronLeft />} onClick={showPrevious}>
        Previous
      </Button>
      <Button size="small" icon={<ChevronRight />} onClick={showNext}>
        Next
      </Button>
      {turning === 'paused' ? (
        <Button size="small" icon={<Play />} onClick={goOn}>
          Continue
        </Button>
      ) : (
        <Button size="small" icon={<Pause />} onClick={pause}>
          Pause
        </Button>
      )}
    </>
  );
}

type PanesProps = {
  machine: LiveArchiveMachine;
  board: BoardOfPanes;
  turner: Turner;
  /** False for the next board. */
  isShown: boolean;
};

/** The panes of one board of several in turn. */
function Panes({ machine, board, turner, isShown }: PanesProps) {
  const report = usePaneWords(turner.actor, isShown, board.panes.length);
  const pages = usePagesTogether(isShown);
  useBoardPages(turner.actor, pages, isShown);
  return (
    <PageTurnerProvider value={pages}>
      <BoardPanes machine={machine} board={board} report={report} />
    </PageTurnerProvider>
  );
}

type BoardPanesProps = {
  machine: LiveArchiveMachine;
  board: Pick<BoardOfPanes, 'panes' | 'old' | 'very_old'>;
  /** Receives the reports of each pane. */
  report?: ReturnType<typeof usePaneWords>;
};

/** The panes of one board, side by side by their shares; on a narrow page one under the other. */
export function BoardPanes({ machine, board, report }: BoardPanesProps) {
  const { panes } = board;
  const limits = { old: board.old * MINUTE, veryOld: board.very_old * MINUTE };
  const columns = panes.map(({ share }) => `minmax(0, ${share}fr)`).join(' ');
  return (
    <div className={liveStyles.panes} style={{ '--pane-shares': columns } as Record<string, string>}>
      {[...panes.entries()].map(([place, { kind, id }]) => (
        <LivePane
          // Another document, or other ages, are another pane.
          key={`${place} ${kind} ${id} ${limits.old} ${limits.veryOld}`}
          machine={machine}
          view={kind}
          id={id}
          limits={limits}
          place={panes.length > 1 ? `Pane ${place + 1}` : undefined}
          word={report && { at: place, report }}
        />
      ))}
    </div>
  );
}
