import { FileClock, Maximize, Minimize, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '#common/config/paths.ts';
import { hasCapability, useAuth } from '#ui/session/use-auth.ts';
import { useWall } from '#ui/live/wall/use-wall.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { classNames } from '#ui/primitives/class-names.ts';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { BackLink, ButtonLink } from '../shared/link.tsx';
import { PageTurnerProvider, usePagesTogether } from '#ui/live/wall/use-page-turner.ts';
import { LookBack, PastBand } from './past/past-band.tsx';
import styles from './live.module.css';

type LiveDashboardProps = {
  title: string;
  actions?: ReactNode;
  /** True if no user sits before it: it shows no links. */
  unattended?: boolean | undefined;
  children: ReactNode;
};

/** The common part of the dashboards: one slim row over the documents. They have no navigation bar: Back leads out of them. */
export function LiveDashboard({ title, actions, unattended = false, children }: LiveDashboardProps) {
  const wall = useWall();
  return (
    <div className={classNames(styles.dashboard, wall?.isOn && styles.wall, wall?.isResting && styles.resting)}>
      <div className={styles.bar}>
        <PageHeader
          look="bar"
          title={title}
          actions={
            <>
              {wall?.isRefused && <span>Press F for full screen</span>}
              {actions}
              <LookBack />
              <WallButton />
              {!unattended && (
                <BackLink to={paths.dashboard()} size="small">
                  Back
                </BackLink>
              )}
            </>
          }
        />
      </div>
      <PastBand />
      <div className={styles.picture} style={wall?.isOn ? { translate: wall.drift } : undefined}>
        <PagesTogether>{children}</PagesTogether>
      </div>
    </div>
  );
}

/** For users without a keyboard. */
export function WallButton() {
  const wall = useWall();
  if (wall === null) return null;
  return (
    <Button
      size="small"
      variant="quiet"
      icon={wall.isOn ? <Minimize /> : <Maximize />}
      aria-keyshortcuts={wall.isOn ? 'Escape' : 'f'}
      onClick={wall.isOn ? wall.leave : wall.toggle}
    >
      {wall.isOn ? 'Leave wall mode' : 'Wall mode'}
    </Button>
  );
}

/** Link from a dashboard to its source. Hidden on a wall, where no user edits. */
export function EditLink({ to, children }: { to: string; children: string }) {
  if (useWall()?.isOn) return null;
  return (
    <ButtonLink to={to} icon={Pencil} size="small">
      {children}
    </ButtonLink>
  );
}

/** Link to the records of what a dashboard shows, if the host keeps them. Hidden on a wall. @param filter of the list */
export function RecordsLink({ filter }: { filter: Readonly<Record<string, string>> }) {
  const hasRecords = hasCapability(useAuth().user, 'records');
  if (useWall()?.isOn || !hasRecords) return null;
  return (
    <ButtonLink to={paths.records(filter)} icon={FileClock} variant="quiet" size="small">
      Records
    </ButtonLink>
  );
}

/** Around the panes of a dashboard: their pages turn together. */
function PagesTogether({ children }: { children: ReactNode }) {
  return <PageTurnerProvider value={usePagesTogether(true)}>{children}</PageTurnerProvider>;
}
