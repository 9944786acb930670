import { ArrowLeftRight, FilePlus2, FolderOpen, Trash2 } from 'lucide-react';
import { memo, useRef } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '#config/paths.ts';
import { useWipList, type WipList } from '#ui/hooks/use-wip-list.ts';
import { AlertDialog, ConfirmDialog } from '#ui/primitives/alert-dialog.tsx';
import { Page } from '#ui/primitives/app-frame.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Card, CardGrid, Section } from '#ui/primitives/card.tsx';
import { PageHeader } from '#ui/primitives/page-header.tsx';
import { EmptyState } from '#ui/primitives/empty-state.tsx';
import { ErrorState } from '#ui/primitives/error-state.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Drawn } from './lists/drawn.tsx';
import { ListBar, NothingFound } from './lists/list-bar.tsx';
import { useList } from './lists/use-list.ts';
import { nameOf } from './shared/names.ts';
import { PageTitle } from './shared/page-title.tsx';
import { Link } from './shared/link.tsx';

const WIPS_HEADING = 'available-wips';

/** Section 2, WIP list. */
export function WipListScreen() {
  const { base_template = '' } = useParams();
  return <WipsOfTemplate key={base_template} uuid={base_template} />;
}

function WipsOfTemplate({ uuid }: { uuid: string }) {
  const list = useWipList(uuid);
  const title = useRef<HTMLHeadingElement>(null);
  const { phase, template, wips, asked, message, dialog, deleting } = list;
  if (phase === 'failed') return <Failed list={list} />;
  const name = template ? nameOf(template) : 'Works in progress';
  return (
    <Page>
      <PageTitle>{name}</PageTitle>
      <PageHeader
        title={name}
        titleRef={title}
        actions={
          <>
            <Link to={paths.form(uuid)} className={buttonClass({ variant: 'primary' })}>
              <FilePlus2 aria-hidden />
              Open Base
            </Link>
            <SwitchBase />
          </>
        }
      />
      {phase === 'loading' ? (
        <Skeleton label="Loading works in progress" shape="cards" />
      ) : (
        <Section title={`Available WIPs (${wips.length})`} id={WIPS_HEADING}>
          {wips.length === 0 ? (
            <EmptyState message="No WIPs found for this template. Create one by editing the base template and saving it." />
          ) : (
            <WipCards template={uuid} wips={wips} onDelete={list.askToDelete} />
          )}
        </Section>
      )}
      <ConfirmDialog
        open={dialog === 'confirmingDelete'}
        message={`Are you sure you want to delete "${asked ? nameOf(asked) : ''}"? This action cannot be undone.`}
        confirmLabel="Delete"
        tone="danger"
        busy={deleting}
        onConfirm={list.confirmDelete}
        onCancel={list.cancelDialog}
        returnFocus={title}
      />
      <AlertDialog
        open={dialog === 'deleteFailed'}
        message={message ?? ''}
        onDismiss={list.cancelDialog}
        returnFocus={title}
      />
    </Page>
  );
}

type WipCardsProps = { template: string; wips: WipList['wips']; onDelete: (wip: string) => void };

const factsOf = (wip: WipList['wips'][number]) => ({ name: nameOf(wip), words: wip.description ?? '' });

function WipCards({ template, wips, onDelete }: WipCardsProps) {
  const list = useList(wips, factsOf, 'name');
  return (
    <>
      <ListBar list={list} noun="WIPs" />
      {list.shown.length === 0 ? (
        <NothingFound list={list} />
      ) : (
        <Drawn of={list.sought} entries={list.shown}>
          {(drawn) => (
            <CardGrid labelledBy={WIPS_HEADING}>
              {drawn.map((wip) => (
                <WipCard key={wip.uuid} template={template} wip={wip} onDelete={onDelete} />
              ))}
            </CardGrid>
          )}
        </Drawn>
      )}
    </>
  );
}

function Failed({ list: { message, canRetry, retry } }: { list: WipList }) {
  return (
    <Page>
      <PageTitle>Works in progress</PageTitle>
      <ErrorState
        level={1}
        title="Error Loading WIPs"
        message={message}
        actions={
          <>
            {canRetry && (
              <Button variant="primary" onClick={retry}>
                Try Again
              </Button>
            )}
            <SwitchBase />
          </>
        }
      />
    </Page>
  );
}

function SwitchBase() {
  return (
    <Link to={paths.selectTemplate()} className={buttonClass({ variant: 'secondary' })}>
      <ArrowLeftRight aria-hidden />
      Switch Base
    </Link>
  );
}

type WipCardProps = Pick<WipCardsProps, 'template' | 'onDelete'> & { wip: WipList['wips'][number] };

/** Drawn anew when the WIP is another one, and not at every key in the search. */
const WipCard = memo(function WipCard({ template, wip, onDelete }: WipCardProps) {
  return (
    <Card
      look="wip"
      title={nameOf(wip)}
      description={wip.description}
      actions={
        <>
          <Link
            to={paths.wip(template, wip.uuid)}
            className={buttonClass({ variant: 'secondary' })}
            aria-label={`Open WIP: ${nameOf(wip)}`}
          >
            <FolderOpen aria-hidden />
            Open WIP
          </Link>
          <Button
            variant="quiet"
            icon={<Trash2 />}
            aria-label={`Delete: ${nameOf(wip)}`}
            onClick={() => onDelete(wip.uuid)}
          >
            Delete
          </Button>
        </>
      }
    />
  );
});
