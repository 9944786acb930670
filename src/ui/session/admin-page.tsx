import type { ReactNode } from 'react';
import { type AdminScreen, screens } from '#common/config/paths.ts';
import { mayOpen, useAuth } from '#ui/session/use-auth.ts';
import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { Failure } from '../shared/failure.tsx';
import { PageTitle } from '../shared/page-title.tsx';

type AdminPageProps = {
  readonly screen: AdminScreen;
  readonly title: string;
  /** Continues 'Only administrators'. */
  readonly may: string;
  /** Not rendered, and so requesting nothing, for a user who may not open the screen. */
  readonly children: ReactNode;
};

/** A screen for administrators alone. */
export function AdminPage({ screen, title, may, children }: AdminPageProps) {
  const { user } = useAuth();
  return (
    <Page>
      <PageTitle>{title}</PageTitle>
      {mayOpen(user, screens[screen]) ? (
        children
      ) : (
        <Failure level={1} title="Access Denied" message={`Only administrators ${may}.`} />
      )}
    </Page>
  );
}
