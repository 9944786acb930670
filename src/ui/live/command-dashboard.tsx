import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '#common/config/paths.ts';
import type { LiveArchiveMachine } from '#ui/live/use-live-archive.ts';
import { PageTitle } from '../shared/page-title.tsx';
import { EditLink, LiveDashboard, RecordsLink } from './live-dashboard.tsx';
import { LivePane } from './live-pane.tsx';
import styles from './live.module.css';

/** The command dashboard (`s2.command.*`): two templates side by side, 9/12 and 3/12 wide. */
export function CommandDashboardScreen({ machine }: { machine: LiveArchiveMachine }) {
  const { uuid1 = '', uuid2 = '' } = useParams();
  const [isLeftMissing, setLeftMissing] = useState(false);
  const [isRightMissing, setRightMissing] = useState(false);
  return (
    <LiveDashboard
      title="Command Dashboard"
      actions={
        <>
          {!isLeftMissing && <EditLink to={paths.openWip(uuid1)}>Edit Left</EditLink>}
          {!isRightMissing && <EditLink to={paths.openWip(uuid2)}>Edit Right</EditLink>}
          <RecordsLink filter={{}} />
        </>
      }
    >
      <PageTitle>Command Dashboard</PageTitle>
      <div className={styles.panes}>
        <LivePane key={`left ${uuid1}`} machine={machine} view="left" id={uuid1} onMissing={setLeftMissing} />
        <LivePane key={`right ${uuid2}`} machine={machine} view="right" id={uuid2} onMissing={setRightMissing} />
      </div>
    </LiveDashboard>
  );
}
