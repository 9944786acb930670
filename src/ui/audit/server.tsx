import { type ServerUsageMachine, useServerUsage } from '#ui/audit/use-server-usage.ts';
import { Section } from '#ui/primitives/layout/card.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';
import { momentText } from '../shared/moment.tsx';
import { nameOf } from '../shared/names.ts';
import styles from './audit.module.css';

const HEADING = 'server';

/** Bytes as people read them. */
const megabytes = (bytes: number): string =>
  `${(bytes / 1_000_000).toLocaleString(undefined, { maximumFractionDigits: bytes < 10_000_000 ? 1 : 0 })} MB`;
const of = (used: string, most: string | null): string => (most === null ? used : `${used} of ${most}`);

/** The used share of the storage limits, for administrators. */
export function ServerSection({ machine }: { machine: ServerUsageMachine }) {
  const { usage, message, loading, retry } = useServerUsage(machine);
  return (
    <Section title="Server" id={HEADING}>
      {loading && <Skeleton label="Loading what is used" shape="lines" count={1} />}
      {message !== null && <Failure message={message} onRetry={retry} />}
      {usage && (
        <ul role="list" className={styles.rows} aria-labelledby={HEADING}>
          {usage.organizations.map(({ name, stored, stored_most: storedMost, wips, wips_most: wipsMost }) => (
            <li key={name} className={styles.row}>
              <p>
                <strong dir="auto">{nameOf({ name })}</strong>
              </p>
              <p className={styles.facts}>
                {`Stored today: ${of(megabytes(stored), storedMost === null ? null : megabytes(storedMost))}`}
                {` · Documents: ${of(wips.toLocaleString(), wipsMost?.toLocaleString() ?? null)}`}
              </p>
            </li>
          ))}
          {usage.server && (
            <li className={styles.row}>
              <p>
                <strong>All of it</strong>
              </p>
              <p className={styles.facts}>
                {`Database: ${megabytes(usage.server.database)}`}
                {usage.server.free !== null && ` · Free on the disk: ${megabytes(usage.server.free)}`}
                {` · Last backup: ${usage.server.last_backup === null ? 'none yet' : momentText(usage.server.last_backup)}`}
              </p>
            </li>
          )}
        </ul>
      )}
    </Section>
  );
}
