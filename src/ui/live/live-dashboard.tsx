import { ArrowLeft, Maximize, Minimize, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '#config/paths.ts';
import { useWall } from '#ui/live/wall/use-wall.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { classNames } from '#ui/primitives/class-names.ts';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { PagesTogether } from './wall/pages-together.tsx';
import styles from './live.module.css';

type LiveDashboardProps = {
  title: string;
  actions?: ReactNode;
  /** Nobody sits before it: it leads nowhere. */
  unattended?: boolean | undefined;
  children: ReactNode;
};

/** What the dashboards have in common: one slim row over the documents. They have no navigation bar: Back is the way out. */
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
              <WallButton />
              {!unattended && (
                <ButtonLink to={paths.dashboard()} icon={ArrowLeft} variant="quiet" size="small">
                  Back
                </ButtonLink>
              )}
            </>
          }
        />
      </div>
      <div className={styles.picture} style={wall?.isOn ? { translate: wall.drift } : undefined}>
        <PagesTogether>{children}</PagesTogether>
      </div>
    </div>
  );
}

/** For who has no keyboard. */
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

/** Leads from a dashboard to what it shows. Nobody edits on a wall. */
export function EditLink({ to, children }: { to: string; children: string }) {
  if (useWall()?.isOn) return null;
  return (
    <ButtonLink to={to} icon={Pencil} size="small">
      {children}
    </ButtonLink>
  );
}
