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

/** Section 2, template dashboard. */
export function TemplateDashboardScreen() {
  const { templateId = '' } = useParams();
  return (
    <div className={styles.dashboard}>
      <PageTitle>Template Dashboard</PageTitle>
      <PageHeader
        look="bar"
        title="Template Dashboard"
        actions={
          <>
            <Link to={paths.form(templateId)} className={buttonClass({ variant: 'secondary', size: 'small' })}>
              <Pencil aria-hidden />
              Edit Template
            </Link>
            <BackToDashboard />
          </>
        }
      />
      <LivePane
        key={templateId}
        source={{ kind: 'template', id: templateId }}
        view="template"
        empty={liveTexts.emptyTemplateDashboard}
        height={FRAME_HEIGHT.templateDashboard}
      />
    </div>
  );
}
