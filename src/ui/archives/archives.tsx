import { ArrowLeft, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { paths } from '#config/paths.ts';
import {
  type ArchiveBrowser,
  type ArchiveBrowserMachine,
  useArchiveBrowser,
} from '#ui/archives/use-archive-browser.ts';
import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Card } from '#ui/primitives/layout/card.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { StepIndicator } from '#ui/primitives/feedback/step-indicator.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { useAddress } from '../shared/use-address.ts';
import { ButtonLink } from '../shared/link.tsx';
import { Choices } from './choices.tsx';
import { ArchivesOfWip } from './archive-cards.tsx';
import { ArchiveContent } from './archive-content.tsx';
import styles from './archives.module.css';

const STEPS = ['Select a template', 'Select a WIP', 'View its archives'];

/** The archives (`s2.archives.*`): three steps, and one submission's content in a window. */
export function ArchivesScreen({ machine }: { machine: ArchiveBrowserMachine }) {
  const browser = useChoicesInAddress(machine);
  const { template, wip, refreshing, refresh } = browser;
  const step = template === '' ? 0 : wip === '' ? 1 : 2;
  return (
    <Page>
      <PageTitle>Archives</PageTitle>
      <PageHeader
        title="Archives"
        subtitle="Every submission, exactly as sent."
        actions={
          <>
            <Button icon={<RefreshCw />} busy={refreshing} busyLabel="Refreshing" onClick={refresh}>
              Refresh
            </Button>
            <ButtonLink to={paths.dashboard()} icon={ArrowLeft} variant="quiet">
              Back to Dashboard
            </ButtonLink>
          </>
        }
      />
      <StepIndicator label="Steps to an archive" steps={STEPS} current={step} />
      <Choices browser={browser} />
      {step < 2 && <GettingStarted />}
      {step === 2 && <ArchivesOfWip browser={browser} />}
      <ArchiveContent browser={browser} />
    </Page>
  );
}

/** Stores the choices in the address. */
function useChoicesInAddress(machine: ArchiveBrowserMachine): ArchiveBrowser {
  const { params, keep } = useAddress();
  const browser = useArchiveBrowser(machine, { template: params.get('template') ?? '', wip: params.get('wip') ?? '' });
  const { template, wip } = browser;
  const isKept = (params.get('template') ?? '') === template && (params.get('wip') ?? '') === wip;
  useEffect(() => {
    if (!isKept) keep({ template, wip });
  }, [isKept, template, wip, keep]);
  return browser;
}

function GettingStarted() {
  return (
    <Card as="section" level={2} title="Getting Started">
      <ol className={styles.hint}>
        <li>Select a template: the kind of document you are looking for.</li>
        <li>Select a WIP: one of the documents that were made of it.</li>
        <li>See its archives, the newest first, and view the content of each.</li>
      </ol>
    </Card>
  );
}
