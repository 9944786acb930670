import type { LiveArchiveMachine } from '#ui/live/use-live-archive.ts';
import type { useLiveBoard } from '#ui/boards/use-live-board.ts';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { LiveDashboard } from '../live/live-dashboard.tsx';
import { Failure } from '../shared/failure.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { BoardView, type BoardViewProps } from './board-view.tsx';
import styles from './boards.module.css';

type LiveBoardProps = Pick<BoardViewProps, 'actions' | 'unattended'> & {
  board: ReturnType<typeof useLiveBoard>;
  /** Machine of a live pane. */
  pane: LiveArchiveMachine;
};

/** The current state of a board of the host. The shown content stays if it cannot be read again. */
export function LiveBoard({
  board: { shown, gone, failed, message, retry },
  pane,
  actions,
  unattended,
}: LiveBoardProps) {
  if (shown !== null && shown.boards.length > 0) {
    const { boards, seconds } = shown;
    return (
      <BoardView
        key={`${boards.length} ${seconds}`}
        machine={pane}
        boards={boards}
        seconds={seconds}
        actions={actions}
        unattended={unattended}
      />
    );
  }
  const title = shown?.name || 'Board';
  return (
    <LiveDashboard title={title} actions={actions} unattended={unattended}>
      <PageTitle>{title}</PageTitle>
      <div className={styles.instead}>
        {gone ? (
          <Failure title="Board not found" message="It may have been removed." />
        ) : shown !== null ? (
          <EmptyState message="The boards of this playlist were removed." />
        ) : failed ? (
          <Failure title="Error Loading the Board" message={message} onRetry={retry} />
        ) : (
          <Skeleton label="Loading the board" shape="frame" />
        )}
      </div>
    </LiveDashboard>
  );
}
