import { FRAME_HEIGHT } from '#config/frame.ts';
import type { DocumentView } from '#ui/hooks/use-document-frame.ts';
import type { ArchiveBrowser } from '#ui/hooks/use-archive-browser.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog, DialogActions } from '#ui/primitives/dialog.tsx';
import { EmptyState } from '#ui/primitives/empty-state.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';
import { ArchiveFacts } from './archive-facts.tsx';
import { LiveDocument, PrintButton } from '../shared/document-frame.tsx';
import { nameOf } from '../shared/names.ts';

/** One submission's content, in a window over the lists. */
export function ArchiveContent({ browser }: { browser: ArchiveBrowser }) {
  const { document, opened, detail, contentPhase, messages, retryContent, closeContent } = browser;
  const name = nameOf({ name: detail?.name ?? opened?.name ?? null });
  const isEmpty = contentPhase !== 'loaded' || (detail?.content ?? '').trim() === '';
  return (
    <Dialog open={contentPhase !== 'unasked'} onClose={closeContent} title={name} size="large">
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
      {contentPhase === 'loaded' && detail && <Content html={detail.content} title={name} document={document} />}
      <DialogActions>
        {!isEmpty && <PrintButton onPrint={document.print} />}
        <Button variant="primary" onClick={closeContent}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Content({ html, title, document }: { html: string; title: string; document: DocumentView }) {
  if (html.trim() === '') return <EmptyState message="This archive has no content." />;
  return <LiveDocument document={document} title={title} height={FRAME_HEIGHT.archiveModal} />;
}
