import { paths } from '#common/config/paths.ts';
import type { useFieldHistory } from '#ui/records/use-records.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { CheckBox } from '#ui/primitives/forms/check-box.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { CloseAction } from '#ui/primitives/overlays/dialog.tsx';
import { SheetText } from '../document/sheet-text.tsx';
import { Acts, factClass, rowsClass, ShowMore } from '../lists/detail-row.tsx';
import { Failure } from '../shared/failure.tsx';
import { Link } from '../shared/link.tsx';
import { Moment, momentText } from '../shared/moment.tsx';
import { nameOf } from '../shared/names.ts';
import styles from './records.module.css';

type FieldHistoryProps = {
  readonly history: ReturnType<typeof useFieldHistory>;
  readonly onClose: () => void;
  /** Text for a value, if it is not the value itself. */
  readonly textOf?: (value: string) => string;
  /** Writes a value into the open document; null for one that it cannot hold, or has already. */
  readonly takeOf?: (value: string) => (() => void) | null;
};

/** Content of the dialog with the values of one field, newest first. */
export function FieldHistory({ history, onClose, textOf = (value) => value, takeOf = () => null }: FieldHistoryProps) {
  const { values, next, loading, loaded, failed, adding, message, wip, isOfAll } = history;
  return (
    <>
      {wip !== null && (
        <CheckBox checked={isOfAll} onChange={(event) => history.choose(event.target.checked)}>
          All documents of this template
        </CheckBox>
      )}
      {loading && <Skeleton label="Loading the values" shape="lines" count={4} />}
      {message !== null && <Failure message={message} onRetry={failed ? history.retry : undefined} />}
      {loaded && values.length === 0 && <EmptyState message="No value of this field is on record." />}
      {values.length > 0 && (
        <ol role="list" className={rowsClass} aria-label="Values">
          {values.map(({ value, archive_uuid: archive, name, submitted_on: at, submitted_by: by, until }) => {
            const take = value === null ? null : takeOf(value);
            return (
              <li key={archive} className={styles.change}>
                {value === null ? <p>Not in the document</p> : <SheetText value={textOf(value)} />}
                <div>
                  <p className={factClass}>
                    {isOfAll && (
                      <>
                        <bdi>{nameOf({ name })}</bdi>
                        {' · '}
                      </>
                    )}
                    {at !== null && (
                      <Link to={paths.record(archive)}>
                        <Moment at={at} />
                      </Link>
                    )}
                    {by !== null && (
                      <>
                        {' · '}
                        <bdi>{by}</bdi>
                      </>
                    )}
                    {until !== null && ` · until ${momentText(until)}`}
                  </p>
                  {take && (
                    <Acts>
                      <Button size="small" onClick={take}>
                        Use This Value
                      </Button>
                    </Acts>
                  )}
                </div>
              </li>
            );
          })}
        </ol>
      )}
      <ShowMore next={next !== null} adding={adding} more={history.more} />
      <CloseAction onClose={onClose} />
    </>
  );
}
