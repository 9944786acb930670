import { useEffect } from 'react';
import type { Editor } from '#ui/editor/use-editor.ts';
import { useProgress } from '#ui/editor/attributes/use-region-list.ts';
import editorStyles from '../editor.module.css';
import styles from '../submission.module.css';

/** Number of filled regions in the document, and a button to the first required region that is empty. */
export function Progress({ editor }: { readonly editor: Editor }) {
  const { filled, total, left } = useProgress(editor);
  const [first] = left;
  const { goToRegion } = editor;
  useEffect(() => {
    if (first === undefined) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'F8' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      goToRegion(first);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [first, goToRegion]);
  if (total === 0) return null;
  return (
    <span className={editorStyles.progress}>
      {`${filled} of ${total} filled`}
      {first !== undefined && (
        <>
          {', '}
          <button type="button" className={styles.link} onClick={() => goToRegion(first)}>
            {`${left.length} required left`}
          </button>
        </>
      )}
    </span>
  );
}
