import type { Editor } from '#ui/editor/use-editor.ts';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import styles from './editor.module.css';

const OFFER = 'Your text is still here: save it as a new WIP to keep it.';

/** Reports that another user has deleted the document, and offers to make its content a new one. */
export function DeletedDocument({ editor }: { readonly editor: Editor }) {
  return (
    <div className={styles.problem}>
      <Banner
        tone="error"
        actions={
          <Button size="small" variant="primary" onClick={editor.saveAsNew}>
            Save as a New WIP
          </Button>
        }
      >
        {editor.message === null ? OFFER : `${editor.message} ${OFFER}`}
      </Banner>
    </div>
  );
}
