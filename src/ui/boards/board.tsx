import { useLocation } from 'react-router-dom';
import { readBoards, type AddressProblem, BOARD_LIMITS } from '#common/config/boards.ts';
import { momentQuery } from '#config/moment-address.ts';
import { wallQuery } from '#config/wall.ts';
import type { LiveArchiveMachine } from '#ui/live/use-live-archive.ts';
import { LiveDashboard } from '../live/live-dashboard.tsx';
import { Failure } from '../shared/failure.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { BoardView } from './board-view.tsx';

/** A board that its address carries, at any host. */
export function BoardScreen({ machine }: { machine: LiveArchiveMachine }) {
  const address = useLocation();
  const { value, problems } = readBoards(new URLSearchParams(address.search));
  // Wall mode begins and ends, and the moment changes, without another board.
  const key = momentQuery(wallQuery(address, false), null);
  if (problems.length === 0) return <BoardView key={key} machine={machine} {...value} />;
  return (
    <LiveDashboard title="Board">
      <PageTitle>Board</PageTitle>
      <Failure title="This address shows no board" message={problems.map(addressProblemText).join(' ')} />
    </LiveDashboard>
  );
}

const quoted = (value: string): string => (value === '' ? 'nothing' : `'${value}'`);
const minutes = (name: string, value: string): string =>
  `'${name}' must be a whole number of minutes from 1 to ${BOARD_LIMITS.minutes}, and is ${quoted(value)}.`;

function sentence(problem: AddressProblem): string {
  switch (problem.what) {
    case 'name': {
      return `'name' may have at most ${BOARD_LIMITS.name} characters.`;
    }
    case 'order': {
      return "'very_old' must be more minutes than 'old'.";
    }
    case 'nested': {
      return 'A playlist turns boards, and not other playlists.';
    }
    case 'both': {
      return "The address has 'pane' and 'board': write the panes into one of the boards.";
    }
    case 'panes': {
      return problem.found === 0
        ? "There is no pane: write 'pane=template~ID~SHARE' or 'pane=wip~ID~SHARE', one to four of them."
        : `There are ${problem.found} panes: a board has at most ${BOARD_LIMITS.panes}.`;
    }
    case 'boards': {
      return `There are ${problem.found} boards: a playlist has at most ${BOARD_LIMITS.boards}.`;
    }
    case 'pane': {
      return `'pane' must be 'template~ID~SHARE' or 'wip~ID~SHARE', and is ${quoted(problem.value)}.`;
    }
    case 'share': {
      return `The share of a pane must be a whole number from 1 to ${BOARD_LIMITS.share}: ${quoted(problem.value)} has another one.`;
    }
    case 'seconds': {
      return `'seconds' must be a whole number from ${BOARD_LIMITS.secondsLeast} to ${BOARD_LIMITS.secondsMost}, and is ${quoted(problem.value)}.`;
    }
    case 'old':
    case 'very_old': {
      return minutes(problem.what, problem.value);
    }
  }
}

/** Description of an address's problem, in a sentence. */
const addressProblemText = (problem: AddressProblem): string =>
  problem.board === null ? sentence(problem) : `Board ${problem.board}: ${sentence(problem)}`;
