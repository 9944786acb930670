import { ArrowLeft, Eye, RefreshCw } from 'lucide-react';
import { memo, type ReactNode, useEffect, useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FRAME_HEIGHT } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import type { DocumentFrameCommands } from '#ui/hooks/use-document-frame.ts';
import { type ArchiveBrowser, type ListPhase, useArchiveBrowser } from '#ui/hooks/use-archive-browser.ts';
import { Page } from '#ui/primitives/app-frame.tsx';
import { Banner } from '#ui/primitives/banner.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Card, CardGrid, Section } from '#ui/primitives/card.tsx';
import { DescriptionList } from '#ui/primitives/description-list.tsx';
import { Dialog, DialogActions } from '#ui/primitives/dialog.tsx';
import { Field, FieldRow } from '#ui/primitives/field.tsx';
import { NativeSelect } from '#ui/primitives/native-select.tsx';
import { PageHeader } from '#ui/primitives/page-header.tsx';
import { Select } from '#ui/primitives/select.tsx';
import { EmptyState } from '#ui/primitives/empty-state.tsx';
import { StepIndicator } from '#ui/primitives/step-indicator.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { LiveDocument, PrintButton } from './shared/document-frame.tsx';
import { Drawn } from './lists/drawn.tsx';
import { ListBar, NothingFound } from './lists/list-bar.tsx';
import { useList } from './lists/use-list.ts';
import { Moment, momentText } from './shared/moment.tsx';
import { nameOf } from './shared/names.ts';
import { PageTitle } from './shared/page-title.tsx';
import { Link } from './shared/link.tsx';
import styles from './archives.module.css';

const STEPS = ['Select a template', 'Select a WIP', 'View its archives'];
const ARCHIVES_HEADING = 'archives-of-wip';

/** Section 2, archives: three steps, and one submission's content in a window. */
export function ArchivesScreen() {
  const browser = useChoicesInAddress();
  const { template, wip, refreshing, refresh } = browser;
  const step = template === '' ? 0 : wip === '' ? 1 : 2;
  return (
    <Page>
      <PageTitle>Archives</PageTitle>
      <PageHeader
        title="Archives"
        subtitle="What was submitted, as it was submitted."
        actions={
          <>
            <Button icon={<RefreshCw />} busy={refreshing} busyLabel="Refreshing" onClick={refresh}>
              Refresh
            </Button>
            <Link to={paths.dashboard()} className={buttonClass({ variant: 'quiet' })}>
              <ArrowLeft aria-hidden />
              Back to Dashboard
            </Link>
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

/** The choices are kept in the address, so that going back, reloading or sending the link finds them again. */
function useChoicesInAddress(): ArchiveBrowser {
  const [params, setParams] = useSearchParams();
  const browser = useArchiveBrowser({ template: params.get('template') ?? '', wip: params.get('wip') ?? '' });
  const { template, wip } = browser;
  const isKept = (params.get('template') ?? '') === template && (params.get('wip') ?? '') === wip;
  useEffect(() => {
    if (isKept) return;
    setParams(
      (before) => {
        for (const [name, value] of Object.entries({ template, wip })) {
          if (value === '') before.delete(name);
          else before.set(name, value);
        }
        return before;
      },
      { replace: true },
    );
  }, [isKept, template, wip, setParams]);
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
              options={templates.map((entry) => ({ value: entry.uuid, label: nameOf(entry) }))}
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
            <NativeSelect name="wip" value={wip} onChange={(event) => browser.chooseWip(event.target.value)}>
              <option value="">Choose a WIP</option>
              {wips.map((entry) => (
                <option key={entry.uuid} value={entry.uuid}>
                  {nameOf(entry)}
                </option>
              ))}
            </NativeSelect>
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

const Awaited = ({ label }: { label: string }) => <Skeleton label={label} shape="lines" count={1} />;

function ArchivesOfWip({ browser }: { browser: ArchiveBrowser }) {
  const { archives, archivesPhase, messages, noArchives, retry, viewContent } = browser;
  return (
    <Section title="Submitted archives" id={ARCHIVES_HEADING}>
      <ListState
        phase={archivesPhase}
        count={archives.length}
        message={messages.archives}
        waiting="Loading archives"
        empty={noArchives}
        onRetry={retry}
      >
        <ArchiveCards archives={archives} onView={viewContent} />
      </ListState>
    </Section>
  );
}

const factsOf = (archive: ArchiveBrowser['archives'][number]) => ({
  name: nameOf(archive),
  words: `${archive.submittedOn === null ? '' : momentText(archive.submittedOn)} ${archive.format ?? ''} ${archive.uuid}`,
  date: archive.submittedOn,
});

type ArchiveCardsProps = { archives: ArchiveBrowser['archives']; onView: (archive: string) => void };

function ArchiveCards({ archives, onView }: ArchiveCardsProps) {
  const list = useList(archives, factsOf, 'newest');
  return (
    <>
      <ListBar list={list} noun="archives" sorts={['newest', 'name']} />
      {list.shown.length === 0 ? (
        <NothingFound list={list} />
      ) : (
        <Drawn of={`${list.sort} ${list.sought}`} entries={list.shown}>
          {(drawn) => (
            <CardGrid labelledBy={ARCHIVES_HEADING}>
              {drawn.map((archive) => (
                <ArchiveCard key={archive.uuid} archive={archive} onView={onView} />
              ))}
            </CardGrid>
          )}
        </Drawn>
      )}
    </>
  );
}

type ArchiveCardProps = { archive: ArchiveBrowser['archives'][number]; onView: (archive: string) => void };

/** Drawn anew when the archive is another one, and not at every key in the search. */
const ArchiveCard = memo(function ArchiveCard({ archive, onView }: ArchiveCardProps) {
  // The archives of one WIP often have one name: the facts tell the buttons apart.
  const facts = useId();
  return (
    <Card
      title={nameOf(archive)}
      actions={
        <Button
          icon={<Eye />}
          aria-label={`View Content: ${nameOf(archive)}`}
          aria-describedby={facts}
          onClick={() => onView(archive.uuid)}
        >
          View Content
        </Button>
      }
    >
      <div id={facts}>
        <Facts archive={archive} />
      </div>
    </Card>
  );
});

type ArchiveFacts = { readonly uuid: string; readonly format: string | null; readonly submittedOn: number | null };

function Facts({ archive: { uuid, format, submittedOn } }: { archive: ArchiveFacts }) {
  return (
    <DescriptionList
      items={[
        { term: 'Submitted', value: submittedOn === null ? null : <Moment at={submittedOn} /> },
        { term: 'Format', value: format?.toUpperCase() },
        { term: 'UUID', value: uuid },
      ]}
    />
  );
}

function ArchiveContent({ browser }: { browser: ArchiveBrowser }) {
  const { opened, detail, contentPhase, messages, retryContent, closeContent } = browser;
  const [commands, connect] = useState<DocumentFrameCommands | null>(null);
  const name = nameOf({ name: detail?.name ?? opened?.name ?? null });
  return (
    <Dialog open={contentPhase !== 'closed'} onClose={closeContent} title={name} size="large">
      {opened && (
        <Facts
          archive={{
            uuid: opened.uuid,
            format: detail?.format ?? opened.format,
            submittedOn: detail?.submittedOn ?? opened.submittedOn,
          }}
        />
      )}
      {contentPhase === 'failed' && (
        <Banner
          tone="error"
          actions={
            <Button size="small" onClick={retryContent}>
              Try Again
            </Button>
          }
        >
          {messages.content}
        </Banner>
      )}
      {contentPhase === 'loading' && (
        <div style={{ minBlockSize: FRAME_HEIGHT.archiveModal }}>
          <Skeleton label="Loading the archive" shape="frame" />
        </div>
      )}
      {contentPhase === 'loaded' && detail && (
        <Content html={detail.content} title={name} connect={connect} onClose={closeContent} />
      )}
      <DialogActions>
        {commands && <PrintButton commands={commands} />}
        <Button variant="primary" onClick={closeContent}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type ContentProps = {
  html: string;
  title: string;
  connect: (commands: DocumentFrameCommands | null) => void;
  /** Escape was pressed inside the document. */
  onClose: () => void;
};

function Content({ html, title, connect, onClose }: ContentProps) {
  if (html.trim() === '') return <EmptyState message="This archive has no content." />;
  return (
    <LiveDocument
      html={html}
      title={title}
      height={FRAME_HEIGHT.archiveModal}
      connect={connect}
      onHotkey={(key) => {
        if (key === 'close') onClose();
      }}
    />
  );
}

type ListStateProps = {
  phase: ListPhase;
  count: number;
  message: string | null;
  /** What is awaited, in words, where this is its place. */
  waiting?: string;
  /** What is said when there is nothing. */
  empty: string;
  onRetry: () => void;
  children?: ReactNode;
};

/** A list that is not there, comes, failed or is empty. While it is asked for again the one before stays. */
function ListState({ phase, count, message, waiting, empty, onRetry, children }: ListStateProps) {
  if (phase === 'unasked') return null;
  if (phase === 'loading' && count === 0) return waiting !== undefined && <Awaited label={waiting} />;
  if (phase === 'loaded' && count === 0) return <EmptyState message={empty} />;
  return (
    <>
      {phase === 'failed' && (
        <Banner
          tone="error"
          actions={
            <Button size="small" onClick={onRetry}>
              Try Again
            </Button>
          }
        >
          {message}
        </Banner>
      )}
      {count > 0 && children}
    </>
  );
}
