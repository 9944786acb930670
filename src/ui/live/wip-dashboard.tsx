import { useParams } from 'react-router-dom';
import { useApp } from '#ui/shared/app-context.ts';
import type { LiveArchiveMachine } from '#ui/live/use-live-archive.ts';
import { LiveDashboard, RecordsLink } from './live-dashboard.tsx';
import { LivePane } from './live-pane.tsx';

/** The live view of a WIP (`s2.wip-dashboard.*`). */
export function WipDashboardScreen({ machine }: { machine: LiveArchiveMachine }) {
  const { uuid = '' } = useParams();
  const title = `${useApp().env.productName} Dashboard`;
  return (
    <LiveDashboard title={title} actions={<RecordsLink filter={{ wip: uuid }} />}>
      <title>{title}</title>
      <LivePane key={uuid} machine={machine} view="wip" id={uuid} />
    </LiveDashboard>
  );
}
