import { ArrowDown, FilePlus2, FolderOpen, MonitorPlay, Radio } from 'lucide-react';
import { paths } from '#config/paths.ts';
import { useApp } from '#ui/hooks/app-context.ts';
import { useDashboard } from '#ui/hooks/use-dashboard.ts';
import { Page } from '#ui/primitives/app-frame.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Card, CardGrid, Section } from '#ui/primitives/card.tsx';
import { classNames } from '#ui/primitives/class-names.ts';
import { PageHeader } from '#ui/primitives/page-header.tsx';
import { EmptyState } from '#ui/primitives/empty-state.tsx';
import { ErrorState } from '#ui/primitives/error-state.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Drawn } from './lists/drawn.tsx';
import { ListBar, NothingFound } from './lists/list-bar.tsx';
import { useList } from './lists/use-list.ts';
import { PageTitle } from './shared/page-title.tsx';
import { nameOf } from './shared/names.ts';
import { Link } from './shared/link.tsx';
import styles from './dashboard.module.css';

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
  const header = (
    <>
      <PageTitle>Dashboard</PageTitle>
      <PageHeader title="Dashboard" subtitle="Watch what was submitted, or fill in a document." />
    </>
  );
  if (phase === 'loading') {
    return (
      <Page>
        {header}
        {/* How many there are, and whether they can be searched, nobody knows yet: no heading that would have to move. */}
        <Skeleton label="Loading documents" shape="cards" count={8} />
      </Page>
    );
  }
  return (
    <Page>
      {header}
      <ListBar list={list} noun="documents" />
      <Section title="View Live Docs" id={LIVE_HEADING} aside={list.shown.length > 2 && <ToEditDocs />}>
        {templates.length === 0 ? (
          <EmptyState message="No Live Docs Available" />
        ) : list.shown.length === 0 ? (
          <NothingFound list={list} />
        ) : (
          <Drawn of={list.sought} entries={list.shown}>
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
        {templates.length === 0 ? (
          <EmptyState
            message="No Documents Available"
            hint={<FirstSteps />}
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
          <Drawn of={list.sought} entries={list.shown}>
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

/** On a phone what can be filled in stands windows below: a way there that needs no scrolling. */
function ToEditDocs() {
  return (
    <a href={`#${EDIT_HEADING}`} className={classNames(buttonClass({ variant: 'quiet', size: 'small' }), styles.jump)}>
      <ArrowDown aria-hidden />
      Edit Docs
    </a>
  );
}

/** What a new installation is told: from nothing to a document on the wall. */
function FirstSteps() {
  return (
    <ol className={styles.steps}>
      <li>
        <strong>Add a template.</strong> A template is an HTML file with places to fill in. Whoever runs the server adds
        it, or the examples that come with it.
      </li>
      <li>
        <strong>Fill it in.</strong> Choose New, type into the marked places, and save it under a name.
      </li>
      <li>
        <strong>Put it on the wall.</strong> Submit it: every screen that shows its dashboard changes by itself.
      </li>
    </ol>
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
