import { Eye } from 'lucide-react';
import { memo, useCallback, useId, useLayoutEffect, useRef } from 'react';
import type { ArchiveBrowser } from '#ui/archives/use-archive-browser.ts';
import { isReader, useAuth } from '#ui/session/use-auth.ts';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Card, Section } from '#ui/primitives/layout/card.tsx';
import { ListBar } from '../lists/list-bar.tsx';
import { ListCards } from '../lists/list-cards.tsx';
import { useList } from '../lists/use-list.ts';
import { dayText, Moment, momentText } from '../shared/moment.tsx';
import { nameOf } from '../shared/names.ts';
import { ArchiveFacts } from './archive-facts.tsx';
import { NewFromArchive } from '../shared/new-from-archive.tsx';
import { ListState } from './list-state.tsx';

const ARCHIVES_HEADING = 'archives-of-wip';

/** The submissions of the chosen WIP. */
export function ArchivesOfWip({ browser }: { browser: ArchiveBrowser }) {
  const { archives, archivesPhase, pages, messages, noArchives, retry, viewContent } = browser;
  return (
    <Section title="Submitted archives" id={ARCHIVES_HEADING}>
      <WhetherDeleted wip={browser.wips.find(({ uuid }) => uuid === browser.wip)} />
      <ListState
        phase={archivesPhase}
        count={pages?.total ?? archives.length}
        message={messages.archives}
        waiting="Loading archives"
        empty={noArchives}
        onRetry={retry}
      >
        <ArchiveCards template={browser.template} archives={archives} pages={pages} onView={viewContent} />
      </ListState>
    </Section>
  );
}

/** A note on a deleted WIP; empty if the WIP exists. */
function WhetherDeleted({ wip }: { wip: ArchiveBrowser['wips'][number] | undefined }) {
  if (!wip || wip.deletedOn === null) return null;
  return (
    <Banner tone="info">
      This WIP was deleted on <Moment at={wip.deletedOn} />
      {wip.deletedBy !== null && (
        <>
          {' '}
          by <bdi>{wip.deletedBy}</bdi>
        </>
      )}
      . What was submitted of it stays here.
    </Banner>
  );
}

const factsOf = (archive: ArchiveBrowser['archives'][number]) => ({
  name: nameOf(archive),
  words: `${archive.submittedOn === null ? '' : momentText(archive.submittedOn)} ${archive.format ?? ''} ${archive.uuid}`,
  date: archive.submittedOn,
});

type ArchiveCardsProps = Pick<ArchiveBrowser, 'template' | 'archives' | 'pages'> & {
  onView: ArchiveBrowser['viewContent'];
};

function ArchiveCards({ template, archives, pages, onView }: ArchiveCardsProps) {
  const isReading = isReader(useAuth().user);
  const list = useList(archives, factsOf, 'newest', pages);
  // Read when pressed: a key in the search must not render every card again.
  const shown = useRef(list.shown);
  useLayoutEffect(() => {
    shown.current = list.shown;
  }, [list.shown]);
  const view = useCallback(
    (archive: string) =>
      onView(
        archive,
        shown.current.map(({ uuid }) => uuid),
      ),
    [onView],
  );
  return (
    <>
      <ListBar list={list} noun="archives" sorts={['newest', 'name']} />
      <ListCards list={list} labelledBy={ARCHIVES_HEADING}>
        {(archive) => (
          <ArchiveCard key={archive.uuid} archive={archive} template={isReading ? null : template} onView={view} />
        )}
      </ListCards>
    </>
  );
}

type ArchiveCardProps = {
  archive: ArchiveBrowser['archives'][number];
  /** Null for a user who only reads. */
  template: string | null;
  onView: (archive: string) => void;
};

/** Rendered again when its archive changes, and not at every key in the search. */
const ArchiveCard = memo(function ArchiveCard({ archive, template, onView }: ArchiveCardProps) {
  // The archives of one WIP often have one name: time and facts distinguish the rows, and their buttons.
  const id = useId();
  const name = nameOf(archive);
  const { submittedOn } = archive;
  const facts = submittedOn === null ? id : `${id}-when ${id}`;
  return (
    <Card
      title={
        submittedOn === null ? (
          name
        ) : (
          <span id={`${id}-when`}>
            <Moment at={submittedOn} />
          </span>
        )
      }
      description={submittedOn === null ? null : name}
      actions={
        archive.contentRemovedOn === null ? (
          <>
            <Button
              icon={<Eye />}
              aria-label={`View Content: ${name}`}
              aria-describedby={facts}
              onClick={() => onView(archive.uuid)}
            >
              View Content
            </Button>
            {template !== null && <NewFromArchive template={template} archive={archive} facts={facts} />}
          </>
        ) : (
          <p>Its content was removed on {dayText(archive.contentRemovedOn)}.</p>
        )
      }
    >
      <div id={id}>
        <ArchiveFacts isRow archive={archive} />
      </div>
    </Card>
  );
});
