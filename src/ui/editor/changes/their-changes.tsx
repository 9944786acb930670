import type { Editor } from '#ui/editor/use-editor.ts';
import { nameOfRegion } from '#ui/editor/attributes/use-region-list.ts';
import { Banner, BannerSlot } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { isOfToday, whose } from '../their-texts.ts';
import { momentText, timeText } from '../../shared/moment.tsx';
import type { TheirChange } from '#ui/editor/changes/use-their-changes.ts';
import styles from '../editor.module.css';

/** Maximum number of names; the rest are counted. */
const NAMED = 5;

/** Changes of other users, which came with their save or with one of this user: whose they are, with a button to each region. */
export function TheirChanges({ editor }: { readonly editor: Editor }) {
  const { changes: marked, see } = editor.theirChanges;
  const changes = marked.filter(({ from }) => from === undefined);
  const rest = changes.length - NAMED;
  return (
    <div className={changes.length > 0 ? styles.problem : undefined}>
      <BannerSlot
        placement="inline"
        status={
          changes.length > 0 && (
            <Banner
              tone="info"
              actions={
                <>
                  <Button size="small" onClick={() => editor.goToRegion(changes[0]?.id ?? '')}>
                    Show
                  </Button>
                  <Button size="small" onClick={see}>
                    Mark as Seen
                  </Button>
                </>
              }
            >
              {whoseText(changes)}
              {': '}
              {changes.slice(0, NAMED).map(({ id }, at) => (
                <span key={id}>
                  {at > 0 && ', '}
                  <button type="button" className={styles.link} onClick={() => editor.goToRegion(id)}>
                    <bdi>{nameOfRegion(editor, id) ?? id}</bdi>
                  </button>
                </span>
              ))}
              {rest > 0 && ` and ${rest} more`}
            </Banner>
          )
        }
      />
    </div>
  );
}

/**
 * @param changes at least one
 * @returns 'Amir saved at 1:34 PM', or the number of regions if they are not all of one known user
 */
function whoseText(changes: readonly Pick<TheirChange, 'by' | 'at'>[]): string {
  const at = changes.every(({ by, at: time }) => by !== null && time !== null)
    ? Math.max(...changes.map(({ at: time }) => time ?? 0))
    : null;
  if (at !== null && changes.every(({ by }) => by === changes[0]?.by)) return `${whose(changes)} saved ${whenText(at)}`;
  return `${changes.length === 1 ? '1 field was' : `${changes.length} fields were`} changed by ${whose(changes)}`;
}

const whenText = (at: number): string => (isOfToday(at) ? `at ${timeText(at)}` : `on ${momentText(at)}`);
