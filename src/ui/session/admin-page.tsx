import type { ReactNode } from 'react';
import { ADMIN_PERMISSION } from '#common/config/constants.ts';
import { hasCapability, hasPermission, useAuth } from '#ui/session/use-auth.ts';
import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { Failure } from '../shared/failure.tsx';
import { PageTitle } from '../shared/page-title.tsx';

type AdminPageProps = {
  readonly title: string;
  /** The host's announcement without which there is nothing to administer. */
  readonly capability: Parameters<typeof hasCapability>[1];
  /** Continues 'Only administrators'. */
  readonly may: string;
  /** Not rendered, and so requesting nothing, for a user who may not use it or at a host that has none of it. */
  readonly children: ReactNode;
};

/** A screen for administrators alone. */
export function AdminPage({ title, capability, may, children }: AdminPageProps) {
  const { user } = useAuth();
  return (
    <Page>
      <PageTitle>{title}</PageTitle>
      {hasCapability(user, capability) && hasPermission(user, ADMIN_PERMISSION) ? (
        children
      ) : (
        <Failure level={1} title="Access Denied" message={`Only administrators ${may}.`} />
      )}
    </Page>
  );
}
