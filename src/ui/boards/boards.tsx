import { Copy, LayoutPanelLeft, MonitorPlay, Pencil, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { paths, screens } from '#common/config/paths.ts';
import { mayOpen, useAuth } from '#ui/session/use-auth.ts';
import { type BoardListMachine, useBoardList } from '#ui/boards/use-board-list.ts';
import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { Banner, BannerSlot } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Card, CardList } from '#ui/primitives/layout/card.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { DeleteDialogs } from '../lists/delete-dialogs.tsx';
import { Failure } from '../shared/failure.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { nameOf } from '../shared/names.ts';
import { PageTitle } from '../shared/page-title.tsx';

const HEADING = 'boards';

type Boards = ReturnType<typeof useBoardList>;
type Board = NonNullable<Boards['boards']>[number];

/** The boards stored at the host. */
export function BoardsScreen({ machine }: { machine: BoardListMachine }) {
  const { user } = useAuth();
  return (
    <Page>
      <PageTitle>Boards</PageTitle>
      {mayOpen(user, screens.boards) ? (
        <BoardList machine={machine} />
      ) : (
        <Failure level={1} title="No Boards" message="This server keeps no boards." />
      )}
    </Page>
  );
}

function BoardList({ machine }: { machine: BoardListMachine }) {
  const list = useBoardList(machine);
  const title = useRef<HTMLHeadingElement>(null);
  const isWriter = mayOpen(useAuth().user, screens['board-form']);
  const { boards, asked, listMessage, copyMessage, success } = list;
  return (
    <>
      <PageHeader
        title={<span id={HEADING}>Boards</span>}
        titleRef={title}
        subtitle="Show up to four documents side by side, or rotate between boards."
        actions={
          isWriter && (
            <ButtonLink to={paths.newBoard()} icon={LayoutPanelLeft} variant="primary">
              New Board
            </ButtonLink>
          )
        }
      />
      {listMessage !== null && !list.loading ? (
        <Failure title="Error Loading Boards" message={listMessage} onRetry={list.retry} />
      ) : boards === null ? (
        <Skeleton label="Loading boards" shape="cards" />
      ) : boards.length === 0 ? (
        <EmptyState message={isWriter ? 'No boards yet. Make the first one.' : 'No boards yet.'} />
      ) : (
        <CardList labelledBy={HEADING}>
          {boards.map((board) => (
            <BoardCard key={board.uuid} board={board} list={list} isWriter={isWriter} />
          ))}
        </CardList>
      )}
      <BannerSlot
        placement="inline"
        status={success !== null && <Banner tone="success">{success}</Banner>}
        alert={copyMessage !== null && <Banner tone="error">{copyMessage}</Banner>}
      />
      <DeleteDialogs
        dialog={list.dialog}
        name={asked}
        message={list.deleteMessage}
        busy={list.deleting}
        onConfirm={list.confirm}
        onCancel={list.cancel}
        returnFocus={title}
      />
    </>
  );
}

const plural = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** Minutes, in hours where there are no others. */
const timeText = (minutes: number): string => (minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`);

function descriptionOf({ shown }: Board): string {
  return shown.kind === 'panes'
    ? `${plural(shown.panes.length, 'pane')} · warns after ${timeText(shown.old)} and ${timeText(shown.very_old)}`
    : `Rotates ${plural(shown.boards.length, 'board')} · ${shown.seconds} s each`;
}

function BoardCard({ board, list, isWriter }: { board: Board; list: Boards; isWriter: boolean }) {
  const name = nameOf(board);
  return (
    <Card
      level={2}
      title={name}
      description={descriptionOf(board)}
      actions={
        <>
          <ButtonLink to={paths.keptBoard(board.uuid)} icon={MonitorPlay} aria-label={`Open: ${name}`}>
            Open
          </ButtonLink>
          <Button
            variant="quiet"
            icon={<Copy />}
            aria-label={`Copy Address: ${name}`}
            onClick={() =>
              list.request({ kind: 'copy', address: `${location.origin}${paths.keptBoard(board.uuid)}`, name })
            }
          >
            Copy Address
          </Button>
          {isWriter && (
            <>
              <ButtonLink to={paths.editBoard(board.uuid)} icon={Pencil} variant="quiet" aria-label={`Edit: ${name}`}>
                Edit
              </ButtonLink>
              <Button
                variant="quiet"
                icon={<Trash2 />}
                aria-label={`Delete: ${name}`}
                onClick={() => list.request({ kind: 'delete', board: board.uuid, name })}
              >
                Delete
              </Button>
            </>
          )}
        </>
      }
    />
  );
}
