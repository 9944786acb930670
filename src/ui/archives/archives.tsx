import { FileClock, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { paths } from '#common/config/paths.ts';
import {
  type ArchiveBrowser,
  type ArchiveBrowserMachine,
  useArchiveBrowser,
} from '#ui/archives/use-archive-browser.ts';
import { hasCapability, useAuth } from '#ui/session/use-auth.ts';
import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Card } from '#ui/primitives/layout/card.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { StepIndicator } from '#ui/primitives/feedback/step-indicator.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { useAddress } from '../shared/use-address.ts';
import { BackLink, ButtonLink } from '../shared/link.tsx';
import { ArchivesOfWip } from './archive-cards.tsx';
import { ArchiveContent } from './archive-content.tsx';
import { Field, FieldRow } from '#ui/primitives/forms/field.tsx';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import { Select } from '#ui/primitives/forms/select.tsx';
import { dayText } from '../shared/moment.tsx';
import { nameOf, optionsOf } from '../shared/names.ts';
import { ListState, Awaited } from './list-state.tsx';
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
            {hasCapability(useAuth().user, 'records') && (
              <ButtonLink to={paths.records(wip === '' ? {} : { wip })} icon={FileClock}>
                Records
              </ButtonLink>
            )}
            <BackLink to={paths.dashboard()}>Back to Dashboard</BackLink>
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

/** The first two steps: a template, and one of its WIPs. */
function Choices({ browser }: { browser: ArchiveBrowser }) {
  const { template, templates, templatesPhase, wip, wips, wipsPhase, messages, retry } = browser;
  return (
    <form className={styles.choices} onSubmit={(event) => event.preventDefault()}>
      <FieldRow>
        {templatesPhase === 'loading' && templates.length === 0 && <Awaited label="Loading templates" />}
        {templates.length > 0 && (
          <Field label="Template">
            <Select
              name="template"
              options={optionsOf(templates)}
              value={template}
              onChange={browser.chooseTemplate}
              placeholder="Choose a template"
            />
          </Field>
        )}
        {wipsPhase === 'loading' && wips.length === 0 && <Awaited label="Loading works in progress" />}
        {wips.length > 0 && (
          <Field label="WIP">
            {/* The browser's own: there may be thousands. */}
            <NativeSelect
              name="wip"
              options={optionsOf(wips.filter(({ deletedOn }) => deletedOn === null))}
              apart={{ label: 'Deleted', options: deletedOptions(wips) }}
              value={wip}
              onChange={(event) => browser.chooseWip(event.target.value)}
              placeholder="Choose a WIP"
            />
          </Field>
        )}
      </FieldRow>
      <ListState
        phase={templatesPhase}
        count={templates.length}
        message={messages.templates}
        empty="No templates available"
        onRetry={retry}
      />
      <ListState
        phase={wipsPhase}
        count={wips.length}
        message={messages.wips}
        empty="No WIPs found for this template. Create one by editing the base template and saving it."
        onRetry={retry}
      />
    </form>
  );
}

/** The deleted WIPs, the last deleted first. Each label contains that too: the chosen one is shown without the others. */
const deletedOptions = (wips: ArchiveBrowser['wips']) =>
  wips
    .flatMap((wip) => (wip.deletedOn === null ? [] : [{ ...wip, at: wip.deletedOn }]))
    .sort((a, b) => b.at - a.at)
    .map((wip) => ({ value: wip.uuid, label: `${nameOf(wip)} (deleted ${dayText(wip.at)})` }));
