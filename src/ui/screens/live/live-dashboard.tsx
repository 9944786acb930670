import { ArrowLeft, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '#config/paths.ts';
import { PageHeader } from '#ui/primitives/page-header.tsx';
import { ButtonLink } from '../shared/link.tsx';
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
  return (
    <div className={styles.dashboard}>
      <PageHeader
        look="bar"
        title={title}
        actions={
          <>
            {actions}
            {!unattended && (
              <ButtonLink to={paths.dashboard()} icon={ArrowLeft} variant="quiet" size="small">
                Back
              </ButtonLink>
            )}
          </>
        }
      />
      {children}
    </div>
  );
}

/** Leads from a dashboard to what it shows. */
export function EditLink({ to, children }: { to: string; children: string }) {
  return (
    <ButtonLink to={to} icon={Pencil} size="small">
      {children}
    </ButtonLink>
  );
}
