import { type ComponentType, type FormEvent, useState } from 'react';
import { fieldName, groupsById } from '#common/document/regions/radio-groups.ts';
import type { Editor } from '#ui/editor/use-editor.ts';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { ConfirmDialog } from '#ui/primitives/overlays/alert-dialog.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Dialog, DialogActions } from '#ui/primitives/overlays/dialog.tsx';
import { Field } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { type Late, late, useLate } from '#ui/primitives/use-late.ts';
import { DeleteDialogs } from '../lists/delete-dialogs.tsx';
import { shortText } from '../shared/moment.tsx';
import { useJournalTag } from '../unsaved/use-journal.ts';
import { notSavedText } from '../unsaved/not-saved-text.ts';
import { nameOfRegion } from '#ui/editor/attributes/use-region-list.ts';
import { fieldTexts } from '../shared/field-texts.ts';

/** The name of a region, or the question of its group. */
const nameOfField = (editor: Editor, id: string): string =>
  fieldName(id, groupsById(editor.groups ?? []).get(id), (one) => nameOfRegion(editor, one) ?? one);

const LOST = 'If you leave now, they are lost.';
const GONE = 'This document was deleted, and what stands here is saved nowhere. If you leave now, it is lost.';
const STAY = 'They stay on this device for 7 days, for you alone: open the document again to restore them.';
const STAY_IN_PART = `${STAY} Rows that you added are not among them: the document does not list them.`;

/** Content of a dialog whose code loads after the screen, or when it is opened. */
export type EditorPart = Late<{ Content: ComponentType<{ editor: Editor }> }>;

/** The editor's questions: name, deletion, link text, unsaved changes (`d20.in-app`, `d21.leaving`), and the earlier values of a region. */
export function EditorDialogs({ editor, history }: { readonly editor: Editor; readonly history: EditorPart }) {
  const { dialog, message, journal } = editor;
  const isKept = useJournalTag(editor.actor, 'onDisk') && !journal.isFailed;
  const unsaved = `This document has changes that are not saved. ${isKept ? (journal.isKeptInPart ? STAY_IN_PART : STAY) : LOST}`;
  return (
    <>
      <Dialog
        open={dialog === 'naming'}
        onClose={editor.cancelDialog}
        title="Save"
        description="Name it so others can find it."
      >
        <NameForm editor={editor} />
      </Dialog>
      <ConflictSheet editor={editor} />
      <CompareSheet editor={editor} />
      <SubmissionQuestion editor={editor} />
      <DeleteDialogs
        isDocument
        dialog={dialog}
        name={editor.name}
        message={message}
        onConfirm={editor.confirmDelete}
        onCancel={editor.cancelDialog}
      />
      <Dialog
        open={dialog === 'askingLinkText'}
        onClose={editor.cancelLinkText}
        title="Link text"
        description={`You pasted ${editor.pastedUrl}. Which words should stand for it?`}
      >
        <LinkTextForm editor={editor} />
      </Dialog>
      <GridQuestion editor={editor} />
      <Dialog
        open={editor.history.isOpen}
        onClose={editor.closeHistory}
        title={`History of “\u2068${nameOfField(editor, editor.history.region)}\u2069”`}
      >
        <HistoryPart part={history} editor={editor} />
      </Dialog>
      <ConfirmDialog
        open={dialog === 'askingToLeave'}
        title="Leave without saving?"
        message={editor.isGone && !isKept ? GONE : unsaved}
        confirmLabel="Leave"
        cancelLabel="Stay"
        tone="danger"
        onConfirm={editor.confirmLeave}
        onCancel={editor.cancelLeave}
      />
    </>
  );
}

function NameForm({ editor }: { editor: Editor }) {
  const [name, setName] = useState(editor.name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    editor.saveAs(name);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field label="Form Name" error={editor.message} required>
        <TextInput
          name="save_name"
          value={name}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <DialogActions>
        <Button onClick={editor.cancelDialog}>Cancel</Button>
        <Button type="submit" variant="primary" unavailable={name.trim() === ''}>
          Save
        </Button>
      </DialogActions>
    </form>
  );
}

function LinkTextForm({ editor }: { editor: Editor }) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    editor.giveLinkText(fieldTexts(event.currentTarget, ['text']).text);
  };
  return (
    <form onSubmit={submit}>
      <Field label="Text">
        <TextInput name="text" defaultValue="Link" autoComplete="off" onFocus={(event) => event.target.select()} />
      </Field>
      <DialogActions>
        <Button onClick={editor.cancelLinkText}>Cancel</Button>
        <Button type="submit" variant="primary">
          Insert link
        </Button>
      </DialogActions>
    </form>
  );
}

const NOT_LOADED = 'This could not be loaded. Nothing has changed, and nothing is lost: close this, and try again.';

/** A part of a question whose code loads after the screen. */
const partOf = (load: () => Promise<ComponentType<{ editor: Editor }>>): EditorPart =>
  late(async () => ({ Content: await load() }));
const reasonsPart = partOf(async () => (await import('./submission-reasons.tsx')).SubmissionReasons);
const formPart = partOf(async () => (await import('./changes/conflict-form.tsx')).ConflictForm);
const differencesPart = partOf(async () => (await import('./changes/differences.tsx')).Differences);

type CodePartProps = { readonly code: ReturnType<typeof useLate<{ Content: ComponentType<{ editor: Editor }> }>> };

/** Loads its code only when it is opened: it has nothing to show without a network. */
const HistoryPart = ({ part, editor }: { readonly part: EditorPart; readonly editor: Editor }) => (
  <CodePart code={useLate(part, true)} editor={editor} />
);

/** A part of a question, or the words that it is not, or cannot be, loaded. */
function CodePart({ code: { loaded, hasFailed }, editor }: CodePartProps & { readonly editor: Editor }) {
  if (loaded !== null) return <loaded.Content editor={editor} />;
  return hasFailed ? <p role="alert">{NOT_LOADED}</p> : <Skeleton label="Loading" shape="lines" />;
}

/**
 * The question before a submission if something is odd: the document that it replaces, empty regions, and changes
 * that the user has not seen.
 */
function SubmissionQuestion({ editor }: { readonly editor: Editor }) {
  const { asked, isReplacing, cancel, confirm } = editor.submission;
  const reasons = useLate(reasonsPart, asked !== null);
  return (
    <Dialog open={asked !== null} onClose={cancel} title="Put this on the wall?">
      <CodePart code={reasons} editor={editor} />
      <DialogActions>
        <Button onClick={cancel}>Cancel</Button>
        {reasons.loaded !== null && (
          <Button variant="primary" onClick={confirm}>
            {isReplacing ? 'Replace on the wall' : 'Submit'}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** The default button: a pasted table is mostly meant for the cells, and one undo reverts it. */
const focusOnIt = (button: HTMLButtonElement | null): void => button?.focus();

/** Asks how to insert a table that was pasted into a table of the document. */
function GridQuestion({ editor }: { readonly editor: Editor }) {
  const { pastedGrid: grid, answerGrid } = editor;
  const { cells, fits, replaced } = grid;
  const over = replaced === 1 ? 'The text of 1 cell is replaced.' : `The text of ${replaced} cells is replaced.`;
  return (
    <Dialog
      open={editor.dialog === 'askingAboutGrid'}
      onClose={() => answerGrid('nothing')}
      title={`${fits} of ${cells} cells fit`}
      description={`You pasted a table. It goes to the right and below.${replaced > 0 ? ` ${over}` : ''}`}
    >
      {fits < cells && <p dir="auto">{`No place for: ${editor.leftOfGrid}.`}</p>}
      <DialogActions>
        <Button onClick={() => answerGrid('nothing')}>Cancel</Button>
        <Button onClick={() => answerGrid('text')}>Paste as text</Button>
        <Button variant="primary" ref={focusOnIt} onClick={() => answerGrid('fill')}>
          Fill
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Names the user who saved last, who may not have changed each of these; a plain host reports none. */
function conflictText({ theirs }: Editor): string {
  const by = theirs?.updated_by == null ? '' : ` by ${theirs.updated_by}`;
  const when = theirs?.updated_on == null ? '' : ` at ${shortText(theirs.updated_on)}`;
  return `This document was saved${by}${when} while you worked on it. Your changes are not saved yet. Choose which text to keep.`;
}

/**
 * The question when a save was refused because another user has changed the same text: the text before, theirs, and
 * the user's own.
 */
function ConflictSheet({ editor }: { readonly editor: Editor }) {
  const isOpen = editor.dialog === 'resolving';
  const form = useLate(formPart, isOpen);
  return (
    <Dialog
      open={isOpen}
      onClose={editor.cancelDialog}
      title={`Somebody else changed the same ${editor.conflict.questions.length === 1 ? 'field' : 'fields'}`}
      description={conflictText(editor)}
      size="large"
      isReadFirst
    >
      <CodePart code={form} editor={editor} />
    </Dialog>
  );
}

const UNCHANGED = 'Nothing changes while you look, and all of it stays on this device when you close this.';

/**
 * Compares unsaved text of an earlier visit with the document's content now; the user can restore or discard it, or
 * close the sheet.
 */
function CompareSheet({ editor }: { readonly editor: Editor }) {
  const { found, isComparing, closeComparison, restore, discard } = editor.journal;
  const differences = useLate(differencesPart, isComparing);
  return (
    <Dialog
      open={isComparing}
      onClose={closeComparison}
      title="Compare with what was not saved"
      description={found === null ? '' : `${notSavedText(found)}. ${UNCHANGED}`}
      size="large"
    >
      <CodePart code={differences} editor={editor} />
      <DialogActions>
        <Button onClick={closeComparison}>Close</Button>
        <Button data-deliberate onClick={discard}>
          Discard
        </Button>
        <Button variant="primary" onClick={restore}>
          Restore
        </Button>
      </DialogActions>
    </Dialog>
  );
}
