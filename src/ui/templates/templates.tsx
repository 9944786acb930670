import { lazy, Suspense, useEffect, useRef } from 'react';
import {
  calledOf,
  publishedText,
  type TemplateAdmin,
  type TemplateAdminMachine,
  useTemplateAdmin,
} from '#ui/templates/use-template-admin.ts';
import { ConfirmDialog } from '#ui/primitives/overlays/alert-dialog.tsx';
import { BannerSlot } from '#ui/primitives/feedback/banner.tsx';
import { OutcomeSlot } from '#ui/primitives/feedback/outcome-slot.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { CardList, Section } from '#ui/primitives/layout/card.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { ListBar } from '../lists/list-bar.tsx';
import { ListCards } from '../lists/list-cards.tsx';
import { useList } from '../lists/use-list.ts';
import { Failure } from '../shared/failure.tsx';
import { Dismissible } from '../shared/dismissible.tsx';
import { JobProgress } from '../lists/job-progress.tsx';
import { TemplateRow } from './template-row.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { AdminPage } from '../session/admin-page.tsx';

/** Loaded on request: most templates do not need it. */
const Workshop = lazy(async () => ({ default: (await import('./workshop.tsx')).Workshop }));

const HEADING = 'templates-offered';
const REMOVED = 'templates-removed';

/** The templates as an administrator sees them. Requests nothing if the user may not see them, or if the host has none. */
export function TemplatesScreen({ machine }: { machine: TemplateAdminMachine }) {
  return (
    <AdminPage screen="templates" title="Manage Templates" may="can manage templates">
      <Templates machine={machine} />
    </AdminPage>
  );
}

function Templates({ machine }: { machine: TemplateAdminMachine }) {
  const admin = useTemplateAdmin(machine);
  const { upload, templates, listMessage, loading, question, message, success, publishing } = admin;
  const title = useRef<HTMLHeadingElement>(null);
  const isLoaded = !loading && listMessage === null;
  const { marking, actor, place } = upload;
  const end = publishing && publishedText(publishing);
  const ended = end !== null && (
    <Dismissible
      tone={publishing?.state === 'done' ? 'success' : 'error'}
      onDismiss={() => admin.request({ kind: 'forgetPublishing' })}
    >
      {end}
    </Dismissible>
  );
  useEffect(() => {
    // The upload has closed, and its buttons with it.
    if (!upload.isOpen && document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [upload.isOpen]);
  if (marking && actor)
    return (
      <Suspense fallback={<Skeleton label="Opening the workshop" shape="lines" count={6} />}>
        <Workshop upload={actor} place={place} />
      </Suspense>
    );
  return (
    <>
      <PageHeader
        title="Manage Templates"
        titleRef={title}
        subtitle="The HTML files with places to fill in, from which documents are made."
        actions={
          isLoaded && (
            <Button
              variant={upload.isOpen || templates.length === 0 ? 'secondary' : 'primary'}
              aria-expanded={upload.isOpen && upload.replaces === null}
              onClick={() => (upload.isOpen && upload.replaces === null ? upload.close() : upload.open(null))}
            >
              New Template
            </Button>
          )
        }
      />
      {publishing?.state === 'running' && (
        <JobProgress job={publishing} doing="Adding templates" then="how it ended is shown here" />
      )}
      <BannerSlot placement="inline" {...{ [publishing?.state === 'done' ? 'status' : 'alert']: ended }} />
      {upload.isOpen && (
        <UploadPanel key={upload.replaces?.uuid ?? ''} upload={upload} mayOfferToAll={admin.mayOfferToAll} />
      )}
      <OutcomeSlot placement="toast" message={message} success={success} />
      {loading && <Skeleton label="Loading templates" shape="lines" count={6} />}
      {listMessage !== null && !loading && (
        <Failure title="Error Loading Templates" message={listMessage} onRetry={admin.retry} />
      )}
      {isLoaded && <Lists admin={admin} />}
      <ConfirmDialog
        open={admin.isAsking}
        message={question?.text ?? ''}
        confirmLabel={question?.confirm ?? ''}
        onConfirm={admin.confirm}
        onCancel={admin.cancel}
        returnFocus={title}
      />
    </>
  );
}

type Template = TemplateAdmin['templates'][number];

const factsOf = (template: Template) => ({
  name: calledOf(template),
  words: `${template.file_name ?? ''} ${template.description ?? ''}`,
});

function Lists({ admin }: { admin: TemplateAdmin }) {
  const { templates, upload } = admin;
  const offered = templates.filter(({ removed_on }) => removed_on === null);
  const removed = templates.filter(({ removed_on }) => removed_on !== null);
  return (
    <>
      {offered.length === 0 && (
        <EmptyState
          message={removed.length === 0 ? 'There is no template yet.' : 'All templates are removed.'}
          hint="Take those that come with Ready, for a first look or for good, or upload your own HTML file with places marked to be filled in."
          actions={
            <>
              <TakeShipped admin={admin} variant={upload.isOpen ? 'secondary' : 'primary'} />
              {!upload.isOpen && <Button onClick={() => upload.open(null)}>Upload a Template</Button>}
            </>
          }
        />
      )}
      {offered.length > 0 && (
        <Section title={`Templates (${offered.length})`} id={HEADING} hint="In the order in which people see them.">
          <Offered admin={admin} offered={offered} />
          <div>
            <TakeShipped admin={admin} variant="quiet" />
          </div>
        </Section>
      )}
      {removed.length > 0 && (
        <Section title={`Removed (${removed.length})`} id={REMOVED} hint="Nobody is offered them.">
          <CardList labelledBy={REMOVED}>
            {removed.map((template) => (
              <TemplateRow key={template.uuid} template={template} admin={admin} places={null} />
            ))}
          </CardList>
        </Section>
      )}
    </>
  );
}

/** Brings those that are missing, the removed ones too. */
function TakeShipped({ admin: { act, working, request }, variant }: TakeShippedProps) {
  return (
    <Button
      variant={variant}
      busy={working && act?.kind === 'takeShipped'}
      busyLabel="Adding Ready’s templates"
      onClick={() => request({ kind: 'takeShipped' })}
    >
      Add Ready’s Templates
    </Button>
  );
}

type TakeShippedProps = { readonly admin: TemplateAdmin; readonly variant: 'primary' | 'secondary' | 'quiet' };

function Offered({ admin, offered }: { admin: TemplateAdmin; offered: readonly Template[] }) {
  // No entry has a date: the order by that is the host's own.
  const list = useList(offered, factsOf, 'newest');
  const placeOf = new Map(offered.map(({ uuid }, at) => [uuid, at]));
  return (
    <>
      <ListBar list={list} noun="templates" />
      <ListCards list={list} labelledBy={HEADING}>
        {(template) => {
          const at = placeOf.get(template.uuid) ?? 0;
          return (
            <TemplateRow
              key={template.uuid}
              template={template}
              admin={admin}
              places={{
                at,
                // Before the one above, or before the one after the one below.
                up: offered[at - 1]?.uuid,
                down: at === offered.length - 1 ? undefined : (offered[at + 2]?.uuid ?? null),
              }}
            />
          );
        }}
      </ListCards>
    </>
  );
}
