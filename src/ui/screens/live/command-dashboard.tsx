import { Pencil } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { FRAME_HEIGHT } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { liveTexts } from '#ui/hooks/use-live-archive.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { PageHeader } from '#ui/primitives/page-header.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { BackToDashboard } from './back.tsx';
import { LivePane } from './live-pane.tsx';
import { Link } from '../shared/link.tsx';
import styles from './live.module.css';

/** Section 2, command dashboard: two templates side by side, 9/12 and 3/12 wide. */
export function CommandDashboardScreen() {
  const { uuid1 = '', uuid2 = '' } = useParams();
  return (
    <div className={styles.dashboard}>
      <PageTitle>Command Dashboard</PageTitle>
      <PageHeader
        look="bar"
        title="Command Dashboard"
        actions={
          <>
            <EditLink to={paths.openWip(uuid1)}>Edit Left</EditLink>
            <EditLink to={paths.openWip(uuid2)}>Edit Right</EditLink>
            <BackToDashboard />
          </>
        }
      />
      <div className={styles.panes}>
        <LivePane
          key={`left ${uuid1}`}
          source={{ kind: 'template', id: uuid1 }}
          view="left"
          empty={liveTexts.noneForTemplate}
          height={FRAME_HEIGHT.commandDashboard}
        />
        <LivePane
          key={`right ${uuid2}`}
          source={{ kind: 'template', id: uuid2 }}
          view="right"
          empty={liveTexts.noneForTemplate}
          height={FRAME_HEIGHT.commandDashboard}
        />
      </div>
    </div>
  );
}

function EditLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={buttonClass({ variant: 'secondary', size: 'small' })}>
      <Pencil aria-hidden />
      {children}
    </Link>
  );
}
