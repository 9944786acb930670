import { useParams } from 'react-router-dom';
import { FRAME_HEIGHT } from '#config/constants.ts';
import { useApp } from '#ui/hooks/app-context.ts';
import { liveTexts } from '#ui/hooks/use-live-archive.ts';
import { PageHeader } from '#ui/primitives/page-header.tsx';
import { BackToDashboard } from './back.tsx';
import { LivePane } from './live-pane.tsx';
import styles from './live.module.css';

/** Section 2, WIP dashboard. */
export function WipDashboardScreen() {
  const { uuid = '' } = useParams();
  const title = `${useApp().env.productName} Dashboard`;
  return (
    <div className={styles.dashboard}>
      <title>{title}</title>
      <PageHeader look="bar" title={title} actions={<BackToDashboard />} />
      <LivePane
        key={uuid}
        source={{ kind: 'wip', id: uuid }}
        view="wip"
        empty={liveTexts.noneForWip}
        height={FRAME_HEIGHT.wipDashboard}
      />
    </div>
  );
}
