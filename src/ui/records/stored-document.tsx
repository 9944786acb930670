import { FRAME_HEIGHT } from '#config/frame.ts';
import { useStoredDocument } from '#ui/records/use-records.ts';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { LiveDocument, PrintButton } from '../document/document-frame.tsx';
import { Failure } from '../shared/failure.tsx';

type StoredDocumentProps = Pick<Parameters<typeof LiveDocument>[0], 'title' | 'foot'> & {
  readonly document: Parameters<typeof useStoredDocument>[0];
  readonly openHistory?: Parameters<typeof useStoredDocument>[1];
};

/** A submission, or a document as it is saved, which can be printed. */
export function StoredDocument({ document: actor, title, foot, openHistory }: StoredDocumentProps) {
  const { document, loading, loaded, failed, message, retry } = useStoredDocument(actor, openHistory);
  return (
    <>
      {failed && <Failure message={message} onRetry={retry} />}
      {loading && (
        <div style={{ minBlockSize: FRAME_HEIGHT.archiveModal }}>
          <Skeleton label="Loading the document" shape="frame" />
        </div>
      )}
      {loaded && (
        <>
          <LiveDocument document={document} title={title} height={FRAME_HEIGHT.archiveModal} foot={foot} />
          <div>
            <PrintButton onPrint={document.print} name={title} />
          </div>
        </>
      )}
    </>
  );
}
