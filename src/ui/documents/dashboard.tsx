import { ArrowDown, ArrowRight, FilePlus2, MonitorPlay } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { paths } from '#common/config/paths.ts';
import { SetUpContext } from '#ui/set-up/set-up-context.ts';
import { isReader, useAuth, useCommandDocs } from '#ui/session/use-auth.ts';
import { type KeptList, type UnsavedListMachine, useUnsavedList } from '#ui/unsaved/use-unsaved-list.ts';
import { type DashboardMachine, type NewestArchivesView, useDashboard } from '#ui/documents/use-dashboard.ts';
import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { buttonClass } from '#ui/primitives/forms/button.tsx';
import { Card, Section } from '#ui/primitives/layout/card.tsx';
import { classNames } from '#ui/primitives/class-names.ts';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { ListBar } from '../lists/list-bar.tsx';
import { ListCards } from '../lists/list-cards.tsx';
import { useList } from '../lists/use-list.ts';
import { Failure } from '../shared/failure.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { nameOf } from '../shared/names.ts';
import { UnsavedDocuments } from '../unsaved/unsaved-documents.tsx';
import { ButtonLink, Link } from '../shared/link.tsx';
import { TemplatesComeFrom } from '../lists/templates-come-from.tsx';
import { redirectedFrom } from '../session/redirected.ts';
import { screenAt } from './screen-at.ts';
import styles from './dashboard.module.css';
import { createContext, type CSSProperties, type ReactNode, use, useMemo } from 'react';
import { AGE_OLD } from '#common/config/constants.ts';
import { agoText } from '../shared/age-text.ts';

const CONTINUE_HEADING = 'continue';
const LIVE_HEADING = 'view-live-docs';
const EDIT_HEADING = 'edit-docs';
const WIP_HINT = 'WIP: a saved document that you can still change.';

/** Names of the second section and its links: a user who may not save gets no links for editing. */
const TO_WRITE = { docs: 'Edit Docs', base: 'New', wips: 'edit WIPs' };
const TO_READ = { docs: 'Read Docs', base: 'View', wips: 'view WIPs' };

type Templates = ReturnType<typeof useDashboard>['templates'];
const factsOf = (template: Templates[number]) => ({ name: nameOf(template), words: template.description ?? '' });

/** The dashboard (`s2.dashboard.*`). */
export function DashboardScreen({ machine, unsaved }: { machine: DashboardMachine; unsaved: UnsavedListMachine }) {
  const { phase, templates, message, retry, newestArchives } = useDashboard(machine);
  const wayBack = useWayBack();
  const kept = useUnsavedList(unsaved);
  const setUp = use(SetUpContext);
  const isAwaited = phase === 'loading' || (phase === 'loaded' && kept.isAwaited);
  return (
    <Page>
      <PageTitle>Dashboard</PageTitle>
      {phase === 'failed' ? (
        <Failure level={1} title="Error Loading Dashboard" message={message} onRetry={retry} />
      ) : (
        <PageHeader
          title="Dashboard"
          subtitle="See what is live, or write."
          actions={
            wayBack ? (
              <ButtonLink to={wayBack.to} icon={ArrowRight} variant="primary">
                {`Continue to ${wayBack.name}`}
              </ButtonLink>
            ) : undefined
          }
        />
      )}
      {phase === 'loaded' && setUp}
      <UnsavedDocuments kept={kept.documents} />
      <Continue kept={kept} />
      {/* No heading yet: a search bar that appears later would move it. */}
      {isAwaited && <Skeleton label="Loading documents" shape="cards" count={8} />}
      {phase === 'loaded' && !isAwaited && (
        <NewestArchivesProvider newestArchives={newestArchives}>
          <Documents templates={templates} />
        </NewestArchivesProvider>
      )}
    </Page>
  );
}

function Documents({ templates }: { templates: Templates }) {
  const list = useList(templates, factsOf, 'name');
  const words = isReader(useAuth().user) ? TO_READ : TO_WRITE;
  return (
    <>
      <ListBar list={list} noun="documents" />
      <div className={styles.sections}>
        <Section
          title="View Live Docs"
          id={LIVE_HEADING}
          aside={list.shown.length > 2 && <ToEditDocs name={words.docs} />}
        >
          {templates.length === 0 ? (
            <EmptyState message="No Live Docs Available" />
          ) : (
            <ListCards list={list} labelledBy={LIVE_HEADING} first={list.sought.trim() === '' && <CommandDocs />}>
              {(template) => (
                <Card
                  key={template.uuid}
                  title={nameOf(template)}
                  description={template.description}
                  actions={<ViewLive to={paths.templateDashboard(template.uuid)} name={nameOf(template)} />}
                >
                  <OnTheWall templates={[template.uuid]} />
                </Card>
              )}
            </ListCards>
          )}
        </Section>
        <Section title={words.docs} id={EDIT_HEADING} hint={templates.length > 0 ? WIP_HINT : undefined}>
          {templates.length === 0 ? (
            <EmptyState
              message="No Documents Available"
              hint={<FirstSteps />}
              actions={
                <ButtonLink to={paths.selectTemplate()} icon={FilePlus2} variant="primary">
                  Create Document
                </ButtonLink>
              }
            />
          ) : (
            <ListCards list={list} labelledBy={EDIT_HEADING}>
              {(template) => (
                <Card
                  key={template.uuid}
                  title={nameOf(template)}
                  actions={
                    <>
                      <ButtonLink to={paths.form(template.uuid)} aria-label={`${words.base}: ${nameOf(template)}`}>
                        {words.base}
                      </ButtonLink>
                      <ButtonLink
                        to={paths.openWip(template.uuid)}
                        variant="quiet"
                        aria-label={`${words.wips}: ${nameOf(template)}`}
                      >
                        {words.wips}
                      </ButtonLink>
                    </>
                  }
                />
              )}
            </ListCards>
          )}
        </Section>
      </div>
    </>
  );
}

/** A link to the second section: on a phone it is screens below. */
function ToEditDocs({ name }: { name: string }) {
  return (
    <a href={`#${EDIT_HEADING}`} className={classNames(buttonClass({ variant: 'quiet', size: 'small' }), styles.jump)}>
      <ArrowDown aria-hidden />
      {name}
    </a>
  );
}

/** Shown on a new installation: the steps from nothing to a document on the wall. */
function FirstSteps() {
  return (
    <ol className={styles.steps}>
      <li>
        <strong>Add a template.</strong> A template is an HTML file with places to fill in. <TemplatesComeFrom />
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
  const [left, right] = useCommandDocs();
  return (
    <Card
      icon={<MonitorPlay />}
      title="Command Docs"
      description="Two documents side by side, for the wall of the command post."
      actions={<ViewLive to={paths.multipleDashboard(left, right)} name="Command Docs" />}
    >
      <OnTheWall templates={[left, right]} />
    </Card>
  );
}

function ViewLive({ to, name }: { to: string; name: string }) {
  return (
    <ButtonLink to={to} variant="quiet" aria-label={`View Live: ${name}`}>
      View Live
    </ButtonLink>
  );
}

/** Links to the documents that this user opened last in this browser; empty if there are none. */
function Continue({ kept: { recent, documents } }: { readonly kept: KeptList }) {
  if (recent.length === 0) return null;
  const unsaved = new Set(documents.map(({ place }) => place?.wip));
  return (
    <Section title="Continue" id={CONTINUE_HEADING}>
      {/* WebKit drops the list semantics of a list without markers unless the role is written out. */}
      <ul role="list" className={styles.recent} aria-labelledby={CONTINUE_HEADING}>
        {recent.map(({ template, wip, name, templateName }) => (
          <li key={wip}>
            <Link to={paths.wip(template, wip)} className={styles.recentLink}>
              <span className={styles.recentWords}>
                <bdi className={styles.recentName}>{name.trim() || 'Untitled'}</bdi>{' '}
                <span className={styles.recentHint}>
                  <bdi>{templateName}</bdi>
                  {unsaved.has(wip) && <strong>{' · not saved'}</strong>}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The link's name of each screen; there is none to the others. */
const NAMES: Readonly<Record<string, string>> = {
  'select-template': 'Templates',
  'wip-list': 'the list of WIPs',
  editor: 'your document',
  archives: 'Archives',
  'user-admin': 'User Management',
  'wip-dashboard': 'the live dashboard',
  'template-dashboard': 'the live dashboard',
  'command-dashboard': 'the command dashboard',
  'kept-board': 'the board',
  boards: 'Boards',
  'board-form': 'the board',
  displays: 'Displays',
  people: 'People',
  templates: 'Manage Templates',
  audit: 'Audit',
  'set-up': 'Set up',
  account: 'Account',
};

/** Link to the page that required a sign-in, after it, or null. */
function useWayBack(): { to: string; name: string } | null {
  const to = redirectedFrom(useLocation().state);
  if (to === null) return null;
  const name = NAMES[screenAt(new URL(to, window.location.origin).pathname) ?? ''];
  return name === undefined ? null : { to, name };
}

type Newest = NonNullable<NewestArchivesView['answer']>['newest'][number];
type Known = Pick<NewestArchivesView, 'isKnown' | 'isUnknown'> & {
  at: number;
  byTemplate: ReadonlyMap<string, Newest>;
};

const Known = createContext<Known | null>(null);

/** Provides the newest archives to the cards. */
function NewestArchivesProvider({
  newestArchives: { answer, isKnown, isUnknown },
  children,
}: {
  newestArchives: NewestArchivesView;
  children: ReactNode;
}) {
  const known = useMemo(
    () => ({
      isKnown,
      isUnknown,
      at: answer?.at ?? 0,
      byTemplate: new Map(answer?.newest.map((one) => [one.template, one])),
    }),
    [answer, isKnown, isUnknown],
  );
  return <Known value={known}>{children}</Known>;
}

/** Current content of the live views of some templates, and its time. Its room is reserved from the beginning. */
function OnTheWall({ templates }: { templates: readonly string[] }) {
  const known = use(Known);
  return (
    <div className={styles.wall} style={{ '--facts': templates.length } as CSSProperties}>
      {known?.isUnknown && <p>Not known whether anything is live: the server was not reached.</p>}
      {known?.isKnown &&
        templates.map((template) => <Shown key={template} at={known.at} newest={known.byTemplate.get(template)} />)}
    </div>
  );
}

function Shown({ at, newest }: { at: number; newest: Newest | undefined }) {
  const archive = newest?.archive;
  if (!archive) return <p>Nothing submitted yet</p>;
  const { submittedOn, submittedBy } = archive;
  const age = submittedOn === null ? null : Math.max(0, at - submittedOn);
  return (
    <p title={nameOf(archive)}>
      {age !== null && (
        <>
          <span data-old={age >= AGE_OLD || undefined}>{agoText(Math.floor(age / 60_000))}</span>
          {' · '}
        </>
      )}
      <bdi>{nameOf(archive)}</bdi>
      {submittedBy && (
        <>
          {' by '}
          <bdi>{submittedBy}</bdi>
        </>
      )}
    </p>
  );
}
