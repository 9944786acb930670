import { type FormEvent, useState } from 'react';
import type { Editor } from '#ui/editor/use-editor.ts';
import { ConfirmDialog } from '#ui/primitives/overlays/alert-dialog.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Dialog, DialogActions } from '#ui/primitives/overlays/dialog.tsx';
import { Field } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { DeleteDialogs } from '../lists/delete-dialogs.tsx';
import { fieldTexts } from '../shared/field-texts.ts';
import { CompareSheet } from './changes/compare-sheet.tsx';
import { ConflictSheet } from './changes/conflict-sheet.tsx';
import { GridQuestion } from './grid-question.tsx';
import { SubmissionQuestion } from './submission-question.tsx';

const LOST = 'If you leave now, they are lost.';
const GONE = 'This document was deleted, and what stands here is saved nowhere. If you leave now, it is lost.';
const STAY = 'They stay on this device for 7 days, for you alone: open the document again to restore them.';
const STAY_IN_PART = `${STAY} Rows that you added are not among them: the document does not list them.`;

/** The editor's questions: name, deletion, link text, unsaved changes (`d20.in-app`, `d21.leaving`). */
export function EditorDialogs({ editor }: { editor: Editor }) {
  const { dialog, message, journal } = editor;
  const isKept = journal.isOnDisk && !journal.isFailed;
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
