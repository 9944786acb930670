import { type Editor, useValues } from '#ui/editor/use-editor.ts';
import { nameOfRegion } from '#ui/editor/attributes/use-region-list.ts';
import { Banner, BannerSlot } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import styles from '../editor.module.css';

/** Maximum number of offered values; the rest are counted. */
const OFFERED = 5;

/** Maximum number of characters shown of a value. */
const MOST_TEXT = 80;

/** Values that the document's script would have where saved ones stay: offered, not taken (`docs/adr/0064-stored-values-are-shown.md`). */
export function DocumentWishes({ editor }: { readonly editor: Editor }) {
  const wishes = openWishes({ ...editor, ...useValues(editor) });
  const rest = wishes.length - OFFERED;
  return (
    <div className={wishes.length > 0 ? styles.problem : undefined}>
      <BannerSlot
        placement="inline"
        status={
          wishes.length > 0 && (
            <Banner
              tone="info"
              actions={
                <Button size="small" variant="quiet" onClick={editor.document.dismissWishes}>
                  Keep What Is Saved
                </Button>
              }
            >
              <span>What was saved stays. The document wants:</span>
              <ul className={styles.list}>
                {wishes.slice(0, OFFERED).map(([id, value]) => (
                  <li key={id}>
                    <bdi>{textOf(editor, id, value)}</bdi>
                    {' in '}
                    <button type="button" className={styles.link} onClick={() => editor.goToRegion(id)}>
                      <bdi>{nameOf(editor, id)}</bdi>
                    </button>{' '}
                    <Button
                      size="small"
                      aria-label={`Take ${textOf(editor, id, value)} in ${nameOf(editor, id)}`}
                      onClick={() => editor.editAttribute(id, value)}
                    >
                      Take
                    </Button>
                  </li>
                ))}
                {rest > 0 && <li>{`and ${rest} more`}</li>}
              </ul>
            </Banner>
          )
        }
      />
    </div>
  );
}

const nameOf = (editor: Editor, id: string): string => nameOfRegion(editor, id) ?? id;

/** The wishes that differ from what is there now. Of a group of radio buttons only the one to be chosen counts. */
function openWishes({ document: { wishes }, baseline, edits, groups = [] }: Editor & ReturnType<typeof useValues>) {
  if (wishes.length === 0) return wishes;
  const [changed, known] = [new Map(edits), new Map(baseline)];
  const radios = new Set(groups.flat());
  return wishes.filter(
    ([id, value]) => (changed.get(id) ?? known.get(id)) !== value && !(radios.has(id) && value !== 'true'),
  );
}

function textOf({ ticked = [] }: Editor, id: string, value: string): string {
  if (ticked.includes(id)) return value === 'true' ? 'a tick' : 'no tick';
  if (value === '') return 'nothing';
  return value.length > MOST_TEXT ? `${value.slice(0, MOST_TEXT)}…` : value;
}
