import { useParams } from 'react-router-dom';
import { paths } from '#common/config/paths.ts';
import type { LiveArchiveMachine } from '#ui/live/use-live-archive.ts';
import { PageTitle } from '../shared/page-title.tsx';
import { EditLink, LiveDashboard, RecordsLink } from './live-dashboard.tsx';
import { LivePane } from './live-pane.tsx';

/** The live view of a template (`s2.template-dashboard.*`). */
export function TemplateDashboardScreen({ machine }: { machine: LiveArchiveMachine }) {
  const { templateId = '' } = useParams();
  return (
    <LiveDashboard
      title="Template Dashboard"
      actions={
        <>
          <EditLink to={paths.form(templateId)}>Edit Template</EditLink>
          <RecordsLink filter={{ template: templateId }} />
        </>
      }
    >
      <PageTitle>Template Dashboard</PageTitle>
      <LivePane key={templateId} machine={machine} view="template" id={templateId} />
    </LiveDashboard>
  );
}
