import type { Editor } from '#ui/editor/use-editor.ts';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Field } from '#ui/primitives/forms/field.tsx';
import { TextArea } from '#ui/primitives/forms/text-area.tsx';
import styles from '../editor.module.css';

const GONE =
  'This unsaved text has no place in the document any more: its regions are gone. Copy what you need before you dismiss it.';

/** Unsaved text of regions that the document no longer has, shown so that it can be copied. */
export function UnplacedText({ editor }: { readonly editor: Editor }) {
  if (editor.unplaced.length === 0) return null;
  return (
    <div className={styles.problem}>
      <Banner
        tone="warning"
        actions={
          <Button size="small" onClick={editor.dismissUnplaced}>
            Dismiss
          </Button>
        }
      >
        {GONE}
      </Banner>
      {editor.unplaced.map(([id, value]) => (
        <Field key={id} label={id}>
          <TextArea readOnly value={value} rows={2} />
        </Field>
      ))}
    </div>
  );
}
