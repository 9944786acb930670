import type { ReactNode } from 'react';
import type { Editor } from '#ui/editor/use-editor.ts';
import { namesOf } from '#ui/editor/attributes/use-region-list.ts';
import { shortText } from '../shared/moment.tsx';
import { nameOf } from '../shared/names.ts';
import styles from './editor.module.css';

/** Maximum number of characters shown of a text that another user has saved. */
const MOST_TEXT = 200;

type Asked = NonNullable<Editor['submission']['asked']>;
type OnWall = NonNullable<Asked['onWall']>;
type ValuesProps = { readonly editor: Editor; readonly values: Asked['unseen']; readonly children?: ReactNode };

/** The reasons for the question before a submission. */
export function SubmissionReasons({ editor }: { readonly editor: Editor }) {
  const { asked, isReplacing } = editor.submission;
  if (asked === null) return null;
  return (
    <div className={styles.reasons}>
      {asked.isUnanswered && <Unanswered asked={asked} />}
      {isReplacing && asked.onWall && <Replaced onWall={asked.onWall} name={editor.name} />}
      {asked.empty.length > 0 && <Empty editor={editor} empty={asked.empty} />}
      {asked.hidden.length > 0 && <Hidden editor={editor} hidden={asked.hidden} />}
      {(asked.unseen.length > 0 || asked.hasUnseenRows) && <Unseen editor={editor} asked={asked} />}
    </div>
  );
}

function Reason({ title, children }: { readonly title: ReactNode; readonly children?: ReactNode }) {
  return (
    <section className={styles.reason}>
      <p className={styles.title}>{title}</p>
      {children}
    </section>
  );
}

/** Time of a submission on the wall, and its user. */
export function Since({ archive: { submittedOn, submittedBy } }: { readonly archive: OnWall }) {
  if (submittedOn === null && submittedBy === null) return null;
  return (
    <>
      {' (submitted'}
      {submittedOn !== null && ` ${shortText(submittedOn)}`}
      {submittedBy !== null && (
        <>
          {' by '}
          <bdi>{submittedBy}</bdi>
        </>
      )}
      )
    </>
  );
}

function Replaced({ onWall, name }: { readonly onWall: OnWall; readonly name: string }) {
  return (
    <Reason
      title={
        <>
          The wall shows another document: <q dir="auto">{nameOf(onWall)}</q>
          <Since archive={onWall} />.
        </>
      }
    >
      <p>
        <q dir="auto">{name}</q> will replace it.
      </p>
    </Reason>
  );
}

function Unanswered({ asked: { onWall, wip } }: { readonly asked: Asked }) {
  return (
    <Reason title="We don’t know if your last submission arrived.">
      {onWall !== null && onWall.wip === wip && (
        <p>
          The wall shows this document
          <Since archive={onWall} />.
        </p>
      )}
      {onWall !== null && onWall.wip !== wip && <p>The wall does not show this document.</p>}
    </Reason>
  );
}

function Empty({ editor, empty }: { readonly editor: Editor; readonly empty: readonly string[] }) {
  const names = namesOf(editor);
  const [count, verb] = empty.length === 1 ? ['1 required field', 'is'] : [`${empty.length} required fields`, 'are'];
  return (
    <Reason title={`${count} ${verb} empty:`}>
      <ul className={styles.list}>
        {empty.map((id) => (
          <li key={id}>
            <button type="button" className={styles.link} onClick={() => editor.submission.goTo(id)}>
              <bdi>{names.get(id) ?? id}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </Reason>
  );
}

function Hidden({ editor, hidden }: { readonly editor: Editor; readonly hidden: Asked['hidden'] }) {
  return (
    <Reason title="The document's script has changed what you cannot see in it:">
      <Values editor={editor} values={hidden} />
      <p>Submitting puts it on the wall.</p>
    </Reason>
  );
}

/** The names of regions with their values. */
function Values({ editor, values, children }: ValuesProps) {
  const names = namesOf(editor);
  return (
    <ul className={styles.list}>
      {values.map(([id, value]) => (
        <li key={id}>
          <strong>
            <bdi>{names.get(id) ?? id}</bdi>
          </strong>
          {': '}
          {value === '' ? <em>emptied</em> : <span dir="auto">{shortened(value)}</span>}
        </li>
      ))}
      {children}
    </ul>
  );
}

function Unseen({ editor, asked }: { readonly editor: Editor; readonly asked: Asked }) {
  return (
    <Reason title="Somebody else has saved changes you have not seen:">
      <Values editor={editor} values={asked.unseen}>
        {asked.hasUnseenRows && <li>The added rows</li>}
      </Values>
      <p>Submitting puts it on the wall. Cancel brings it into your document, so that you can read it.</p>
    </Reason>
  );
}

const shortened = (text: string): string => (text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text);
