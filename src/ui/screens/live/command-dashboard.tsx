import { useParams } from 'react-router-dom';
import { paths } from '#config/paths.ts';
import type { LiveArchiveMachine } from '#ui/hooks/use-live-archive.ts';
import { PageTitle } from '../shared/page-title.tsx';
import { EditLink, LiveDashboard } from './live-dashboard.tsx';
import { LivePane } from './live-pane.tsx';
import styles from './live.module.css';

/** The command dashboard (`s2.command.*`): two templates side by side, 9/12 and 3/12 wide. */
export function CommandDashboardScreen({ machine }: { machine: LiveArchiveMachine }) {
  const { uuid1 = '', uuid2 = '' } = useParams();
  return (
    <LiveDashboard
      title="Command Dashboard"
      actions={
        <>
          <EditLink to={paths.openWip(uuid1)}>Edit Left</EditLink>
          <EditLink to={paths.openWip(uuid2)}>Edit Right</EditLink>
        </>
      }
    >
      <PageTitle>Command Dashboard</PageTitle>
      <div className={styles.panes}>
        <LivePane key={`left ${uuid1}`} machine={machine} view="left" id={uuid1} />
        <LivePane key={`right ${uuid2}`} machine={machine} view="right" id={uuid2} />
      </div>
    </LiveDashboard>
  );
}
