import { paths } from '#config/paths.ts';
import type { KeptList } from '#ui/unsaved/use-unsaved-list.ts';
import { Section } from '#ui/primitives/layout/card.tsx';
import { Link } from '../shared/link.tsx';
import styles from './dashboard.module.css';

const HEADING = 'continue';

/** Links to the documents that this user opened last in this browser; empty if there are none. */
export function Continue({ kept: { recent, documents } }: { readonly kept: KeptList }) {
  if (recent.length === 0) return null;
  const unsaved = new Set(documents.map(({ place }) => place?.wip));
  return (
    <Section title="Continue" id={HEADING}>
      {/* WebKit drops the list semantics of a list without markers unless the role is written out. */}
      <ul role="list" className={styles.recent} aria-labelledby={HEADING}>
        {recent.map(({ template, wip, name, templateName }) => (
          <li key={wip}>
            <Link to={paths.wip(template, wip)} className={styles.recentLink}>
              <span className={styles.recentWords}>
                <bdi className={styles.recentName}>{name.trim() || 'Untitled'}</bdi>{' '}
                <span className={styles.recentHint}>
                  <bdi>{templateName}</bdi>
                  {unsaved.has(wip) && <strong>{' · not saved'}</strong>}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
