import { ArrowLeftRight, CopyPlus, FileClock, FilePlus2, FolderOpen, Trash2 } from 'lucide-react';
import { memo, useMemo, useRef } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '#common/config/paths.ts';
import type { Pages } from '#ui/lists/use-pages.ts';
import { hasCapability, isReader, useAuth } from '#ui/session/use-auth.ts';
import { type UnsavedListMachine, useUnsavedList } from '#ui/unsaved/use-unsaved-list.ts';
import { useWipList, type WipList, type WipListMachine } from '#ui/documents/use-wip-list.ts';
import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Card, Section } from '#ui/primitives/layout/card.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { ListBar } from '../lists/list-bar.tsx';
import { ListCards } from '../lists/list-cards.tsx';
import { useList } from '../lists/use-list.ts';
import { DeleteDialogs } from '../lists/delete-dialogs.tsx';
import { Failure } from '../shared/failure.tsx';
import { nameOf } from '../shared/names.ts';
import { UnsavedDocuments } from '../unsaved/unsaved-documents.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { WipFacts } from './wip-facts.tsx';

const WIPS_HEADING = 'available-wips';

/** The WIPs of one template (`s2.wip-list.*`). */
export function WipListScreen({ machine, unsaved }: { machine: WipListMachine; unsaved: UnsavedListMachine }) {
  const { base_template = '' } = useParams();
  return <WipsOfTemplate key={base_template} machine={machine} unsaved={unsaved} uuid={base_template} />;
}

type WipsProps = { machine: WipListMachine; unsaved: UnsavedListMachine; uuid: string };

function WipsOfTemplate({ machine, unsaved, uuid }: WipsProps) {
  const list = useWipList(machine, uuid);
  const kept = useUnsavedList(unsaved);
  const { user } = useAuth();
  const isReading = isReader(user);
  const unsavedWips = useMemo(() => new Set(kept.documents.flatMap(({ place }) => place?.wip ?? [])), [kept]);
  const title = useRef<HTMLHeadingElement>(null);
  const { phase, template, wips, pages, asked, message, dialog, deleting } = list;
  const count = pages?.total ?? wips.length;
  if (phase === 'failed') return <Failed list={list} />;
  const name = template ? nameOf(template) : 'Works in progress';
  return (
    <Page>
      <PageTitle>{name}</PageTitle>
      <PageHeader
        title={name}
        titleRef={title}
        subtitle="WIP: a saved document that you can still change. Base: the empty template."
        actions={
          <>
            <ButtonLink to={paths.form(uuid)} icon={FilePlus2} variant="primary">
              Open Base
            </ButtonLink>
            <SwitchBase />
          </>
        }
      />
      <UnsavedDocuments kept={kept.documents} template={uuid} />
      {phase === 'loading' || kept.isAwaited ? (
        <Skeleton label="Loading works in progress" shape="cards" />
      ) : (
        <Section title={`Available WIPs (${count})`} id={WIPS_HEADING}>
          {count === 0 ? (
            <EmptyState message="No WIPs found for this template. Create one by editing the base template and saving it." />
          ) : (
            <WipCards
              template={uuid}
              wips={wips}
              pages={pages}
              unsaved={unsavedWips}
              hasRecords={hasCapability(user, 'records')}
              onDelete={isReading ? null : list.askToDelete}
            />
          )}
        </Section>
      )}
      <DeleteDialogs
        isDocument
        dialog={dialog}
        name={asked ? nameOf(asked) : ''}
        message={message}
        busy={deleting}
        onConfirm={list.confirmDelete}
        onCancel={list.cancelDialog}
        returnFocus={title}
      />
    </Page>
  );
}

type WipCardsProps = {
  template: string;
  wips: WipList['wips'];
  pages: Pages | null;
  /** The uuids of those with unsaved text on this device. */
  unsaved: ReadonlySet<string>;
  /** True if the host keeps records. */
  hasRecords: boolean;
  /** Null for a user who only reads. */
  onDelete: ((wip: string) => void) | null;
};

const factsOf = (wip: WipList['wips'][number]) => ({ name: nameOf(wip), words: wip.description ?? '' });

function WipCards({ template, wips, pages, unsaved, ...rest }: WipCardsProps) {
  const list = useList(wips, factsOf, pages ? 'newest' : 'name', pages);
  return (
    <>
      <ListBar list={list} noun="WIPs" sorts={pages ? ['newest', 'name'] : []} newest="Last changed first" />
      <ListCards list={list} labelledBy={WIPS_HEADING}>
        {(wip) => <WipCard key={wip.uuid} template={template} wip={wip} isUnsaved={unsaved.has(wip.uuid)} {...rest} />}
      </ListCards>
    </>
  );
}

function Failed({ list: { message, canRetry, retry } }: { list: WipList }) {
  return (
    <Page>
      <PageTitle>Works in progress</PageTitle>
      <Failure level={1} title="Error Loading WIPs" message={message} onRetry={canRetry ? retry : undefined}>
        <SwitchBase />
      </Failure>
    </Page>
  );
}

function SwitchBase() {
  return (
    <ButtonLink to={paths.selectTemplate()} icon={ArrowLeftRight}>
      Switch Base
    </ButtonLink>
  );
}

type WipCardProps = Pick<WipCardsProps, 'template' | 'hasRecords' | 'onDelete'> & {
  wip: WipList['wips'][number];
  isUnsaved: boolean;
};

/** Memoised: a key in the search must not render every card again. */
const WipCard = memo(function WipCard({ template, wip, isUnsaved, hasRecords, onDelete }: WipCardProps) {
  return (
    <Card
      title={nameOf(wip)}
      description={wip.description}
      actions={
        <>
          <ButtonLink to={paths.wip(template, wip.uuid)} icon={FolderOpen} aria-label={`Open WIP: ${nameOf(wip)}`}>
            Open WIP
          </ButtonLink>
          {onDelete && (
            <ButtonLink
              to={paths.newFrom(template, { kind: 'wip', id: wip.uuid })}
              variant="quiet"
              icon={CopyPlus}
              aria-label={`New from This: ${nameOf(wip)}`}
            >
              New from This
            </ButtonLink>
          )}
          {hasRecords && (
            <ButtonLink
              to={paths.records({ wip: wip.uuid })}
              variant="quiet"
              icon={FileClock}
              aria-label={`Records: ${nameOf(wip)}`}
            >
              Records
            </ButtonLink>
          )}
          {onDelete && (
            <Button
              variant="quiet"
              icon={<Trash2 />}
              aria-label={`Delete: ${nameOf(wip)}`}
              onClick={() => onDelete(wip.uuid)}
            >
              Delete
            </Button>
          )}
        </>
      }
    >
      <WipFacts wip={wip} isUnsaved={isUnsaved} />
    </Card>
  );
});
