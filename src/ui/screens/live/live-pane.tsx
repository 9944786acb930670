import { type ReactNode, useState } from 'react';
import type { DocumentFrameCommands } from '#ui/hooks/use-document-frame.ts';
import { type ArchiveView, type LiveSource, type StreamHealth, useLiveArchive } from '#ui/hooks/use-live-archive.ts';
import { Banner } from '#ui/primitives/banner.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { EmptyState } from '#ui/primitives/empty-state.tsx';
import { LiveBadge } from '#ui/primitives/live-badge.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { LiveDocument, PrintButton } from '../shared/document-frame.tsx';
import { Moment } from '../shared/moment.tsx';
import { nameOf } from '../shared/names.ts';
import { UpdateAnnouncement } from '../shared/update-announcement.tsx';
import styles from './live.module.css';

const HEALTH: Record<StreamHealth, string> = { live: 'Live', connecting: 'Connecting…', waiting: 'Reconnecting…' };
/** Two panes on one page have names of their own, also before their documents are there. */
const PLACE: Partial<Record<ArchiveView, string>> = { left: 'Left', right: 'Right' };

type LivePaneProps = {
  source: LiveSource;
  view: ArchiveView;
  /** What is said when nothing was submitted yet. */
  empty: string;
  /** The frame's height (section 9). */
  height: string;
  emptyActions?: ReactNode;
};

/** One live archive: what it is, how fresh it is, and the document. The last good one stays under any message (decision 22). */
export function LivePane({ source, view, empty, height, emptyActions }: LivePaneProps) {
  const { archive, message, loading, failed, health, retry } = useLiveArchive(source, view);
  const [commands, connect] = useState<DocumentFrameCommands | null>(null);
  const name = archive ? nameOf(archive) : 'Live document';
  const place = PLACE[view];
  return (
    <section className={styles.pane} aria-label={place ? `${place}: ${name}` : name}>
      <div className={styles.head}>
        <div className={styles.facts}>
          <LiveBadge state={health}>{HEALTH[health]}</LiveBadge>
          {archive && (
            <span className={styles.what}>
              <strong>{nameOf(archive)}</strong>
              {archive.submittedOn !== null && (
                <span>
                  {' '}
                  submitted <Moment at={archive.submittedOn} />
                </span>
              )}
            </span>
          )}
          {archive && <PrintButton commands={commands} name={nameOf(archive)} />}
        </div>
      </div>
      <div className={styles.body}>
        <UpdateAnnouncement archive={archive} />
        {message !== null && (
          <Banner
            tone="error"
            actions={
              failed && (
                <Button size="small" onClick={retry}>
                  Try Again
                </Button>
              )
            }
          >
            {message}
          </Banner>
        )}
        {archive ? (
          <LiveDocument
            key={source.id}
            html={archive.content}
            title={nameOf(archive)}
            height={height}
            isLive
            connect={connect}
          />
        ) : loading ? (
          <div className={styles.waiting}>
            <Skeleton label="Loading the newest archive" shape="frame" />
          </div>
        ) : (
          message === null && <EmptyState message={empty} actions={emptyActions} />
        )}
      </div>
    </section>
  );
}
