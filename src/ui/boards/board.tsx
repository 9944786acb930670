import { useLocation } from 'react-router-dom';
import { readBoards } from '#config/boards.ts';
import { wallQuery } from '#config/wall.ts';
import type { LiveArchiveMachine } from '#ui/live/use-live-archive.ts';
import { LiveDashboard } from '../live/live-dashboard.tsx';
import { Failure } from '../shared/failure.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { addressProblemText } from './address-problem-text.ts';
import { BoardView } from './board-view.tsx';

/** A board that its address carries, at any host. */
export function BoardScreen({ machine }: { machine: LiveArchiveMachine }) {
  const address = useLocation();
  const { value, problems } = readBoards(new URLSearchParams(address.search));
  // Wall mode begins and ends without another board.
  const key = wallQuery(address, false);
  if (problems.length === 0) return <BoardView key={key} machine={machine} {...value} />;
  return (
    <LiveDashboard title="Board">
      <PageTitle>Board</PageTitle>
      <Failure title="This address shows no board" message={problems.map(addressProblemText).join(' ')} />
    </LiveDashboard>
  );
}
