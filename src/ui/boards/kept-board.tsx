import { useParams } from 'react-router-dom';
import { BASIC_PERMISSION } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import type { LiveArchiveMachine } from '#ui/live/use-live-archive.ts';
import { type LiveBoardMachine, useLiveBoard } from '#ui/boards/use-live-board.ts';
import { hasPermission, useAuth } from '#ui/session/use-auth.ts';
import { EditLink } from '../live/live-dashboard.tsx';
import { usePast } from '../live/past/use-past.ts';
import { LiveBoard } from './live-board.tsx';

/** A board that is stored at the host. It is updated when a user edits it. */
export function KeptBoardScreen({ machine, pane }: { machine: LiveBoardMachine; pane: LiveArchiveMachine }) {
  const { uuid = '' } = useParams();
  return <KeptBoard key={uuid} machine={machine} pane={pane} uuid={uuid} />;
}

type KeptBoardProps = { machine: LiveBoardMachine; pane: LiveArchiveMachine; uuid: string };

function KeptBoard({ machine, pane, uuid }: KeptBoardProps) {
  const board = useLiveBoard(machine, uuid);
  const isWriter = hasPermission(useAuth().user, BASIC_PERMISSION);
  const isPast = usePast()?.isPast === true;
  return (
    <LiveBoard
      board={board}
      pane={pane}
      actions={
        <>
          {isPast && <span>With the panes of today</span>}
          {isWriter && (
            // Avoids a layout shift while there is no board.
            <span style={{ visibility: board.gone ? 'hidden' : 'visible' }}>
              <EditLink to={paths.editBoard(uuid)}>Edit Board</EditLink>
            </span>
          )}
        </>
      }
    />
  );
}
