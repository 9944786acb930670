import type { Editor } from '#ui/hooks/use-editor.ts';
import { Banner } from '#ui/primitives/banner.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { DocumentFrame } from '../shared/document-frame.tsx';

/** What a sheet of paper must say of itself: what an editor holds was not submitted. An untouched template is a blank copy. */
function paperNoteOf({ wip, dirty }: Editor): string | null {
  if (wip !== null) return dirty ? 'Draft with unsaved changes - not submitted' : 'Draft - not submitted';
  return dirty ? 'Draft, not saved - not submitted' : null;
}

type EditorFrameProps = {
  readonly editor: Editor;
  /** Null while the document is fetched. */
  readonly html: string | null;
  readonly title: string;
  readonly height: string;
  readonly onPrint: (isFailed: boolean) => void;
};

/** The document, editable in place. What it says becomes events of the editor's machine; what the machine wants becomes commands. */
export function EditorFrame({ editor, html, title, height, onPrint }: EditorFrameProps) {
  const reopen = (
    <Button size="small" onClick={editor.reopen}>
      Reload document
    </Button>
  );
  return (
    <>
      {editor.frame === 'lost' && (
        <Banner tone="warning" actions={reopen}>
          The document stopped responding. Your text is kept.
        </Banner>
      )}
      {editor.frame === 'removed' && (
        <Banner tone="error" actions={reopen}>
          This document misbehaves and was closed. Your text is kept.
        </Banner>
      )}
      <DocumentFrame
        html={html}
        revision={editor.opened.no}
        mode="edit"
        title={title}
        height={height}
        printNote={paperNoteOf(editor)}
        connect={editor.connectFrame}
        onPrint={onPrint}
        onReady={({ values }) => editor.frameReady(values)}
        onEdits={editor.frameEdited}
        onRegions={editor.frameRestructured}
        onLeave={editor.frameLinkFollowed}
        onNames={editor.frameNamed}
        onSnapshot={editor.frameSnapshot}
        onPasteUrl={({ no, url }) => editor.frameUrlPasted(no, url)}
        onLost={editor.frameLost}
        onFound={editor.frameFound}
        onMisbehaved={editor.frameMisbehaved}
        onHotkey={editor.pressHotkey}
      />
    </>
  );
}
