import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { paths } from '#common/config/paths.ts';
import { FRAME_HEIGHT } from '#config/frame.ts';
import type { ArchiveBrowser } from '#ui/archives/use-archive-browser.ts';
import { hasCapability, isReader, useAuth } from '#ui/session/use-auth.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Dialog, DialogActions } from '#ui/primitives/overlays/dialog.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { ArchiveFacts } from './archive-facts.tsx';
import { LiveDocument, PrintButton } from '../document/document-frame.tsx';
import { nameOf } from '../shared/names.ts';
import { NewFromArchive } from '../shared/new-from-archive.tsx';
import styles from './archives.module.css';

/** One submission's content, in a window over the lists. */
export function ArchiveContent({ browser }: { browser: ArchiveBrowser }) {
  const { document, opened, detail, contentPhase, messages, retryContent, closeContent } = browser;
  const { user } = useAuth();
  const name = nameOf({ name: detail?.name ?? opened?.name ?? null });
  const isEmpty = (detail?.content ?? '').trim() === '';
  return (
    <Dialog
      open={contentPhase !== 'unasked'}
      onClose={closeContent}
      title={name}
      size="large"
      onKey={(key) => step(browser, key)}
    >
      {opened && (
        <ArchiveFacts
          archive={{
            uuid: opened.uuid,
            format: detail?.format ?? opened.format,
            submittedOn: detail?.submittedOn ?? opened.submittedOn,
            submittedBy: detail?.submittedBy ?? opened.submittedBy,
          }}
        />
      )}
      {contentPhase === 'failed' && <Failure message={messages.content} onRetry={retryContent} />}
      {contentPhase === 'loading' && (
        <div style={{ minBlockSize: FRAME_HEIGHT.archiveModal }}>
          <Skeleton label="Loading the archive" shape="frame" />
        </div>
      )}
      {contentPhase === 'loaded' &&
        (isEmpty ? (
          <EmptyState message="This archive has no content." />
        ) : (
          <LiveDocument document={document} title={name} height={FRAME_HEIGHT.archiveModal} />
        ))}
      <DialogActions>
        {(browser.openedOf > 1 || browser.pages?.hasMore) && <Steps browser={browser} />}
        {opened && hasCapability(user, 'records') && <ButtonLink to={paths.record(opened.uuid)}>Record</ButtonLink>}
        {opened && !isReader(user) && <NewFromArchive template={browser.template} archive={opened} />}
        {contentPhase === 'loaded' && !isEmpty && <PrintButton onPrint={document.print} />}
        <Button variant="primary" onClick={closeContent}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Moves through the list by the arrow keys; a document that has the keyboard keeps them. */
function step({ viewPrevious, viewNext }: ArchiveBrowser, key: string): void {
  if (key === 'ArrowLeft') viewPrevious();
  if (key === 'ArrowRight') viewNext();
}

/** Buttons for the archives before and after this one, in the order of the list. */
function Steps({ browser }: { browser: ArchiveBrowser }) {
  const { openedPlace, openedOf, hasPrevious, hasNext, viewPrevious, viewNext, pages } = browser;
  const isLastHere = openedPlace === openedOf;
  const more = pages?.hasMore === true && pages.activity === null ? pages.more : null;
  const hasFailed = isLastHere && pages?.activity === 'moreFailed';
  // The list ends here only because the user has not scrolled further.
  useEffect(() => {
    if (isLastHere) more?.();
  }, [isLastHere, more]);
  return (
    <div className={styles.steps}>
      <Button
        icon={<ChevronLeft />}
        title="Previous"
        aria-keyshortcuts="ArrowLeft"
        unavailable={!hasPrevious}
        onClick={viewPrevious}
      >
        <span className={styles.word}>Previous</span>
      </Button>
      <p role="status">
        {openedPlace > 0 && `${openedPlace} of ${openedOf}${pages?.hasMore ? '+' : ''}`}
        {hasFailed && ` · ${pages.message}`}
      </p>
      <Button
        icon={<ChevronRight />}
        title={hasFailed ? 'Try Again' : 'Next'}
        {...(!hasFailed && { 'aria-keyshortcuts': 'ArrowRight' })}
        unavailable={!hasNext && !hasFailed}
        busy={isLastHere && pages?.activity === 'fetching'}
        busyLabel="Loading more"
        onClick={hasFailed ? pages.retry : viewNext}
      >
        <span className={styles.word}>{hasFailed ? 'Try Again' : 'Next'}</span>
      </Button>
    </div>
  );
}
