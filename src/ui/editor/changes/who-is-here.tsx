import type { Editor } from '#ui/editor/use-editor.ts';
import { nameOfRegion } from '#ui/editor/attributes/use-region-list.ts';
import { VisuallyHidden } from '#ui/primitives/layout/visually-hidden.tsx';
import styles from './save-line.module.css';

/** Maximum number of names; the rest are counted. */
const NAMED = 2;

/**
 * The other users who have the document open, and the region of the caret if there is only one. A screen reader
 * announces arrivals, and not each region. A region that is not in this copy is not named: from other browsers, only
 * names that the host knows are shown.
 */
export function WhoIsHere({ editor }: { readonly editor: Editor }) {
  const { people, newcomer } = editor.presence;
  const [first, second] = people;
  const rest = people.length - NAMED;
  return (
    <>
      {/* A changed key replaces the element: an extension may have rewritten its words in the page. */}
      <div key={JSON.stringify(people)} className={styles.who}>
        {first && !second && <OneIsHere editor={editor} name={first.name} region={first.region} />}
        {first && second && (
          <>
            <bdi>{first.name}</bdi>
            {rest > 0 ? ', ' : ' and '}
            <bdi>{second.name}</bdi>
            {rest > 0 && ` and ${rest === 1 ? '1 other' : `${rest} others`}`} are here
          </>
        )}
      </div>
      <VisuallyHidden role="status">
        {newcomer !== null && (
          <span key={newcomer}>
            <bdi>{newcomer}</bdi> is here too
          </span>
        )}
      </VisuallyHidden>
    </>
  );
}

type One = { readonly editor: Editor; readonly name: string; readonly region: string | null };

function OneIsHere({ editor, name, region }: One) {
  const place = region === null ? null : nameOfRegion(editor, region);
  return (
    <>
      <bdi>{name}</bdi>
      {place === null ? (
        ' is here'
      ) : (
        <>
          {' '}
          is editing: <bdi>{place}</bdi>
        </>
      )}
    </>
  );
}
