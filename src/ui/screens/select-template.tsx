import { FilePlus2, FolderOpen } from 'lucide-react';
import type { FormEvent } from 'react';
import { paths } from '#config/paths.ts';
import { type TemplatePicker, useTemplatePicker } from '#ui/hooks/use-template-picker.ts';
import { Page, Panel } from '#ui/primitives/app-frame.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Card, CardGrid, Section } from '#ui/primitives/card.tsx';
import { Field, FieldStack } from '#ui/primitives/field.tsx';
import { PageHeader } from '#ui/primitives/page-header.tsx';
import { Select } from '#ui/primitives/select.tsx';
import { EmptyState } from '#ui/primitives/empty-state.tsx';
import { ErrorState } from '#ui/primitives/error-state.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Drawn } from './lists/drawn.tsx';
import { ListBar, NothingFound } from './lists/list-bar.tsx';
import { useList } from './lists/use-list.ts';
import { nameOf } from './shared/names.ts';
import { PageTitle } from './shared/page-title.tsx';
import { Link } from './shared/link.tsx';
import styles from './select-template.module.css';

const WIPS_HEADING = 'available-wips';
const TEMPLATES_COME_FROM = 'Whoever runs the server adds templates: HTML files with places to fill in.';

/** Section 2, select base template. */
export function SelectTemplateScreen() {
  const picker = useTemplatePicker();
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
    return (
      <ErrorState
        title="Error Loading Templates"
        message={message}
        actions={
          <Button variant="primary" onClick={retry}>
            Try Again
          </Button>
        }
      />
    );
  }
  if (templates.length === 0) return <EmptyState message="No templates available" hint={TEMPLATES_COME_FROM} />;
  return (
    <>
      <TemplateForm picker={picker} />
      {wipsPhase !== 'unasked' && (
        <Section title="Available Works in Progress" id={WIPS_HEADING}>
          <WipsOfChosen picker={picker} />
        </Section>
      )}
    </>
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
      <form className={styles.form} onSubmit={goOn} noValidate>
        <FieldStack>
          <Field label="Template" error={problem} required>
            <Select
              name="template"
              options={templates.map((template) => ({ value: template.uuid, label: nameOf(template) }))}
              value={chosen?.uuid ?? ''}
              onChange={choose}
              placeholder="Choose a template"
            />
          </Field>
          {chosen?.description && <p className={styles.description}>{chosen.description}</p>}
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
      {wipsPhase === 'failed' && (
        <ErrorState
          level={3}
          title="Error Loading WIPs"
          message={message}
          actions={<Button onClick={retry}>Try Again</Button>}
        />
      )}
      <ListBar list={list} noun="WIPs" />
      <Drawn of={list.sought} entries={list.shown}>
        {(drawn) => (
          <CardGrid labelledBy={WIPS_HEADING}>
            <Card
              icon={<FilePlus2 />}
              title="Create WIP"
              description={`Start a new document from ${nameOf(chosen)}.`}
              actions={
                <Link to={paths.form(chosen.uuid)} className={buttonClass({ variant: 'secondary' })}>
                  <FilePlus2 aria-hidden />
                  Create WIP
                </Link>
              }
            />
            {drawn.map((wip) => (
              <Card
                key={wip.uuid}
                look="wip"
                title={nameOf(wip)}
                description={wip.description}
                actions={
                  <Link
                    to={paths.wip(chosen.uuid, wip.uuid)}
                    className={buttonClass({ variant: 'secondary' })}
                    aria-label={`Open WIP: ${nameOf(wip)}`}
                  >
                    <FolderOpen aria-hidden />
                    Open WIP
                  </Link>
                }
              />
            ))}
          </CardGrid>
        )}
      </Drawn>
      {wips.length > 0 && list.shown.length === 0 && <NothingFound list={list} />}
    </>
  );
}
