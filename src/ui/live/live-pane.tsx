import { CopyPlus, FileClock } from 'lucide-react';
import { useEffect, useId } from 'react';
import { FRAME_HEIGHT } from '#config/frame.ts';
import { paths } from '#common/config/paths.ts';
import { hasCapability, isReader, useAuth } from '#ui/session/use-auth.ts';
import {
  type AgeLimits,
  type LiveArchiveMachine,
  liveTexts,
  type LiveView,
  type PaneHealth,
  useLiveArchive,
} from '#ui/live/use-live-archive.ts';
import type { PaneWord } from '#ui/live/wall/use-board-turner.ts';
import { useWall } from '#ui/live/wall/use-wall.ts';
import { classNames } from '#ui/primitives/class-names.ts';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { LiveBadge } from '#ui/primitives/feedback/live-badge.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';
import { ContestedValues, DocumentMessages, DocumentPlace, PrintButton } from '../document/document-frame.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { nameOf } from '../shared/names.ts';
import { UpdateAnnouncement } from './update-announcement.tsx';
import { NameAndChanges } from './changes.tsx';
import { CutNotice } from './cut-notice.tsx';
import { DocumentAge } from './document-age.tsx';
import { usePast, usePaneReport } from './past/use-past.ts';
import { Pager } from './wall/pager.tsx';
import { Moment, timeText } from '../shared/moment.tsx';
import styles from './live.module.css';

const HEALTH: Record<PaneHealth, string> = {
  live: 'Live',
  connecting: 'Connecting…',
  opening: 'Opening…',
  waiting: 'Reconnecting…',
  doubtful: 'Not live',
  past: 'Past',
};
/** Text of each view before the first submission, and its frame's height. */
const VIEWS: Record<LiveView, { empty: string; height: string }> = {
  wip: { empty: liveTexts.noneForWip, height: FRAME_HEIGHT.wipDashboard },
  template: { empty: liveTexts.emptyTemplateDashboard, height: FRAME_HEIGHT.templateDashboard },
  left: { empty: liveTexts.noneForTemplate, height: FRAME_HEIGHT.commandDashboard },
  right: { empty: liveTexts.noneForTemplate, height: FRAME_HEIGHT.commandDashboard },
};
/** The panes of one page have names of their own, even before their documents have loaded. */
const PLACE: Partial<Record<LiveView, string>> = { left: 'Left', right: 'Right' };

type LivePaneProps = {
  machine: LiveArchiveMachine;
  view: LiveView;
  /** The WIP or the template; a new one needs a new `key`. */
  id: string;
  /** Name of its place among others. */
  place?: string | undefined;
  /** As in `useLiveArchive`. */
  limits?: AgeLimits | undefined;
  /** On a board: its place, and the receiver of its reports. */
  word?: { at: number; report: (word: PaneWord) => void } | undefined;
  /** Called when it is known if the host has the WIP or the template. */
  onMissing?: ((isMissing: boolean) => void) | undefined;
};

type NewFromThisProps = { template: string; archive: string; name: string };

/** For users who may save: a link to a new document with the values of this one. */
function NewFromThis({ template, archive, name }: NewFromThisProps) {
  const { user } = useAuth();
  if (user === null || isReader(user)) return null;
  return (
    <ButtonLink
      to={paths.newFrom(template, { kind: 'archive', id: archive })}
      size="small"
      variant="quiet"
      icon={CopyPlus}
      aria-label={`New from This: ${name}`}
    >
      <span className={styles.word}>New from This</span>
    </ButtonLink>
  );
}

/** A link to the record of what is shown, which has the history of each of its fields, if the host keeps records. */
function RecordLink({ archive, name }: Omit<NewFromThisProps, 'template'>) {
  return (
    hasCapability(useAuth().user, 'records') && (
      <ButtonLink
        to={paths.record(archive)}
        size="small"
        variant="quiet"
        icon={FileClock}
        title="Record of This"
        aria-label={`Record of This: ${name}`}
      />
    )
  );
}

/** One live archive: its name, its age, and the document. The last good one stays under any message (`d22.last-good`). */
export function LivePane({ machine, view, id, limits, place = PLACE[view], word, onMissing }: LivePaneProps) {
  const moment = usePast()?.moment ?? null;
  const live = useLiveArchive(machine, view, id, limits, moment);
  const { isOther } = live;
  usePaneReport({
    key: useId(),
    kind: view === 'wip' ? 'wip' : 'template',
    id,
    moment: live.moment,
    isReached: live.isReached,
  });
  const { archive, document, pages, truth, age, changes, message, loading, failed, health, isThere, isMissing, retry } =
    live;
  const { at, report } = word ?? {};
  // A document that does not exist is not loading; it is shown automatically once it exists.
  useEffect(() => onMissing?.(isMissing), [onMissing, isMissing]);
  const isPast = moment !== null || typeof archive?.asOf === 'number';
  const isLost = truth.cut === 'disconnected';
  useEffect(() => {
    if (at !== undefined) report?.({ at, isThere, isLost });
  }, [at, report, isThere, isLost]);
  const isOnWall = useWall()?.isOn === true;
  const { empty, height } = VIEWS[view];
  const name = archive ? nameOf(archive) : 'Live document';
  const template = view === 'wip' ? (archive?.template ?? null) : id;
  // No user presses Try Again on a wall: the loss is shown larger there, and retried automatically.
  const isSaidLarger = isOnWall && archive !== null && truth.cut !== null;
  return (
    <section
      className={classNames(styles.pane, truth.cut && styles.cut, isLost && styles.disconnected)}
      aria-label={place ? `${place}: ${name}` : name}
    >
      <div className={styles.head}>
        <div
          className={styles.facts}
          data-changed={(truth.cut === null && changes.changed + changes.gone > 0) || undefined}
          data-cut={truth.cut !== null || undefined}
        >
          <CutNotice {...truth} isEmpty={archive === null} />
          {isOnWall && !isPast && <WallClock />}
          {!isMissing && <LiveBadge state={health}>{HEALTH[health]}</LiveBadge>}
          {archive && !isOther && (
            <>
              <NameAndChanges name={nameOf(archive)} changes={changes} />
              <DocumentAge
                isPast={isPast}
                age={age}
                submittedOn={archive.submittedOn}
                submittedBy={archive.submittedBy}
              />
              <span className={styles.tools}>
                <Pager pages={pages} />
                {!isOnWall && template !== null && (
                  <NewFromThis template={template} archive={archive.archive} name={nameOf(archive)} />
                )}
                {/* Panes beside others have no room for it. */}
                {!isOnWall && (view === 'wip' || view === 'template') && (
                  <RecordLink archive={archive.archive} name={nameOf(archive)} />
                )}
                {!isOnWall && <PrintButton onPrint={document.print} name={nameOf(archive)} />}
              </span>
            </>
          )}
        </div>
      </div>
      <div className={styles.body} style={isOther ? { visibility: 'hidden' } : undefined}>
        {moment === null && <UpdateAnnouncement archive={archive} />}
        {document.contested !== null && (
          <div className={styles.contested}>
            <ContestedValues document={document} />
          </div>
        )}
        <div
          className={classNames(styles.messages, archive && styles.over)}
          style={isOther ? { visibility: 'visible' } : undefined}
        >
          {message !== null && !isSaidLarger && <Failure message={message} onRetry={failed ? retry : undefined} />}
          {archive && <DocumentMessages document={document} reopening={isOnWall ? 'only' : 'too'} />}
        </div>
        {archive ? (
          <DocumentPlace document={document} title={nameOf(archive)} height={height} isOnWall={isOnWall} isCovered />
        ) : loading ? (
          <div className={styles.waiting} style={{ blockSize: height }}>
            <Skeleton
              label={moment === null ? 'Loading the newest archive' : 'Loading the archive of then'}
              shape="frame"
            />
          </div>
        ) : (
          message === null && (
            <EmptyState message={moment === null ? empty : 'Nothing was submitted before this moment.'} />
          )
        )}
      </div>
    </section>
  );
}

/** The host's time: users compare a document's age with it. */
function WallClock() {
  const minute = useWall()?.minute ?? null;
  return (
    minute !== null && (
      <span className={styles.clock}>
        <Moment at={minute} text={timeText} />
      </span>
    )
  );
}
