import { type FormEvent, useId } from 'react';
import type { Question, Side } from '#ui/editor/changes/use-conflict.ts';
import type { Editor } from '#ui/editor/use-editor.ts';
import { groupName, namesOf, useRegionControls } from '#ui/editor/attributes/use-region-list.ts';
import { Banner, BannerSlot } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { DialogActions } from '#ui/primitives/overlays/dialog.tsx';
import { Field } from '#ui/primitives/forms/field.tsx';
import { TextArea } from '#ui/primitives/forms/text-area.tsx';
import { SheetText } from '../../document/sheet-text.tsx';
import styles from './conflict-form.module.css';

const MOST_LINES = 8;

/** The questions of `ConflictSheet`: for each region the text before, theirs, and the user's own. */
export function ConflictForm({ editor }: { readonly editor: Editor }) {
  const { conflict } = editor;
  const controls = useRegionControls(editor.openedHtml);
  const names = namesOf(editor);
  const nameOf = (id: string): string => names.get(id) ?? id;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    conflict.confirm();
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.all}>
        <Button onClick={() => conflict.chooseForAll('mine')}>Keep all mine</Button>
        <Button onClick={() => conflict.chooseForAll('theirs')}>Use all of theirs</Button>
      </div>
      {conflict.questions.map((question) => (
        <QuestionFields
          key={question.id ?? ''}
          question={question.group ? named(question, nameOf) : question}
          name={titleOf(question, nameOf)}
          isText={question.id !== null && (controls.get(question.id)?.kind ?? 'line') === 'line' && !question.group}
          onChoose={(side) => conflict.choose(question.id, side)}
          onEdit={(value) => question.id !== null && conflict.editMine(question.id, value)}
        />
      ))}
      <BannerSlot
        placement="inline"
        status={conflict.isIncomplete && <Banner tone="warning">Choose a version for each field before saving.</Banner>}
      />
      <DialogActions>
        <Button onClick={editor.cancelDialog}>Cancel</Button>
        <Button type="submit" variant="primary">
          Save
        </Button>
      </DialogActions>
    </form>
  );
}

function titleOf({ id, group }: Question, nameOf: (id: string) => string): string {
  if (id === null) return 'Added rows';
  return group
    ? groupName(
        group.mine.map(([one]) => one),
        nameOf,
      )
    : nameOf(id);
}

/** A question about a group of radio buttons, with the names of the chosen ones. */
function named(question: Question, nameOf: (id: string) => string): Question {
  const [was, theirs, mine] = [question.was, question.theirs, question.mine].map(nameOf);
  return { ...question, was: was ?? '', theirs: theirs ?? '', mine: mine ?? '' };
}

type QuestionProps = {
  readonly question: Question;
  readonly name: string;
  /** True if the user's text can be edited here: the state of a box or a choice is changed in the document. */
  readonly isText: boolean;
  readonly onChoose: (side: Side) => void;
  readonly onEdit: (value: string) => void;
};

function QuestionFields({ question, name, isText, onChoose, onEdit }: QuestionProps) {
  const group = useId();
  const { was, theirs, mine, choice } = question;
  const radio = (side: Side, label: string) => (
    <label className={styles.choice}>
      <input type="radio" name={group} checked={choice === side} onChange={() => onChoose(side)} />
      {label}
    </label>
  );
  return (
    <fieldset className={styles.question}>
      <legend>
        <bdi>{name}</bdi>
      </legend>
      <div className={styles.side}>
        <p className={styles.choice}>Original</p>
        <SheetText value={was} />
      </div>
      <div className={styles.side} data-chosen={choice === 'theirs'}>
        {radio('theirs', 'Use theirs')}
        <SheetText value={theirs} other={was} />
      </div>
      <div className={styles.side} data-chosen={choice === 'mine'}>
        {radio('mine', 'Keep mine')}
        {isText ? (
          <Field label="My text">
            <TextArea
              value={mine}
              rows={Math.min(MOST_LINES, mine.split('\n').length + 1)}
              onChange={(event) => onEdit(event.target.value)}
            />
          </Field>
        ) : (
          <SheetText value={mine} other={was} />
        )}
      </div>
    </fieldset>
  );
}
