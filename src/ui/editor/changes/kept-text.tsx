import { rowsText } from '#ui/editor/changes/use-conflict.ts';
import type { Editor } from '#ui/editor/use-editor.ts';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Field, FieldStack } from '#ui/primitives/forms/field.tsx';
import { TextArea } from '#ui/primitives/forms/text-area.tsx';
import { notSavedText } from '../../unsaved/not-saved-text.ts';
import { DiscardButton, JournalNotices } from './unsaved-text.tsx';

const ELSEWHERE =
  'Another tab has this document open, and its unsaved text. What is kept shows here when that tab is closed.';
const COPY = 'The document cannot be shown, but what you typed is kept: copy what you need.';
const COPY_OR_SAVE =
  'The document is gone, but what you typed is kept. Copy what you need, or save it as a new WIP: all else is then as in its template.';
const MOST_LINES = 12;

const linesOf = (text: string): number => Math.min(MOST_LINES, Math.max(2, text.split('\n').length));

/**
 * Unsaved text of a document that does not load: the user can copy it, or make it a new WIP if the document is
 * deleted.
 */
export function KeptText({ editor }: { readonly editor: Editor }) {
  const { journal, isMissing } = editor;
  const { found } = journal;
  return (
    <>
      {found !== null && (
        <FieldStack>
          <Banner
            tone="warning"
            actions={
              <>
                {isMissing && (
                  <Button
                    size="small"
                    variant="primary"
                    busy={editor.isCopying}
                    busyLabel="Saving"
                    onClick={journal.restore}
                  >
                    Save as a New WIP
                  </Button>
                )}
                <DiscardButton journal={journal} />
              </>
            }
          >
            {found.title !== '' && <bdi>{`${found.title}. `}</bdi>}
            {notSavedText(found)}. {isMissing ? COPY_OR_SAVE : COPY}
          </Banner>
          {editor.notice !== null && <Banner tone="warning">{editor.notice}</Banner>}
          {found.edits.map(([id, value]) => (
            <Field key={id} label={id}>
              <TextArea readOnly value={value} rows={linesOf(value)} />
            </Field>
          ))}
          {found.rows !== null && (
            <Field label="Rows">
              <TextArea readOnly value={rowsText(found.rows)} rows={linesOf(rowsText(found.rows))} />
            </Field>
          )}
        </FieldStack>
      )}
      <JournalNotices journal={journal} elsewhere={ELSEWHERE} />
    </>
  );
}
