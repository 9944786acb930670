import type { ReactNode } from 'react';
import { paths } from '#common/config/paths.ts';
import { type DisplayMachine, useDisplay } from '#ui/displays/use-display.ts';
import type { LiveArchiveMachine } from '#ui/live/use-live-archive.ts';
import { type LiveBoardMachine, useLiveBoard } from '#ui/boards/use-live-board.ts';
import { useWall } from '#ui/live/wall/use-wall.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { classNames } from '#ui/primitives/class-names.ts';
import { lines } from '#ui/primitives/layout/lines.tsx';
import { Spinner } from '#ui/primitives/feedback/spinner.tsx';
import { WallButton } from '../live/live-dashboard.tsx';
import { LiveBoard } from '../boards/live-board.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import styles from './displays.module.css';

type DisplayProps = { machine: DisplayMachine; pane: LiveArchiveMachine; board: LiveBoardMachine };

/** A screen without a user: its code, its board, or that it was removed. Never the sign-in form. */
export function DisplayScreen({ machine, pane, board }: DisplayProps) {
  const { phase, code, self, message, askForCode } = useDisplay(machine);
  if (phase === 'paired' && self !== null) {
    if (self.board !== null) return <OwnBoard key={self.board} uuid={self.board} machine={board} pane={pane} />;
    return (
      <Sheet title={self.name ?? 'Display'}>
        <p>
          This display has no board. An administrator gives it one at <DisplaysAddress />.
        </p>
      </Sheet>
    );
  }
  if (phase === 'code') {
    return (
      <Sheet title="Pair this screen">
        <Code code={code} />
        <p>
          On another device, an administrator opens <DisplaysAddress /> and enters this code.
        </p>
      </Sheet>
    );
  }
  if (phase === 'ended') {
    return (
      <Sheet title="This display was removed">
        <p>It asks for a new code in a few seconds.</p>
        <Button variant="primary" onClick={askForCode}>
          New Code
        </Button>
      </Sheet>
    );
  }
  return (
    <Sheet title="Display">
      {phase === 'unreached' ? <p role="alert">{lines(message)}</p> : <Spinner label="Asking for a code" />}
    </Sheet>
  );
}

/** Breaks in a narrow window between host and path, and not within a name. */
const DisplaysAddress = () => (
  <strong>
    {location.host}
    <wbr />
    {paths.displays()}
  </strong>
);

/** Two groups of four letters, as read aloud; spelt out for screen readers. */
function Code({ code }: { code: string }) {
  const letters = code.replaceAll('-', '');
  return (
    <p className={styles.code} role="img" aria-label={`Code: ${Array.from(letters).join(' ')}`}>
      <span>{letters.slice(0, 4)}</span>
      <span>{letters.slice(4)}</span>
    </p>
  );
}

/** A page that may be shown for months: it moves as a board does, and its cursor disappears. */
function Sheet({ title, children }: { title: string; children: ReactNode }) {
  const wall = useWall();
  return (
    // Each is a sheet of its own: no line of one moves to its place in the next.
    <div
      key={title}
      className={classNames(styles.sheet, wall?.isResting && styles.resting)}
      style={wall?.isOn ? { translate: wall.drift } : undefined}
    >
      <PageTitle>{title}</PageTitle>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
      {wall?.isOn === false && <WallButton />}
    </div>
  );
}

function OwnBoard({ uuid, machine, pane }: { uuid: string; machine: LiveBoardMachine; pane: LiveArchiveMachine }) {
  return <LiveBoard board={useLiveBoard(machine, uuid)} pane={pane} unattended />;
}
