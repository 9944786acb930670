import { FilePlus2, FolderOpen, MonitorPlay, Radio } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '#config/paths.ts';
import { useApp } from '#ui/hooks/app-context.ts';
import { useDashboard } from '#ui/hooks/use-dashboard.ts';
import { Page } from '#ui/primitives/app-frame.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Card, CardGrid, Section } from '#ui/primitives/card.tsx';
import { PageHeader } from '#ui/primitives/page-header.tsx';
import { EmptyState, ErrorState } from '#ui/primitives/states.tsx';
import { Skeleton } from '#ui/primitives/waiting.tsx';
import { Drawn } from './lists/drawn.tsx';
import { ListBar, NothingFound } from './lists/list-bar.tsx';
import { useList } from './lists/use-list.ts';
import { PageTitle } from './shared/page-title.tsx';
import { nameOf } from './shared/names.ts';

const LIVE_HEADING = 'view-live-docs';
const EDIT_HEADING = 'edit-docs';

type Templates = ReturnType<typeof useDashboard>['templates'];
const factsOf = (template: Templates[number]) => ({ name: nameOf(template), words: template.description ?? '' });

/** Section 2, dashboard. */
export function DashboardScreen() {
  const { phase, templates, message, retry } = useDashboard();
  const list = useList(templates, factsOf, 'name');
  if (phase === 'failed') {
    return (
      <Page>
        <PageTitle>Dashboard</PageTitle>
        <ErrorState
          level={1}
          title="Error Loading Dashboard"
          message={message}
          actions={
            <Button variant="primary" onClick={retry}>
              Try Again
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <Page>
      <PageTitle>Dashboard</PageTitle>
      <PageHeader title="Dashboard" subtitle="Watch what was submitted, or fill in a document." />
      {phase === 'loaded' && <ListBar list={list} noun="documents" />}
      <Section title="View Live Docs" id={LIVE_HEADING}>
        {phase === 'loading' ? (
          <Skeleton label="Loading documents" shape="cards" count={4} />
        ) : templates.length === 0 ? (
          <EmptyState message="No Live Docs Available" />
        ) : list.shown.length === 0 ? (
          <NothingFound list={list} />
        ) : (
          <Drawn key={list.sought} entries={list.shown}>
            {(drawn) => (
              <CardGrid labelledBy={LIVE_HEADING}>
                {list.sought.trim() === '' && <CommandDocs />}
                {drawn.map((template) => (
                  <Card
                    key={template.uuid}
                    look="live"
                    icon={<Radio />}
                    title={nameOf(template)}
                    description={template.description}
                    actions={<ViewLive to={paths.templateDashboard(template.uuid)} name={nameOf(template)} />}
                  />
                ))}
              </CardGrid>
            )}
          </Drawn>
        )}
      </Section>
      <Section title="Edit Docs" id={EDIT_HEADING}>
        {phase === 'loading' ? (
          <Skeleton label="Loading documents" shape="cards" count={4} />
        ) : templates.length === 0 ? (
          <EmptyState
            message="No Documents Available"
            actions={
              <Link to={paths.selectTemplate()} className={buttonClass({ variant: 'primary' })}>
                <FilePlus2 aria-hidden />
                Create Document
              </Link>
            }
          />
        ) : list.shown.length === 0 ? (
          <NothingFound list={list} />
        ) : (
          <Drawn key={list.sought} entries={list.shown}>
            {(drawn) => (
              <CardGrid labelledBy={EDIT_HEADING}>
                {drawn.map((template) => (
                  <Card
                    key={template.uuid}
                    title={nameOf(template)}
                    actions={
                      <>
                        <Link
                          to={paths.form(template.uuid)}
                          className={buttonClass({ variant: 'secondary' })}
                          aria-label={`New: ${nameOf(template)}`}
                        >
                          <FilePlus2 aria-hidden />
                          New
                        </Link>
                        <Link
                          to={paths.openWip(template.uuid)}
                          className={buttonClass({ variant: 'quiet' })}
                          aria-label={`edit WIPs: ${nameOf(template)}`}
                        >
                          <FolderOpen aria-hidden />
                          edit WIPs
                        </Link>
                      </>
                    }
                  />
                ))}
              </CardGrid>
            )}
          </Drawn>
        )}
      </Section>
    </Page>
  );
}

function CommandDocs() {
  const [left, right] = useApp().env.commandTemplates;
  return (
    <Card
      look="live"
      icon={<MonitorPlay />}
      title="Command Docs"
      description="Two documents side by side, for the wall of the command post."
      actions={<ViewLive to={paths.multipleDashboard(left, right)} name="Command Docs" />}
    />
  );
}

function ViewLive({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} className={buttonClass({ variant: 'secondary' })} aria-label={`View Live: ${name}`}>
      <MonitorPlay aria-hidden />
      View Live
    </Link>
  );
}
