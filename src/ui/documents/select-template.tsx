import { FilePlus2, FolderOpen } from 'lucide-react';
import type { FormEvent } from 'react';
import { paths } from '#common/config/paths.ts';
import {
  type TemplatePicker,
  useTemplatePicker,
  type TemplatePickerMachine,
} from '#ui/documents/use-template-picker.ts';
import { Page, Panel } from '#ui/primitives/layout/app-frame.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Card, Section } from '#ui/primitives/layout/card.tsx';
import { Field, FieldStack } from '#ui/primitives/forms/field.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { Select } from '#ui/primitives/forms/select.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { ListBar } from '../lists/list-bar.tsx';
import { ListCards } from '../lists/list-cards.tsx';
import { useList } from '../lists/use-list.ts';
import { Failure } from '../shared/failure.tsx';
import { nameOf, optionsOf } from '../shared/names.ts';
import { PageTitle } from '../shared/page-title.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { TemplatesComeFrom } from '../lists/templates-come-from.tsx';
import { WipFacts } from './wip-facts.tsx';
import styles from './select-template.module.css';

const WIPS_HEADING = 'available-wips';

/** The choice of a base template (`s2.select.*`). */
export function SelectTemplateScreen({ machine }: { machine: TemplatePickerMachine }) {
  const picker = useTemplatePicker(machine);
  return (
    <Page>
      <PageTitle>Select Base Template</PageTitle>
      <PageHeader title="Select Base Template" subtitle="Every document starts from a template." />
      <Body picker={picker} />
    </Page>
  );
}

function Body({ picker }: { picker: TemplatePicker }) {
  const { phase, templates, message, retry, wipsPhase } = picker;
  if (phase === 'loading') return <Skeleton label="Loading templates" shape="lines" />;
  if (phase === 'failed') {
    return <Failure title="Error Loading Templates" message={message} onRetry={retry} />;
  }
  if (templates.length === 0) {
    return (
      <EmptyState
        message="No templates available"
        hint={
          <>
            A template is an HTML file with places to fill in. <TemplatesComeFrom />
          </>
        }
      />
    );
  }
  return (
    <div className={styles.picker}>
      <TemplateForm picker={picker} />
      {wipsPhase === 'unasked' ? (
        <EmptyState message="Choose a template to see its works in progress." />
      ) : (
        <Section title="Available Works in Progress" id={WIPS_HEADING}>
          <WipsOfChosen picker={picker} />
        </Section>
      )}
    </div>
  );
}

function TemplateForm({ picker }: { picker: TemplatePicker }) {
  const { templates, chosen, problem, busy, choose, submit } = picker;
  const goOn = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    submit();
    if (!chosen) event.currentTarget.querySelector<HTMLElement>('[role=combobox]')?.focus();
  };
  return (
    <Panel>
      <form onSubmit={goOn} noValidate>
        <FieldStack>
          <Field label="Template" error={problem} required>
            <Select
              name="template"
              options={optionsOf(templates)}
              value={chosen?.uuid ?? ''}
              onChange={choose}
              placeholder="Choose a template"
            />
          </Field>
          {chosen?.description && (
            <p dir="auto" className={styles.description}>
              {chosen.description}
            </p>
          )}
          <div>
            <Button type="submit" variant="primary" busy={busy} busyLabel="Opening the template">
              Select Template
            </Button>
          </div>
        </FieldStack>
      </form>
    </Panel>
  );
}

const factsOf = (wip: TemplatePicker['wips'][number]) => ({ name: nameOf(wip), words: wip.description ?? '' });

function WipsOfChosen({ picker }: { picker: TemplatePicker }) {
  const { chosen, wips, wipsPhase, message, retry } = picker;
  const list = useList(wips, factsOf, 'name');
  if (!chosen) return null;
  if (wipsPhase === 'loading') return <Skeleton label="Loading works in progress" shape="cards" />;
  return (
    <>
      {wipsPhase === 'failed' && <Failure level={3} title="Error Loading WIPs" message={message} onRetry={retry} />}
      <ListBar list={list} noun="WIPs" />
      <ListCards
        list={list}
        labelledBy={WIPS_HEADING}
        first={
          <Card
            icon={<FilePlus2 />}
            title="Create WIP"
            description={`Start a new document from ${nameOf(chosen)}.`}
            actions={
              <ButtonLink to={paths.form(chosen.uuid)} icon={FilePlus2}>
                Create WIP
              </ButtonLink>
            }
          />
        }
      >
        {(wip) => (
          <Card
            key={wip.uuid}
            title={nameOf(wip)}
            description={wip.description}
            actions={
              <ButtonLink
                to={paths.wip(chosen.uuid, wip.uuid)}
                icon={FolderOpen}
                aria-label={`Open WIP: ${nameOf(wip)}`}
              >
                Open WIP
              </ButtonLink>
            }
          >
            <WipFacts wip={wip} />
          </Card>
        )}
      </ListCards>
    </>
  );
}
